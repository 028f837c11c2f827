/** The score sheet of a game of Skull King, by round. */
import { classes, html } from "../html.js";
import { t } from "../strings.js";

/** `rounds` are those that have ended, as the server tells them. */
export function Score({ view, names, rounds }) {
	const people = view.table.seats.filter((side) => !side.graybeard);
	const best = Math.max(...people.map((side) => side.score));
	return html`<div class="scroll-x" tabindex="0" role="region" aria-label=${t.table.score}><table class=${classes("score", people.length > 4 && "crowd")}>
			<thead><tr><th scope="col">${t.skull.sheetRound}</th>${people.map((side) => html`<th key=${side.seat} scope="col">${names[side.seat]}</th>`)}</tr></thead>
			<tbody>${rounds.map(({ round, seats }) => html`<${Round} key=${round} number=${round} seats=${seats} />`)}</tbody>
			<tfoot><tr><th scope="row">${t.sheet.total}</th>${people.map((side) => html`<td key=${side.seat} class=${classes(rounds.length && side.score === best && "best")}><strong>${t.number(side.score)}</strong></td>`)}</tr></tfoot>
		</table></div>
		<p class="dim"><small>${t.skull.sheetHelp}</small></p>`;
}

/** A row of a sheet: points, with the tricks won of those bid below them. */
export const Round = ({ number, seats }) => html`<tr>
	<th scope="row">${number}</th>
	${seats.map(({ bid, won, points }, seat) => html`<td key=${seat} class=${bid === won ? "made" : points > 0 ? "half" : "missed"}><strong>${t.signed(points)}</strong> <small>${t.skull.wonOf(won, bid)}</small></td>`)}
</tr>`;
