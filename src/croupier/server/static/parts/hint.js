/** A hint: what the moves are worth, with how sure that is. */
import { html } from "../html.js";
import { plain, withNames } from "../names.js";
import { t } from "../strings.js";
import { Dialog } from "./dialog.js";

/** The unit of gains that are chances to win, in percent: then one column says all. */
const WINNING = "percentage points of winning";
const percent = (value) => `${(100 * value).toFixed(1)}%`;
/** A value with half of its 95% interval. */
function around({ mean, error }, show) {
	return error ? `${show(mean)} ± ${show(1.96 * error)}` : show(mean);
}

/** The moves of an analysis as a table, the best first. */
export function HintTable({ analysis }) {
	const gains = analysis.unit !== WINNING;
	const chances = analysis.actions[0].chance_to_win !== null;
	return html`<table>
		<thead><tr><th scope="col">${t.hint.action}</th>${gains && html`<th scope="col">${t.hint.gain(analysis.unit)}</th>`}${chances && html`<th scope="col">${t.hint.chance}</th>`}</tr></thead>
		<tbody>
			${analysis.actions.map(
				(each, place) => html`<tr key=${each.action} class=${place === 0 ? "best" : ""}>
					<th scope="row">${plain(each.text)} ${place === 0 ? html`<small>${t.hint.best}</small>` : !each.clear && html`<small>${t.hint.close}</small>`}</th>
					${gains && html`<td>${around(each.gain, (value) => value.toFixed(1))}</td>`}
					${chances && html`<td>${around(each.chance_to_win, percent)}</td>`}
				</tr>`,
			)}
		</tbody>
	</table>`;
}

export function HintDialog({ hint, names, onClose }) {
	const { analysis } = hint;
	return html`<${Dialog} title=${t.table.hint} onClose=${onClose} wide>
		${analysis.words.map((line) => html`<p key=${line}>${withNames(line, names)}</p>`)}
		<${HintTable} analysis=${analysis} />
		<p class="dim">${analysis.exact ? t.hint.exact : t.hint.sampled(analysis.worlds)}</p>
	<//>`;
}
