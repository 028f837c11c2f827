/** What games with the 52 cards have in common: cards in words, tricks, what may be played and why not. */
import { html } from "../html.js";
import { t } from "../strings.js";
import { Asked, askedBids, tableOf } from "./table.js";

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
export const signOf = (suit) => SIGNS[suit];
const suitOf = (card) => card.at(-1);
/** A card as people write it: 10♥. */
export const cardName = (card) => `${card.slice(0, -1)}${SIGNS[suitOf(card)]}`;
const CARD = /\b(10|[2-9JQKA])([CDHS])\b/g;
const inSigns = (text) => text.replace(CARD, (_, rank, suit) => rank + SIGNS[suit]);

const lastOf = ({ table }) => (table.last_trick ? { plays: table.last_trick, winner: table.last_winner } : null);

/** Of the cards that lie, the one that would win: the highest of trumps, or else of the suit that was led. */
function ahead(plays, trump) {
	const rank = ({ card }) => "234567891JQKA".indexOf(card[0]);
	const worth = (each) => (suitOf(each.card) === trump ? 100 : suitOf(each.card) === suitOf(plays[0].card) ? 50 : 0) + rank(each);
	return plays.length ? plays.reduce((one, other) => (worth(other) > worth(one) ? other : one)).seat : null;
}

/** What is asked for who is to play a card. */
export function promptOf({ table }) {
	if (!table.trick.length) return t.skull.lead;
	const suit = suitOf(table.trick[0].card);
	return table.hand?.every((card) => suitOf(card) !== suit) ? t.skull.noneOf(SIGNS[suit]) : t.pair(t.table.yourTurn, t.skull.follow(SIGNS[suit]));
}

/** The module of a game with these cards, of what it has of its own. */
export function frenchTable(own) {
	const game = {
		card: cardName,
		last: lastOf,
		ends: (before, after) => JSON.stringify(before.table.last_trick) !== JSON.stringify(after.table.last_trick),
		begun: () => false,
		bidding: () => false,
		trick: ({ table, player, phase }) => ({ plays: table.trick, ahead: ahead(table.trick, table.trump), suit: table.trick[0] ? suitOf(table.trick[0].card) : null, leader: table.trick[0]?.seat ?? (phase === "PLAY" ? player : null) }),
		actionOf: (view, card) => view.actions.find(({ text }) => game.names(text, card))?.action,
		names: (text, card) => text === `[${card}]` || text === `[pass ${card}]`,
		why(view, card) {
			const { suit } = game.trick(view);
			return suit && suitOf(card) !== suit && view.table.hand.some((each) => suitOf(each) === suit) ? t.tricks.mustFollow(cardName(card), SIGNS[suit]) : t.game.notNow(cardName(card));
		},
		prompt: promptOf,
		...own,
	};
	return {
		...tableOf(game),
		words: ({ text }) => inSigns(text),
		moveName: (text) => inSigns(text.replace(/^\[|\]$/g, "")),
	};
}

/** How many tricks one bids: numbers in a row. */
export const BidQuestion = ({ view, sealed, ...more }) => view.phase === "BID" && html`<${Asked} ...${askedBids(view, sealed)} ...${more} />`;
