/** Moves of Mini Spite and Malice in words, for hints and the answers to problems. */
import { t } from "../strings.js";
import { placeOf, placesIn } from "./moves.js";

/** A move as people say it: the card, where it comes from, and the pile that it goes to; without a view no card. */
export function moveText(text, view) {
	const places = placesIn(text);
	if (!places) return t.malice.pass;
	const { from, to } = places;
	const where = t.malice[to[0] === "p" ? "play" : "discard"](to[1]).toLowerCase();
	if (!view) return `${t.malice.at[from[0]](from[1])} → ${where}`;
	return `${t.malice.card(placeOf(view.table, view.seat, from))} ${t.malice.from[from[0]](from[1])} → ${where}`;
}
