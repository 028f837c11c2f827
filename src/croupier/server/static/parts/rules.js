/** The rules of a table in words, as the server tells them. */
import { get } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { complain } from "../said.js";
import { t } from "../strings.js";

/** Paragraphs are lines, and points begin with a dash. */
export function Rules({ table }) {
	const [text, set] = useState(null);
	useEffect(() => {
		get(`/api/tables/${table}/rules`).then((found) => set(found.text), complain);
	}, [table]);
	if (text === null) return html`<p aria-busy="true">${t.loading}</p>`;
	return html`<div class="rules">${text.split("\n").filter(Boolean).map((line, at) => html`<p key=${at} class=${line.startsWith("- ") ? "point" : ""}>${line.replace(/^- /, "")}</p>`)}</div>`;
}
