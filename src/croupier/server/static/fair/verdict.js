/** Was a deal chosen by anybody? The same checks as `croupier replay --verify`, by what this browser has kept. */
import { hashOf } from "./sha256.js";

const same = (one, other) => {
	if (one === other) return true;
	if (typeof one !== "object" || typeof other !== "object" || !one || !other || Array.isArray(one) !== Array.isArray(other)) return false;
	const names = Object.keys(one);
	return names.length === Object.keys(other).length && names.every((name) => name in other && same(one[name], other[name]));
};

/** What is wrong with the numbers of a finished game: a code, with what its words need; null for nothing. */
export function numbersOf({ secret, contributions }, kept) {
	if (secret === null) return [kept?.commitments.length ? "withheld" : "seed"];
	if (!kept) return [contributions.length ? "noKept" : "noNumber"];
	if (hashOf(secret) !== kept.hash) return ["secret"];
	if (!kept.commitments.length) return ["noNumber"];
	if (!kept.number) return ["notMine"];
	if (!contributions.includes(kept.number)) return ["missing"];
	const hashes = contributions.map(hashOf);
	if (same(hashes, kept.commitments)) return null;
	if (same([...hashes].sort(), [...kept.commitments].sort())) return ["order"];
	return ["contribution", kept.names[kept.commitments.findIndex((each) => !hashes.includes(each))] ?? "?"];
}

/** Whether the replay shows what this browser was shown when rounds began, and at the end. */
async function cardsOf({ game, views }, kept) {
	if (kept.game !== game.game || !same(kept.options, game.options)) return ["otherGame"];
	if (game.start) return ["setUp"];
	const shown = kept.seen.map(({ round, table, seat }) => [game.rounds[round], table, seat ?? kept.seat, round]);
	if (kept.end) shown.push([game.steps.length, kept.end, kept.end_seat ?? kept.seat, null]);
	for (const [ply, table, seat, round] of shown) {
		const step = ply === undefined ? null : (await views(ply)).steps[0];
		if (!step || !same(step.views[seat]?.table, table)) return round === null ? ["otherEnd"] : ["otherCards", round + 1];
	}
	return null;
}

/** Secrets under which numbers may be asked for; after more a deal is not called proven. */
const MOST_ATTEMPTS = 5;

/** The verdict on a finished game: `["proven", people, attempts, compared]`, or `"tries"` where numbers were asked for anew, or what is wrong or cannot be told. */
export async function verdictOf(source, kept) {
	const wrong = numbersOf(source.game, kept) ?? (await cardsOf(source, kept));
	if (wrong) return wrong;
	if (!kept.seen.length && !kept.end) return ["unseen"];
	const attempts = kept.hashes?.length ?? kept.attempt;
	if (attempts > MOST_ATTEMPTS) return ["often", attempts];
	const moved = kept.seen.some(({ seat }) => seat !== undefined) || (kept.end_seat ?? null) !== null;
	return [attempts > 1 ? "tries" : "proven", kept.commitments.length, attempts, { seen: kept.seen.length, rounds: source.game.rounds.length, end: Boolean(kept.end), moved }];
}

/** Codes that accuse nobody. */
export const UNKNOWN = new Set(["seed", "noKept", "noNumber", "notMine", "unseen", "often", "tries"]);
