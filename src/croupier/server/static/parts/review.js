/** A review: what each decision cost, and the chance to win as a curve. */
import { readLines } from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { secondsLeft } from "../language.js";
import { plain } from "../names.js";
import { announce, complain } from "../said.js";
import { t } from "../strings.js";

const WIDE = 640;
const HIGH = 200;
const LEFT = 40;
const DASHES = ["", "6 4", "2 3", "8 3 2 3", "1 4", "10 4", "4 4 1 4", "3 6"];

function Curve({ review, names, show }) {
	const decisions = review.decisions.filter((each) => each.chance_to_win !== null);
	const seats = [...new Set(decisions.map((each) => each.seat))];
	if (decisions.length < 2) return null;
	const first = decisions[0].ply;
	const span = Math.max(1, decisions.at(-1).ply - first);
	const x = (ply) => LEFT + ((WIDE - LEFT - 8) * (ply - first)) / span;
	const y = (chance) => 8 + (HIGH - 16) * (1 - chance);
	const of = (seat) => decisions.filter((each) => each.seat === seat);
	const summary = seats.map((seat) => t.review.curveNow(names[seat], t.percent(of(seat).at(-1).chance_to_win))).join(", ");
	return html`<figure class="curve">
		<figcaption>${t.review.curve}</figcaption>
		<svg viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${`${t.review.curve}. ${summary}`}>
			${[0, 0.25, 0.5, 0.75, 1].map((level) => html`<g key=${level}><line class="grid" x1=${LEFT} x2=${WIDE - 8} y1=${y(level)} y2=${y(level)} /><text x=${LEFT - 6} y=${y(level) + 4}>${t.percent(level)}</text></g>`)}
			${seats.map((seat, place) => html`<polyline key=${seat} class=${`line c${place % 8}`} stroke-dasharray=${DASHES[place % 8]} points=${of(seat).map((each) => `${x(each.ply)},${y(each.chance_to_win)}`).join(" ")} />`)}
			${review.moments.filter((each) => each.chance_to_win !== null).map((each) => html`<circle key=${each.ply} class="moment" cx=${x(each.ply)} cy=${y(each.chance_to_win)} r="6" onClick=${() => show(each.ply)} />`)}
		</svg>
		<p class="legend">${seats.map((seat, place) => html`<span key=${seat}><svg viewBox="0 0 28 6" width="28" height="6" aria-hidden="true"><line class=${`line c${place % 8}`} stroke-dasharray=${DASHES[place % 8]} x1="0" x2="28" y1="3" y2="3" /></svg> ${names[seat]}</span>`)}</p>
	</figure>`;
}

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
