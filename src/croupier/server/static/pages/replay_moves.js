/** The moves of a replay beside the table: where it stands, and what a review has found there. */
import { classes, html, useLayoutEffect, useRef } from "../html.js";
import { linesOf, plain, withNames } from "../names.js";
import { t } from "../strings.js";

const r = t.replay;

/** A move as people say it. */
export const nameOf = (text, view, names, module) => (module?.moveName ? module.moveName(text, view, names) : plain(text));

/** A step in words; what was answered in secret is told too. */
export function tell(step, names, module) {
	const { seat, text, secret } = step;
	const told = linesOf(step).map((line) => withNames(line, names, module?.words));
	if (secret || !told.length) told.push(t.pair(names[seat], nameOf(text, null, names, module)));
	return told.join(" ");
}

/** What was done in a step, without what came of it. */
function move(step, names, module) {
	const [first] = linesOf(step);
	if (step.secret || !first) return t.pair(names[step.seat], nameOf(step.text, null, names, module));
	return withNames(first, names, module?.words);
}

/** What a decision is called that the review has found something in: by a sign, and in words. */
const signOf = (found) => (found?.verdict ? { sign: r.signs[found.verdict], words: r.verdicts[found.verdict], verdict: found.verdict } : null);

/** All steps as buttons, the one that comes next marked; `found` are the review's decisions by step. */
export function Moves({ steps, at, to, names, module, found }) {
	const list = useRef(null);
	useLayoutEffect(() => {
		const now = list.current.querySelector("[aria-current]");
		if (now) list.current.scrollTop = now.offsetTop - list.current.clientHeight / 2;
	}, [at]);
	return html`<ol class="moves" ref=${list} aria-label=${r.moves} tabindex="0">
		${steps.map((step) => {
			const sign = signOf(found.get(step.ply));
			return html`<li key=${step.ply}>
				<button type="button" class=${classes(sign && `found ${sign.verdict.replace(" ", "-")}`)} aria-current=${step.ply === at ? "step" : undefined} tabindex=${step.ply === at ? 0 : -1} onClick=${() => to(step.ply)}>
					<small>${step.ply + 1}</small> <span>${move(step, names, module)}</span>${sign && html` <em title=${sign.words}><span aria-hidden="true">${sign.sign}</span><span class="unseen">${sign.words}</span></em>`}
				</button>
			</li>`;
		})}
	</ol>`;
}

/** What is played in the step that comes next, and what would have been best, in one line. */
export function Verdict({ step, view, names, module, found }) {
	if (!step) return null;
	const best = found && found.clear && found.best !== found.text;
	return html`<p class="verdict">
		<span class="ringed played">${r.plays(names[step.seat], nameOf(step.text, view, names, module))}</span>
		${best && html` <span class="ringed best">${r.wasBest(nameOf(found.best, view, names, module))}</span>`}
		${found?.verdict && html` <span>${r.verdict(found.verdict)}</span>`}
	</p>`;
}

/** What is ringed on the table: the action that is played next, and the one that a review calls best. */
export const ringsOf = (step, found) => (step ? { seat: step.seat, played: step.text, best: found?.clear ? found.best : null } : null);

const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

/** The arrow keys step, wherever the focus is but in a field; Home and End go to the ends. */
export function useStepKeys(at, last, to) {
	useLayoutEffect(() => {
		const onKey = (event) => {
			if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea, [role=tablist], dialog, .scroll-x")) return;
			const next = { Home: 0, End: last }[event.key] ?? (KEYS[event.key] && at + KEYS[event.key]);
			if (next === undefined) return;
			event.preventDefault();
			to(next);
		};
		document.addEventListener("keydown", onKey);
		return () => document.removeEventListener("keydown", onKey);
	}, [at, last]);
}
