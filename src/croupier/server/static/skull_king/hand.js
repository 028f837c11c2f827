/** The hand of Skull King: which cards can be played, and why the others cannot. */
import { classes, html } from "../html.js";
import { useArrowKeys } from "../focus.js";
import { CardButton, Face, ringWords } from "../parts/card.js";
import { lift } from "../story/flight.js";
import { t } from "../strings.js";

const s = t.skull;
/** The suit of a number card; null of a special one. */
export const suitOf = (card) => (/ \d+$/.test(card) ? card.split(" ")[0] : null);

/** Whether a hand has none of the suit that is to be followed; not where it is not seen. */
export const isFree = ({ suit }, hand) => Boolean(suit && hand?.every((card) => suitOf(card) !== suit));

/** The action that plays, or discards, a card by its name; undefined where none does. */
function actionOf(view, card) {
	const verb = view.phase === "PLAYING" ? "play" : "discard";
	return view.actions.find(({ text }) => text === `[${verb} ${card}]`)?.action;
}

/** Why a card cannot be played now, with the rule; empty where it is simply not one's turn. */
function why(view, card, can) {
	const { suit } = view.table.trick;
	if (!can) return "";
	if (view.phase === "BIDDING") return s.why.bidding;
	if (view.phase === "PLAYING" && suit && suitOf(card) && suitOf(card) !== suit) return s.why.follow(s.card(card), s.suits[suit]);
	return s.why.question;
}

export function Hand({ view, play, can, refuse, marks, rings }) {
	const { table } = view;
	const { hand, bendt, jade } = table;
	const { row, stop } = useArrowKeys(hand.length);
	const choosing = can && ["PLAYING", "ABILITY_BENDT_1", "ABILITY_BENDT_2"].includes(view.phase);
	const drawn = bendt?.due && bendt.drawn ? [...bendt.drawn] : [];
	const seen = new Map();
	const places = Math.max(hand.length, table.cards); // those of cards that are played stay empty
	const inRow = places > 6 ? Math.ceil(places / 2) : places; // where the screen is narrow
	return html`<section class="hand-box" aria-label=${s.hand}>
		<div class=${classes("hand", choosing && "choosing", places > 6 && "two")} style=${{ "--places": places, "--in-row": inRow }} role="group" aria-label=${s.hand} ...${row}>
			${hand.map((card, place) => {
				const number = seen.get(card) ?? 0; // cards of one name are told apart by their number, so that keys last
				seen.set(card, number + 1);
				const action = choosing ? actionOf(view, card) : undefined;
				const ring = rings?.seat === view.seat && number === 0 ? ringOf(card, rings) : null;
				const isDrawn = drawn.includes(card) && number === 0;
				return html`<${CardButton}
					key=${`${card} ${number}`}
					game=${view.game}
					card=${card}
					label=${s.card(card)}
					legal=${action !== undefined}
					mark=${isDrawn}
					odds=${marks?.get(action)}
					note=${ring?.words ?? (isDrawn ? s.bendt.drawn : "")}
					ring=${ring?.className}
					onPlay=${(event) => {
						lift(event.currentTarget.getBoundingClientRect());
						play(action);
					}}
					onRefuse=${() => refuse(why(view, card, can))}
					stop=${stop(place)}
				/>`;
			})}
		</div>
		${jade?.undealt && view.phase !== "ABILITY_JADE" && html`<details class="jade"><summary>${s.jade.again}</summary><${Cards} game=${view.game} cards=${jade.undealt} /></details>`}
	</section>`;
}

/** How a card is ringed in a replay: as the one that is played next, or that would have been best. */
function ringOf(card, rings) {
	const is = (text) => text === `[play ${card}]` || text === `[discard ${card}]`;
	if (!rings || !(is(rings.played) || is(rings.best))) return null;
	return { className: classes(is(rings.played) && "ring-played", is(rings.best) && "ring-best"), words: ringWords(is(rings.played), is(rings.best)) };
}

/** Cards that are only looked at. */
export function Cards({ game, cards, rings }) {
	const { row, stop } = useArrowKeys(cards.length);
	return html`<ul class="looked" ...${row}>${cards.map((card, place) => {
		const ring = cards.indexOf(card) === place ? ringOf(card, rings) : null;
		return html`<li key=${place}><${Face} game=${game} card=${card} className=${ring?.className} label=${ring ? `${s.card(card)}, ${ring.words}` : s.card(card)} stop=${stop(place)} /></li>`;
	})}</ul>`;
}

/** All hands, open: for replays, and for spectators who see a finished round. */
export const OpenHands = ({ views, names, rings }) => html`<div class="open-hands">
	${views.map((each) => each.table.hand && html`<section key=${each.seat} aria-label=${s.handOf(names[each.seat])}><h2>${names[each.seat]}</h2><${Cards} game=${each.game} cards=${each.table.hand} rings=${rings?.seat === each.seat ? rings : null} /></section>`)}
</div>`;
