/** The log of a table: what happened in the game and beside it, line by line. */
import { html, useEffect, useRef } from "../html.js";
import { withNames } from "../names.js";
import { t } from "../strings.js";

export function Log({ log, names, words }) {
	const box = useRef(null);
	useEffect(() => {
		const scroller = box.current?.parentElement;
		if (scroller) scroller.scrollTop = scroller.scrollHeight;
	}, [log.length]);
	if (!log.length) return html`<p class="dim">${t.table.empty}</p>`;
	const first = Math.max(0, log.length - 300);
	return html`<ol class="log" ref=${box}>
		${log.slice(first).map((each, at) => html`<li key=${first + at} class=${each.kind}>${withNames(each.text, names, words)}</li>`)}
	</ol>`;
}
