/** What a hint says of one move, at the card or button that makes it. */
import { classes, html } from "../html.js";

/** `mark` as `marksOf` gives it; null draws nothing. */
export const Odds = ({ mark }) => (mark && (mark.best || mark.text) ? html`<span class=${classes("odds", mark.best && "best")} aria-hidden="true">${mark.text || "✓"}</span>` : null);

/** A label with what a hint says of its move. */
export const told = (label, mark) => (mark?.label ? `${label}, ${mark.label}` : label);

/** A button that plays `action`, or refuses where there is none; `kind` are its classes, `stop` its place among arrow keys. */
export function Pick({ action, label, kind, mark, play, refuse, stop }) {
	return html`<button class=${classes("pick", kind, mark?.best && "advised")} data-act aria-label=${told(label, mark)} aria-disabled=${action === undefined} onClick=${() => (action === undefined ? refuse("") : play(action))} ...${stop}>${label}<${Odds} mark=${mark} /></button>`;
}
