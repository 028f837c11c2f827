/** What Oh Hell tells the table of games with tricks: bids, and the card that is turned up for trumps. */
import { html } from "../html.js";
import { Face } from "../parts/card.js";
import { t } from "../strings.js";
import { BidQuestion, cardName, frenchTable, promptOf, signOf } from "../tricks/table.js";

const w = t.tricks;
const trumpOf = ({ trump }) => (trump ? w.trump(signOf(trump)) : w.noTrump);
const inRound = ({ won }) => won.reduce((sum, each) => sum + each, 0);

const { Table, Score, BestTrick, scene, looks, captions, asks, words, moveName } = frenchTable({
	Question: BidQuestion,
	prompt: (view) => (view.phase === "BID" ? t.skull.askBid : promptOf(view)),
	asks: ({ phase, actions, table }) => phase === "BID" && t.skull.askBidAloud(actions.at(-1).text.match(/\d+/)[0], table.hand.map(cardName)),
	deal: ({ table }) => table.round,
	cards: ({ table }) => table.cards,
	played: ({ table }) => inRound(table) === table.cards,
	bidding: ({ phase }) => phase === "BID",
	begun: ({ table }) => table.bids.some((bid) => bid !== null) && inRound(table) === 0,
	head: ({ table }) => [t.skull.round(table.round, table.rounds), `${t.skull.trick(Math.min(inRound(table) + 1, table.cards), table.cards)} · ${trumpOf(table)}`],
	seats: ({ table }) => table.bids.map((bid, seat) => ({
		seat, bid, hasBid: bid !== null, open: true, won: table.won[seat], score: table.scores[seat], cards: cardsLeft(table, seat), marks: [table.dealer === seat && t.skull.dealer],
	})),
	/** The card that makes trumps, on what is left of the pack. */
	Middle: ({ view: { table, game } }) => table.turned && html`<div class="pack"><${Face} game=${game} card=${table.turned} label=${`${trumpOf(table)}, ${cardName(table.turned)}`} /><small aria-hidden="true">${trumpOf(table)}</small></div>`,
});

export { Table, Score, BestTrick, scene, looks, captions, asks, words, moveName };

/** How many cards a seat holds: one goes with each trick. */
const cardsLeft = (table, seat) => table.cards - inRound(table) - table.trick.some((each) => each.seat === seat);
