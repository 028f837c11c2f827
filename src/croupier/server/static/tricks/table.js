/** The table of all games with tricks: seats round the felt, the trick, the hand; faces of people; French cards. */
import { get } from "../api.js";
import { useArrowKeys } from "../focus.js";
import { classes, html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { sentence } from "../language.js";
import { CardButton, Face, Odds, ringWords, told } from "../parts/card.js";
import { Name } from "../parts/name.js";
import { complain, tell } from "../said.js";
import { RoundCard, lift, useArrival, useLeaving } from "../story/story.js";
import { t } from "../strings.js";
import { Score } from "./score.js";

const BACKS = ["#2e6f95", "#b5523b", "#7a4f9a", "#c08a1e", "#3d7a4a", "#a13d63", "#34697a", "#8a5a2b", "#4c5fa8", "#6b7d2a"];
const SKINS = ["#f6d7b8", "#eebf95", "#d79f6f", "#b07848", "#85522f", "#f2c9a6"];
const HAIRS = ["#2a1d16", "#5b3820", "#9a5f2b", "#d9a441", "#b8432c", "#8d8f94", "#e8e1d3"];
const SHIRTS = ["#f1e6d0", "#23364f", "#d8c04f", "#2f5d50", "#c96a4a", "#4a2f55"];
const METALS = ["#cdd6db", "#e3b558", "#9fc7bd", "#d99b8a", "#b3a7d9"];

/** Numbers from a name, one after the other (FNV-1a, then a xorshift). */
function drawnFrom(name) {
	let state = 2166136261;
	for (const sign of name) state = Math.imul(state ^ sign.codePointAt(0), 16777619);
	return (count) => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) % count;
	};
}

const HAIR = [
	(fill) => html`<path fill=${fill} d="M17 31c-2-15 6-21 15-21s17 6 15 21c-2-8-6-11-11-12-6 2-14 2-19 12z" />`,
	(fill) => html`<path fill=${fill} d="M15 46c-4-26 4-37 17-37s21 11 17 37h-5c2-10 1-18-2-24-6 3-14 3-20 0-3 6-4 14-2 24z" />`,
	(fill) => html`<g fill=${fill}><circle cx="20" cy="22" r="6" /><circle cx="26" cy="15" r="6.5" /><circle cx="34" cy="13" r="6.5" /><circle cx="41" cy="18" r="6" /><circle cx="45" cy="25" r="5" /></g>`,
	(fill) => html`<path fill=${fill} d="M17 30c0-12 5-19 15-19 8 0 15 5 15 18-4-6-9-8-12-12-5 6-11 8-18 13z" />`,
	() => null,
	(fill) => html`<g fill=${fill}><circle cx="32" cy="9" r="6" /><path d="M17 29c0-12 6-18 15-18s15 6 15 18c-5-9-10-11-15-11s-10 2-15 11z" /></g>`,
];
const OVER = [
	() => null,
	() => html`<g><path fill="#7c2027" d="M15 24c2-10 9-14 17-14s15 4 17 14c-10-4-24-4-34 0z" /><circle cx="49" cy="25" r="3" fill="#7c2027" /><path d="M22 16h.1M29 13h.1M36 15h.1M42 18h.1" stroke="#f6e8cf" stroke-width="2.4" stroke-linecap="round" /></g>`,
	() => html`<g fill="none" stroke="#20262b" stroke-width="1.6"><circle cx="25.5" cy="32" r="5" /><circle cx="38.5" cy="32" r="5" /><path d="M30.5 32h3" /></g>`,
	() => html`<g><path fill="#1c2227" d="M12 23c8-3 12-12 20-12s12 9 20 12c-12 3-28 3-40 0z" /><path fill="#e8c15a" d="M18 22.500c9 2 19 2 28 0v-2c-9 2-19 2-28 0z" /></g>`,
	() => html`<g><path d="M17 24 47 31" stroke="#1c2227" stroke-width="1.8" /><circle cx="38.5" cy="32" r="4.6" fill="#1c2227" /></g>`,
];
const MOUTHS = ["M27 42c3 3 7 3 10 0", "M27 43h10", "M26 41c4 5 8 5 12 0z", "M28 43c3 1.5 6 1 8-1.5"];

