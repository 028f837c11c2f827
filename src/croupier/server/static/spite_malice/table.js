/** The table of Mini Spite and Malice: piles, moves by taps, drags and keys. */
import { useArrowKeys } from "../focus.js";
import { classes, html, useEffect, useRef, useState } from "../html.js";
import { CardButton, Face, Odds, ringWords, told } from "../parts/card.js";
import { Name } from "../parts/name.js";
import { lift, useFlights } from "../story/story.js";
import { t } from "../strings.js";
import { Person } from "../tricks/table.js";

/** Where the card of an action comes from and goes, of its text; null for one that moves none. */
function placesIn(text) {
	const play = /^\[p (\S+) (\d)\]$/.exec(text);
	if (play) return { from: play[1], to: `p${play[2]}` };
	const discard = /^\[x(\d) (\d)\]$/.exec(text);
	return discard && { from: `h${discard[1]}`, to: `x${discard[2]}` };
}

/** From each place (`h1`..`h5`, `g`, `d1`..`d4`), where its card may go (`p1`..`p4`, `x1`..`x4`), and by which action. */
function placesOf(actions) {
	const found = new Map();
	for (const { action, text } of actions) {
		const places = placesIn(text);
		if (!places) continue;
		if (!found.has(places.from)) found.set(places.from, new Map());
		found.get(places.from).set(places.to, action);
	}
	return found;
}

/** How a replay rings the places of a seat: `at(place)` gives `className` and `words`, or nothing. */
function ringsAt(rings, seat) {
	const [played, best] = [rings?.played, rings?.best].map((text) => (text && rings.seat === seat ? placesIn(text) : null));
	const has = (move, place) => move?.from === place || move?.to === place;
	return (place) => {
		const is = [has(played, place), has(best, place)];
		return is.some(Boolean) ? { className: classes(is[0] && "ring-played", is[1] && "ring-best"), words: ringWords(...is) } : undefined;
	};
}

/** The uppermost card of a place on the page, or the mark where none lies. */
function topOf(seat, place) {
	if (place[0] === "p") return `[data-pile=${place}] .card`;
	const found = `[data-seat="${seat}"] [data-place=${place.replace("x", "d")}]`;
	return /[dx]/.test(place) ? `${found} :is(.stack > .card:last-child, .card.empty)` : `${found} .card`;
}

/** Which card a move has brought from one place to another, as selectors; null where none moved. */
export function moved(before, after) {
	const seat = before.player;
	if (seat === null || before.over || !before.table.dealt) return null;
	const [was, now] = [before.table.seats[seat], after.table.seats[seat]];
	const to = pileOf(before.table, after.table) ?? discardOf(was, now, (one, other) => other > one);
	if (!to) return null;
	const from = now.goal_count < was.goal_count ? "g" : (discardOf(was, now, (one, other) => other < one)?.replace("x", "d") ?? handOf(was, now));
	return from && { from: topOf(seat, from), to: topOf(seat, to), own: seat === after.seat };
}

function pileOf({ play_piles: was }, { play_piles: now }) {
	const grown = (one, other) => other === one + 1 || (other === 0 && one > 1); // complete ones go
	const at = was.findIndex((pile, place) => grown(pile.cards.length, now[place].cards.length));
	return at < 0 ? null : `p${at + 1}`;
}

function discardOf(was, now, changed) {
	const at = was.discards.findIndex((pile, place) => changed(pile.length, now.discards[place].length));
	return at < 0 ? null : `x${at + 1}`;
}

/** The place in the hand that a card has left; behind it the others move up. */
function handOf(was, now) {
	const at = was.hand.findIndex((card, place) => card !== now.hand[place]);
	return at < 0 ? null : `h${at + 1}`;
}

/** A line of the log as people say it: jokers and places by their names. */
export function words({ text, params }) {
	const said = text.replaceAll("*", t.malice.card("*"));
	const place = params?.place;
	return place ? said.replace(t.malice.fromTyped(place), t.malice.from[place[0]](place.slice(1))) : said;
}

