/** Following a table: its socket, and what changes with each message. */
import { Refused } from "./api.js";
import { withLines } from "./chat/chat.js";
import { useEffect, useRef, useState } from "./html.js";
import { language } from "./language.js";
import { t } from "./strings.js";

const VERSION = 1;
const PING_MS = 20000;
const PATIENCE_MS = 8000;
const ANSWER_MS = 130000;
/** How long a move may go without an answer before its person is told. */
const LATE_MS = 3000;
const LINK_REPLACED = 4001;
const GONE = 4002;
const RUDE = 4003;
const REFUSED = 4004;

class TableSocket {
	/**
	 * `onMessage` gets what the server says; `onLink` gets `open`, `broken`, or `ended` with the reason; `onDoubt` gets
	 * what to tell while it is doubtful that anything arrives, or nothing.
	 */
	constructor(table, member, onMessage, onLink, onDoubt) {
		const scheme = location.protocol === "https:" ? "wss:" : "ws:";
		const who = member === null ? "" : `&member=${member}`;
		this.address = `${scheme}//${location.host}/api/tables/${encodeURIComponent(table)}/socket?language=${language}${who}`;
		this.onMessage = onMessage;
		this.onLink = onLink;
		this.onDoubt = onDoubt;
		this.asked = 0;
		this.waiting = new Map();
		this.failures = 0;
		this.closed = false;
		this.replaced = false;
		this.wake = () => document.visibilityState !== "hidden" && this.#hurry();
		this.noticed = () => {
			this.#doubt();
			if (navigator.onLine) this.#hurry();
		};
		window.addEventListener("online", this.noticed);
		window.addEventListener("offline", this.noticed);
		document.addEventListener("visibilitychange", this.wake);
		this.#open();
	}

	/** Ask for something; resolves to the answer (`ok`, `hint`, `pong`), rejects with `Refused`. */
	ask(type, parts = {}) {
		if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Refused("unavailable", t.link.broken));
		const id = (this.asked += 1);
		const text = JSON.stringify({ v: VERSION, type, id, ...parts });
		this.socket.send(text);
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => this.#settle(id, null, new Refused("unavailable", t.noAnswer)), ANSWER_MS);
			const isMove = type === "move";
			const late = isMove && setTimeout(() => this.#isLate(id), LATE_MS);
			this.waiting.set(id, { resolve, reject, timer, late, move: isMove ? text : null, isLate: false });
			if (isMove) this.#doubt();
		});
	}

	close() {
		this.closed = true;
		window.removeEventListener("online", this.noticed);
		window.removeEventListener("offline", this.noticed);
		document.removeEventListener("visibilitychange", this.wake);
		clearTimeout(this.retry);
		this.#drop();
		this.#reject(() => true);
	}

	#isLate(id) {
		this.waiting.get(id).isLate = true;
		this.#doubt();
		this.#probe();
	}

	/** Say whether this browser is offline, and whether a move of mine may not have arrived. */
	#doubt() {
		const moves = [...this.waiting.values()].filter((each) => each.move);
		const unsent = moves.some((each) => each.isLate) || (moves.length > 0 && !navigator.onLine);
		this.onDoubt([!navigator.onLine && t.link.offline, unsent && t.link.unsent].filter(Boolean).join(" "));
	}

	#open() {
		this.retry = null;
		const socket = new WebSocket(this.address);
		this.socket = socket;
		const mine = (act) => (event) => socket === this.socket && act(event);
		socket.onopen = mine(() => {
			this.failures = 0;
			this.#listen();
			this.onLink("open", "");
		});
		socket.onmessage = mine((event) => this.#hear(JSON.parse(event.data)));
		socket.onclose = mine((event) => this.#lost(event));
	}

	#hear(message) {
		this.#listen();
		if (message.re !== undefined && message.re !== null) {
			const error = message.type === "refused" ? new Refused(message.code, message.message) : null;
			this.#settle(message.re, message, error);
		} else {
			this.onMessage(message);
			if (message.type === "snapshot") this.#begin();
		}
	}

	/** Moves that a broken connection has left without an answer are sent once more: one that did arrive is `stale`. */
	#begin() {
		this.replaced = false;
		for (const { move } of this.waiting.values()) if (move) this.socket.send(move);
	}

	#settle(id, message, error) {
		const asked = this.waiting.get(id);
		if (!asked) return;
		this.waiting.delete(id);
		clearTimeout(asked.timer);
		clearTimeout(asked.late);
		if (asked.move) this.#doubt();
		if (error) asked.reject(error);
		else asked.resolve(message);
	}

	/** Ask now and then whether the other side is there; a silent one is left. */
	#listen() {
		clearTimeout(this.ping);
		clearTimeout(this.silence);
		this.ping = setTimeout(() => this.#probe(), PING_MS);
	}

	#probe() {
		clearTimeout(this.ping);
		clearTimeout(this.silence);
		this.silence = setTimeout(() => this.#lost({ code: 0, reason: "" }), PATIENCE_MS);
		this.ask("ping").catch(() => {});
	}

	#lost({ code, reason }) {
		this.#drop();
		if (this.closed) return;
		if (code === LINK_REPLACED && !this.replaced) {
			this.replaced = true; // this browser may be the one that stays
			return this.#open();
		}
		if (code === REFUSED && reason === "forbidden" && this.replaced) code = LINK_REPLACED;
		const forbidden = code === REFUSED && reason !== "unavailable";
		if (forbidden || code === LINK_REPLACED || code === RUDE) {
			this.#reject(() => true);
			this.onLink("ended", t.link.ended[code === REFUSED ? reason : code] ?? t.link.ended.forbidden);
			return;
		}
		this.onLink("broken", code === GONE ? t.link.gone : t.link.broken);
		this.failures += 1;
		const wait = Math.min(8000, 250 * 2 ** this.failures) * (0.75 + Math.random() / 2);
		this.retry = setTimeout(() => this.#open(), wait);
	}

	/** Open again now, or find out now whether the connection has outlived the break. */
	#hurry() {
		if (this.closed) return;
		if (!this.retry) return void (this.socket?.readyState === WebSocket.OPEN && this.#probe());
		clearTimeout(this.retry);
		this.#open();
	}

	#drop() {
		clearTimeout(this.ping);
		clearTimeout(this.silence);
		const socket = this.socket;
		this.socket = null;
		if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close(); // earlier would be an error in the console
		else socket?.close();
		this.#reject((each) => !each.move);
	}

	/** Answer those that wait by the broken connection. */
	#reject(which) {
		for (const [id, each] of [...this.waiting]) if (which(each)) this.#settle(id, null, new Refused("unavailable", t.link.broken));
	}
}

