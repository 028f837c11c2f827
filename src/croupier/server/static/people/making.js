/** Making a table and going there: as its host, who has a seat at it or only watches. */
import { post } from "../api.js";
import { recall, remember } from "../prefs.js";
import { go } from "../route.js";
import { t } from "../strings.js";
import { noteEntered } from "./cookie.js";

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
