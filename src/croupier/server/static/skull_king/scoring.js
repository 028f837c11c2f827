/** The score sheet of Skull King: the form of a round, and its points. */
import { inLanguage } from "../language.js";

export const w = inLanguage("sheet", {
	foreign: "This is not a score sheet of Skull King.",
	round: (number, error) => `round ${number}: ${error}`,
	people: (least, most, count) => `${least} to ${most} people play Skull King, not ${count} (SK-2)`,
	name: (name) => `a name needs a letter and has no comma or '&', not '${name}'`,
	sameName: (name) => `two players are called '${name}'; give each a name of its own`,
	cards: (players, most, cards) => `${players} players are dealt 1 to ${most} cards, not ${cards} (SK-2)`,
	bid: (name, cards, bid) => `${name}'s bid must be 0 to ${cards}, the cards dealt, not ${bid} (SK-4)`,
	tricks: (name, tricks) => `${name} cannot have won ${tricks} tricks (SK-6)`,
	won: (total, cards) => `the tricks won add up to ${total}, more than the cards dealt, ${cards} (SK-2, SK-6)`,
	bonus: (name, bonus) => `${name}'s bonus must be a multiple of 10, not ${bonus} (SK-12)`,
	noBonus: (name) => `${name} has won no trick, so nothing was captured (SK-12)`,
	bonuses: (most, total) => `at most ${most} points can be captured in a round, not ${total} (SK-12)`,
	wager: (name, wager) => `${name}'s wager must be 0, 10 or 20, not ${wager} (SK-14)`,
	noWager: (name) => `${name} cannot bet: only a player who won a trick with Roatan, not the last one, may bet (SK-14)`,
	wagers: "only one player can bet in a round: there is one Roatan (SK-14)",
	harry: (name, change) => `Harry changes a bid by -1, 0 or +1, not by ${change} for ${name} (SK-14)`,
	noHarry: (name) => `${name} has won no trick, so none with Harry (SK-14)`,
	harryBid: (name, bid, changed, cards) => `${name}'s bid of ${bid} cannot become ${changed}: bids are 0 to ${cards} (SK-14)`,
	harrys: "only one player can change the bid in a round: there is one Harry (SK-14)",
	alliances: (count) => `there are two loot cards, so at most two alliances, not ${count} (SK-11)`,
	alliance: (name) => `${name} cannot be allied with ${name} (SK-11)`,
	allies: (one, other) => `one of the allies ${one} and ${other} has won the trick, but neither won any (SK-11)`,
});

const [LEAST, MOST, DECK, LARGEST_HAND, MOST_CAPTURED, ALLIANCE] = [2, 8, 74, 10, 240, 20];
const KEYS = ["format", "game", "rascal", "names", "rounds", "points", "totals", "winners"];
const ROWS = ["bids", "won", "bonuses", "wagers", "harry"];
const ROUND_KEYS = ["cards", ...ROWS, "alliances", "points", "totals", "winners"];
const sum = (row) => row.reduce((total, each) => total + each, 0);

/** The sheet with all points; throws an error whose message says what cannot be. */
export function scored(sheet) {
	need(isObject(sheet) && sheet.game === "skull-king" && sheet.format === 1, w.foreign);
	const { names, rascal = false, rounds = [] } = sheet;
	need(known(sheet, KEYS) && isList(names) && isList(rounds) && typeof rascal === "boolean", w.foreign);
	need(names.every((name) => typeof name === "string"), w.foreign);
	const players = names.map((name) => name.trim());
	checkNames(players);
	const found = rounds.map((round, at) => {
		try {
			return played(round, players, rascal);
		} catch (error) {
			throw new Error(w.round(at + 1, error.message));
		}
	});
	const totals = players.map((_, seat) => sum(found.map((round) => round.points[seat])));
	const winners = players.filter((_, seat) => totals[seat] === Math.max(...totals));
	return { format: 1, game: "skull-king", rascal, names: players, rounds: found, totals, winners };
}

function need(right, message) {
	if (!right) throw new Error(message);
}
const isList = Array.isArray;
const isObject = (value) => typeof value === "object" && value !== null && !isList(value);
const known = (value, keys) => Object.keys(value).every((key) => keys.includes(key));
const fold = (name) => name.toLowerCase();

