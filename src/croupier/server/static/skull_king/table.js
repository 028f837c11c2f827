/** The table of Skull King: what it has beyond other games with tricks. */
import { html } from "../html.js";
import { Why } from "../parts/card.js";
import { t } from "../strings.js";
import { Asked, Cards, askedBids, sealedBid, tableOf, wordOf } from "../tricks/table.js";

const s = t.skull;

/** A move as people say it, of its action's text. */
export function moveName(text, view, names) {
	const [, verb, rest] = /^\[(\w+) ?(.*)\]$/.exec(text);
	if (verb === "play") return s.card(rest);
	return s.moves[verb](verb === "leader" ? names[Number(rest)] : verb === "discard" ? s.card(rest) : rest);
}

export function Question({ view, names, play, can, marks, sealed = null }) {
	const ask = {
		BIDDING: () => bids(view, sealed),
		ABILITY_ROSIE: () => rosie(view, names),
		ABILITY_BENDT_1: () => bendt(view),
		ABILITY_BENDT_2: () => bendt(view),
		ABILITY_ROATAN: () => roatan(view),
		ABILITY_JADE: () => jade(view),
		ABILITY_HARRY: () => harry(view),
		TIGRESS: () => tigress(view),
	}[view.phase];
	if (!ask) return null;
	return html`<${Asked} ...${ask()} marks=${marks} play=${play} can=${can} />`;
}

const bids = (view, sealed) => ({
	...askedBids(view, sealed),
	help: sealedBid(sealed) === null ? s.askBidHelp(view.table.scoring) : s.bidChange,
});

const rosie = (view, names) => ({
	title: s.rosie.title,
	help: s.rosie.help,
	answers: view.actions.map((each) => ({ action: each.action, text: Number(wordOf(each)) === view.seat ? s.rosie.me : names[Number(wordOf(each))] })),
});

const bendt = (view) => ({ title: s.bendt.title(view.table.bendt.due), help: s.bendt.help, answers: [] });

const roatan = (view) => ({
	title: s.roatan.title,
	help: s.roatan.help,
	answers: view.actions.map((each) => ({ action: each.action, text: s.roatan.bets[wordOf(each)], mean: s.roatan.mean(Number(wordOf(each))) })),
});

const jade = (view) => ({
	title: s.jade.title,
	help: s.jade.help,
	body: html`<${Cards} game=${{ card: s.card }} view=${view} cards=${view.table.jade.undealt} />`,
	answers: view.actions.map(({ action }) => ({ action, text: s.jade.ok })),
});

function harry(view) {
	const { bid, won } = view.table.seats[view.seat];
	return {
		title: s.harryAsk.title,
		help: s.harryAsk.help(bid, won),
		answers: view.actions.map((each) => {
			const change = Number(wordOf(each));
			return { action: each.action, text: change ? s.harryAsk.to(bid + change) : s.harryAsk.keep, mean: s.harryAsk.mean(bid + change, won) };
		}),
	};
}

const tigress = (view) => ({
	title: s.tigress.title,
	help: s.tigress.help,
	answers: view.actions.map((each) => {
		const role = each.text.slice(1, -1);
		return { action: each.action, text: s.tigress[role], mean: s.tigress[`${role}Mean`] };
	}),
});


export const cardName = s.card;

const NAMED = /\b(skull king|rosie|bendt|roatan|jade|harry)\b/g;

/** A line of the log, in which English cards stand as they are typed: those that are called by a name get its capitals. */
export const words = ({ text }) => text.replace(NAMED, (name) => s.card(name));

/** The suit of a number card; null of a special one. */
const suitOf = (card) => (/ \d+$/.test(card) ? card.split(" ")[0] : null);

/** Whether a hand has none of the suit that is to be followed; not where it is not seen. */
const isFree = ({ suit }, hand) => Boolean(suit && hand?.every((card) => suitOf(card) !== suit));

/** The bid as it counts, with Harry's change; null while it is not known. */
const bidOf = ({ harry }, { seat, bid }) => (bid === null ? null : bid + (harry?.seat === seat ? harry.change : 0));

function marksOf(table, side) {
	const { harry, alliances } = table;
	return [
		table.dealer === side.seat && s.dealer,
		side.wager > 0 && s.wager(side.wager),
		side.bonus > 0 && t.signed(side.bonus),
		harry?.seat === side.seat && harry.change !== 0 && s.harry(harry.change),
		alliances.some((pair) => pair.giver === side.seat || pair.winner === side.seat) && s.allied,
		side.voids.length > 0 && s.void(side.voids.map((suit) => s.suits[suit])),
	];
}

