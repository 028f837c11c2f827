/** The setting of a table's clock. */
import { html } from "../html.js";
import { n } from "./words.js";

/** From the shortest to the longest clock that the server takes. */
const CLOCKS = [10, 30, 60, 120, 300, 3600, 86400, 259200, 604800, 1209600];

export function ClockChoice({ value, onChange }) {
	const choices = [null, ...new Set([...CLOCKS, ...(value === null ? [] : [value])])];
	const choose = (event) => onChange(event.target.value === "" ? null : Number(event.target.value));
	return html`<label class="field">
		<span>${n.clock}</span>
		<select onChange=${choose}>
			${choices.map((seconds) => html`<option key=${seconds} value=${seconds ?? ""} selected=${seconds === value}>${seconds === null ? n.noClock : n.span(seconds)}</option>`)}
		</select>
		<small>${n.clockHelp}</small>
	</label>`;
}
