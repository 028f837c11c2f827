/** The score sheet of a game of Skull King, by round, as the log tells it. */
import { html } from "../html.js";
import { t } from "../strings.js";

const ROUND = /^round (\d+) is over: (.*)\.$/i;
const ROW = /^(.+?) bid (-?\d+), won (\d+): ([+-]\d+) \((-?\d+)\)$/;

/** Rounds that are over: `{round, rows}` with bid, tricks, points and total of each player in the order of seats. */
export function roundsOf(log) {
  const rounds = new Map();
  for (const { text } of log) {
    const found = ROUND.exec(text);
    if (!found) continue;
    const rows = found[2].split("; ").map((row) => ROW.exec(row)?.slice(2).map(Number));
    if (rows.every(Boolean)) rounds.set(Number(found[1]), rows.map(([bid, won, points, total]) => ({ bid, won, points, total })));
  }
  return [...rounds].map(([round, rows]) => ({ round, rows }));
}

export function Score({ view, names, log }) {
  const people = view.table.seats.filter((side) => !side.graybeard);
  const rounds = roundsOf(log);
  const best = Math.max(...people.map((side) => side.score));
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label=${t.table.score}><table class="score">
      <thead><tr><th scope="col">${t.skull.sheetRound}</th>${people.map((side) => html`<th key=${side.seat} scope="col">${names[side.seat]}</th>`)}</tr></thead>
      <tbody>
        ${rounds.map(
          ({ round, rows }) => html`<tr key=${round}>
            <th scope="row">${round}</th>
            ${rows.map((row, seat) => html`<td key=${seat} class=${row.bid === row.won ? "made" : "missed"}><strong>${t.signed(row.points)}</strong> <small>${row.won}/${row.bid}</small></td>`)}
          </tr>`,
        )}
      </tbody>
      <tfoot><tr><th scope="row">${t.sheet.total}</th>${people.map((side) => html`<td key=${side.seat} class=${rounds.length && side.score === best ? "best" : ""}><strong>${side.score}</strong></td>`)}</tr></tfoot>
    </table></div>
    ${!rounds.length && html`<p class="dim">${t.skull.sheetEmpty}</p>`}`;
}
