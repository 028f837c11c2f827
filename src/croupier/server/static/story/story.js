/** What happened, told: cards that move, one movement after the other, and the card of a round. */
import { classes, html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { Name } from "../parts/name.js";
import { t } from "../strings.js";

const FLY_MS = 320;
const GAP_MS = 130;
const LEAVE_MS = 350;
let lifted = null;
let free = 0;

/** Whether this person wants nothing to move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Remember the box where a card lay that a person plays, or was let go: it flies from there. */
export function lift(box) {
	lifted = { box, at: performance.now() };
}

/** The box that was remembered last, once; null where that was long ago. */
function takeLifted() {
	const box = lifted && performance.now() - lifted.at < 5000 ? lifted.box : null;
	lifted = null;
	return box;
}

/** Where a card of a seat comes from: the place in one's own hand, or else the box of its player. */
function originOf(element, seat, own) {
	return (own ? takeLifted() : null) ?? element.closest(".felt")?.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
}

/** By how much an element is moved, and how much smaller it is, where it lies in the middle of a box. */
function towards(element, box) {
	const to = element.getBoundingClientRect();
	const x = box.left + box.width / 2 - to.left - to.width / 2;
	const y = box.top + box.height / 2 - to.top - to.height / 2;
	return { translate: `${x}px ${y}px`, scale: String(Math.min(1, Math.max(0.3, box.width / to.width / 2))) };
}

/** Let a card that has come to the table fly there from its seat; cards that come at once do so one after the other. */
export function useArrival(ref, { seat, own, flies }) {
	useLayoutEffect(() => {
		const box = flies && !still() && originOf(ref.current, seat, own);
		if (!box || !box.width) return;
		const now = performance.now();
		const start = Math.max(now, free);
		free = start + GAP_MS;
		const flight = ref.current.animate([towards(ref.current, box), { translate: "0 0", scale: "1" }], { duration: FLY_MS, delay: start - now, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" });
		const face = ref.current.querySelector("img");
		if (face.complete) return;
		flight.pause(); // a card without a face does not fly
		face.decode().catch(() => {}).then(() => flight.play());
	}, []);
}

/**
 * Let a card fly from where it lay to where it lies. `moved(before, after)` says of two views which one does: selectors
 * `from`, looked up before the table is drawn anew, and `to`; `own` where it is one's own. A place that is empty after
 * all, like that of a pile that is complete, gets a copy that goes when it has arrived.
 */
export function useFlights(table, view, { flies, moved }) {
	const last = useRef(null);
	const flight = useRef(null);
	if (last.current !== view) {
		const move = flies && last.current && table.current && !still() ? moved(last.current, view) : null;
		const card = move && table.current.querySelector(move.from);
		last.current = view;
		flight.current = card ? { to: move.to, box: (move.own && takeLifted()) || card.getBoundingClientRect(), copy: card.cloneNode() } : null;
	}
	useLayoutEffect(() => {
		if (!flight.current) return;
		const { to, box, copy } = flight.current;
		flight.current = null;
		const place = table.current.querySelector(to);
		if (!place) return;
		const keyframes = [{ ...towards(place, box), scale: String(box.width / place.getBoundingClientRect().width) }, { translate: "0 0", scale: "1" }];
		const card = place.matches("img") ? place : landing(copy, place);
		const flown = card.animate(keyframes, { duration: FLY_MS, easing: "cubic-bezier(.2,.7,.3,1)" });
		if (card === copy) flown.onfinish = () => copy.remove();
	});
}

/** A copy of a card over a place. */
function landing(copy, place) {
	const { left, top, width, height } = place.getBoundingClientRect();
	copy.className = "card landing";
	Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
	document.body.append(copy);
	return copy;
}

/** Let the cards of a list go to the box of the seat that has won them; without a winner they fade. */
export function useLeaving(ref, { leaves, winner }) {
	useLayoutEffect(() => {
		if (!leaves || still()) return;
		const box = winner === null ? null : ref.current.closest(".felt")?.querySelector(`[data-seat="${winner}"]`)?.getBoundingClientRect();
		for (const card of ref.current.children) {
			const end = box?.width ? towards(card, box) : { scale: "0.8" };
			card.animate([{ opacity: 1 }, { ...end, opacity: 0 }], { duration: LEAVE_MS, easing: "ease-in", fill: "forwards" });
		}
	}, [leaves]);
}

const STAND_MS = 1750;
const ROUND_MS = 4000;
const STILL = { stage: null, scene: null, round: null, until: Infinity };
const START = { ...STILL, number: -1, view: null, rounds: 0, live: false, began: -1 };
const AFTER = { stands: "leaves", leaves: "round", round: null };
const LASTS = { leaves: LEAVE_MS, round: ROUND_MS };
const clock = () => performance.now();

/** What is told after a message: `module.scene(before, after)` says whether a move has finished a trick (which stands as long as it `lasts`), and
 *  `module.looks(view)` whether who is to move has to see the table. */
function follow(now, state, view, module, seat) {
	const next = { ...now, view, number: state.number, rounds: state.rounds.length };
	if (view === null || state.number === now.number) return next;
	next.live = state.event !== null && now.view !== null;
	if (!next.live || state.event.kind === "undo") return { ...next, ...STILL };
	const ended = state.rounds.length > now.rounds ? state.rounds.at(-1) : null;
	const scene = module?.scene?.(now.view, view) ?? null;
	if (scene) return { ...next, stage: "stands", scene, round: ended, until: clock() + (scene.lasts ?? STAND_MS), began: state.number };
	if (ended) return now.scene ? { ...next, round: ended } : { ...next, stage: "round", round: ended, until: clock() + ROUND_MS };
	if (seat === null) return next;
	const mine = state.event.seat === seat; // who plays on has seen enough, but for the round
	const asked = view.player === seat && module?.looks?.(view);
	if (mine && next.scene && next.round && !view.over) return { ...next, stage: "round", scene: null, until: clock() + ROUND_MS };
	return mine || (asked && next.stage === "round") ? { ...next, ...STILL } : next;
}

/** The stage after the one that is over. */
function goOn(now) {
	const stage = AFTER[now.stage];
	if (stage === null || (stage === "round" && (!now.round || now.view?.over))) return { ...now, ...STILL };
	return { ...now, stage, scene: stage === "leaves" ? now.scene : null, until: clock() + LASTS[stage] };
}

/** The story of a table as a game draws it: `scene` is a finished trick that stands, `leaves` as it goes to its winner,
 *  `round` a round that has ended, with `next` to go on, `flies` says that cards come from their seats; `began` that the trick was finished just now. */
export function useStory(state, view, module, seat) {
	const told = useRef(START);
	const [, redraw] = useState(0);
	told.current = follow(told.current, state, view, module, seat);
	const { stage, until, scene, live, began } = told.current;
	const next = () => {
		told.current = goOn(told.current);
		redraw((count) => count + 1);
	};
	useEffect(() => {
		if (stage === null || until === Infinity) return undefined;
		const timer = setTimeout(next, Math.max(0, until - clock()));
		return () => clearTimeout(timer);
	}, [stage, until]);
	const hold = (wait) => {
		told.current = { ...told.current, until: wait ? Infinity : clock() + ROUND_MS };
		redraw((count) => count + 1);
	};
	const round = stage === "round" ? told.current.round : null;
	return { scene, leaves: stage === "leaves", round, next, hold, flies: live, settled: scene === null, began: scene !== null && began === state.number };
}

const r = t.roundCard;

/** `ended` as the server tells it; `face(seat)` draws who it is; `story` says how to go on, and keeps the card while somebody looks closer; `sign`: -1 for penalties; `heads`: what the last two columns count, where nobody leads by points. */
export function RoundCard({ ended, names, seat, story, sign = 1, heads, face }) {
	const { next, hold, last } = story;
	useLayoutEffect(() => { // a key that comes before the next paint finds it, too
		if (last) return undefined;
		const onKey = (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && next();
		document.addEventListener("keydown", onKey);
		return () => document.removeEventListener("keydown", onKey);
	}, [last, ended.round]);
	const best = Math.max(...ended.seats.map((each) => each.total));
	const sorted = [...ended.seats].sort((one, other) => other.total - one.total);
	const bids = ended.seats.some((each) => each.bid !== null);
	const keep = last ? {} : { onFocusIn: () => hold(true), onFocusOut: () => hold(false) };
	return html`<section class="round-card" aria-label=${r.title(ended.round)} ...${keep}>
		<h2>${r.title(ended.round)}</h2>
		<table>
			<thead><tr><th scope="col">${r.player}</th>${bids && html`<th scope="col">${r.bid}</th><th scope="col">${r.won}</th>`}${(heads ?? [r.points, r.total]).map((head) => html`<th key=${head} scope="col">${head}</th>`)}</tr></thead>
			<tbody>
				${sorted.map(
					(each) => html`<tr key=${each.seat} class=${classes(each.seat === seat && "own", bids && (each.bid === each.won ? "made" : "missed"))}>
						<th scope="row">${face?.(each.seat)}<${Name} name=${names[each.seat]} own=${each.seat === seat} />${each.total === best && !last && !heads && html` <small class="leads">${r.leads}</small>`}</th>
						${bids && html`<td>${each.bid}</td><td>${each.won}</td>`}
						<td><strong>${t.signed(sign * each.points || 0)}</strong></td>
						<td>${t.number(sign * each.total || 0)}</td>
					</tr>`,
				)}
			</tbody>
		</table>
		${!last && html`<button type="button" class="pick" onClick=${next}>${r.next} <small>${r.key}</small></button>`}
	</section>`;
}
