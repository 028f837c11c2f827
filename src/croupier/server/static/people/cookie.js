/** Browsers that keep no cookie have no seat: said plainly, before and after a table is made. */
import { html } from "../html.js";
import { complain } from "../said.js";
import { w } from "./words.js";

const entered = new Set(); // tables at which this page was given a seat

/** Note that the server has given a seat at a table to this browser. */
export const noteEntered = (table) => entered.add(table);

/** Whether the server does not know this browser again: the cookie that came with the seat was not kept. */
export function cookieLost(table, mine) {
	if (mine.length) entered.delete(table); // it was kept; who loses the seat later has lost it otherwise
	return !mine.length && entered.has(table);
}

/** Whether a seat can be had here; complains where the browser says that it keeps no cookies. */
export function mayEnter() {
	if (navigator.cookieEnabled) return true;
	complain({ message: w.noCookie });
	return false;
}

export const CookieNote = () => (navigator.cookieEnabled ? null : html`<p class="banner" data-cookie>${w.noCookie}</p>`);
