/** The review of a finished game: moments that cost most, a curve, and luck told apart from choice. */
import { readLines } from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { plain } from "../names.js";
import { announce, complain } from "../said.js";
import { t } from "../strings.js";
import { Curve } from "./curve.js";

const r = t.review;
const percent = (value) => (value === null ? "–" : `${t.number((100 * value).toFixed(1))}%`);

export function Review({ source, names, show }) {
	const [share, setShare] = useState(null);
	const [review, setReview] = useState(null);
	const stop = useRef(null);
	useEffect(() => () => stop.current?.abort(), []);
	const begin = async () => {
		stop.current = new AbortController();
		setShare(0);
		const [path, body] = source.review;
		try {
			await readLines(path, body, (line) => {
				if (line.progress !== undefined) setShare(line.progress);
				else if (line.review) {
					setReview(line.review);
					announce(r.title);
				} else throw new Error(line.error.message);
			}, stop.current.signal);
		} catch (error) {
			if (error.name !== "AbortError") complain(error);
		} finally {
			setShare(null);
		}
	};
	return html`<section class="review" aria-labelledby="review">
		<h2 id="review">${r.title}</h2>
		${!review && share === null && html`<p>${r.help}</p><button class="main" onClick=${begin}>${r.start}</button>`}
		${share !== null && html`<label>${r.progress(share)}<progress max="1" value=${share}></progress></label>`}
		${review && html`<${Found} review=${review} names=${names} show=${show} />`}
	</section>`;
}

function Found({ review, names, show }) {
	const cost = (each) => (each.chance_lost === null ? `${each.cost.mean.toFixed(1)} (${review.unit})` : percent(each.chance_lost));
	return html`
		<h3>${r.moments}</h3>
		${review.moments.length === 0 && html`<p>${r.none}</p>`}
		<ol class="moments">
			${review.moments.map(
				(each) => html`<li key=${each.ply}>
					<span>${r.moment(each.ply, names[each.seat], plain(each.text), plain(each.best))} (${r.cost(cost(each))})</span>
					<button onClick=${() => show(each.ply)}>${r.go}</button>
				</li>`,
			)}
		</ol>
		<${Curve} review=${review} names=${names} show=${show} />
		<div class="scroll-x" tabindex="0" role="region" aria-label=${r.seat}><table>
			<thead><tr><th scope="col">${r.seat}</th><th scope="col">${r.decisions}</th><th scope="col">${r.clear}</th><th scope="col">${r.lost}</th><th scope="col">${r.luck}</th></tr></thead>
			<tbody>
				${review.seats.map((each) => html`<tr key=${each.seat}><th scope="row">${names[each.seat]}</th><td>${each.decisions}</td><td>${each.clear}</td><td>${percent(each.chance_lost)}</td><td>${percent(each.luck)}</td></tr>`)}
			</tbody>
		</table></div>
		${review.exact && html`<p class="dim">${r.exact}</p>`}
	`;
}
