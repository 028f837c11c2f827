/** A hint: moves are marked where they are chosen, one line says what is best, and the figures stand behind "Why?". */
import { get } from "../api.js";
import { classes, html, useEffect, useRef, useState } from "../html.js";
import { plain, refusalAt, withMoves, withNames } from "../names.js";
import { announce, complain } from "../said.js";
import { t } from "../strings.js";

const percent = (value) => t.percent(value, 1);
/** A value with half of its 95% interval. */
function around({ mean, error }, show) {
	return error ? `${show(mean)} ± ${show(1.96 * error)}` : show(mean);
}

/** The moves of an analysis as a table, the best first. */
export function HintTable({ analysis, nameOf = plain }) {
	const gains = !analysis.in_chances; // else one column says all
	const chances = analysis.actions[0].chance_to_win !== null;
	return html`<table>
		<thead><tr><th scope="col">${t.hint.action}</th>${gains && html`<th scope="col">${t.hint.gain(analysis.unit)}</th>`}${chances && html`<th scope="col">${t.hint.chance}</th>`}</tr></thead>
		<tbody>
			${analysis.actions.map(
				(each, place) => html`<tr key=${each.action} class=${place === 0 ? "best" : ""}>
					<th scope="row">${nameOf(each.text)} ${place === 0 ? html`<small>${t.hint.best}</small>` : !each.clear && html`<small>${t.hint.close}</small>`}</th>
					${gains && html`<td>${around(each.gain, (value) => t.number(value, 1))}</td>`}
					${chances && html`<td>${around(each.chance_to_win, percent)}</td>`}
				</tr>`,
			)}
		</tbody>
	</table>`;
}

/** The moves that nothing is clearly better than; the first is the best. */
const goodOnes = ({ actions }) => actions.filter((each, place) => place === 0 || !each.clear);

/** How each move is marked: `best` in gold, and the chance to win in percent where the game has one. */
export function marksOf({ analysis }) {
	const good = new Set(goodOnes(analysis).map((each) => each.action));
	return new Map(
		analysis.actions.map(({ action, chance_to_win: chance }) => {
			const text = chance && t.percent(chance.mean);
			return [action, { best: good.has(action), value: chance?.mean ?? 0, text: text ?? "", label: t.hint.mark(good.has(action), text) }];
		}),
	);
}

/** A hint that is asked for by one press, stopped or put away by another; it is for one turn, or while all answer one question. */
export function useHint({ turn, sealed, ask, table }) {
	const [hint, set] = useState(null);
	const [slow, setSlow] = useState(false);
	const asked = useRef(0);
	const close = () => {
		asked.current += 1; // what is on its way is for nobody
		set(null);
	};
	useEffect(close, [sealed || turn]);
	const toggle = async () => {
		if (hint) return close();
		const mine = (asked.current += 1);
		set("asked");
		setSlow(false);
		get("/api/status").then(({ preparing }) => setSlow(preparing.includes(table.game)), () => 0);
		try {
			const found = await ask("hint", { turn });
			if (mine === asked.current) set(found);
		} catch (error) {
			if (mine !== asked.current) return undefined;
			set(null);
			complain(refusalAt(table, error));
		}
		return undefined;
	};
	const found = hint === "asked" ? null : hint;
	const text = hint === "asked" ? (slow ? t.table.compiling : t.table.hinting) : found ? t.hint.hide : t.table.hint;
	return { found, waits: hint === "asked", toggle, close, text };
}

/** What stands in the row below the table, in place of other buttons, so that nothing moves: what is best in a few words, to play it from there, and why. */
export function HintBar({ hint, view, names, module, play, can }) {
	const { analysis } = hint;
	const nameOf = (text) => (module?.moveName ? module.moveName(text, view, names) : plain(text));
	const good = goodOnes(analysis);
	const line = module?.advice?.(good.map((each) => each.text), view) ?? t.hint.line(good.slice(0, 4).map((each) => nameOf(each.text)), good.length);
	useEffect(() => announce(line), []);
	return html`<section class="hint-bar" aria-label=${t.table.hint}>
		<p class="grow"><strong>${line}</strong>${good[0].chance_to_win && html` <small class="dim">${t.hint.percents}</small>`}</p>
		<button class=${classes(good.length === 1 && "main")} aria-disabled=${!can} onClick=${() => can && play(good[0].action)}>${t.hint.play(nameOf(good[0].text))}</button>
		<details>
			<summary>${t.hint.why}</summary>
			${analysis.words.map((words) => html`<p key=${words}>${withNames(withMoves(words, analysis.actions, nameOf), names, module?.words)}</p>`)}
			<div class="scroll-x" tabindex="0" role="region" aria-label=${t.hint.action}><${HintTable} analysis=${analysis} nameOf=${nameOf} /></div>
			<p class="dim">${analysis.exact ? t.hint.exact : t.hint.sampled(analysis.worlds)}${analysis.in_chances ? "" : ` ${t.hint.rivals}`}</p>
		</details>
	</section>`;
}