/** The card at a place of a side. */
export function placeOf(table, seat, from) {
	const side = table.seats[seat];
	if (from === "g") return side.goal;
	const number = Number(from.slice(1)) - 1;
	return from[0] === "h" ? side.hand[number] : side.discards[number].at(-1);
}

/** A move as people say it: the card, where it comes from, and the pile that it goes to; without a view no card. */
function moveText(text, view) {
	const places = placesIn(text);
	if (!places) return t.malice.pass;
	const { from, to } = places;
	const where = t.malice[to[0] === "p" ? "play" : "discard"](to[1]).toLowerCase();
	if (!view) return `${t.malice.at[from[0]](from[1])} → ${where}`;
	return `${t.malice.card(placeOf(view.table, view.seat, from))} ${t.malice.from[from[0]](from[1])} → ${where}`;
}

const FAR = 8;

/** `can(from)` says whether a card may be dragged; `drop(from, to)` what happens over an element with `data-pile`. */
function useDrag({ can, drop }) {
	const [from, setFrom] = useState(null);
	const state = useRef(null);
	const latest = useRef(null);
	latest.current = { can, drop };
	useEffect(() => () => end(state), []);
	const start = (place) => (event) => {
		if (event.button !== 0 || !latest.current.can(place)) return;
		const element = event.currentTarget;
		state.current = { place, element, x: event.clientX, y: event.clientY, ghost: null };
		const onMove = (moved) => {
			const now = state.current;
			if (!now) return;
			if (!now.ghost) {
				if (Math.hypot(moved.clientX - now.x, moved.clientY - now.y) < FAR) return;
				now.ghost = ghostOf(element);
				setFrom(place);
			}
			now.ghost.style.translate = `${moved.clientX - now.x}px ${moved.clientY - now.y}px`;
		};
		const onUp = (up) => {
			const now = state.current;
			const dragged = Boolean(now?.ghost);
			const box = now?.ghost?.getBoundingClientRect();
			end(state);
			setFrom(null);
			if (!dragged) return;
			element.addEventListener("click", swallow, { capture: true, once: true });
			setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
			const pile = document.elementFromPoint(up.clientX, up.clientY)?.closest("[data-pile]");
			if (pile && up.type === "pointerup") latest.current.drop(place, pile.dataset.pile, box);
		};
		state.current.stop = () => {
			window.removeEventListener("pointermove", onMove);
			window.removeEventListener("pointerup", onUp);
			window.removeEventListener("pointercancel", onUp);
		};
		window.addEventListener("pointermove", onMove);
		window.addEventListener("pointerup", onUp);
		window.addEventListener("pointercancel", onUp);
	};
	return { from, start };
}

function swallow(event) {
	event.preventDefault();
	event.stopPropagation();
}

function ghostOf(element) {
	const image = element.querySelector("img");
	const ghost = image.cloneNode();
	const box = image.getBoundingClientRect();
	ghost.className = "ghost";
	Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
	document.body.append(ghost);
	return ghost;
}

function end(state) {
	state.current?.ghost?.remove();
	state.current?.stop?.();
	state.current = null;
}

const m = t.malice;

export function Middle({ view, targets, odds, aim, active, rings }) {
	const piles = view.table.play_piles;
	const { row, stop } = useArrowKeys(piles.length);
	return html`<div class="middle" role="group" aria-label=${t.game.actions} ...${row}>
		${piles.map((pile, at) => {
			const to = `p${at + 1}`;
			const fits = targets.has(to);
			const ring = rings(to);
			const label = [m.play(at + 1), pile.cards.length ? m.holds(pile.cards) : m.empty, m.needs(pile.needs), fits && m.fits, ring?.words].filter(Boolean).join(", ");
			return html`<button key=${to} type="button" data-pile=${to} class=${classes("pile", fits && "fits", active && !fits && "unfit", fits && odds(to)?.best && "advised")} aria-label=${told(label, fits ? odds(to) : undefined)} aria-disabled=${!fits} onClick=${() => aim(to)} ...${stop(at)}>
				${pile.cards.length ? html`<${Face} game=${view.game} card=${pile.cards.at(-1)} className=${ring?.className} />` : html`<span class=${classes("card empty", ring?.className)}></span>`}
				<span class="note" aria-hidden="true">${m.needs(pile.needs)}</span>
				${fits && html`<${Odds} mark=${odds(to)} />`}
			</button>`;
		})}
	</div>`;
}

