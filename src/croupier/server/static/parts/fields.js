/** Fields of forms: a choice, a tick, a number. */
import { html, useState } from "../html.js";

export function Choice({ label, help, value, choices, onChange, disabled = false }) {
	return html`<label class="field">
		<span>${label}</span>
		<select value=${value} disabled=${disabled} onChange=${(event) => onChange(event.target.value)}>
			${Object.entries(choices).map(([name, text]) => html`<option key=${name} value=${name} selected=${name === value}>${text}</option>`)}
		</select>
		${help && html`<small>${help}</small>`}
	</label>`;
}

export function Tick({ label, help, value, onChange }) {
	return html`<label class="field tick">
		<input type="checkbox" checked=${value} onChange=${(event) => onChange(event.target.checked)} />
		<span>${label}${help && html`<small>${help}</small>`}</span>
	</label>`;
}

export function Count({ label, help, value, low, high, onChange }) {
	const [draft, keep] = useState(null); // what is typed, until the field is left
	const read = ({ target }) => {
		const found = Number(target.value);
		keep(target.value);
		if (target.value !== "" && Number.isInteger(found)) onChange(Math.max(low, Math.min(high, found)));
	};
	return html`<label class="field">
		<span>${label}</span>
		<input type="number" inputmode="numeric" min=${low} max=${high} step="1" value=${draft ?? value} onInput=${read} onBlur=${() => keep(null)} />
		${help && html`<small>${help}</small>`}
	</label>`;
}