const NOTHING = {
	ready: false, link: "connecting", why: "", doubt: "", number: 0, turn: 0, you: null, table: null, people: { here: [], pause: null },
	undo: false, rest: null, sealed: null, waits: [], ahead: 0, view: null, views: null, moves: null, rounds: [], log: [], news: [], event: null, trouble: null, chat: [], spoken: [],
};

const told = (messages) => messages.filter((each) => each.kind === "event" || each.kind === "notice");

/** Whom the table waits for, and how far the server's clock is ahead of this page's. */
const waiting = ({ waits, now }) => ({ waits, ahead: now - performance.now() });

/** What is known after a message; see docs/protocol.md. */
export function heard(state, message) {
	switch (message.type) {
		case "snapshot":
			return {
				...state, ...waiting(message), ready: true, link: "open", number: message.number, turn: message.turn, you: message.you,
				table: message.table, people: message.people, undo: message.undo, rest: message.rest ?? null, sealed: message.sealed, view: message.view, views: message.views ?? null, rounds: message.rounds,
				moves: message.moves ?? null, log: told(message.messages), news: [], event: null, trouble: null, chat: message.chat, spoken: [],
			};
		case "update": {
			const news = told(message.messages);
			return {
				...state, ...waiting(message), number: message.number, turn: message.turn, you: message.you ?? state.you,
				table: message.table ?? state.table, undo: message.undo, rest: message.rest ?? null, sealed: message.sealed, view: message.view, views: message.views ?? null, rounds: message.rounds ?? state.rounds,
				moves: message.moves ?? null, log: [...state.log, ...news], news, event: message.event, trouble: null,
			};
		}
		case "chat":
			return { ...state, chat: withLines(state.chat, message.lines), spoken: message.lines };
		case "people":
			return { ...state, people: message };
		case "trouble":
			return { ...state, trouble: { seat: message.seat, message: message.message } };
		default:
			return state;
	}
}

/** Hands messages to the `Keeper` of deals, whose file is loaded where a game is to begin, or has numbers. */
function keeping(...about) {
	let keeper = null;
	return (message) => {
		const { table } = message;
		if (!keeper && table && (table.fair || table.status === "lobby")) keeper = import("./fair/keeper.js").then(({ Keeper }) => new Keeper(...about));
		keeper?.then((found) => found.hear(message), () => {});
	};
}

/** Follow a table as a member, or as a spectator where `member` is null; `mine` are all for whom this page speaks. Returns its state and `ask`. */
export function useTable(id, member, mine) {
	const [state, set] = useState(NOTHING);
	const socket = useRef(null);
	useEffect(() => {
		set(NOTHING);
		const deal = keeping(id, mine, (type, parts) => socket.current.ask(type, parts));
		const opened = new TableSocket(
			id,
			member,
			(message) => {
				set((now) => heard(now, message));
				deal(message);
			},
			(link, why) => set((now) => ({ ...now, link, why })),
			(doubt) => set((now) => (now.doubt === doubt ? now : { ...now, doubt })),
		);
		socket.current = opened;
		return () => opened.close();
	}, [id, member]);
	return [state, (type, parts) => socket.current.ask(type, parts)];
}
