/** The chance to win by decision, a line for each seat that was reviewed. */
import { html } from "../html.js";
import { t } from "../strings.js";

const WIDE = 640;
const HIGH = 200;
const LEFT = 40;
const DASHES = ["", "6 4", "2 3", "8 3 2 3", "1 4", "10 4", "4 4 1 4", "3 6"];

export function Curve({ review, names, show }) {
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
