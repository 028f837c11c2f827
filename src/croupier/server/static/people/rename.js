/** Being called something else. */
import { html, useState } from "../html.js";
import { remember } from "../prefs.js";
import { t } from "../strings.js";

export function Rename({ table, member, want }) {
	const [draft, keep] = useState(null);
	const rename = async (event) => {
		event.preventDefault();
		const name = draft?.trim();
		if (!name || !(await want("name", { name }))) return;
		remember("name", name);
		keep(null);
	};
	const now = table.members.find((each) => each.member === member)?.name;
	return html`<details>
		<summary>${t.table.rename}</summary>
		<form class="row" onSubmit=${rename}><input aria-label=${t.yourName} maxlength="24" required value=${draft ?? now} onInput=${(event) => keep(event.target.value)} /><button type="submit">${t.settings.save}</button></form>
	</details>`;
}
