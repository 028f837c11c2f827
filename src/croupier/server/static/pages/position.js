/** A position by its link: the table as the seat to move sees it, and what the moves are worth. */
import { post } from "../api.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { plain, withMoves, withNames } from "../names.js";
import { CopyLine, Stop } from "../parts/asking.js";
import { HintTable, marksOf } from "../parts/hint.js";
import { useGameModule } from "../parts/playing.js";
import { w } from "../positions/link.js";
import { announce, complain, tell } from "../said.js";
import { t } from "../strings.js";

/** `link` is what stands in the address from `#` on: it goes to the server in the body of a request alone. */
export function PositionPage({ link }) {
	const [{ found, trouble }, set] = useState({ found: null, trouble: "" });
	useEffect(() => {
		post("/api/positions", { position: link }).then((position) => set({ found: position, trouble: "" }), (error) => {
			set({ found: null, trouble: error.message });
			announce(error.message);
		});
	}, [link]);
	if (trouble) return html`<${Stop} title=${w.none} why=${trouble} />`;
	if (!found) return html`<p class="page" aria-busy="true">${t.loading}</p>`;
	return html`<${Shown} position=${found} />`;
}

function Shown({ position }) {
	const { game, title, players, view, link } = position;
	const module = useGameModule(game);
	const [hint, setHint] = useState(null);
	const [busy, setBusy] = useState(false);
	const heading = useRef(null);
	useLayoutEffect(() => {
		if (document.activeElement === document.body) heading.current.focus({ preventScroll: true });
	}, []);
	const names = Array.from({ length: players }, (_, seat) => t.sheet.player(seat));
	const analyse = async () => {
		if (busy) return;
		setBusy(true);
		try {
			setHint(await post("/api/positions/analysis", { position: link }));
		} catch (error) {
			complain(error);
		} finally {
			setBusy(false);
		}
	};
	const status = view.over ? w.over : w.toMove(names[view.player]);
	return html`<div class="page position">
		<div>
			<h1 ref=${heading} tabindex="-1">${w.title(title)}</h1>
			<p>${view.over ? w.over : w.sees(names[view.player])}</p>
			${position.rules.length > 0 && html`<p class="dim">${position.rules.join(", ")}</p>`}
		</div>
		<section class="stage" aria-label=${t.table.announceMove}>
			${module
				? html`<${module.Table} view=${view} names=${names} play=${() => tell(w.noPlay)} can=${!view.over} mine=${!view.over} refuse=${(why) => tell(why || w.noPlay)} log=${[]} status=${status} marks=${hint ? marksOf(hint) : new Map()} />`
				: html`<p class="felt" aria-busy="true">${t.loading}</p>`}
		</section>
		${position.analysis && !hint && html`<div class="row"><button class="main" aria-disabled=${busy} onClick=${analyse}>${busy ? w.analysing : w.analyse}</button></div>`}
		${hint && html`<${Analysed} hint=${hint} view=${view} names=${names} module=${module} />`}
		<p class="dim">${w.world}</p>
		<${CopyLine} label=${w.copy} text=${`${location.origin}/${link}`} />
		<${CopyLine} label=${w.terminal} text=${`croupier play ${game} --position '${link}'`} />
	</div>`;
}

function Analysed({ hint, view, names, module }) {
	const { analysis, footing } = hint;
	const heading = useRef(null);
	useLayoutEffect(() => heading.current.focus(), []);
	const nameOf = (text) => (module?.moveName ? module.moveName(text, view, names) : plain(text));
	return html`<section aria-labelledby="worth">
		<h2 id="worth" ref=${heading} tabindex="-1">${w.found}</h2>
		${analysis.words.map((words) => html`<p key=${words}>${withNames(withMoves(words, analysis.actions, nameOf), names, module?.words)}</p>`)}
		<div class="scroll-x" tabindex="0" role="region" aria-label=${t.hint.action}><${HintTable} analysis=${analysis} nameOf=${nameOf} /></div>
		<p class="dim">${footing}</p>
	</section>`;
}
