/** Bubbles: what somebody has just said, for some seconds over the seat, and once for screen readers. */
import { classes, html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { announce } from "../said.js";
import { Said } from "./chat.js";
import { useMuted, wordsOf } from "./lines.js";
import { c } from "./words.js";

const LEAST_MS = 4000;
const LETTER_MS = 30;
const EDGE = 8;
const LAP = 20;
const TALL = 130;
const LEAST_WIDTH = 160;
const MOST_WIDTH = 280;

export function Bubbles({ state }) {
	const { table, you, spoken } = state;
	const [muted] = useMuted();
	const [shown, set] = useState([]);
	const told = useRef(0);
	useEffect(() => {
		if (muted) set([]);
	}, [muted]);
	useEffect(() => {
		const fresh = spoken.filter((each) => each.number > told.current && each.kind !== "name"); // the log announces it
		told.current = spoken.at(-1)?.number ?? told.current;
		if (muted || !fresh.length) return;
		announce(fresh.map((each) => c.said(each.member === you.member ? c.you : each.name, wordsOf(each))).join(" "));
		for (const line of fresh) {
			if (line.kind === "text" && line.member === you.member) continue; // I know what I have written
			set((now) => [...now.filter((each) => each.member !== line.member), line]); // one over each head
			setTimeout(() => set((now) => now.filter((each) => each !== line)), LEAST_MS + LETTER_MS * line.text.length);
		}
	}, [spoken]);
	const seatOf = (line) => table.members.find((each) => each.member === line.member)?.seat ?? null;
	return html`<div class="bubbles" aria-hidden="true">${shown.map((line) => html`<${Bubble} key=${line.number} line=${line} seat=${seatOf(line)} />`)}</div>`;
}

/** The box of a seat as it is drawn now. */
const boxOf = (seat) => (seat === null ? null : document.querySelector(`[data-seat="${seat}"]`))?.getBoundingClientRect();

/** Lay a bubble on the lower edge of a seat, where neither its name nor its score is; of a tall one on the upper edge; without a seat on the table's. */
function place(bubble, seat) {
	const found = boxOf(seat);
	const box = found ?? document.querySelector(".stage, .lobby")?.getBoundingClientRect();
	if (!box) return;
	if (found) bubble.style.maxWidth = `${Math.max(LEAST_WIDTH, Math.min(found.width, MOST_WIDTH))}px`; // the next seat may speak too
	const { offsetWidth: width, offsetHeight: height } = bubble;
	const within = (at, size, of) => Math.max(EDGE, Math.min(at, of - size - EDGE));
	const top = !found ? box.top + EDGE : box.height > TALL ? box.top - height / 2 : box.bottom - LAP;
	bubble.style.left = `${within(box.left + (box.width - width) / 2, width, innerWidth)}px`;
	bubble.style.top = `${within(top, height, innerHeight)}px`;
}

function Bubble({ line, seat }) {
	const self = useRef(null);
	useLayoutEffect(() => place(self.current, seat));
	useLayoutEffect(() => { // a listener of an effect would outlive the bubble until the next frame
		const again = () => place(self.current, seat);
		addEventListener("scroll", again, { passive: true, capture: true });
		addEventListener("resize", again);
		return () => {
			removeEventListener("scroll", again, { capture: true });
			removeEventListener("resize", again);
		};
	}, [seat]);
	return html`<p class=${classes("bubble", line.kind)} ref=${self}>${seat === null && html`<strong><bdi>${line.name}</bdi></strong> `}<${Said} line=${line} /></p>`;
}
