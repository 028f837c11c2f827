/** What is said to the person beside what is drawn: one polite live region, a line on the screen, a sound. */
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

/** Two soft notes: it is your turn. */
export function chime() {
	audio ??= new AudioContext();
	const now = audio.currentTime;
	for (const [note, at] of [[659, 0], [880, 0.13]]) {
		const tone = audio.createOscillator();
		const loudness = audio.createGain();
		tone.frequency.value = note;
		loudness.gain.setValueAtTime(0.0001, now + at);
		loudness.gain.exponentialRampToValueAtTime(0.12, now + at + 0.02);
		loudness.gain.exponentialRampToValueAtTime(0.0001, now + at + 0.4);
		tone.connect(loudness).connect(audio.destination);
		tone.start(now + at);
		tone.stop(now + at + 0.45);
	}
}
