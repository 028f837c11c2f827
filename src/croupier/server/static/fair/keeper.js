/** What this browser keeps of a deal, to prove later that nobody chose the cards: numbers and their SHA-256. */
import { recall, remember } from "../prefs.js";

/** The first 32 bits of the fractional part of a root. */
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const PRIMES = [];
for (let candidate = 2; PRIMES.length < 64; candidate += 1) if (PRIMES.every((prime) => candidate % prime)) PRIMES.push(candidate);
const BEGIN = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The message with its end marked, and its length in bits, as words of 32 bits in blocks of 16. */
function padded(bytes) {
	const words = new Array(((bytes.length + 72) >> 6) << 4).fill(0);
	[...bytes, 0x80].forEach((byte, at) => (words[at >> 2] |= byte << (24 - 8 * (at & 3))));
	words[words.length - 1] = 8 * bytes.length;
	return words;
}

function mixed(state, block) {
	const w = block.slice();
	let [a, b, c, d, e, f, g, h] = state;
	for (let at = 0; at < 64; at += 1) {
		if (at >= 16) {
			const [near, far] = [w[at - 2], w[at - 15]];
			const s1 = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
			const s0 = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
			w[at] = (w[at - 16] + s0 + w[at - 7] + s1) | 0;
		}
		const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[at] + w[at]) | 0;
		const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
		[a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
	}
	return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]) | 0);
}

/** SHA-256 of bytes, in hexadecimal. */
export function sha256(bytes) {
	const words = padded(bytes);
	let state = BEGIN;
	for (let at = 0; at < words.length; at += 16) state = mixed(state, words.slice(at, at + 16));
	return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** SHA-256 of bytes that are given in hexadecimal. */
export const hashOf = (digits) => sha256(fromHex(digits));

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
