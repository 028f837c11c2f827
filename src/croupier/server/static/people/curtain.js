/** Several people at one screen: whose cards are shown, and a curtain while it is handed over. */
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { address, go } from "../route.js";
import { announce, hush } from "../said.js";
import { t } from "../strings.js";
import { w } from "./words.js";

const uncovered = new Map(); // by table, whose cards may be seen: forgotten when the page is loaded anew
const handed = new Map(); // by table, the turn and the person for whom it has switched by itself

/** Whether the cards of `member` are behind a curtain, how to draw it back, and whether that was done. Switches to who is to move. */
export function useHandOver({ id, state, member, mine }) {
	const { table, view, turn, sealed } = state;
	const [, redraw] = useState(0);
	const playing = table?.status === "playing" && view !== null && !view.over;
	const seated = playing ? table.seats.filter((chair) => mine.includes(chair.member) && !chair.awaits_deal) : [];
	const shared = seated.length > 1;
	const waits = seated.filter((chair) => !chair.stand_in && (sealed ? sealed.open.includes(chair.seat) : chair.seat === view.player));
	const due = (waits.find((chair) => chair.member === member) ?? waits[0])?.member ?? null;
	const moment = sealed ? `${turn} ${due}` : `${turn}`; // where answers are sealed, several are asked in one turn
	useEffect(() => {
		if (!shared || due === null || handed.get(id) === moment) return;
		handed.set(id, moment);
		if (due !== member) go(["table", id, String(due)], { instead: true });
	}, [shared, due, moment]);
	const own = seated.some((chair) => chair.member === member);
	const covered = shared && table.hidden && own && uncovered.get(id) !== member;
	const drawn = useRef(false);
	useLayoutEffect(() => {
		if (!covered) return;
		drawn.current = false;
		hush();
	}, [covered]);
	const draw = () => {
		drawn.current = true;
		uncovered.set(id, member);
		redraw((count) => count + 1);
	};
	useEffect(() => {
		if (covered || (shared && !own)) uncovered.delete(id); // somebody else may hold it now
	}, [covered, shared, own]);
	return [covered, draw, drawn.current];
}

/** What is seen in place of the cards until the right person has the screen. */
export function Curtain({ name, draw }) {
	const button = useRef(null);
	useEffect(() => {
		button.current?.focus();
		announce(w.handOver(name));
		document.title = w.handOver(name);
	}, [name]);
	return html`<section class="curtain" aria-label=${w.handOver(name)}>
		<h1>${w.handOver(name)}</h1>
		<p>${w.handOverHelp(name)}</p>
		<button class="main" ref=${button} onClick=${draw}>${w.showCards}</button>
	</section>`;
}

/** For whom this screen can show the table. */
export function SharedScreen({ table, member, mine, due }) {
	const people = table.members.filter((each) => mine.includes(each.member));
	return html`<nav class="shared" aria-label=${t.table.playAs}>
		<span>${t.table.playAs}</span>
		${people.map(
			(each) => html`<a key=${each.member} class=${each.member === member ? "button main" : "button"} aria-current=${each.member === member ? "page" : undefined} href=${address("table", table.id, String(each.member))}>
				${each.name}${due.includes(each.seat) ? ` (${t.table.due})` : ""}
			</a>`,
		)}
	</nav>`;
}
