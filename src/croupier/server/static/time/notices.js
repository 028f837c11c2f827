/** Notices when it is my turn: the system's own, and by push while no page is open. */
import { Refused, get, post } from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { recall, remember } from "../prefs.js";
import { complain, tell } from "../said.js";
import { t } from "../strings.js";
import { n } from "./words.js";

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
export function useNotices({ table, event, you }, member, myTurn) {
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
