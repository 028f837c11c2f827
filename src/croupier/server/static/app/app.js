/** The installed app: its button on the page, the note that it is offline, and the service worker it registers. */
import { html, useEffect, useRef, useState } from "../html.js";
import { inLanguage } from "../language.js";
import { address } from "../route.js";
import { announce } from "../said.js";
import { t } from "../strings.js";

export const w = inLanguage("app", {
	install: "Install the app",
	home: "On the home screen",
	standalone: "croupier runs as an app here.",
	how: "The browser's menu can put croupier on the home screen (Install app, or Add to Home Screen; on an iPhone it is under Share). Its pages then open without a network too, and so does the score sheet. Games need the server.",
	insecure: "This address has no https, so browsers install no app here: the pages always need the server, and so does the score sheet. The browser's menu can still put a link on the home screen. The person who runs the server can put https in front of it.",
	unable: "This browser does not install apps, or not in a private window. Everything else works.",
	newVersion: "There is a new version of these pages.",
	load: "Load the new version",
	offline: "No connection to the server",
	offlineHelp: "Games need the server. The score sheet for real cards works without it.",
	again: "Try again",
});

let offered = null; // what the browser offers to install, where it does
let tellOffer = () => {};
function offer(event) {
	offered = event;
	tellOffer(event !== null);
}

/** Keep what the browser offers for the page that tells of it: it is not to lie over a game. */
function keepOffer() {
	addEventListener("beforeinstallprompt", (event) => {
		event.preventDefault();
		offer(event);
	});
	addEventListener("appinstalled", () => offer(null));
}

const standalone = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;

/** What this browser can keep of the application, in a sentence. */
function whatIsKept() {
	if (standalone()) return w.standalone;
	if (!isSecureContext) return w.insecure;
	return navigator.serviceWorker ? w.how : w.unable;
}

/** `sought`: somebody has come for this part of the page. */
export function Install({ sought }) {
	const [ready, set] = useState(offered !== null);
	const heading = useRef(null);
	useEffect(() => {
		if (sought) heading.current.scrollIntoView();
	}, [sought]);
	useEffect(() => {
		tellOffer = set;
		return () => (tellOffer = () => {});
	}, []);
	return html`<h2 ref=${heading}>${w.home}</h2>
		<p data-app>${whatIsKept()}</p>
		${ready && html`<p><button onClick=${() => offered?.prompt()}>${w.install}</button></p>`}`;
}

export function Offline({ again }) {
	useEffect(() => announce(w.offline), []);
	return html`<section class="banner offline">
		<h2>${w.offline}</h2>
		<p>${w.offlineHelp}</p>
		<div class="row"><button class="main" onClick=${again}>${w.again}</button><a class="button" href=${address("score")}>${t.menu.score}</a></div>
	</section>`;
}

const HOUR_MS = 3600000;
/** On the first visit all pages are fetched, which must not be in the way of the one that somebody has come for. */
const FIRST_MS = 2000;
const workers = navigator.serviceWorker; // not there without https, but on this machine itself
let waiting = null;
let touched = false;
let checked = 0;

/** Let the new version take over; all pages of the old one load again then. */
const takeOver = () => waiting?.postMessage("take over");

/** Where nobody has done anything on this page yet, a new version takes over at once; else it is offered. */
function found(worker, offer) {
	waiting = worker;
	if (!touched) return takeOver();
	announce(w.newVersion);
	offer({ title: w.newVersion, label: w.load, load: takeOver });
}

function follow(registration, offer) {
	const look = () => {
		checked = Date.now();
		registration.update().catch(() => {}); // there is no server now
	};
	const ready = () => registration.waiting && workers.controller && found(registration.waiting, offer);
	ready();
	registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", ready));
	document.addEventListener("visibilitychange", () => {
		if (document.visibilityState !== "hidden" && Date.now() - checked >= HOUR_MS) look();
	});
	look(); // browsers themselves look some seconds after a page is opened, when somebody may be in the middle of it
}

/** Begin; a browser that keeps no workers, or not here, plays as ever. `offer` gets a new version that waits. */
export function begin(offer) {
	keepOffer();
	if (!workers) return;
	let controlled = workers.controller !== null;
	for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (touched = true), { capture: true, once: true });
	addEventListener("hashchange", takeOver);
	workers.addEventListener("controllerchange", () => {
		if (controlled) location.reload(); // so that no module of the new version is loaded beside old ones
		controlled = true;
	});
	const register = () => workers.register("/worker.js", { updateViaCache: "none" }).then((made) => made && follow(made, offer), () => {});
	setTimeout(register, controlled ? 0 : FIRST_MS);
}
