/** Actions of Mini Spite and Malice by where a card comes from and where it goes. */

import { classes } from "../html.js";
import { ringWords } from "../parts/card.js";
import { t } from "../strings.js";

/** Where the card of an action comes from and goes, of its text; null for one that moves none. */
export function placesIn(text) {
	const play = /^\[p (\S+) (\d)\]$/.exec(text);
	if (play) return { from: play[1], to: `p${play[2]}` };
	const discard = /^\[x(\d) (\d)\]$/.exec(text);
	return discard && { from: `h${discard[1]}`, to: `x${discard[2]}` };
}

/** From each place (`h1`..`h5`, `g`, `d1`..`d4`), where its card may go (`p1`..`p4`, `x1`..`x4`), and by which action. */
export function placesOf(actions) {
	const found = new Map();
	for (const { action, text } of actions) {
		const places = placesIn(text);
		if (!places) continue;
		if (!found.has(places.from)) found.set(places.from, new Map());
		found.get(places.from).set(places.to, action);
	}
	return found;
}

/** How a replay rings the places of a seat: `at(place)` gives `className` and `words`, or nothing. */
export function ringsAt(rings, seat) {
	const [played, best] = [rings?.played, rings?.best].map((text) => (text && rings.seat === seat ? placesIn(text) : null));
	const has = (move, place) => move?.from === place || move?.to === place;
	return (place) => {
		const is = [has(played, place), has(best, place)];
		return is.some(Boolean) ? { className: classes(is[0] && "ring-played", is[1] && "ring-best"), words: ringWords(...is) } : undefined;
	};
}

/** The uppermost card of a place on the page, or the mark where none lies. */
function topOf(seat, place) {
	if (place[0] === "p") return `[data-pile=${place}] .card`;
	const found = `[data-seat="${seat}"] [data-place=${place.replace("x", "d")}]`;
	return /[dx]/.test(place) ? `${found} :is(.stack > .card:last-child, .card.empty)` : `${found} .card`;
}

/** Which card a move has brought from one place to another, as selectors; null where none moved. */
export function moved(before, after) {
	const seat = before.player;
	if (seat === null || before.over || !before.table.dealt) return null;
	const [was, now] = [before.table.seats[seat], after.table.seats[seat]];
	const to = pileOf(before.table, after.table) ?? discardOf(was, now, (one, other) => other > one);
	if (!to) return null;
	const from = now.goal_count < was.goal_count ? "g" : (discardOf(was, now, (one, other) => other < one)?.replace("x", "d") ?? handOf(was, now));
	return from && { from: topOf(seat, from), to: topOf(seat, to), own: seat === after.seat };
}

function pileOf({ play_piles: was }, { play_piles: now }) {
	const grown = (one, other) => other === one + 1 || (other === 0 && one > 1); // complete ones go
	const at = was.findIndex((pile, place) => grown(pile.cards.length, now[place].cards.length));
	return at < 0 ? null : `p${at + 1}`;
}

function discardOf(was, now, changed) {
	const at = was.discards.findIndex((pile, place) => changed(pile.length, now.discards[place].length));
	return at < 0 ? null : `x${at + 1}`;
}

/** The place in the hand that a card has left; behind it the others move up. */
function handOf(was, now) {
	const at = was.hand.findIndex((card, place) => card !== now.hand[place]);
	return at < 0 ? null : `h${at + 1}`;
}

/** A line of the log as people say it: jokers and places by their names. */
export function words({ text, params }) {
	const said = text.replaceAll("*", t.malice.card("*"));
	const place = params?.place;
	return place ? said.replace(t.malice.fromTyped(place), t.malice.from[place[0]](place.slice(1))) : said;
}

/** The card at a place of a side. */
export function placeOf(table, seat, from) {
	const side = table.seats[seat];
	if (from === "g") return side.goal;
	const number = Number(from.slice(1)) - 1;
	return from[0] === "h" ? side.hand[number] : side.discards[number].at(-1);
}
