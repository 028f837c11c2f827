/** What Hearts tells the table of games with tricks: what is passed and where to, and who has taken what hurts. */
import { html } from "../html.js";
import { Face } from "../parts/card.js";
import { t } from "../strings.js";
import { cardName, frenchTable, promptOf } from "../tricks/table.js";

const w = t.tricks;
const DECK = 52;
const PASSED = 3;
const ALL = 26;

/** Points as people are told them: penalties. */
export const score = (points) => t.number(0 - points || 0);

/** What a seat has taken in this deal: hearts as a number, the queen of spades by name. */
const Taken = ({ points, queen }) => html`<p class="bid taken">${points > 0 && html`<span class="tally" title=${w.taken(points)}><span aria-hidden="true">♥ </span>${points}</span>`}${queen && html` <em class="over">Q♠</em>`}</p>`;

const { Table, Score, BestTrick, scene, looks, captions, asks, words, moveName } = frenchTable({
	sign: -1,
	deal: ({ table }) => table.deal,
	played: () => false,
	head: ({ table }) => [w.deal(table.deal), [table.target && w.firstTo(table.target), table.broken && w.broken].filter(Boolean).join(" · ")],
	begun: ({ phase }) => phase === "PASS",
	gains: ({ table: before }, { table: after }) => {
		const got = after.scores.map((score, seat) => score - before.scores[seat]);
		return { moon: got.findIndex((points, seat) => points <= -ALL || got.every((each, other) => other === seat || each >= ALL)) };
	},
	captions: ({ moon }, names) => (moon >= 0 ? [w.moon(names[moon])] : []),
	prompt: (view, names) => (view.phase === "PASS" && names ? w.passTo(PASSED - view.table.passed.length, names[view.table.to]) : promptOf(view)),
	asks: (view) => `${view.phase === "PASS" ? w.pass(PASSED - view.table.passed.length) : promptOf(view)}.`,
	seats: ({ table, phase, seat: own }) => table.scores.map((score, seat) => ({
		seat, score, won: 0, cards: cardsLeft(table, seat, phase, own), tells: html`<${Taken} points=${table.taken[seat]} queen=${table.queen === seat} />`, marks: [table.jack === seat && "J♦"],
	})),
	/** While cards are passed: those that one gives away, on their way to who gets them. */
	Middle: ({ view: { phase, table, game }, names, at }) => phase === "PASS" && table.to !== null && html`<div class="passing" style=${at(table.to)}>
		<p class="caption">${w.passTo(PASSED - table.passed.length, names[table.to])}</p>
		<ol>${table.passed.map((card) => html`<li key=${card}><${Face} game=${game} card=${card} label=${cardName(card)} /></li>`)}</ol>
	</div>`,
	marked: ({ table: { hand, received, scores } }) => ({ cards: hand.length === Math.floor(DECK / scores.length) ? received : [], note: w.received }),
});

export { Table, Score, BestTrick, scene, looks, captions, asks, words, moveName };

/** How many cards a seat holds, as one can count by one's own hand; not known to who looks on. */
function cardsLeft({ hand, trick, passed }, seat, phase, own) {
	if (!hand) return undefined;
	if (phase === "PASS") return hand.length + passed.length;
	return hand.length + trick.some((each) => each.seat === own) - trick.some((each) => each.seat === seat);
}
