/** The page's side of the service worker: registers it, and lets a new version of the pages replace the old one whole. */
import { announce } from "../said.js";
import { keepOffer } from "./install.js";
import { w } from "./words.js";

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