function Drawn({ next }) {
	const [skin, hair, shirt] = [SKINS[next(6)], HAIRS[next(7)], SHIRTS[next(6)]];
	const [style, over, mouth, beard] = [next(6), next(5), next(4), next(4) === 0];
	return html`<path d="M8 66c1-13 10-17 24-17s23 4 24 17z" fill=${shirt} /><path d="M26 44h12v7c-3 4-9 4-12 0z" fill=${skin} /><path d="M26 46c4 4 8 4 12 0v3c-3 3-9 3-12 0z" fill="#0002" />
		<ellipse cx="32" cy="32" rx="14" ry="16" fill=${skin} /><circle cx="18" cy="33" r="2.6" fill=${skin} /><circle cx="46" cy="33" r="2.6" fill=${skin} />
		${beard && html`<path fill=${hair} d="M18 34c1 12 6 16 14 16s13-4 14-16c-3 5-6 5-9 4.5-3-1-7-1-10 0-3 .5-6 .5-9-4.500z" />`}
		${HAIR[style](hair)}
		<g fill="#20262b"><circle cx="26" cy="32" r="1.9" /><circle cx="38" cy="32" r="1.9" /></g><path d="M22.5 27.500q3-1.8 6 0M35.5 27.500q3-1.8 6 0" fill="none" stroke=${style === 4 ? "#5b3820" : hair} stroke-width="1.5" stroke-linecap="round" />
		<path d="M32 33l-1.5 4.500h3" fill="none" stroke="#0004" stroke-width="1.3" stroke-linejoin="round" /><path d=${MOUTHS[mouth]} fill=${mouth === 2 ? "#fff" : "none"} stroke="#7a2f2a" stroke-width="1.7" stroke-linecap="round" />
		${OVER[over]()}`;
}

const LIDS = ["M14 27h36v12H14z", "M16 30a16 8 0 0 1 32 0v8H16z"];

function Machine({ next }) {
	const metal = METALS[next(5)];
	const [light, eyes, head, ears] = [["#7fe3c4", "#ffd35c", "#ff9c86", "#9bd0ff"][next(4)], next(3), next(2), next(2)];
	return html`<path d="M32 13V6" stroke=${metal} stroke-width="2.5" /><circle cx="32" cy="6" r="3.4" fill=${light} />
		<path d="M10 66c1-10 8-13 22-13s21 3 22 13z" fill=${metal} /><path d="M27 48h10v6H27z" fill="#0004" />
		${ears === 0 ? html`<path d="M9 29h6v9H9zM49 29h6v9h-6z" fill=${metal} />` : html`<circle cx="14" cy="33" r="5" fill=${metal} /><circle cx="50" cy="33" r="5" fill=${metal} />`}
		<rect x="14" y="13" width="36" height="37" rx=${head === 0 ? 9 : 17} fill=${metal} /><path d="M14 40h36v1a9 9 0 0 1-9 9H23a9 9 0 0 1-9-9z" fill="#0002" /><path d=${LIDS[head]} fill="#1d2b33" />
		${eyes === 0 ? html`<g fill=${light}><circle cx="25" cy="33" r="3.4" /><circle cx="39" cy="33" r="3.4" /></g>` : eyes === 1 ? html`<path d="M21 34q4-5 8 0M35 34q4-5 8 0" fill="none" stroke=${light} stroke-width="2.8" stroke-linecap="round" />` : html`<g fill=${light}><rect x="22" y="30" width="6" height="7" rx="1.5" /><rect x="36" y="30" width="6" height="7" rx="1.5" /></g>`}
		<path d="M26 45h12M29 43v4M35 43v4" stroke="#1d2b33" stroke-width="1.5" stroke-linecap="round" />`;
}

