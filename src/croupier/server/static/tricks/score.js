/** The score sheet of a game with tricks, by round. */
import { classes, html } from "../html.js";
import { t } from "../strings.js";

/** `seats` as a game tells the table of them; `rounds` are those that have ended, as the server tells them; `sign`: -1 for penalties; `total`: what the last row is called. */
export function Score({ seats, names, rounds, sign = 1, total = t.sheet.total }) {
	const people = seats.filter((side) => !side.nobody);
	const best = Math.max(...people.map((side) => sign * side.score));
	return html`<div class="scroll-x" tabindex="0" role="region" aria-label=${t.table.score}><table class=${classes("score", people.length > 4 && "crowd")}>
			<thead><tr><th scope="col">${t.skull.sheetRound}</th>${people.map((side) => html`<th key=${side.seat} scope="col">${names[side.seat]}</th>`)}</tr></thead>
			<tbody>${rounds.map((each) => html`<${Round} key=${each.round} number=${each.round} seats=${each.seats} sign=${sign} />`)}</tbody>
			<tfoot><tr><th scope="row">${total}</th>${people.map((side) => html`<td key=${side.seat} class=${classes(rounds.length && sign * side.score === best && "best")}><strong>${t.number(side.score)}</strong></td>`)}</tr></tfoot>
		</table></div>
		${people.some((side) => side.bid !== undefined) && html`<p class="dim"><small>${t.skull.sheetHelp}</small></p>`}`;
}

/** A row of a sheet: points, with the tricks won of those bid below them. */
export const Round = ({ number, seats, sign = 1 }) => html`<tr>
	<th scope="row">${number}</th>
	${seats.map(({ bid, won, points }, seat) => html`<td key=${seat} class=${bid === null ? "" : bid === won ? "made" : points > 0 ? "half" : "missed"}><strong>${t.signed(sign * points || 0)}</strong>${bid !== null && html` <small>${t.skull.wonOf(won, bid)}</small>`}</td>`)}
</tr>`;
