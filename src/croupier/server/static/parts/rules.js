/** The rules of a table in words, as the server tells them. */
import { get } from "../api.js";
import { gameModule } from "../games.js";
import { html, useEffect, useState } from "../html.js";
import { useLater } from "../later.js";
import { complain } from "../said.js";
import { t } from "../strings.js";

/** Paragraphs are lines, and points begin with a dash. */
export function Rules({ table }) {
	const [text, set] = useState(null);
	const [guide, setGuide] = useState(null);
	const [open, setOpen] = useState(false);
	const all = useLater(() => import("../learn/rule.js"), open);
	useEffect(() => {
		get(`/api/tables/${table.id}/rules`).then((found) => set(found.text), (error) => set(error.message));
	}, [table.id]);
	useEffect(() => {
		Promise.all([import("../learn/guide.js"), gameModule(table.game)]).then(([{ Guide }, { cardName }]) => setGuide({ Guide, cardName }), complain);
	}, [table.game]);
	if (text === null) return html`<p aria-busy="true">${t.loading}</p>`;
	return html`<div class="rules">${text.split("\n").filter(Boolean).map((line, at) => html`<p key=${at} class=${line.startsWith("- ") ? "point" : ""}>${line.replace(/^- /, "")}</p>`)}</div>
		${guide && html`<${guide.Guide} game=${table.game} options=${table.options} nameOf=${guide.cardName} />`}
		<details onToggle=${(event) => setOpen(event.target.open)}><summary>${t.rules.byNumber}</summary>${all && html`<${all.AllRules} game=${table.game} />`}</details>`;
}
