/** Fair deals as every table shows them: shuffling, and sections that are loaded when opened. */
import { html, useEffect, useState } from "../html.js";
import { announce, complain } from "../said.js";
import { t } from "../strings.js";
import { f } from "../words.js";

const FILES = { proof: () => import("./proof.js"), settings: () => import("./proof.js") };

function Later({ title, file, part, name, ...props }) {
	const [module, set] = useState(null);
	const open = (event) => event.target.open && !module && FILES[file]().then(set, () => complain({ message: t.noServer }));
	const Part = module?.[part];
	return html`<details data-section=${name} onToggle=${open}>
		<summary>${title}</summary>
		${Part ? html`<${Part} ...${props} />` : html`<p aria-busy="true">${t.loading}</p>`}
	</details>`;
}

/** `part` is what `proof.js` exports; the other properties are its own. */
export const Fairness = ({ over, ...props }) => html`<${Later} title=${over ? f.titleOver : f.title} file="proof" name="fairness" ...${props} />`;

export const SettingsShown = ({ table }) => html`<${Later} title=${t.settings.title} file="settings" part="SettingsShown" name="settings" table=${table} />`;

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
