/** What a rule says, in a dialog; and all rules of a game by their numbers. */
import { get } from "../api.js";
import { html, render, useEffect, useState } from "../html.js";
import { Dialog } from "../parts/asking.js";
import { complain } from "../said.js";
import { l } from "../words.js";

/** Open the text of a rule over the page. */
export async function showRule(number) {
	try {
		const { title, text } = await get(`/api/rules/${encodeURIComponent(number)}`);
		const place = document.createElement("div");
		const close = () => {
			render(null, place);
			place.remove();
		};
		(document.querySelector("dialog[open]") ?? document.getElementById("main")).append(place);
		render(html`<${Dialog} title=${l.rule(number, title)} onClose=${close}><p class="rule-text">${text}</p><//>`, place);
	} catch (error) {
		complain(error);
	}
}

/** All rules of a game by their numbers. */
export function AllRules({ game }) {
	const [rules, set] = useState(null);
	useEffect(() => {
		get(`/api/games/${encodeURIComponent(game)}/rules`).then(set, complain);
	}, [game]);
	if (!rules) return null;
	return html`<dl class="rules-by-number">${rules.map(({ number, text }) => html`<div key=${number}><dt>${number}</dt><dd>${text}</dd></div>`)}</dl>`;
}
