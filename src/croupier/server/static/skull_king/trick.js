/** The trick in the middle, in the order of play; after it, who has won it. */
import { classes, html } from "../html.js";
import { Face } from "../parts/card.js";
import { t } from "../strings.js";

const s = t.skull;

export function Trick({ view, names }) {
	const { table } = view;
	const fresh = table.trick.plays.length === 0;
	const last = fresh ? table.last_trick : null;
	if (view.phase === "BIDDING") return last && html`<p class="trick before">${last.winner === null ? s.lastNobody : s.lastWon(names[last.winner])}</p>`;
	if (fresh && !last) return html`<section class="trick" aria-label=${s.theTrick}><ol class="cards"><${Slots} view=${view} names=${names} played=${[]} /></ol></section>`;
	const plays = last ? last.plays : table.trick.plays;
	const first = last ? last.winner : table.trick.ahead;
	const title = last ? `${s.lastTrick}: ${last.winner === null ? s.noWinner : s.wonBy(names[last.winner])}` : table.trick.suit ? s.follow(s.suits[table.trick.suit]) : s.noSuit;
	return html`<section class=${classes("trick", last && "past", table.seats.length > 5 && "wide")} aria-label=${last ? s.lastTrick : s.theTrick}>
		<ol class="cards">
			${plays.map(
				({ seat, card }, place) => html`<li key=${`${table.round} ${last ? table.tricks : table.tricks + 1} ${seat}`} class=${classes("played", seat === first && "ahead")}>
					<${Face} game=${view.game} card=${card} label=${s.card(card)} />
					<span class="by">${names[seat]}${place === 0 && !last ? html` <small>${s.leads}</small>` : ""}${seat === first ? html` <small class="first">${last ? "✓" : s.ahead}</small>` : ""}</span>
				</li>`,
			)}
			${!last && html`<${Slots} view=${view} names=${names} played=${plays} />`}
		</ol>
		<p class="caption">${title}</p>
	</section>`;
}

/** Seats in the order of play. Graybeard is second, or first if he leads (SK-15). */
function orderFrom(leader, count, graybeard) {
	if (graybeard && leader === 0) return [0, 2, 1];
	return Array.from({ length: count }, (_, place) => (leader + place) % count);
}

/** Places of those who have not played to the trick yet. */
function Slots({ view, names, played }) {
	const { table } = view;
	const count = table.seats.length;
	if (table.leader === null) return null;
	const waiting = orderFrom(table.leader, count, table.seats.some((side) => side.graybeard)).slice(played.length);
	return waiting.map(
		(seat, place) => html`<li key=${`slot ${seat}`} class="slot" aria-label=${s.toCome(names[seat])}>
			<span class="card empty" aria-hidden="true"></span>
			<span class="by" aria-hidden="true">${names[seat]}${played.length === 0 && place === 0 ? html` <small>${s.leads}</small>` : ""}</span>
		</li>`,
	);
}
