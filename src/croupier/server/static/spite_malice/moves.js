/** Actions of Mini Spite and Malice by where a card comes from and where it goes. */

import { t } from "../strings.js";

/** From each place (`h1`..`h5`, `g`, `d1`..`d4`), where its card may go (`p1`..`p4`, `x1`..`x4`), and by which action. */
export function placesOf(actions) {
	const found = new Map();
	const put = (from, to, action) => {
		if (!found.has(from)) found.set(from, new Map());
		found.get(from).set(to, action);
	};
	for (const { action, text } of actions) {
		const play = /^\[p (\S+) (\d)\]$/.exec(text);
		const discard = /^\[x(\d) (\d)\]$/.exec(text);
		if (play) put(play[1], `p${play[2]}`, action);
		else if (discard) put(`h${discard[1]}`, `x${discard[2]}`, action);
	}
	return found;
}

/** A line of the log as people say it: places by their names. */
export const words = (line) =>
	line.replaceAll("*", t.malice.card("*")).replace(/from (h|g|d)(\d?) /, (_, place, number) => `${t.malice.from[place](number)} `);

/** The card at a place of a side. */
export function placeOf(table, seat, from) {
	const side = table.seats[seat];
	if (from === "g") return side.goal;
	const number = Number(from.slice(1)) - 1;
	return from[0] === "h" ? side.hand[number] : side.discards[number].at(-1);
}
