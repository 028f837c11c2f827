/** Whom the table waits for: the clock, nudges, and an agent in the place of somebody who does not play. */
import { html, useEffect, useRef, useState } from "../html.js";
import { announce, chime } from "../said.js";
import { t } from "../strings.js";
import { useNotices } from "./notices.js";
import { n } from "./words.js";

const FIRST_NUDGE_S = 10;
const IDLE_S = 60;
const BUZZ_MS = [120, 80, 120];

/** The server's time in milliseconds, looked at once a second. */
function useNow(state) {
	const [, tick] = useState(0);
	useEffect(() => {
		if (!state.waits.length) return undefined;
		const timer = setInterval(() => tick((count) => count + 1), 1000);
		return () => clearInterval(timer);
	}, [state.waits.length > 0]);
	return performance.now() + state.ahead;
}

/** Seconds before the end at which whose time it is hears of it: ten of short clocks, more of long ones. */
const warning = (clock) => (clock >= 86400 ? 3600 : clock >= 3600 ? 600 : clock >= 300 ? 60 : 10);

/** The time that is left: my own, or else that of who is waited for the longest. */
export function Clock({ state, names }) {
	const now = useNow(state);
	const { waits, you, table } = state;
	const timed = waits.filter((each) => each.until !== null);
	const shown = timed.find((each) => each.seat === you.seat) ?? timed.toSorted((one, other) => one.until - other.until)[0];
	const left = shown ? Math.max(0, Math.ceil((shown.until - now) / 1000)) : 0;
	const mine = Boolean(shown) && shown.seat === you.seat;
	const near = left <= warning(table.settings.clock);
	const told = useRef(null);
	useEffect(() => {
		if (!mine || !near || left === 0 || told.current === shown.since) return;
		told.current = shown.since;
		announce(n.nearEnd(left));
	}, [mine && near, shown?.since]);
	if (!shown) return table.settings.clock && table.status === "playing" ? html`<span class="clock gone" aria-hidden="true">${n.yourTime} 00:00</span>` : null;
	return html`<span class=${`clock${near ? " near" : ""}${mine ? " mine" : ""}`} role="timer" aria-live="off"><span class="word">${mine ? n.yourTime : n.timeOf(names[shown.seat])} </span><strong>${n.left(left)}</strong></span>`;
}

/** A click that reminds all who are waited for; it keeps its place while there is nobody. */
export function Nudge({ state, names, want }) {
	const now = useNow(state);
	const { waits, you, table } = state;
	const people = table.seats.filter((chair) => chair.member !== null);
	if (you.seat === null || table.status !== "playing" || people.length < 2) return null;
	const late = waits.filter((each) => each.seat !== you.seat && now - each.since >= 1000 * FIRST_NUDGE_S);
	const nudge = async () => {
		for (const { seat } of late) await want("nudge", { seat });
	};
	return late.length
		? html`<button class="quiet nudge" onClick=${nudge}><span>${n.nudge(late.map((each) => names[each.seat]))}</span></button>`
		: html`<span class="button gone nudge" aria-hidden="true"><span>${n.nudge([names[people.find((chair) => chair.seat !== you.seat).seat]])}</span></span>`;
}

/** Who is there and has not played for a minute: the same choice as for who is away. */
export function Idle({ state, names, want, myTurn }) {
	useNudged(state);
	useNotices(state, state.you.member, myTurn);
	const now = useNow(state);
	const { waits, you, table, people } = state;
	const { settings } = table;
	if (!settings.away_after || settings.clock >= 3600) return null;
	const idle = waits.filter(({ seat, since }) => {
		const { member } = table.seats[seat];
		const may = you.host || (member === table.host && you.seat !== null);
		return may && seat !== you.seat && people.here.includes(member) && now - since >= 1000 * IDLE_S;
	});
	return idle.map(
		({ seat }) => html`<div class="banner row" key=${seat} data-idle=${seat}>
			<span>${n.idle(names[seat])}</span>
			<button onClick=${() => want("stand-in", { seat })}>${t.table.takeOver}</button>
		</div>`,
	);
}

/** Somebody nudges me: a sound, a buzz, and the title until I look here. The line of the log says who. */
function useNudged({ event, you, table }) {
	useEffect(() => {
		if (event?.kind !== "nudge" || event.seat !== you.seat) return undefined;
		if (navigator.userActivation?.hasBeenActive ?? true) {
			chime();
			navigator.vibrate?.(BUZZ_MS);
		}
		const before = document.title;
		const nudged = n.nudgeTitle(table.title);
		document.title = nudged;
		const plain = () => {
			if (document.visibilityState !== "hidden" && document.title === nudged) document.title = before;
		};
		window.addEventListener("focus", plain);
		document.addEventListener("visibilitychange", plain);
		return () => {
			window.removeEventListener("focus", plain);
			document.removeEventListener("visibilitychange", plain);
			if (document.title === nudged) document.title = before;
		};
	}, [event]);
}
