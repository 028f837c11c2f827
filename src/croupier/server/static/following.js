/** Following a table: its socket, and what changes with each message. */
import { withLines } from "./chat/chat.js";
import { useEffect, useRef, useState } from "./html.js";
import { TableSocket } from "./socket.js";

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
