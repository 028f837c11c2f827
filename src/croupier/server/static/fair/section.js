/** Sections whose files are loaded when they are opened: about the deal, and the settings for who may only read them. */
import { html, useState } from "../html.js";
import { complain } from "../said.js";
import { t } from "../strings.js";
import { f } from "./words.js";

const FILES = { proof: () => import("./proof.js"), settings: () => import("./settings.js") };

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
