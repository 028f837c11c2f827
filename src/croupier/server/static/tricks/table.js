/** The one table of games with tricks: people around the felt, the trick in the middle, the hand as a fan.
 *
 *  `tableOf(game)` makes a module's `Table` of what a game tells of a view and draws itself:
 *  `head(view)`, two texts; `seats(view)`, one object a hand with `seat`, `score`, `cards`, and where it has them `bid`, `won`, `known`, `hasBid`,
 *  `marks`, `tells` (a thing to show), `nobody`; `trick(view)` with `plays`, `ahead`, `suit`, `leader`; `last(view)`; `deal(view)`, a number that is new when cards are dealt;
 *  `ends(before, after)`, whether a move has ended a trick; `card(name)` in words; `actionOf(view, card)`; `why(view, card)`;
 *  `prompt(view, names)`; and what only some have: `captions`, `Why`, `Middle`, `Question`, `Below`, `marked(view)`, `bidding(view)`. */
import { classes, html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { useArrowKeys } from "../focus.js";
import { CardButton, Face, ringWords } from "../parts/card.js";
import { Name } from "../parts/name.js";
import { Odds, told } from "../parts/odds.js";
import { tell } from "../said.js";
import { lift, useArrival, useLeaving } from "../story/flight.js";
import { RoundCard } from "../story/round.js";
import { t } from "../strings.js";
import { Portrait } from "./portrait.js";
import { Score } from "./score.js";

const s = t.skull;
/** How wide the part of a card has to be that a finger cannot miss. */
const FINGER_PX = 40;
/** What has the focus where nothing else does. */
export const HERE = ":is(body, #main)";

/** The word or number of an action, like 3 of `[bid 3]`. */
export const wordOf = ({ text }) => text.replace(/^\[(\S+ )?|\]$/g, "");

/** The bid that a seat has sealed, as a word; null for none. */
export const sealedBid = (sealed) => {
	const found = sealed?.actions.find(({ action }) => action === sealed.answer);
	return found ? wordOf(found) : null;
};

/** What is asked beside cards, with its answers: `action`, `text`, and where they have it `mean`, `label`, `chosen`; `number` where texts are one. */
export function Asked({ title, help, body, answers, number = false, marks, play, can }) {
	return html`<section class="question" aria-label=${title}>
		<h2>${title}</h2>
		${help && html`<p>${help}</p>`}
		${body}
		<div class="answers">
			${answers.map(({ action, text, mean, label, chosen }) => {
				const mark = marks?.get(action);
				return html`<button key=${action} data-act aria-label=${told(label ?? text, mark)} aria-pressed=${chosen} class=${classes("pick", number && "number", mark?.best && "advised")} aria-disabled=${!can} onClick=${() => can && !chosen && play(action)}>
					<strong>${text}</strong>${mean && html`<small>${mean}</small>`}<${Odds} mark=${mark} />
				</button>`;
			})}
		</div>
	</section>`;
}

/** How many tricks one bids. One's own bid can be changed until all are shown. */
export function askedBids(view, sealed) {
	const mine = sealedBid(sealed);
	return {
		title: mine === null ? s.askBid : s.bidSealed(mine),
		number: true,
		answers: (mine === null ? view : sealed).actions.map((each) => ({
			action: each.action, text: wordOf(each), label: s.bidButton(wordOf(each)), chosen: mine === null ? undefined : each.action === sealed.answer,
		})),
	};
}

/** Where a seat is: clockwise from oneself, who is at the lower edge; corners are filled, so that eight have room. */
export function placeOf(seat, own, count) {
	const angle = (2 * Math.PI * ((seat - own + count) % count)) / count;
	const out = (value) => (Math.sign(value) * Math.abs(value) ** 0.6).toFixed(3);
	return { "--x": out(-Math.sin(angle)), "--y": out(Math.cos(angle)) };
}

/** What a module of a game with tricks exports. */
export function tableOf(game) {
	const sceneOf = (before, after) => {
		const last = game.ends(before, after) ? game.last(after) : null;
		if (!last) return null;
		const ended = game.deal(before) !== game.deal(after);
		return { ...last, ...game.gains?.(before, after), ended, key: keyOf(before, game), view: ended ? { ...before, player: null } : after };
	};
	return {
		Table: (props) => html`<${RoundTable} game=${game} ...${props} />`,
		Score: ({ view, ...more }) => html`<${Score} seats=${game.seats(view)} sign=${game.sign} ...${more} />`,
		scene: sceneOf,
		looks: (view) => game.trick(view).plays.length > 0,
		captions: (scene, names) => game.captions?.(scene, names) ?? [],
		asks: (view) => game.asks?.(view) || `${game.prompt(view)}.`,
	};
}

const keyOf = (view, game) => `${game.deal(view)} ${JSON.stringify(game.last(view)?.plays ?? "")}`;

/** Props as for every game's table: `view` of a seat; `views` of all where hands are open; `names` by seat;
 *  `play(action)` where `can`; `mine`: it is my turn, also while my move is on its way; `refuse(why)`; `status` in words; `story` what is told of what is past;
 *  `sealed`: what is told of answers that wait for others', and `revealing`: whether they are being shown; `waits`, whose time ends when; `bots`: which seats are played by programs. */
function RoundTable({ game, view, views, names: people, play, can, mine, refuse, status, story, marks, rings, sealed = null, revealing = false, bots = [], waits = [] }) {
	const past = story ? story.scene : standing(view, game);
	const shown = past?.view ?? view; // a trick that stands belongs to the round that it has ended
	const ended = Boolean(past?.ended);
	const asked = can && !ended && sealed?.answer == null;
	const names = game.namesOf?.(view, people) ?? people;
	const seats = game.seats(shown).map((side) => (ended ? { ...side, cards: 0, won: side.won + (side.seat === past.winner) } : side));
	const own = seats.some(({ seat }) => seat === shown.seat) ? shown.seat : 0;
	const at = (seat) => placeOf(seat, own, seats.length);
	const [round, more] = game.head(shown);
	const given = { game, view, names, play, can, refuse, marks, rings, sealed };
	return html`<div class=${classes("felt tricks", (story?.scene || story?.round) && "telling")} data-game=${view.game}>
		<div class="between head">
			<p class="round"><strong>${round}</strong> <span>${more}</span></p>
			<p class=${classes("status", asked && "mine")} data-status tabindex="-1">${asked ? game.prompt(view, names) : !ended && status}</p>
			${!past && html`<${Before} game=${game} view=${view} names=${names} />`}
		</div>
		<div class=${classes("ring", `of-${seats.length}`)}>
			<ul class=${classes("seats", seats.length > 4 && "crowd")}>
				${turned(seats, own).map((side) => html`<${Side} key=${side.seat} side=${side} place=${at(side.seat)} view=${shown} seats=${seats} name=${names[side.seat]} took=${side.seat === past?.winner} sealed=${past ? null : sealed} leader=${game.trick(shown).leader} over=${ended || game.played?.(shown)} bot=${Boolean(bots[side.seat])} wait=${waits.find((each) => each.seat === side.seat)} />`)}
			</ul>
			${revealing ? html`<${Reveal} seats=${seats} at=${at} own=${view.seat} names=${names} cards=${game.cards(view)} />` : story?.round ? html`<${RoundCard} ended=${story.round} names=${names} seat=${view.seat} story=${story} sign=${game.sign ?? 1} />` : html`<${Trick} game=${game} view=${view} names=${names} story=${story} past=${past} at=${at} />`}
		</div>
		${view.seat !== null && view.table.hand && !views && !view.over && !ended && html`<${Dock} view=${view} game=${game} play=${play} can=${can} sealed=${sealed}>
			${mine && game.Question && html`<${game.Question} key=${view.phase} ...${given} />`}
			<${Hand} ...${given} />
		<//>`}
		${views && html`<${OpenHands} game=${game} views=${views} names=${names} rings=${rings} />`}
	</div>`;
}

/** Seats in the order of play, one's own the last. */
export const turned = (seats, own) => seats.map((_, place) => seats[(place + 1 + own) % seats.length]);

/** In a replay, which stands still, the last trick is shown until the next thing is done. */
function standing(view, game) {
	const last = game.last(view);
	return !last || game.trick(view).plays.length > 0 || game.begun(view) ? null : { ...last, key: "last" };
}

/** Somebody at the table: the face with the ring of the clock, name and points, the bid, and what else is to be seen. */
function Side({ side, place, view, seats, name, took, sealed, leader, over, bot, wait }) {
	const own = side.seat === view.seat;
	const due = sealed ? sealed.due.includes(side.seat) : view.player === side.seat;
	const all = seats.every((each) => each.nobody || each.hasBid);
	const known = side.bid != null && all;
	const state = !known ? "" : side.won === side.bid ? "made" : side.won < side.bid ? "short" : "over";
	const marks = [...(side.marks ?? []), leader === side.seat && s.leads].filter(Boolean);
	return html`<li data-seat=${side.seat} style=${place} class=${classes("side", own && "own", due && "due", took && "took", state)}>
		<${Person} name=${name} bot=${bot} wait=${wait}>${leader === side.seat && html`<i class="leads-sign" aria-hidden="true">▶</i>`}
			${side.cards !== undefined && html`<span class="backs" style=${{ "--n": side.cards }} role="img" aria-label=${s.cards(side.cards)}>${Array.from({ length: side.cards }, (_, at) => html`<i key=${at}></i>`)}</span>`}<//>
		<div class="plate">
			<div class="between"><${Name} name=${name} own=${own} />${side.score != null && html`<span class="points" title=${s.points(side.score)}>${t.number(side.score)}</span>`}</div>
			${side.tells}
			${side.bid !== undefined && !side.nobody && html`<${Bid} side=${side} bid=${side.bid ?? (own ? sealedBid(sealed) : null)} known=${known} state=${state} own=${own} bidding=${!all} over=${over} done=${side.hasBid || sealed?.done.includes(side.seat)} />`}
			<span class="marks">${marks.map((mark) => html`<span key=${mark} class=${mark === s.leads ? "lead-mark" : ""}>${mark}</span>`)}</span>
		</div>
	</li>`;
}

/** A face, with the ring of the clock of who is waited for, and what else lies there. */
export const Person = ({ name, bot, wait, children }) => html`<span class="face"><${Portrait} name=${name} bot=${bot} />${wait?.until && html`<${Clock} key=${wait.until} wait=${wait} />`}${children}</span>`;

/** A ring around a face that runs out with the time of who is waited for. */
function Clock({ wait: { since, until, now } }) {
	const [all, gone] = [(until - since) / 1000, Math.max(0, now - since) / 1000];
	return html`<span class="clock-ring" aria-hidden="true" style=${{ animationDuration: `${all}s`, animationDelay: `${-gone}s` }}></span>`;
}

/** A ring for each trick bid, filled when it is won; tricks too many are crosses. */
function Bid({ side, bid, known, state, own, bidding, over, done }) {
	if (!known) {
		if (done) return html`<p class="bid"><span class="done"><span aria-hidden="true">✓ </span>${own && bid !== null ? html`${s.bidOwn(bid)}<span class="hidden-yet">${s.stillHidden}</span>` : s.hasBid}</span></p>`;
		return html`<p class="bid waits">${bidding ? `${s.bidding}…` : ""}</p>`;
	}
	const pips = Array.from({ length: Math.max(bid, side.won) }, (_, place) => (place >= bid ? "over" : place < side.won ? "won" : "open"));
	return html`<p class="bid">
		${pips.length > 0 && html`<span class="pips" aria-hidden="true">${pips.map((pip, place) => html`<i key=${place} class=${pip}></i>`)}</span>`}
		<span class="unseen">${s.bidWon(bid, side.won)}</span><span class="tally" aria-hidden="true">${s.wonOf(side.won, bid)}</span> <em class=${state}>${s.state[state](Math.abs(bid - side.won), over)}</em>
	</p>`;
}

/** All bids turned up at once, each before its seat. The log tells them to who does not see them. */
function Reveal({ seats, at, own, names, cards }) {
	const people = seats.filter((side) => !side.nobody);
	return html`<section class="trick reveal" aria-label=${s.reveal}>
		<ul class="turned">
			${people.map((side) => html`<li key=${side.seat} style=${at(side.seat)} class=${classes(side.seat === own && "own")}><strong>${side.bid}</strong><span class="unseen">${names[side.seat]}</span></li>`)}
		</ul>
		<p class="caption">${s.bidsFor(people.reduce((total, side) => total + (side.bid ?? 0), 0), cards)}</p>
	</section>`;
}

/** The cards on the table, each turned towards its seat, the best on top; a finished trick goes to its winner. */
function Trick({ game, view, names, story, past, at }) {
	const list = useRef(null);
	const now = game.trick(view);
	const plays = past ? past.plays : now.plays;
	const { row, stop } = useArrowKeys(plays.length);
	useLeaving(list, { leaves: Boolean(past && story?.leaves), winner: past?.winner ?? null });
	const first = past ? past.winner : now.ahead;
	const own = past?.view ? past.view.seat : view.seat;
	return html`<section class=${classes("trick", past && "past", story?.flies && "flies")} aria-label=${past ? s.lastTrick : s.theTrick} ...${row}>
		${!past && game.Middle && html`<${game.Middle} view=${view} names=${names} at=${at} />`}
		<ol class="cards" ref=${list}>
			${plays.map(({ seat, card }, place) => html`<${Played} key=${`${past ? past.key : keyOf(view, game)} ${seat}`} view=${view} card=${card} label=${game.card(card)} seat=${seat} own=${seat === own} flies=${story?.flies} ahead=${seat === first} name=${names[seat]} place=${at(seat)} stop=${stop(place)} />`)}
		</ol>
		${past && html`<div class="won">
			<p class="caption">${past.winner === null ? s.noWinner : s.wonBy(names[past.winner])}</p>
			${(game.captions?.(past, names) ?? []).map((line) => html`<p key=${line} class="gain">${line}</p>`)}
			${game.Why && html`<${game.Why} key=${past.key} plays=${past.plays} names=${names} onAsk=${() => story?.hold?.(false)} />`}
		</div>`}
	</section>`;
}

function Played({ view, card, label, seat, own, flies, ahead, name, place, stop }) {
	const at = useRef(null);
	useArrival(at, { seat, own, flies });
	return html`<li ref=${at} style=${place} class=${classes("played", ahead && "ahead")}>
		<${Face} game=${view.game} card=${card} label=${label} stop=${stop} /><span class="unseen">${name}${ahead ? `, ${s.ahead}` : ""}</span>
	</li>`;
}

/** The trick before, in one line that opens: nothing that is past lies on the table. */
function Before({ game, view, names }) {
	const last = game.last(view);
	const { row, stop } = useArrowKeys(last?.plays.length ?? 0);
	if (!last) return null;
	return html`<details class="last-trick">
		<summary>${last.winner === null ? s.lastNobody : s.lastWon(names[last.winner])}</summary>
		<div><ul class="looked" ...${row}>${last.plays.map(({ seat, card }, place) => html`<li key=${seat}><${Face} game=${view.game} card=${card} label=${t.pair(names[seat], game.card(card))} stop=${stop(place)} /><small aria-hidden="true">${names[seat]}</small></li>`)}</ul>
		${(game.captions?.(last, names) ?? []).map((line) => html`<p key=${line}>${line}</p>`)}
		${game.Why && html`<${game.Why} key=${JSON.stringify(last.plays)} plays=${last.plays} names=${names} />`}</div>
	</details>`;
}

/** What is asked and the cards to answer with, at the lower edge. The focus goes to a question about bids; digits answer it. */
function Dock({ view, game, play, can, sealed, children }) {
	const box = useRef(null);
	const asked = can && game.bidding(view);
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

/** The hand as a fan. Where cards lie so close that a finger may slip, the first tap lifts a card and the second plays it. */
function Hand({ game, view, play, can, refuse, marks, rings }) {
	const { hand } = view.table;
	const { row, stop } = useArrowKeys(hand.length);
	const [lifted, setLifted] = useState(null);
	const found = hand.map((card) => (can ? game.actionOf(view, card) : undefined));
	const choosing = found.some((action) => action !== undefined);
	const marked = game.marked?.(view) ?? { cards: [], note: "" };
	const seen = new Map();
	const middle = (hand.length - 1) / 2;
	return html`<section class="hand-box" aria-label=${s.hand}>
		<div class=${classes("hand", choosing && "choosing", hand.length > 8 && "two")} style=${{ "--cards": hand.length, "--half": Math.ceil(hand.length / 2) }} role="group" aria-label=${s.hand} ...${row}>
			${hand.map((card, place) => {
				const number = seen.get(card) ?? 0; // cards of one name are told apart by their number, so that keys last
				seen.set(card, number + 1);
				const action = choosing ? found[place] : undefined;
				const ring = rings?.seat === view.seat && number === 0 ? ringOf(card, rings, game) : null;
				const isMarked = marked.cards.includes(card) && number === 0;
				const key = `${card} ${number}`;
				return html`<${CardButton}
					key=${key}
					style=${{ "--k": middle ? ((place - middle) / middle).toFixed(3) : 0, "--at": place }}
					game=${view.game}
					card=${card}
					label=${game.card(card)}
					legal=${action !== undefined}
					lifted=${lifted === key}
					mark=${isMarked}
					odds=${marks?.get(action)}
					note=${ring?.words ?? (isMarked ? marked.note : "")}
					ring=${ring?.className}
					onPlay=${(event) => {
						if (lifted !== key && slips(event)) {
							setLifted(key);
							tell(t.tricks.again(game.card(card)));
							return;
						}
						setLifted(null);
						lift(event.currentTarget.getBoundingClientRect());
						play(action);
					}}
					onRefuse=${() => refuse(can ? game.why(view, card) : "")}
					stop=${stop(place)}
				/>`;
			})}
		</div>
		${game.Below && html`<${game.Below} view=${view} />`}
	</section>`;
}

/** Whether a finger may have meant the card beside. */
function slips({ pointerType, currentTarget: card }) {
	const next = card.nextElementSibling?.getBoundingClientRect();
	const box = card.getBoundingClientRect();
	return pointerType === "touch" && Boolean(next) && Math.abs(next.top - box.top) < box.height / 2 && next.left - box.left < FINGER_PX;
}

/** How a card is ringed in a replay: as the one that is played next, or that would have been best. */
function ringOf(card, rings, game) {
	const is = (text) => Boolean(text) && game.names(text, card);
	if (!rings || !(is(rings.played) || is(rings.best))) return null;
	return { className: classes(is(rings.played) && "ring-played", is(rings.best) && "ring-best"), words: ringWords(is(rings.played), is(rings.best)) };
}

/** Cards that are only looked at. */
export function Cards({ game, view, cards, rings }) {
	const { row, stop } = useArrowKeys(cards.length);
	return html`<ul class="looked" ...${row}>${cards.map((card, place) => {
		const ring = cards.indexOf(card) === place ? ringOf(card, rings, game) : null;
		return html`<li key=${place}><${Face} game=${view.game} card=${card} className=${ring?.className} label=${ring ? `${game.card(card)}, ${ring.words}` : game.card(card)} stop=${stop(place)} /></li>`;
	})}</ul>`;
}

/** All hands, open: for replays, and for spectators who see a finished round. */
const OpenHands = ({ game, views, names, rings }) => html`<div class="open-hands">
	${views.map((each) => each.table.hand && html`<section key=${each.seat} aria-label=${s.handOf(names[each.seat])}><h2>${names[each.seat]}</h2><${Cards} game=${game} view=${each} cards=${each.table.hand} rings=${rings?.seat === each.seat ? rings : null} /></section>`)}
</div>`;
