/** The socket of a table: what is asked and told, and a broken connection made again. */
import { Refused } from "./api.js";
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

/** Where the socket of a table is, for a member or, where that is null, for a spectator. */
function addressOf(table, member) {
	const who = member === null ? "" : `&member=${member}`;
	return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api/tables/${encodeURIComponent(table)}/socket?language=${language}${who}`;
}

const early = new Map(); // sockets by their address, with what they have heard

/** Open the socket of a table whose page is still loading. */
export function openEarly(table, member) {
	const address = addressOf(table, member);
	const socket = new WebSocket(address);
	const heard = [];
	socket.onmessage = (event) => heard.push(event);
	early.set(address, { socket, heard });
	setTimeout(() => early.delete(address) && socket.close(), ANSWER_MS); // the page has not come
}

/** A socket to an address, with what it has heard: one that was opened early, or else a new one. */
function socketTo(address) {
	const found = early.get(address);
	early.delete(address);
	return found?.socket.readyState <= WebSocket.OPEN ? found : { socket: new WebSocket(address), heard: [] };
}

export class TableSocket {
	/**
	 * `onMessage` gets what the server says; `onLink` gets `open`, `broken`, or `ended` with the reason; `onDoubt` gets
	 * what to tell while it is doubtful that anything arrives, or nothing.
	 */
	constructor(table, member, onMessage, onLink, onDoubt) {
		this.address = addressOf(table, member);
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
		const { socket, heard } = socketTo(this.address);
		this.socket = socket;
		const mine = (act) => (event) => socket === this.socket && act(event);
		socket.onopen = mine(() => {
			this.failures = 0;
			this.#listen();
			this.onLink("open", "");
		});
		socket.onmessage = mine((event) => this.#hear(JSON.parse(event.data)));
		socket.onclose = mine((event) => this.#lost(event));
		if (socket.readyState === WebSocket.OPEN) queueMicrotask(() => [socket.onopen(), ...heard.map(socket.onmessage)]);
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
