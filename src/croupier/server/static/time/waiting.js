/** Clocks as a page shows them, and notices when it is your turn. */
import { Refused, get, post } from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { recall, remember } from "../prefs.js";
import { announce, chime, complain, tell } from "../said.js";
import { t } from "../strings.js";
import { n } from "../words.js";

const WANTED = "notices";

/** Why this browser shows no notices; empty where it can. */
function whyNot() {
	if (!window.isSecureContext) return n.notices.insecure;
	if (!("Notification" in window)) return n.notices.none;
	return Notification.permission === "denied" ? n.notices.denied : "";
}

const worker = async () => (await navigator.serviceWorker?.getRegistration()) ?? null;

/** How long a first visit may take to keep the pages; a browser that keeps none is told apart by nothing else. */
const FIRST_MS = 20000;
/** The same once it runs; nothing where it does not. */
const running = () => Promise.race([navigator.serviceWorker?.ready, new Promise((late) => setTimeout(late, FIRST_MS))]);

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

/** Let the server know this browser; returns why it sends nothing while the page is closed, empty where it does. */
async function subscribe(table, member) {
	const { push, push_off: off } = await get("/api/status");
	if (!push) return off;
	const registration = await running();
	if (!registration?.pushManager) return n.notices.noPush;
	const key = bytes(push);
	let found = await registration.pushManager.getSubscription();
	const old = found && new Uint8Array(found.options.applicationServerKey ?? []);
	if (found && old.join() !== key.join()) {
		await found.unsubscribe(); // the server has other keys now
		found = null;
	}
	found ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
	const { endpoint, keys } = found.toJSON();
	await post(`/api/tables/${table}/push`, { member, endpoint, p256dh: keys.p256dh, auth: keys.auth });
	return "";
}

/** For all tables: who wants no notices means this browser; other tables' servers hear it when they next send one (410). */
async function unsubscribe(table, member) {
	const found = await (await worker())?.pushManager?.getSubscription();
	if (!found) return;
	await found.unsubscribe();
	await post(`/api/tables/${table}/push-off`, { member, endpoint: found.endpoint });
}

/** A notice of the system, by this page. */
export async function notify(title, body, tag) {
	if (!recall(WANTED, false) || whyNot() || Notification.permission !== "granted") return;
	const registration = await worker();
	try {
		if (registration?.active) await registration.showNotification(title, { body, tag, icon: "/icon.svg", data: { url: `/${location.hash}` } });
		else new Notification(title, { body, tag, icon: "/icon.svg" }).onclick = () => window.focus();
	} catch {
		// the system shows none now
	}
}

/** Tell by the system that it is my turn, or that somebody nudges me, while the page is not seen. */
function useNotices({ table, event, you }, member, myTurn) {
	const was = useRef(myTurn);
	useEffect(() => {
		const nudged = event?.kind === "nudge" && event.seat === you.seat;
		if (document.hidden && (nudged || (myTurn && !was.current))) notify(table.title, nudged ? n.notices.nudged : n.notices.turn, table.id);
		was.current = myTurn;
	}, [myTurn, event]);
	const seated = you.seat !== null && table.status !== "over";
	useEffect(() => {
		if (seated && recall(WANTED, false) && !whyNot() && Notification.permission === "granted") subscribe(table.id, member).catch(() => {}); // it is tried with the next page
	}, [table.id, member, seated]);
}

/** The choice, and in words what this browser or the server cannot do. */
export function Notices({ table, member }) {
	const [on, set] = useState(recall(WANTED, false) && !whyNot());
	const [note, setNote] = useState("");
	const [busy, setBusy] = useState(false);
	const why = whyNot();
	const turn = async () => {
		if (busy) return;
		setBusy(true);
		try {
			if (on) {
				remember(WANTED, null);
				set(false);
				await unsubscribe(table.id, member);
				setNote("");
			} else if ((await Notification.requestPermission()) === "granted") {
				remember(WANTED, true);
				set(true);
				tell(n.notices.isOn);
				const off = await subscribe(table.id, member).catch((error) => (error instanceof Refused ? error.message : n.notices.noPush));
				setNote(off ? n.notices.openOnly(off) : "");
			}
		} catch (error) {
			complain(error);
		} finally {
			setBusy(false);
		}
	};
	return html`<div class="notices">
		${why ? html`<p class="dim">${t.pair(n.notices.title, why)}</p>` : html`<button class="quiet" aria-pressed=${on} aria-disabled=${busy} onClick=${turn}>${on ? n.notices.turnOff : n.notices.turnOn}</button>`}
		${note && html`<small>${note}</small>`}
		${busy && html`<small>${t.loading}</small>`}
	</div>`;
}

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
