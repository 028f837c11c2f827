/** Texts of cards for whoever draws a table: loaded when one is there. */
import { html, useEffect, useState } from "../html.js";
import { withNames } from "../names.js";
import { t } from "../strings.js";
import { withRules } from "./rule_link.js";

/** Explain a game's cards while a page shows its table. */
export function useCardHelp(game, options, module) {
	const key = JSON.stringify(options ?? {});
	useEffect(() => {
		if (module) import("./card_help.js").then((help) => help.explain(game, JSON.parse(key), module.cardName), () => {});
	}, [game, key, module]);
}

/** A button that says why a finished trick was won; `onAsk` lets the trick stand on. */
export function Why({ plays, names, onAsk }) {
	const [line, set] = useState(null);
	const ask = async () => {
		onAsk?.();
		const { tellWhy } = await import("./card_help.js");
		set(await tellWhy(plays, (text) => withNames(text, names)));
	};
	return line ? html`<p class="why">${withRules(line)}</p>` : html`<button type="button" class="why" onClick=${ask}>${t.why}</button>`;
}
