/** Lines that are told, for a few seconds, above the hand; screen readers hear them from the live region. */
import { classes, html, useLayoutEffect, useState } from "../html.js";
import { withRulesToPoint } from "../learn/rule_link.js";
import { onHush, onTell } from "../said.js";

const LEAST_MS = 3000;
/** For each letter beyond the first sixty: nobody reads a long line in three seconds. */
const LETTER_MS = 40;
const lasts = (text) => LEAST_MS + LETTER_MS * Math.max(0, text.length - 60);

/** Room that one line of a few words takes, and two. */
const ONE = 72;
const TWO = 180;

/** How far from the lower edge of the window lines keep clear of the cards and buttons that are shown there, and whether but one has room above these. */
function clearance() {
	const tops = [...document.querySelectorAll("[data-clear]")].map((each) => each.getBoundingClientRect().top);
	const top = Math.min(innerHeight, ...tops);
	return top > ONE ? { clear: innerHeight - top + 8, tight: top < TWO } : { clear: 0, tight: true };
}

export function Told() {
	const [lines, set] = useState([]);
	const [{ clear, tight }, keepClear] = useState({ clear: 0, tight: false });
	const drop = (key) => set((now) => now.filter((each) => each.key !== key));
	// With the first picture: a line that is told at once would be heard, and not seen.
	useLayoutEffect(
		() =>
			onTell((line) => {
				keepClear(clearance());
				set((now) => [...now.filter((each) => each.text !== line.text).slice(-1), line]);
				setTimeout(() => drop(line.key), lasts(line.text));
			}),
		[],
	);
	useLayoutEffect(() => onHush(() => set([])), []);
	useLayoutEffect(() => {
		if (!lines.length) return undefined;
		const follow = () => { // a question that comes meanwhile stays readable
			const found = clearance();
			keepClear((now) => (now.clear === found.clear && now.tight === found.tight ? now : found));
		};
		const observer = new MutationObserver(follow);
		observer.observe(document.getElementById("main"), { childList: true, subtree: true });
		window.addEventListener("resize", follow);
		return () => {
			observer.disconnect();
			window.removeEventListener("resize", follow);
		};
	}, [lines.length > 0]);
	return html`<div class="told" aria-hidden="true" style=${{ "--clear": `${clear}px` }}>
		${(tight ? lines.slice(-1) : lines).map((line) => html`<p key=${line.key} class=${classes(line.tone)} onMouseDown=${(event) => event.preventDefault() /* the focus stays */} onClick=${() => drop(line.key)}>${withRulesToPoint(line.text)}</p>`)}
	</div>`;
}
