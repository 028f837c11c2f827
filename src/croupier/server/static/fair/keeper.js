/** What this page adds to deals, and what this browser keeps of them: nobody's word but its own. docs/serve.md */
import { recall, remember } from "../prefs.js";
import { hashOf, toHex } from "./sha256.js";

export const FORMAT = "croupier-deal-1";
const INDEX = "deals";
const MOST = 30;
const NUMBER_BYTES = 32;
/** Where the browser stores nothing, for as long as the page is open. */
const here = new Map();
const keyOf = (table, member) => `deal.${table}.${member}`;
const draftOf = (commitment) => `drawn.${commitment}`;

/** What is kept of the deal of a table, for one of its members; null for nothing. */
export const keptOf = (table, member) => recall(keyOf(table, member)) ?? here.get(keyOf(table, member)) ?? null;

const everything = () => [...new Set([...recall(INDEX, []), ...here.keys()])].map((key) => recall(key) ?? here.get(key)).filter(Boolean);

/** Whether cards were shown under the secret of a record; where not, its numbers were drawn anew under another one. */
export const wasDealt = (record) => Boolean(record?.seen.length || record?.end);

/**
 * What is kept of a finished game: by the hash of its secret (null for a game without one), and by its table (null for a
 * file), as a server that changes or withholds a secret names another hash, or none. Null for nothing.
 */
export const keptBy = (hash, table) => everything().find((each) => each.hash === hash) ?? everything().find((each) => each.table === table && wasDealt(each)) ?? null;

function keep(record) {
	const key = keyOf(record.table, record.member);
	const keys = [key, ...recall(INDEX, []).filter((each) => each !== key)];
	for (const old of keys.slice(MOST)) remember(old, null);
	here.set(key, record);
	remember(INDEX, keys.slice(0, MOST));
	remember(key, record);
}

/** As it is saved to a file, which `croupier replay --verify` reads. */
export function fileOf({ hashes, ...record }) {
	return { format: FORMAT, ...record, attempt: hashes.length };
}

/** Follows one table for the members `mine`, whose page this is: adds their numbers, and keeps what is shown. */
export class Keeper {
	constructor(id, mine, ask) {
		this.id = id;
		this.mine = mine;
		this.ask = ask;
		this.sent = new Set();
		this.commitments = new Map();
		this.drawn = new Map(); // numbers by their commitments
		this.rounds = 0;
	}

	hear(message) {
		if (message.type !== "snapshot" && message.type !== "update") return;
		this.table = message.table ?? this.table;
		this.you = message.you ?? this.you;
		const { fair } = this.table;
		if (!fair) return;
		for (const member of this.mine) if (fair.members.includes(member)) this.#add(fair, member);
		this.#see(message, fair);
	}

	/** Commit to a number, or show it once all have committed. */
	#add(fair, member) {
		const at = fair.members.indexOf(member);
		const committed = fair.commitments[at];
		let record = keptOf(this.id, member);
		if (record?.hash !== fair.hash) {
			if (fair.phase !== "commit") return; // this browser was not there when numbers were drawn
			record = this.#fresh(fair, member, record);
			keep(record);
		}
		if (fair.phase === "commit" && committed === null) {
			const commitment = this.#draw(`${fair.hash} ${member}`);
			this.#say("commit", fair, member, { commitment });
		}
		if (fair.phase === "commit") return;
		const number = record.number ?? this.drawn.get(committed) ?? recall(draftOf(committed));
		if (!record.commitments.length || number !== record.number) {
			record = { ...record, commitments: record.commitments.length ? record.commitments : fair.commitments, number };
			keep(record);
		}
		const same = record.commitments.join() === fair.commitments.join();
		if (fair.phase === "reveal" && same && number && fair.numbers[at] === null) this.#say("reveal", fair, member, { number });
		if (fair.phase === "dealt") for (const each of this.drawn.keys()) remember(draftOf(each), null);
	}

	/** Draw a number, once for each deal and member; returns its commitment. Another tab may draw another one: the first counts. */
	#draw(what) {
		if (!this.commitments.has(what)) {
			const number = toHex(crypto.getRandomValues(new Uint8Array(NUMBER_BYTES)));
			const commitment = hashOf(number);
			this.commitments.set(what, commitment);
			this.drawn.set(commitment, number);
			remember(draftOf(commitment), number); // for this page when it is loaded anew
		}
		return this.commitments.get(what);
	}

	#fresh(fair, member, before) {
		const { table } = this;
		const nameOf = (number) => table.members.find((each) => each.member === number)?.name ?? "?";
		return {
			table: this.id, game: table.game, version: table.version, options: table.options, member,
			seat: fair.seats[fair.members.indexOf(member)], name: nameOf(member), hash: fair.hash,
			hashes: [...(before?.hashes ?? []), fair.hash], names: fair.members.map(nameOf), commitments: [], number: null,
			seen: [], end: null,
		};
	}

	#say(type, fair, member, parts) {
		const key = `${type} ${fair.hash} ${member}`;
		if (this.sent.has(key)) return;
		this.sent.add(key);
		this.ask(type, { member, hash: fair.hash, ...parts }).catch(() => this.sent.delete(key));
	}

	/** Keep what I was shown when a round began, and at the end; what a page has missed it does not keep. */
	#see({ type, event, rounds, view }, fair) {
		const ended = rounds?.length ?? this.rounds;
		const began = type === "update" && (event.kind === "start" || (event.kind === "move" && ended > this.rounds));
		this.rounds = ended;
		const record = view && fair.phase === "dealt" && this.you.member !== null ? keptOf(this.id, this.you.member) : null;
		if (record?.hash !== fair.hash || view.seat === null) return;
		const moved = view.seat !== record.seat; // the host has given me another seat meanwhile
		if (view.over && type === "update") keep({ ...record, end: view.table, ...(moved ? { end_seat: view.seat } : {}) });
		else if (began && !view.over) keep({ ...record, seen: [...record.seen.filter(({ round }) => round !== ended), { round: ended, table: view.table, ...(moved ? { seat: view.seat } : {}) }] });
	}
}
