/** The table of Mini Spite and Malice: two sides, four shared piles; cards are clicked or dragged to a pile. */
import { html, useEffect, useRef, useState } from "../html.js";
import { lift, useFlights } from "../story/flight.js";
import { t } from "../strings.js";
import { Middle } from "./middle.js";
import { moved, placeOf, placesOf, ringsAt } from "./moves.js";
import { Side } from "./side.js";
import { useDrag } from "./drag.js";
import { moveText } from "./move_text.js";

const m = t.malice;

export { words } from "./moves.js";
export const cardName = (card) => m.card(card);
export const moveName = moveText;

/** Points are cards played from the goal pile, in words. */
export const score = (points) => m.gone(points);

/** How the game ended, for the sentence that tells it. */
export function ending({ returns, table }, names) {
	const told = m.ended[table.ended];
	if (table.ended !== "win") return told ?? "";
	const loser = returns[0] < returns[1] ? 0 : 1;
	return told(names[loser], table.seats[loser].goal_count);
}

/** Props as for every game's table. A card is chosen first, by its place (`h1`, `g`, `d2`), then a pile. */
export function Table({ view, names, play, can, refuse, status, marks, story, rings }) {
	const { table } = view;
	const [chosen, choose] = useState(null);
	const moves = can ? placesOf(view.actions) : new Map();
	useEffect(() => choose(null), [JSON.stringify(table.seats), view.player]);
	const felt = useRef(null);
	useFlights(felt, view, { flies: story?.flies, moved });
	const put = (from, to, box) => {
		const action = moves.get(from)?.get(to);
		if (action !== undefined) {
			if (box) lift(box);
			play(action);
		} else refuse(can ? objection(table, view.seat, from, to) : "");
	};
	const drag = useDrag({ can: (from) => moves.has(from), drop: put });
	if (!table.dealt) return html`<div class="felt malice"><p>${m.dealing}</p></div>`;
	const pick = (from, legal) => {
		if (!can) refuse("");
		else if (chosen === from) choose(null);
		else if (!legal) refuse(zeroFirst(table, view.seat) ? m.zeroFirst : m.nothing(m.card(placeOf(table, view.seat, from))));
		else choose(from);
	};
	const aim = (to) => {
		if (!can) refuse("");
		else if (!chosen) refuse(m.choosFirst);
		else put(chosen, to);
	};
	const held = drag.from ?? chosen;
	const targets = held ? (moves.get(held) ?? new Map()) : new Map();
	const own = view.seat ?? 0;
	const odds = (place) => oddsAt(place, moves, held, marks);
	const pass = can ? view.actions.find(({ text }) => text === "[x]") : undefined;
	const side = (seat) => html`<${Side} key=${seat} view=${view} seat=${seat} name=${names[seat]} mine=${seat === view.seat} chosen=${chosen} moves=${moves} targets=${targets} pick=${pick} aim=${aim} drag=${drag} can=${can} odds=${odds} rings=${ringsAt(rings, seat)} />`;
	return html`<div class="felt malice" ref=${felt}>
		<div class="between head">
			<p class="round"><strong>${m.turn(Math.min(table.turns + 1, table.max_turns))}</strong> <span>${m.shoe(table.shoe)}</span></p>
			<p class=${can ? "status mine" : "status"} data-status tabindex="-1">${can && chosen ? m.picked(m.card(placeOf(table, own, chosen))) : can ? m.choose : status}</p>
		</div>
		${side(1 - own)}
		<${Middle} view=${view} targets=${targets} odds=${odds} aim=${aim} active=${can && chosen !== null} rings=${rings ? ringsAt(rings, rings.seat) : () => undefined} />
		${side(own)}
		${pass && html`<div class="row"><button class="pick" data-act onClick=${() => play(pass.action)}>${m.pass}</button></div>`}
	</div>`;
}

/** Whether a 0 must be played before anything else: one is at hand, and a pile is empty (SM-11). */
function zeroFirst(table, seat) {
	const { hand, goal } = table.seats[seat];
	return [...hand, goal].includes("0") && table.play_piles.some((pile) => !pile.cards.length);
}

/** What a hint says of a place: of a card that of its best move, of a pile that of the chosen card there. */
function oddsAt(place, moves, held, marks) {
	if (!marks?.size) return undefined;
	if (held) return marks.get(moves.get(held)?.get(place));
	const found = [...(moves.get(place)?.values() ?? [])].map((action) => marks.get(action)).filter(Boolean);
	return found.sort((one, other) => other.best - one.best || other.value - one.value)[0];
}

/** Why a card cannot go to a pile, with the rule. */
function objection(table, seat, from, to) {
	const card = placeOf(table, seat, from);
	if (to.startsWith("x") && from[0] === "h" && card === "0") return m.zeroStays;
	if (zeroFirst(table, seat)) return m.zeroFirst;
	if (to.startsWith("x")) return m.toDiscard;
	return m.noPlay(m.card(card), table.play_piles[Number(to.slice(1)) - 1].needs);
}
