/** Moves of Mini Spite and Malice in words, for hints and the answers to problems. */
import { t } from "../strings.js";
import { placeOf } from "./moves.js";

/** A move as people say it: the card, where it comes from, and the pile that it goes to. */
export function moveText(text, { table, seat }) {
	const [, play, place, pile] = /^\[(p )?(\S+)(?: (\d))?\]$/.exec(text);
	if (!pile) return t.malice.pass;
	const from = place.replace("x", "h");
	const where = t.malice[play ? "play" : "discard"](pile).toLowerCase();
	return `${t.malice.card(placeOf(table, seat, from))} ${t.malice.from[from[0]](from[1])} → ${where}`;
}
