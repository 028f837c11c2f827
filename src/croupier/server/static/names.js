/** Names of who sits at a table, for seats and for the log. */
import { capital } from "./language.js";
import { w } from "./people/words.js";
import { t } from "./strings.js";

/** What an agent is called: its kind, with what was asked of it. */
export function agentName(agent) {
	if (t.agents[agent]) return t.agents[agent];
	const [head, ...rest] = agent.split(/(?=[:/])/);
	return (t.agents[head] ?? head) + rest.join("");
}

/** What bots are called; as many as the divisions below find different ones for each seat. */
const BOTS = ["Nell", "Otto", "Mira", "Rufus", "Tilda", "Kasper", "Dora", "Pip", "Selma", "Bruno", "Wanda", "Milo", "Fay", "Oskar", "Zoe", "Theo", "Runa", "Igor", "Vera"];

/** The names of a table's bots, by seat: the same in every browser, and nobody else's at this table. */
function botNames({ id, members, seats }) {
	const [first, step] = [7, 11].map((factor) => [...id].reduce((sum, sign) => (sum * factor + sign.codePointAt(0)) % (BOTS.length - 1), 0));
	const names = BOTS.map((_, at) => BOTS[(first + at * (step + 1)) % BOTS.length]).filter((name) => !members.some((each) => each.name === name));
	return seats.map((_, seat) => w.left(names[seat]));
}

/** A name for each seat, none twice: of its person, or else of its bot, which says that it is one. */
export function seatNames(table) {
	const people = new Map(table.members.map((each) => [each.member, each.name]));
	const bots = botNames(table);
	const plain = table.seats.map(({ member, agent, claim, seat }) => {
		if (member !== null && people.has(member)) return people.get(member);
		if (people.has(claim ?? null)) return w.left(people.get(claim));
		return agent ? bots[seat] : t.lobby.free;
	});
	return numbered(plain);
}

/** What stands beside names: for whom a bot plays, or who waits for the next deal; and which kind of bot a bot is. */
export const besideNames = ({ seats }, names) => new Map(names.map((name, seat) => [name, { played: seats[seat].member !== null && (seats[seat].stand_in || seats[seat].awaits_deal), kind: seats[seat].agent && agentName(seats[seat].agent) }]));

/** Names of which several are the same, numbered, by numbers that make nobody else's name. */
export function numbered(plain) {
	const once = (name) => plain.indexOf(name) === plain.lastIndexOf(name);
	const taken = new Set(plain.filter(once));
	return plain.map((name) => {
		if (once(name)) return name;
		let number = 1;
		while (taken.has(`${name} ${number}`)) number += 1;
		taken.add(`${name} ${number}`);
		return `${name} ${number}`;
	});
}

/** An action or a card without the brackets in which it is typed. */
export const plain = (text) => text.replace(/\]\[| \| /g, ", ").replace(/[[\]]/g, "");

/** A sentence of an analysis, in which actions stand as they are typed, with what each is called. */
export const withMoves = (text, actions, nameOf) => actions.reduce((said, each) => said.replaceAll(each.text, nameOf(each.text)), text);

/** What a seat is called in sentences of the server, in every language that it speaks. */
const SEAT = /\b(?:Player|Spieler|Joueur|Jugador) (\d+)/g;

/** The lines of a step or a frame as those of a log, with what they say as data. */
export const linesOf = ({ lines, said }, turn) => lines.map((text, at) => ({ turn, kind: "event", text, ...said[at] }));

/** What the server says, with names in place of seats. */
export const seated = (said, names) => said.replace(SEAT, (whole, seat) => names[Number(seat)] ?? whole);

/**
 * A line of the log, or a sentence alone, with the names of people and agents, beginning with a capital. `words` are
 * the game's own, made of a line's text, key and parameters.
 */
export function withNames(said, names, words = (line) => line.text) {
	const line = typeof said === "string" ? { text: said } : said;
	return capital(seated(plain(words(line)), names)).replace(/(?<![\w)\]])-(?=\d)/g, "−");
}

/** A refusal at a table, with names. */
export const refusalAt = (table, error) => ({ message: withNames(error.message, seatNames(table)) });
