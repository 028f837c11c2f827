/** A card on the table, and a card that can be played. */
import { faceOf } from "../games.js";
import { classes, html } from "../html.js";
import { t } from "../strings.js";
import { Odds, told } from "./odds.js";

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