export function Side({ view, seat, name, bot, wait, mine, chosen, moves, targets, pick, aim, drag, can, odds, rings }) {
	const side = view.table.seats[seat];
	const title = html`<div class="between"><${Person} name=${name} bot=${bot} wait=${wait} /><${Name} name=${name} own=${mine} /><span class="dim-felt">${m.goal(side.goal_count)}</span></div>`;
	return html`<section data-seat=${seat} class=${classes("half", mine && "own", mine && can && chosen === null && "choosing", view.player === seat && "due")} aria-label=${m.side(name)}>
		${title}
		<div class="laid">
			<${mine ? OwnHand : OpenHand} view=${view} side=${side} chosen=${chosen} moves=${moves} pick=${pick} drag=${drag} odds=${odds} rings=${rings} />
			<div class="piles">
				<${Goal} view=${view} side=${side} mine=${mine} chosen=${chosen} moves=${moves} pick=${pick} drag=${drag} odds=${odds} ring=${rings("g")} />
				${side.discards.map((cards, at) => html`<${Discard} key=${at} view=${view} cards=${cards} at=${at} mine=${mine} chosen=${chosen} moves=${moves} targets=${targets} pick=${pick} aim=${aim} drag=${drag} can=${can} odds=${odds} ring=${rings(`x${at + 1}`) ?? rings(`d${at + 1}`)} />`)}
			</div>
		</div>
	</section>`;
}

function OwnHand({ view, side, chosen, moves, pick, drag, odds, rings }) {
	const { row, stop } = useArrowKeys(side.hand.length);
	return html`<div class="hand" role="group" aria-label=${m.hand} ...${row}>
		${side.hand.map((card, place) => {
			const from = `h${place + 1}`;
			const ring = rings(from);
			return html`<span key=${from} data-place=${from} class="draggable" onPointerDown=${drag.start(from)}>
				<${CardButton} game=${view.game} card=${card} label=${m.card(card)} note=${ring?.words} ring=${ring?.className} legal=${moves.has(from)} chosen=${chosen === from} odds=${chosen ? undefined : odds(from)} onPlay=${() => pick(from, true)} onRefuse=${() => pick(from, false)} stop=${stop(place)} />
			</span>`;
		})}
	</div>`;
}

function OpenHand({ view, side, rings }) {
	const { row, stop } = useArrowKeys(side.hand.length);
	return html`<ul class="hand small" aria-label=${m.hand} ...${row}>
		${side.hand.map((card, place) => {
			const ring = rings(`h${place + 1}`);
			return html`<li key=${place} data-place=${`h${place + 1}`}><${Face} game=${view.game} card=${card} className=${ring?.className} label=${ringed(m.card(card), ring)} stop=${stop(place)} /></li>`;
		})}
	</ul>`;
}

/** What a place is called, with what a replay says of it. */
const ringed = (label, ring) => (ring ? `${label}, ${ring.words}` : label);

