/** Marking the part of a table that a lesson is about. */
import { useLayoutEffect, useRef } from "../html.js";

/** Where each part of a table is, in any game. */
const PLACES = {
	hand: ".dock .hand, .half.own > .laid > .hand", trick: ".trick", seats: ".seats, .bars", question: ".question",
	score: ".round-card", goal: ".half.own .goal", discards: ".half.own .piles .pile:not(.goal)", piles: ".middle",
	other: ".half:not(.own)", die: ".die", total: ".total", roll: ".pick.roll", hold: ".pick.hold",
};
/** Where a card is looked for first. */
const OWN = [".dock", ".half.own .hand", ".half.own"];

/** The elements of a place, like `trick` or `card:rosie`. */
export function found(box, look) {
	const [place, card] = look.split(/:(.*)/s);
	if (place !== "card") return PLACES[place] ? [...box.querySelectorAll(PLACES[place])] : [];
	const one = [...OWN, "*"].map((own) => box.querySelector(`${own} [data-card="${CSS.escape(card)}"]`)).find(Boolean);
	return one ? [one.closest("button") ?? one] : [];
}

/** Mark a place inside a box after each drawing; returns the box's reference. */
export function usePointer(look, changes) {
	const box = useRef(null);
	useLayoutEffect(() => {
		if (!box.current || !look) return undefined;
		let marked = [];
		const mark = () => {
			marked = found(box.current, look);
			for (const each of marked) each.setAttribute("data-look", "");
			marked[0]?.scrollIntoView({ block: "nearest" });
		};
		const timer = setTimeout(mark); // once pictures of the table are drawn
		return () => {
			clearTimeout(timer);
			for (const each of marked) each.removeAttribute("data-look");
		};
	}, [look, ...changes]);
	return box;
}
