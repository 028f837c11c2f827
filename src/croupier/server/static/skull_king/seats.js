/** The players of Skull King: bids and tricks at a glance. */
import { classes, html } from "../html.js";
import { t } from "../strings.js";
import { sealedBid } from "./question.js";
import { Name } from "../parts/name.js";

const s = t.skull;

/** The bid as it counts, with Harry's change; null while it is not known. */
export function bidOf(table, seat) {
	const { bid } = table.seats[seat];
	const change = table.harry?.seat === seat ? table.harry.change : 0;
	return bid === null ? null : bid + change;
}

/** Seats in the order of play, one's own the last; a spectator sees them as they are. */
export function Seats({ view, names, won = null, sealed = null }) {
	const { table, seat } = view;
	const count = table.seats.length;
	const order = table.seats.map((_, place) => table.seats[(place + 1 + (seat ?? count - 1)) % count]);
	return html`<ul class=${classes("seats", count > 4 && "crowd")}>
		${order.map((side) => html`<${Side} key=${side.seat} side=${side} view=${view} name=${names[side.seat]} took=${side.seat === won} sealed=${sealed} />`)}
	</ul>`;
}

function Side({ side, view, name, took, sealed }) {
	const { table } = view;
	const own = side.seat === view.seat;
	const bid = bidOf(table, side.seat);
	const all = table.seats.every((each) => each.graybeard || each.has_bid);
	const known = bid !== null && all;
	const state = !known ? "" : side.won === bid ? "made" : side.won < bid ? "short" : "over";
	const allied = table.alliances.some((pair) => pair.giver === side.seat || pair.winner === side.seat);
	const marks = [
		table.dealer === side.seat && s.dealer,
		table.leader === side.seat && s.leads,
		side.wager > 0 && s.wager(side.wager),
		side.bonus > 0 && s.bonusShort(side.bonus),
		table.harry?.seat === side.seat && table.harry.change !== 0 && s.harry(table.harry.change),
		allied && s.allied,
		side.voids.length > 0 && s.void(side.voids.map((suit) => s.suits[suit])),
	].filter(Boolean);
	return html`<li data-seat=${side.seat} class=${classes("side", own && "own", (sealed ? sealed.due.includes(side.seat) : view.player === side.seat) && "due", took && "took", state)}>
		<div class="between"><${Name} name=${name} own=${own} />${side.score !== null && html`<span class="points" title=${s.points(side.score)}>${t.number(side.score)}</span>`}</div>
		${!side.graybeard && html`<${Bid} side=${side} bid=${bid ?? (own ? sealedBid(sealed) : null)} known=${known} state=${state} own=${own} bidding=${!all} over=${table.tricks === table.cards} done=${side.has_bid || sealed?.done.includes(side.seat)} />`}
		<div class="between foot">
			<span class="marks">${marks.map((mark) => html`<span key=${mark} class=${mark === s.leads ? "lead-mark" : ""}>${mark}</span>`)}</span>
			<span class="backs" role="img" aria-label=${s.cards(side.cards)}>${Array.from({ length: side.cards }, (_, place) => html`<i key=${place}></i>`)}</span>
		</div>
	</li>`;
}

/** A ring for each trick bid, filled when it is won; tricks too many are crosses. */
function Bid({ side, bid, known, state, own, bidding, over, done }) {
	if (!known) {
		if (done) return html`<p class="bid"><span class="done"><span aria-hidden="true">✓ </span>${own && bid !== null ? html`${s.bidOwn(bid)}<span class="hidden-yet">${s.stillHidden}</span>` : s.hasBid}</span></p>`;
		return html`<p class="bid waits">${bidding ? `${s.bidding}…` : ""}</p>`;
	}
	const pips = Array.from({ length: Math.max(bid, side.won) }, (_, place) => (place >= bid ? "over" : place < side.won ? "won" : "open"));
	return html`<p class="bid">
		${pips.length > 0 && html`<span class="pips" aria-hidden="true">${pips.map((pip, place) => html`<i key=${place} class=${pip}></i>`)}</span>`}
		<span class="unseen">${s.bidWon(bid, side.won)}</span><span class="tally" aria-hidden="true">${s.wonOf(side.won, bid)}</span> <em class=${state}>${s.state[state](Math.abs(bid - side.won), over)}</em>
	</p>`;
}