/** What is asked for, in a few words. */
function prompt({ phase, table }) {
	if (phase === "BIDDING") return s.askBid;
	if (phase !== "PLAYING") return t.table.yourTurn;
	const suit = s.suits[table.trick.suit];
	if (suit) return isFree(table.trick, table.hand) ? s.noneOf(suit) : t.pair(t.table.yourTurn, s.follow(suit));
	return table.trick.plays.length ? t.pair(t.table.yourTurn, s.play) : s.lead;
}

const CHOOSING = { PLAYING: "play", ABILITY_BENDT_1: "discard", ABILITY_BENDT_2: "discard" };

const game = {
	card: s.card,
	Question,
	Why,
	prompt,
	asks: (view) => (view.phase === "BIDDING" ? s.askBidAloud(view.actions.length - 1, view.table.hand.map(s.card)) : `${prompt(view)}.`),
	deal: ({ table }) => table.round,
	cards: ({ table }) => table.cards,
	played: ({ table }) => table.tricks === table.cards,
	bidding: ({ phase }) => phase === "BIDDING",
	begun: ({ table }) => table.tricks === 0 && table.seats.some((side) => side.has_bid),
	head: ({ table }) => [
		s.round(table.round, table.rounds),
		`${s.cards(table.cards)} · ${s.trick(Math.min(table.tricks + 1, table.cards), table.cards)}${table.expansion.length ? ` · ${t.list(table.expansion.map((each) => s.expansion[each]))}` : ""}`,
	],
	/** Names by hand: Graybeard has one, and nobody sits there. */
	namesOf: (view, people) => view.table.seats.map((side) => (side.graybeard ? s.graybeard : people[side.seat])),
	seats: ({ table }) => table.seats.map((side) => ({ ...side, bid: bidOf(table, side), hasBid: side.has_bid, nobody: side.graybeard, marks: marksOf(table, side) })),
	trick: ({ table }) => ({ ...table.trick, leader: table.leader }),
	last: ({ table }) => table.last_trick,
	ends: ({ table: was }, { table: now }) => (now.round === was.round ? now.tricks > was.tricks : was.tricks < was.cards),
	gains: ({ table: was }, { table: now }) => ({ allies: now.round === was.round ? now.alliances.slice(was.alliances.length) : [] }),
	/** What a trick has brought beside itself, in words. */
	captions: ({ captures, allies }, names) => [
		...captures.map(({ points, card, by }) => s.capture(t.signed(points), s.card(card), by && s.card(by))),
		...(allies ?? []).map(({ giver, winner }) => s.alliance(names[giver], names[winner])),
	],
	actionOf: (view, card) => view.actions.find(({ text }) => text === `[${CHOOSING[view.phase]} ${card}]`)?.action,
	names: (text, card) => text === `[play ${card}]` || text === `[discard ${card}]`,
	/** Why a card cannot be played now, with the rule. */
	why({ phase, table }, card) {
		const { suit } = table.trick;
		if (phase === "BIDDING") return s.why.bidding;
		if (phase === "PLAYING" && suit && suitOf(card) && suitOf(card) !== suit) return s.why.follow(s.card(card), s.suits[suit]);
		return s.why.question;
	},
	marked: ({ table: { bendt } }) => ({ cards: bendt?.due && bendt.drawn ? bendt.drawn : [], note: s.bendt.drawn }),
	Below: ({ view }) => view.table.jade?.undealt && view.phase !== "ABILITY_JADE" && html`<details class="jade"><summary>${s.jade.again}</summary><${Cards} game=${game} view=${view} cards=${view.table.jade.undealt} /></details>`,
};

const { Table, Score, BestTrick, scene, looks, captions, asks } = tableOf(game);

export { Table, Score, BestTrick, scene, looks, captions, asks };

/** What a hint says in a few words, of the actions that are about as good as the best; null where plain words do. */
export function advice(texts, view) {
	const cards = texts.map((text) => /^\[play (.+)\]$/.exec(text)?.[1]);
	if (texts.every((text) => text.startsWith("[bid "))) return s.adviseBids(texts.map((text) => text.slice(5, -1)));
	if (cards.length < 2 || cards.some((card) => card === undefined)) return null;
	if (cards.length === view.actions.length) return s.anyCard(cards.length);
	const suits = new Set(cards.map((card) => suitOf(card)));
	const [suit] = suits;
	return suits.size === 1 && suit ? s.anyOf(cards.length, s.suits[suit]) : null;
}