function checkNames(names) {
	need(names.length >= LEAST && names.length <= MOST, w.people(LEAST, MOST, names.length));
	for (const name of names) need(/\p{L}/u.test(name) && !/[,&\n]/.test(name), w.name(name));
	for (const name of names) need(names.filter((each) => fold(each) === fold(name)).length === 1, w.sameName(name));
}

/** A round as its file holds it, read, checked and scored. */
function played(given, names, rascal) {
	need(isObject(given) && known(given, ROUND_KEYS) && Number.isInteger(given.cards), w.foreign);
	const zeros = names.map(() => 0);
	const { wagers = zeros, bonuses = zeros, harry = zeros, alliances = [] } = given;
	const round = { cards: given.cards, bids: given.bids, won: given.won, bonuses, wagers, harry, alliances };
	for (const key of ROWS) need(isList(round[key]) && round[key].length === names.length && round[key].every(Number.isInteger), w.foreign);
	need(isList(round.alliances) && round.alliances.every((pair) => isList(pair) && pair.length === 2 && pair.every((name) => names.includes(name))), w.foreign);
	check(round, names);
	return { ...round, points: points(round, names, rascal) };
}

function check({ cards, bids, won, bonuses, wagers, harry, alliances }, names) {
	const most = Math.min(LARGEST_HAND, Math.floor(DECK / Math.max(names.length, 3)));
	need(cards >= 1 && cards <= most, w.cards(names.length, most, cards));
	names.forEach((name, seat) => need(bids[seat] >= 0 && bids[seat] <= cards, w.bid(name, cards, bids[seat])));
	names.forEach((name, seat) => need(won[seat] >= 0, w.tricks(name, won[seat])));
	need(sum(won) <= cards, w.won(sum(won), cards));
	names.forEach((name, seat) => {
		need(bonuses[seat] >= 0 && bonuses[seat] % 10 === 0, w.bonus(name, bonuses[seat]));
		need(!bonuses[seat] || won[seat], w.noBonus(name));
	});
	need(sum(bonuses) <= MOST_CAPTURED, w.bonuses(MOST_CAPTURED, sum(bonuses)));
	checkAbilities({ cards, bids, won, wagers, harry }, names);
	need(alliances.length <= 2, w.alliances(alliances.length));
	for (const [one, other] of alliances) {
		need(one !== other, w.alliance(one));
		need(won[names.indexOf(one)] || won[names.indexOf(other)], w.allies(one, other));
	}
}

/** SK-14: Roatan's wager and Harry's change, of one player each. */
function checkAbilities({ cards, bids, won, wagers, harry }, names) {
	names.forEach((name, seat) => {
		need([0, 10, 20].includes(wagers[seat]), w.wager(name, wagers[seat]));
		need(!wagers[seat] || (won[seat] && cards > 1), w.noWager(name));
	});
	need(wagers.filter(Boolean).length <= 1, w.wagers);
	names.forEach((name, seat) => {
		const [change, changed] = [harry[seat], bids[seat] + harry[seat]];
		need([-1, 0, 1].includes(change), w.harry(name, change));
		need(!change || won[seat], w.noHarry(name));
		need(changed >= 0 && changed <= cards, w.harryBid(name, bids[seat], changed, cards));
	});
	need(harry.filter(Boolean).length <= 1, w.harrys);
}

/** SK-11 to SK-14: points of each player in a round. */
function points({ cards, bids, won, bonuses, wagers, harry, alliances }, names, rascal) {
	const missed = bids.map((bid, seat) => Math.abs(bid + harry[seat] - won[seat]));
	const row = names.map((_, seat) => {
		const bid = bids[seat] + harry[seat];
		const made = missed[seat] === 0;
		const usual = bid === 0 ? (made ? 10 : -10) * cards : made ? 20 * bid : -10 * missed[seat];
		const base = rascal ? (made ? 10 : missed[seat] === 1 ? 5 : 0) * cards : usual;
		const captured = made ? bonuses[seat] : rascal && missed[seat] === 1 ? bonuses[seat] / 2 : 0;
		return base + captured + (made ? wagers[seat] : -wagers[seat]);
	});
	for (const pair of alliances) {
		const seats = pair.map((name) => names.indexOf(name));
		if (seats.every((seat) => missed[seat] === 0)) for (const seat of seats) row[seat] += ALLIANCE;
	}
	return row;
}
