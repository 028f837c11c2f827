/** The trick in the middle, in the order of play. A finished one stands for a moment, then goes to its winner. */
import { classes, html, useRef } from "../html.js";
import { useArrowKeys } from "../focus.js";
import { Why } from "../learn/help.js";
import { Face } from "../parts/card.js";
import { useArrival, useLeaving } from "../story/flight.js";
import { t } from "../strings.js";
import { isFree } from "./hand.js";

const s = t.skull;
const keyOf = ({ round, tricks }) => `${round} ${tricks + 1}`;

/** The trick that a move has finished, with the table as it stood then; null where it has finished none. */
export function scene(before, after) {
	const [was, now] = [before.table, after.table];
	const done = now.round === was.round ? now.tricks > was.tricks : was.tricks < was.cards;
	if (!done || !now.last_trick) return null;
	const dealt = now.round !== was.round;
	const allies = dealt ? [] : now.alliances.slice(was.alliances.length);
	return { ...now.last_trick, allies, key: keyOf(was), view: dealt ? asItEnded(before, now.last_trick) : after };
}

/** Whether cards lie on the table that a decision depends on. */
export const looks = ({ table }) => table.trick.plays.length > 0;

/** A table before the move that ended its round, with what that move has brought: the next deal has wiped it away. */
function asItEnded(before, { winner, captures }) {
	const { table } = before;
	const gained = captures.reduce((sum, each) => sum + each.points, 0);
	const seats = table.seats.map((side) => (side.seat === winner ? { ...side, won: side.won + 1, bonus: side.bonus + gained, cards: 0 } : { ...side, cards: 0 }));
	return { ...before, player: null, table: { ...table, seats, tricks: table.tricks + 1 } };
}

/** What a trick has brought beside itself, in words. */
export const captions = ({ captures, allies }, names) => [
	...captures.map(({ points, card, by }) => s.capture(t.signed(points), s.card(card), by && s.card(by))),
	...(allies ?? []).map(({ giver, winner }) => s.alliance(names[giver], names[winner])),
];

/** In a replay, which stands still, the last trick is shown until the next thing is done. */
function standing({ table }) {
	const begun = table.trick.plays.length > 0 || (table.tricks === 0 && table.seats.some((side) => side.has_bid));
	return begun || !table.last_trick ? null : { ...table.last_trick, key: "last" };
}

export function Trick({ view, names, story }) {
	const { table } = view;
	const past = story ? story.scene : standing(view);
	const list = useRef(null);
	const { row, stop } = useArrowKeys(table.seats.length);
	useLeaving(list, { leaves: Boolean(past && story?.leaves), winner: past?.winner ?? null });
	const waits = !past && table.trick.plays.length === 0;
	if (waits && view.phase === "BIDDING") return table.last_trick && html`<section class="trick before" aria-label=${s.lastTrick}><${Before} view=${view} names=${names} /></section>`;
	const plays = past ? past.plays : table.trick.plays;
	const first = past ? past.winner : table.trick.ahead;
	const own = past?.view ? past.view.seat : view.seat;
	return html`<section style=${{ "--seats": table.seats.length }} class=${classes("trick", past && "past", story?.flies && "flies", table.seats.length > 5 && "wide")} aria-label=${past ? s.lastTrick : s.theTrick} ...${row}>
		<ol class="cards" ref=${list}>
			${plays.map(({ seat, card }, place) => html`<${Played} key=${`${past ? past.key : keyOf(table)} ${seat}`} view=${view} card=${card} seat=${seat} own=${seat === own} flies=${story?.flies} ahead=${seat === first} name=${names[seat]} leads=${place === 0 && !past} past=${past} stop=${stop(place)} />`)}
			${!past && html`<${Slots} view=${view} names=${names} played=${plays} />`}
		</ol>
		${past && html`<${Won} trick=${past} names=${names} onAsk=${() => story?.hold?.(false)} />`}
		${waits ? html`<${Before} view=${view} names=${names} />` : !past && html`<p class="caption">${asked(view)}</p>`}
	</section>`;
}

/** What the suit of a trick asks of all who play to it yet; nothing of who has none of it, in a line that stays. */
const asked = ({ seat, table: { trick, hand } }) => (!trick.suit ? s.noSuit : isFree(trick, hand) && trick.plays.every((each) => each.seat !== seat) ? "\u00a0" : s.follow(s.suits[trick.suit]));

function Played({ view, card, seat, own, flies, ahead, name, leads, past, stop }) {
	const place = useRef(null);
	useArrival(place, { seat, own, flies });
	return html`<li ref=${place} class=${classes("played", ahead && "ahead")}>
		<${Face} game=${view.game} card=${card} label=${s.card(card)} stop=${stop} />
		<span class="by">${name}${leads ? html` <small>${s.leads}</small>` : ""}${ahead ? html` <small class="first">${past ? "✓" : s.ahead}</small>` : ""}</span>
	</li>`;
}

/** Who has won a trick, and what it has brought. */
const Won = ({ trick, names, onAsk }) => html`<div class="won">
	<p class="caption">${trick.winner === null ? s.noWinner : s.wonBy(names[trick.winner])}</p>
	${captions(trick, names).map((line) => html`<p key=${line} class="gain">${line}</p>`)}
	<${Why} key=${trick.key} plays=${trick.plays} names=${names} onAsk=${onAsk} />
</div>`;

/** The trick before, in one line that opens: nothing that is past lies on the table. */
function Before({ view, names }) {
	const last = view.table.last_trick;
	const { row, stop } = useArrowKeys(last?.plays.length ?? 0);
	if (!last) return null;
	return html`<details class="last-trick">
		<summary>${last.winner === null ? s.lastNobody : s.lastWon(names[last.winner])}</summary>
		<ul class="looked" ...${row}>${last.plays.map(({ seat, card }, place) => html`<li key=${seat}><${Face} game=${view.game} card=${card} label=${t.pair(names[seat], s.card(card))} stop=${stop(place)} /><small aria-hidden="true">${names[seat]}</small></li>`)}</ul>
		${captions(last, names).map((line) => html`<p key=${line}>${line}</p>`)}
		<${Why} key=${keyOf(view.table)} plays=${last.plays} names=${names} />
	</details>`;
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
