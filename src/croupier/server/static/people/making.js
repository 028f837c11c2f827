/** Making a table and going there: as its host, who has a seat at it or only watches. */
import { post } from "../api.js";
import { recall, remember } from "../prefs.js";
import { go } from "../route.js";
import { t } from "../strings.js";
import { DEFAULTS } from "../parts/defaults.js";
import { noteEntered } from "./cookie.js";
import { PLAYERS } from "./options.js";

/** Make a table of the seats wished for, and go there. Who takes a seat adds a number to its deal. */
export async function makeTable(wish) {
	const made = await post("/api/tables", { ...wish, contributes: wish.seats.some(({ kind }) => kind === "me") });
	noteEntered(made.table);
	remember(`join.${made.table}`, made.join);
	go(["table", made.table]);
}

/** Begin a usual game at once: against agents, or, where one is not seated, of agents alone. */
export const playAtOnce = (game, seated, settings) =>
	makeTable({
		game: game.name, name: recall("name") || t.defaultName, settings, start: true,
		seats: Array.from({ length: game.players }, (_, seat) => (seat === 0 && seated ? { kind: "me" } : { kind: "agent", agent: "bot" })),
	});

/** Make a table for friends, who come by its link: it has as few seats as the game allows, and gets more as they come. */
export function makeForFriends(game) {
	const low = game.options.find((option) => option.name === PLAYERS)?.low;
	const seats = Array.from({ length: low ?? game.players }, (_, seat) => ({ kind: seat === 0 ? "me" : "open" }));
	return makeTable({ game: game.name, name: recall("name") || t.defaultName, settings: DEFAULTS, options: low ? { [PLAYERS]: low } : {}, seats, start: false });
}