function Goal({ view, side, mine, chosen, moves, pick, drag, odds, ring }) {
	const legal = moves.has("g");
	const mark = mine && !chosen ? odds("g") : undefined;
	const label = side.goal === null ? m.goal(0) : ringed(t.pair(m.goal(side.goal_count), m.card(side.goal)), ring);
	const body = html`${side.goal === null ? html`<span class="card empty"></span>` : html`<${Face} game=${view.game} card=${side.goal} className=${ring?.className} label=${mine ? "" : label} />`}<span class="note" aria-hidden="true">${m.goalShort(side.goal_count)}</span>`;
	if (!mine || side.goal === null) return html`<div class="pile goal" data-place="g" role="img" aria-label=${label} tabindex=${side.goal === null ? undefined : 0}>${body}</div>`;
	return html`<span class="draggable" data-place="g" onPointerDown=${drag.start("g")}>
		<button type="button" class=${classes("pile goal", legal && "legal", chosen === "g" && "chosen", mark?.best && "advised")} aria-label=${told(label, mark)} aria-pressed=${chosen === "g"} aria-disabled=${!legal} onClick=${() => pick("g", legal)}>${body}<${Odds} mark=${mark} /></button>
	</span>`;
}

/** A discard pile: a place to put a card from the hand, or the source of its top card. */
function Discard({ view, cards, at, mine, chosen, moves, targets, pick, aim, drag, can, odds, ring }) {
	const mark = mine ? odds(chosen ? `x${at + 1}` : `d${at + 1}`) : undefined;
	const from = `d${at + 1}`;
	const to = `x${at + 1}`;
	const fits = mine && targets.has(to);
	const legal = mine && moves.has(from);
	const aimed = fits || (can && chosen !== null && chosen !== from && chosen[0] === "h");
	const label = ringed(`${m.discard(at + 1)}, ${cards.length > 1 ? m.lists(cards) : cards.length ? m.holds(cards) : m.empty}${fits ? `, ${m.fits}` : ""}`, ring);
	const shown = cards.slice(-4);
	const body = html`${cards.length ? html`<span class="stack">${shown.map((card, place) => html`<${Face} key=${place} game=${view.game} card=${card} className=${place === shown.length - 1 && ring?.className} />`)}</span>` : html`<span class=${classes("card empty", ring?.className)}></span>`}${cards.length > 0 && html`<span class="note" aria-hidden="true">${cards.length}</span>`}`;
	const under = cards.length > 1 && html`<span class="under" title=${label} aria-hidden="true">${cards.slice(0, -1).map((card) => (card === "*" ? "★" : card)).reverse().join(" ")}</span>`;
	if (!mine) return html`<div data-place=${from}><div class="pile" role="img" aria-label=${label} title=${label} tabindex=${cards.length ? 0 : undefined}>${body}</div>${under}</div>`;
	return html`<span class="draggable" data-place=${from} onPointerDown=${drag.start(from)}>
		<button type="button" data-pile=${to} class=${classes("pile", fits && "fits", legal && !chosen && "legal", chosen === from && "chosen", mark?.best && "advised")} aria-label=${told(label, mark)} aria-pressed=${chosen === from} aria-disabled=${!fits && !legal} onClick=${() => (aimed ? aim(to) : cards.length || chosen === null ? pickOr(from, legal, cards, pick, aim, to) : aim(to))}>${body}<${Odds} mark=${mark} /></button>${under}
	</span>`;
}

function pickOr(from, legal, cards, pick, aim, to) {
	if (cards.length) pick(from, legal);
	else aim(to);
}

export const cardName = (card) => m.card(card);
export const moveName = moveText;

/** Points are cards played from the goal pile, in words. */
export const score = (points) => m.gone(points);

/** How the game ended, for the sentence that tells it. */
export function ending({ returns, table }, names) {
	const told = m.ended[table.ended];
	if (table.ended !== "win") return told ?? "";
	const loser = returns[0] < returns[1] ? 0 : 1;
	return told(names[loser], table.seats[loser].goal_count);
}

