/** The review of a finished game: moments that cost most, a curve, and luck told apart from choice. */
import { readLines } from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { plain } from "../names.js";
import { secondsLeft } from "../intl.js";
import { announce, complain } from "../said.js";
import { t } from "../strings.js";
import { Curve } from "./curve.js";

const r = t.review;
const percent = (value) => (value === null ? "–" : t.percent(value, 1));

export function Review({ source, names, module, show, onFound }) {
	const [share, setShare] = useState(null);
	const [review, setReview] = useState(null);
	const [slow, setSlow] = useState(false);
	const stop = useRef(null);
	const began = useRef(0);
	useEffect(() => () => stop.current?.abort(), []);
	const begin = async () => {
		stop.current = new AbortController();
		began.current = performance.now();
		setShare(0);
		const [path, body] = source.review;
		try {
			await readLines(path, body, (line) => {
				if (line.progress !== undefined) {
					setShare(line.progress);
					setSlow(line.compiling ?? false); // the first line says so, and others come once that is done
				} else if (line.review) {
					setReview(line.review);
					onFound?.(line.review);
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
		${share !== null && html`<label>${slow ? r.compiling : r.progress(share, secondsLeft(began.current, share))}<progress max="1" value=${share}></progress></label>`}
		${review && html`<${Found} review=${review} names=${names} module=${module} show=${show} />`}
	</section>`;
}

function Found({ review, names, module, show }) {
	const nameOf = (text) => (module?.moveName ? module.moveName(text, null, names) : plain(text));
	const amount = (lost, gain) => (lost === null ? `${t.number(gain.mean, 1)} (${review.unit})` : percent(lost));
	const counts = ({ true_chance_lost: lost, true_cost: cost }) => (lost === null ? cost.mean >= 0.05 : lost >= 0.0005); // not told as 0.0
	const unlucky = review.decisions.filter((each) => each.verdict === "bad luck" && counts(each)).sort((a, b) => b.true_cost.mean - a.true_cost.mean);
	const row = (Cell, head, cells) => html`<tr><th scope=${Cell === "th" ? "col" : "row"}>${head}</th>${cells.map((cell) => html`<${Cell}>${cell ?? "–"}</${Cell}>`)}</tr>`;
	return html`
		<h3>${r.moments}</h3>
		${review.moments.length === 0 && html`<p>${r.none}</p>`}
		<ol class="moments">
			${[...review.moments, ...unlucky.slice(0, 3)].map(
				(each) => html`<li key=${each.ply}>
					<span>${r.moment(each.ply + 1, names[each.seat], nameOf(each.text), nameOf(each.true_best ?? each.best), !each.clear)} (${r.cost(each.verdict, amount(each.chance_lost, each.cost), each.true_cost && amount(each.true_chance_lost, each.true_cost))})</span>
					<button onClick=${() => show(each.ply)}>${r.go}</button>
				</li>`,
			)}
		</ol>
		<${Curve} review=${review} names=${names} show=${show} />
		<div class="scroll-x" tabindex="0" role="region" aria-label=${r.seat}><table>
			<thead>${row("th", r.seat, r.heads)}</thead>
			<tbody>${review.seats.map((each) => row("td", names[each.seat], [each.decisions, each.clear, each.bad_luck, each.lucky, percent(each.chance_lost), percent(each.luck)]))}</tbody>
		</table></div>
		<p class="dim">${review.exact ? r.exact : r.rest(review.continuation)}</p>
	`;
}
