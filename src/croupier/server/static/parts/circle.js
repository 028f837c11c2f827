/** The circle that keeps what a table's games come to: to begin one, or the way to its standings. */
import { html, useState } from "../html.js";
import { address } from "../route.js";
import { t } from "../strings.js";
import { Dialog } from "./dialog.js";

export function CircleOf({ state, want }) {
	const { you } = state;
	const [asking, ask] = useState(false);
	const [name, setName] = useState("");
	if (you.member === null) return null;
	if (you.circle) return html`<a class="button quiet" href=${address("circle", you.circle)}>${t.circle.open}</a>`;
	const make = async (event) => {
		event.preventDefault();
		if (await want("circle", { name: name.trim() || t.circle.usual })) ask(false);
	};
	return html`<button class="quiet" onClick=${() => ask(true)}>${t.circle.make}</button>
		${asking && html`<${Dialog} title=${t.circle.make} onClose=${() => ask(false)}>
			<p>${t.circle.help}</p>
			<form class="row" onSubmit=${make}><label class="field"><span>${t.circle.name}</span><input value=${name} maxlength="48" placeholder=${t.circle.usual} onInput=${(event) => setName(event.target.value)} /></label><button class="main" type="submit">${t.circle.begin}</button></form>
		<//>`}`;
}
