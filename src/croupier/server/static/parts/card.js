/** Cards as buttons and faces, the odds on them, and what explains them. */
import { faceOf } from "../games.js";
import { classes, html, useEffect, useState } from "../html.js";
import { withRules } from "../learn/rule_link.js";
import { withNames } from "../names.js";
import { t } from "../strings.js";

/** `mark` as `marksOf` gives it; null draws nothing. */
export const Odds = ({ mark }) => (mark && (mark.best || mark.text) ? html`<span class=${classes("odds", mark.best && "best")} aria-hidden="true">${mark.text || "✓"}</span>` : null);

/** A label with what a hint says of its move. */
export const told = (label, mark) => (mark?.label ? `${label}, ${mark.label}` : label);

/** A button that plays `action`, or refuses where there is none; `kind` are its classes, `stop` its place among arrow keys. */
export function Pick({ action, label, kind, mark, play, refuse, stop }) {
	return html`<button class=${classes("pick", kind, mark?.best && "advised")} data-act aria-label=${told(label, mark)} aria-disabled=${action === undefined} onClick=${() => (action === undefined ? refuse("") : play(action))} ...${stop}>${label}<${Odds} mark=${mark} /></button>`;
}

/** A card face up, with its name for who does not see it. */
export const Face = ({ game, card, label, dim, mark, className, stop }) =>
	html`<img class=${classes("card", dim && "dim-card", mark && "marked", className)} src=${faceOf(game, card)} alt=${label ?? ""} width="240" height="336" draggable=${false} data-card=${card} ...${stop} />`;

/** A card as a button. One that cannot be played keeps the focus and says why; `stop` is for arrow keys. */
export function CardButton({ game, card, label, legal, chosen, mark, odds, ring, onPlay, onRefuse, stop, note, style, lifted }) {
	return html`<button
		type="button"
		class=${classes("card-button", legal && "legal", chosen && "chosen", mark && "marked", lifted && "lifted", odds?.best && "advised")}
		style=${style}
		aria-disabled=${!legal}
		aria-pressed=${chosen === undefined ? undefined : chosen}
		aria-label=${told(note ? `${label}, ${note}` : label, odds)}
		onClick=${legal ? onPlay : onRefuse}
		...${stop}
	>
		<${Face} game=${game} card=${card} className=${ring} />
		${note && html`<span class="note" aria-hidden="true">${note}</span>`}
		<${Odds} mark=${odds} />
	</button>`;
}

/** How a replay calls the card that is played next, and the one that would have been best. */
export const ringWords = (played, best) => [played && t.replay.ring.played, best && t.replay.ring.best].filter(Boolean).join(", ");

let helped = false; // somebody has pointed at something, or pressed a key

/** Explain a game's cards while a page shows its table, from the first touch or key on. */
export function useCardHelp(game, options, module) {
	const key = JSON.stringify(options ?? {});
	useEffect(() => {
		if (!module) return undefined;
		const waits = new AbortController();
		const load = (event) => {
			let first = event; // what goes on when the help is there: a finger that stays, a key
			for (const kind of ["pointerup", "pointercancel"]) window.addEventListener(kind, () => (first = null), { capture: true, once: true });
			helped = true;
			waits.abort();
			import("../learn/card_help.js").then((help) => help.explain(game, JSON.parse(key), module.cardName, first), () => {});
		};
		if (helped) load();
		else for (const kind of ["pointerover", "keydown"]) window.addEventListener(kind, load, { capture: true, signal: waits.signal });
		return () => waits.abort();
	}, [game, key, module]);
}

/** A button that says why a finished trick was won; `onAsk` lets the trick stand on. */
export function Why({ plays, names, onAsk }) {
	const [line, set] = useState(null);
	const ask = async () => {
		onAsk?.();
		const { tellWhy } = await import("../learn/card_help.js");
		set(await tellWhy(plays, (text) => withNames(text, names)));
	};
	return line ? html`<p class="why">${withRules(line)}</p>` : html`<button type="button" class="why" onClick=${ask}>${t.why}</button>`;
}
