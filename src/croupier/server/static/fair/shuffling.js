/** Between the start and the first card: pages show their numbers, mostly in no time. */
import { html, useEffect, useState } from "../html.js";
import { announce } from "../said.js";
import { f } from "./words.js";

/** Whether a game begins as soon as all numbers are there. */
export const isShuffling = (table) => table.status === "lobby" && table.fair !== null;

const SOON_MS = 1200;

export function Shuffling({ table }) {
	const { fair } = table;
	const [late, setLate] = useState(false);
	useEffect(() => {
		setLate(false);
		const timer = setTimeout(() => setLate(true), SOON_MS);
		return () => clearTimeout(timer);
	}, [fair.hash]);
	const answers = fair.phase === "commit" ? fair.commitments : fair.numbers;
	const silent = fair.members.filter((_, at) => answers[at] === null);
	const names = table.members.filter((each) => silent.includes(each.member)).map((each) => each.name);
	const waits = late && names.length > 0 ? f.waiting(names) : "";
	useEffect(() => {
		if (waits) announce(waits);
	}, [waits]);
	return html`<div class="page narrow">
		<h1>${table.title}</h1>
		<p aria-busy="true" data-shuffling>${f.shuffling}</p>
		<p class="dim">${f.shufflingHelp} ${waits}</p>
	</div>`;
}
