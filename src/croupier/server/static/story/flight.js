/** Cards that fly: from the seat that has played them to the table, and from the table to who has won them. */
import { useLayoutEffect, useRef } from "../html.js";

const FLY_MS = 320;
const GAP_MS = 130;
const LEAVE_MS = 350;
let lifted = null;
let free = 0;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

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