/** The face of a name; `bot`: a machine. Nobody needs it to know who sits there, so it has no words. */
export function Portrait({ name, bot }) {
	const next = drawnFrom(name);
	const back = BACKS[next(10)];
	return html`<svg class="portrait" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="32" fill=${back} /><circle cx="32" cy="26" r="24" fill="#fff2" />${bot ? html`<${Machine} next=${next} />` : html`<${Drawn} next=${next} />`}</svg>`;
}

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
		BestTrick: (props) => html`<${BestTrick} game=${game} ...${props} />`,
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
	const face = (seat) => { // seats have no room beside the card of a round
		const bid = sealed ? sealed.done.includes(seat) : seats.find((side) => side.seat === seat)?.hasBid;
		return html`<span class=${classes("who", (sealed ? sealed.due.includes(seat) : view.player === seat) && "due")}><${Person} name=${names[seat]} bot=${bots[seat]}>${bid && html`<i class="has-bid" aria-hidden="true">✓</i><span class="unseen">${s.hasBid}</span>`}<//></span>`;
	};
	const given = { game, view, names, play, can, refuse, marks, rings, sealed };
	return html`<div class=${classes("felt tricks", (story?.scene || story?.round) && "telling")} data-game=${view.game}>
		<div class="between head">
			<p class="round"><strong>${round}</strong> <span>${more}</span></p>
			<p class=${classes("status", asked && "mine")} data-status tabindex="-1">${asked ? (past ? t.table.yourTurn : game.prompt(view, names)) : !ended && status}</p>
			${!past && html`<${Before} game=${game} view=${view} names=${names} />`}
		</div>
		<div class=${classes("ring", `of-${seats.length}`)}>
			<ul class=${classes("seats", seats.length > 4 && "crowd")}>
				${turned(seats, own).map((side) => html`<${Side} key=${side.seat} side=${side} place=${at(side.seat)} view=${shown} seats=${seats} name=${names[side.seat]} took=${side.seat === past?.winner} sealed=${past ? null : sealed} leader=${game.trick(shown).leader} over=${ended || game.played?.(shown)} bot=${Boolean(bots[side.seat])} wait=${waits.find((each) => each.seat === side.seat)} />`)}
			</ul>
			${revealing ? html`<${Reveal} seats=${seats} at=${at} own=${view.seat} names=${names} cards=${game.cards(view)} />` : story?.round ? html`<${RoundCard} ended=${story.round} names=${names} seat=${view.seat} story=${story} sign=${game.sign ?? 1} face=${face} />` : html`<${Trick} game=${game} view=${view} names=${names} story=${story} past=${past} at=${at} />`}
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
	const known = side.bid != null && (all || side.open);
	const state = !known ? "" : side.won === side.bid ? "made" : side.won < side.bid ? "short" : "over";
	const marks = [...(side.marks ?? []), leader === side.seat && s.leads].filter(Boolean);
	return html`<li data-seat=${side.seat} style=${place} class=${classes("side", own && "own", due && "due", took && "took", place["--y"] === "-1.000" && "opposite", state)}>
		<${Person} name=${name} bot=${bot} wait=${wait}>${leader === side.seat && html`<i class="leads-sign" aria-hidden="true">▶</i>`}
			${side.cards !== undefined && html`<span class="backs" style=${{ "--n": side.cards }} role="img" aria-label=${s.cards(side.cards)}>${Array.from({ length: side.cards }, (_, at) => html`<i key=${at}></i>`)}</span>`}<//>
		<div class="plate">
			<div class="between"><${Name} name=${name} own=${own} />${side.score != null && html`<span class="points" title=${s.points(side.score)}>${t.number(side.score)}</span>`}</div>
			${side.tells}
			${side.bid !== undefined && !side.nobody && html`<${Bid} side=${side} bid=${side.bid ?? (own ? sealedBid(sealed) : null)} known=${known} state=${state} own=${own} bidding=${!all && (!side.open || due)} over=${over} done=${side.hasBid || sealed?.done.includes(side.seat)} />`}
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
		${game.Middle && html`<${game.Middle} view=${past?.view ?? view} names=${names} at=${at} />`}
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

/** The best trick of the game at a table that is over, which the server looks for. */
function BestTrick({ game, table, names }) {
	const [trick, set] = useState(null);
	useEffect(() => {
		get(`/api/tables/${encodeURIComponent(table.id)}/best-trick`).then((found) => set(found.trick), complain);
	}, [table.id]);
	if (!trick) return html`<div class="best-trick"></div>`;
	const { plays, winner, points } = trick;
	return html`<figure class="best-trick">
		<ol class="cards">${plays.map(({ seat, card }) => html`<li key=${seat} class=${classes("played", seat === winner && "ahead")}><${Face} game=${table.game} card=${card} label=${t.pair(names[seat], game.card(card))} /></li>`)}</ol>
		<figcaption>${sentence(t.ending.bestTrick(names[winner], points, game.sign ?? 1))}</figcaption>
	</figure>`;
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
		<div class=${classes("hand", choosing && "choosing", hand.length > 10 && "two")} style=${{ "--cards": hand.length, "--half": Math.ceil(hand.length / 2) }} role="group" aria-label=${s.hand} ...${row}>
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
