/** What is said to the person beside what is drawn: one polite live region, a line on the screen, a sound. */
import { recall } from "./prefs.js";

let audio = null;

/** Forget what was said more than a moment ago: it is of another page. */
export function forgetSaid() {
	for (const line of document.querySelectorAll("#said p")) if (performance.now() - line.at > 1000) line.remove();
}

/** Let a screen reader say something, after what it says now. */
export function announce(text) {
	const region = document.getElementById("said");
	if (!region || !text) return;
	const line = document.createElement("p");
	line.textContent = text;
	line.at = performance.now();
	region.append(line);
	while (region.childElementCount > 4) region.firstElementChild.remove();
}

const listeners = new Set();
const hushers = new Set();

/** Take back all that was said to the person before: the next one at this screen may not know it. */
export function hush() {
	document.getElementById("said")?.replaceChildren();
	for (const husher of hushers) husher();
}

/** Tell `hush` who else still shows something; returns how to stop that. */
export function onHush(husher) {
	hushers.add(husher);
	return () => hushers.delete(husher);
}

/** Show a line on the screen for a few seconds, and announce it. */
export function tell(text, tone = "plain") {
	announce(text);
	for (const listener of listeners) listener({ text, tone, key: performance.now() });
}

/** Tell `tell` who shows its lines; returns how to stop that. */
export function onTell(listener) {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Tell why something did not happen. */
export const complain = (error) => tell(error.message, "problem");

/** Sounds as notes: frequency, when it begins and how long it sounds, in seconds. */
const SOUNDS = {
	turn: [[659, 0, 0.4], [880, 0.13, 0.4]], card: [[210, 0, 0.06]], deal: [[180, 0, 0.05], [200, 0.07, 0.05], [190, 0.14, 0.05]],
	trick: [[392, 0, 0.15], [523, 0.09, 0.25]], win: [[523, 0, 0.3], [659, 0.12, 0.3], [784, 0.24, 0.3], [1047, 0.36, 0.7]],
};
const APART_MS = 80;
let sounded = 0;

/** Whether sounds are wanted here: yes, until they are switched off. */
export const wantsSound = () => recall("sound", true);

/** Play a sound where sounds are wanted, once somebody has touched the page: before, browsers refuse it. */
export function sound(kind) {
	if (wantsSound() && navigator.userActivation?.hasBeenActive) chime(kind);
}

/** Play a sound that was asked for itself; not several at once. */
export function chime(kind = "turn") {
	if (performance.now() - sounded < APART_MS) return;
	sounded = performance.now();
	audio ??= new AudioContext();
	const now = audio.currentTime;
	for (const [note, at, length] of SOUNDS[kind]) {
		const tone = audio.createOscillator();
		const loudness = audio.createGain();
		tone.frequency.value = note;
		loudness.gain.setValueAtTime(0.0001, now + at);
		loudness.gain.exponentialRampToValueAtTime(0.12, now + at + 0.01);
		loudness.gain.exponentialRampToValueAtTime(0.0001, now + at + length);
		tone.connect(loudness).connect(audio.destination);
		tone.start(now + at);
		tone.stop(now + at + length + 0.05);
	}
}
