/** The table of Skull King: players, the trick, the question that is asked, and the hand. */
import { classes, html, useEffect, useLayoutEffect, useRef } from "../html.js";
import { t } from "../strings.js";
import { RoundCard } from "../story/round.js";
import { Hand, OpenHands, isFree } from "./hand.js";
import { Question, moveName } from "./question.js";
import { Reveal } from "./reveal.js";
import { Seats } from "./seats.js";
import { Trick, captions, looks, scene } from "./trick.js";

export { Score } from "./score.js";
export { moveName };
export { captions, looks, scene };

export const cardName = t.skull.card;

const NAMED = /\b(skull king|rosie|bendt|roatan|jade|harry)\b/g;

/** A line of the log, in which English cards stand as they are typed: those that are called by a name get its capitals. */
export const words = ({ text }) => text.replace(NAMED, (name) => t.skull.card(name));

export const cover = ["green 7", "mermaid", "skull king", "rosie", "black 14"];

/** Props as for every game's table: `view` of a seat; `views` of all where hands are open; `names` by seat;
 *  `play(action)` where `can`; `mine`: it is my turn, also while my move is on its way; `refuse(why)`; `status` in words; `story` what is told of what is past;
 *  `sealed`: what is told of answers that wait for others', and `revealing`: whether they are being shown. */
export function Table({ view, views, names: people, play, can, mine, refuse, status, story, marks, rings, sealed = null, revealing = false }) {
	const shown = story?.scene?.view ?? view; // a trick that stands belongs to the round that it has ended
	const { table } = shown;
	const ended = table.round !== view.table.round; // the next hand and its question come when it has gone
	const asked = can && !ended && sealed?.answer == null;
	const names = namesOf(view, people);
	const s = t.skull;
	return html`<div class=${classes("felt skull", (story?.scene || story?.round) && "telling")}>
		<div class="between head">
			<p class="round"><strong>${s.round(table.round, table.rounds)}</strong> <span>${s.cards(table.cards)} · ${s.trick(Math.min(table.tricks + 1, table.cards), table.cards)}${table.expansion.length ? ` · ${t.list(table.expansion.map((each) => s.expansion[each]))}` : ""}</span></p>
			<p class=${classes("status", asked && "mine")} data-status tabindex="-1">${asked ? prompt(view) : !ended && status}</p>
		</div>
		<${Seats} view=${shown} names=${names} won=${story?.scene?.winner ?? null} sealed=${story?.scene ? null : sealed} />
		${revealing ? html`<${Reveal} view=${view} names=${names} />` : story?.round ? html`<${RoundCard} ended=${story.round} names=${names} seat=${view.seat} story=${story} />` : html`<${Trick} view=${view} names=${names} story=${story} />`}
		${view.seat !== null && view.table.hand && !views && !view.over && !ended && html`<${Dock} view=${view} play=${play} can=${can} sealed=${sealed}>
			${mine && html`<${Question} key=${view.phase} view=${view} names=${names} play=${play} can=${can} marks=${marks} sealed=${sealed} />`}
			<${Hand} view=${view} names=${names} play=${play} can=${can} refuse=${refuse} marks=${marks} rings=${rings} />
		<//>`}
		${views && html`<${OpenHands} views=${views} names=${names} rings=${rings} />`}
	</div>`;
}

/** What a hint says in a few words, of the actions that are about as good as the best; null where plain words do. */
export function advice(texts, view) {
	const cards = texts.map((text) => /^\[play (.+)\]$/.exec(text)?.[1]);
	if (texts.every((text) => text.startsWith("[bid "))) return t.skull.adviseBids(texts.map((text) => text.slice(5, -1)));
	if (cards.length < 2 || cards.some((card) => card === undefined)) return null;
	if (cards.length === view.actions.length) return t.skull.anyCard(cards.length);
	const suits = new Set(cards.map((card) => (/ \d+$/.test(card) ? card.split(" ")[0] : null)));
	const [suit] = suits;
	return suits.size === 1 && suit ? t.skull.anyOf(cards.length, t.skull.suits[suit]) : null;
}

/** Names by hand: Graybeard has one, and nobody sits there. */
export const namesOf = (view, people) => view.table.seats.map((side) => (side.graybeard ? t.skull.graybeard : people[side.seat]));

/** What has the focus where nothing else does. */
const HERE = ":is(body, #main)";

/** What is asked and the cards to answer with, at the lower edge. The focus goes to a question about bids; digits answer it. */
function Dock({ view, play, can, sealed, children }) {
	const box = useRef(null);
	const asked = can && view.phase === "BIDDING";
	useEffect(() => {
		const at = document.activeElement;
		if (asked && (!at || at.matches(`${HERE}, .hand *`))) box.current.querySelector(".question [data-act]")?.focus({ preventScroll: true });
	}, [asked]);
	const bid = useRef(null);
	bid.current = (key) => asked && (sealed?.answer == null ? view : sealed).actions.find(({ text, action }) => text === `[bid ${key}]` && action !== sealed?.answer);
	useLayoutEffect(() => {
		const onKeyDown = (event) => {
			const found = bid.current(event.key);
			if (!found || event.altKey || event.ctrlKey || event.metaKey || !event.target.matches(`${HERE}, .dock *`)) return;
			play(found.action);
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [asked]);
	return html`<div class="dock" data-clear ref=${box}>${children}</div>`;
}

/** What is asked, for who does not see it: with the cards, where a bid is. */
export const asks = (view) => (view.phase === "BIDDING" ? t.skull.askBidAloud(view.actions.length - 1, view.table.hand.map(t.skull.card)) : `${prompt(view)}.`);

/** What is asked for, in a few words. */
function prompt({ phase, table }) {
	if (phase === "BIDDING") return t.skull.askBid;
	if (phase !== "PLAYING") return t.table.yourTurn;
	const suit = t.skull.suits[table.trick.suit];
	if (suit) return isFree(table.trick, table.hand) ? t.skull.noneOf(suit) : t.pair(t.table.yourTurn, t.skull.follow(suit));
	return table.trick.plays.length ? t.pair(t.table.yourTurn, t.skull.play) : t.skull.lead;
}
