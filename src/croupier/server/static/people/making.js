/** Making a table: options of the game, who plays. */
import { gameNamed, post } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { recall, remember } from "../prefs.js";
import { go } from "../route.js";
import { complain } from "../said.js";
import { t } from "../strings.js";
import { w } from "./words.js";

const entered = new Map(); // tables at which this page was given a seat, each with the member who has it

/** Note that the server has given a seat at a table to this browser, as one of its members. */
export const noteEntered = (table, member) => entered.set(table, member);

/** For whom this browser speaks at a table that it has just come to, before the server says so again; null for any other. */
export const enteredAs = (table) => (entered.has(table) ? [entered.get(table)] : null);

/** Whether the server does not know this browser again: the cookie that came with the seat was not kept. */
export function cookieLost(table, mine) {
	if (mine.length) entered.delete(table); // it was kept; who loses the seat later has lost it otherwise
	return !mine.length && entered.has(table);
}

/** Whether a seat can be had here; complains where the browser says that it keeps no cookies. */
export function mayEnter() {
	if (navigator.cookieEnabled) return true;
	complain({ message: w.noCookie });
	return false;
}

export const CookieNote = () => (navigator.cookieEnabled ? null : html`<p class="banner" data-cookie>${w.noCookie}</p>`);

export const DEFAULTS = {
	pace: "normal", spectators: "none", members_watch: true, take_back: 2, undo: true, hints: null, chat: true, clock: null, away_after: 60, stand_in: "bot",
};

export const PLAYERS = "players";

export const defaultsOf = (game) => Object.fromEntries(game.options.map((option) => [option.name, option.default]));

/** A game with its options, once they are known. */
export function useGame(name) {
	const [game, set] = useState(null);
	useEffect(() => {
		if (name !== null) gameNamed(name).then(set, complain);
	}, [name]);
	return game;
}

/** Make a table of the seats wished for, and go there. Who takes a seat adds a number to its deal. Its socket is opened while its page loads. */
export async function makeTable(wish) {
	const socket = import("../socket.js");
	const made = await post("/api/tables", { ...wish, contributes: wish.seats.some(({ kind }) => kind === "me") });
	noteEntered(made.table, made.member);
	remember(`join.${made.table}`, made.join);
	socket.then(({ openEarly }) => openEarly(made.table, made.member), () => {});
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
