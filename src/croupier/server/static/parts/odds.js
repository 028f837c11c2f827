/** What a hint says of one move, at the card or button that makes it. */
import { classes, html } from "../html.js";

/** `mark` as `marksOf` gives it; null draws nothing. */
export const Odds = ({ mark }) => (mark && (mark.best || mark.text) ? html`<span class=${classes("odds", mark.best && "best")} aria-hidden="true">${mark.text || "✓"}</span>` : null);

/** A label with what a hint says of its move. */
export const told = (label, mark) => (mark?.label ? `${label}, ${mark.label}` : label);