/** Props as for every game's table. A card is chosen first, by its place (`h1`, `g`, `d2`), then a pile. */
export function Table({ view, names, play, can, refuse, status, marks, story, rings, bots = [], waits = [] }) {
	const { table } = view;
	const [chosen, choose] = useState(null);
	const moves = can ? placesOf(view.actions) : new Map();
	useEffect(() => choose(null), [JSON.stringify(table.seats), view.player]);
	const felt = useRef(null);
	useFlights(felt, view, { flies: story?.flies, moved });
	const put = (from, to, box) => {
		const action = moves.get(from)?.get(to);
		if (action !== undefined) {
			if (box) lift(box);
			play(action);
		} else refuse(can ? objection(table, view.seat, from, to) : "");
	};
	const drag = useDrag({ can: (from) => moves.has(from), drop: put });
	if (!table.dealt) return html`<div class="felt malice" data-game=${view.game}><p>${m.dealing}</p></div>`;
	const pick = (from, legal) => {
		if (!can) refuse("");
		else if (chosen === from) choose(null);
		else if (!legal) refuse(zeroFirst(table, view.seat) ? m.zeroFirst : m.nothing(m.card(placeOf(table, view.seat, from))));
		else choose(from);
	};
	const aim = (to) => {
		if (!can) refuse("");
		else if (!chosen) refuse(m.choosFirst);
		else put(chosen, to);
	};
	const held = drag.from ?? chosen;
	const targets = held ? (moves.get(held) ?? new Map()) : new Map();
	const own = view.seat ?? 0;
	const odds = (place) => oddsAt(place, moves, held, marks);
	const pass = can ? view.actions.find(({ text }) => text === "[x]") : undefined;
	const side = (seat) => html`<${Side} key=${seat} view=${view} seat=${seat} name=${names[seat]} bot=${Boolean(bots[seat])} wait=${waits.find((each) => each.seat === seat)} mine=${seat === view.seat} chosen=${chosen} moves=${moves} targets=${targets} pick=${pick} aim=${aim} drag=${drag} can=${can} odds=${odds} rings=${ringsAt(rings, seat)} />`;
	return html`<div class="felt malice" data-game=${view.game} ref=${felt}>
		<div class="between head">
			<p class="round"><strong>${m.turn(Math.min(table.turns + 1, table.max_turns))}</strong> <span>${m.shoe(table.shoe)}</span></p>
			<p class=${can ? "status mine" : "status"} data-status tabindex="-1">${can && chosen ? m.picked(m.card(placeOf(table, own, chosen))) : can ? m.choose : status}</p>
		</div>
		${side(1 - own)}
		<${Middle} view=${view} targets=${targets} odds=${odds} aim=${aim} active=${can && chosen !== null} rings=${rings ? ringsAt(rings, rings.seat) : () => undefined} />
		${side(own)}
		${pass && html`<div class="row"><button class="pick" data-act onClick=${() => play(pass.action)}>${m.pass}</button></div>`}
	</div>`;
}

/** Whether a 0 must be played before anything else: one is at hand, and a pile is empty (SM-11). */
function zeroFirst(table, seat) {
	const { hand, goal } = table.seats[seat];
	return [...hand, goal].includes("0") && table.play_piles.some((pile) => !pile.cards.length);
}

/** What a hint says of a place: of a card that of its best move, of a pile that of the chosen card there. */
function oddsAt(place, moves, held, marks) {
	if (!marks?.size) return undefined;
	if (held) return marks.get(moves.get(held)?.get(place));
	const found = [...(moves.get(place)?.values() ?? [])].map((action) => marks.get(action)).filter(Boolean);
	return found.sort((one, other) => other.best - one.best || other.value - one.value)[0];
}

/** Why a card cannot go to a pile, with the rule. */
function objection(table, seat, from, to) {
	const card = placeOf(table, seat, from);
	if (to.startsWith("x") && from[0] === "h" && card === "0") return m.zeroStays;
	if (zeroFirst(table, seat)) return m.zeroFirst;
	if (to.startsWith("x")) return m.toDiscard;
	return m.noPlay(m.card(card), table.play_piles[Number(to.slice(1)) - 1].needs);
}
