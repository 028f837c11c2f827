/** The table of a game that has no components of its own: its actions in words. */
import { classes, html } from "../html.js";
import { Odds } from "../parts/odds.js";
import { RoundCard } from "../story/round.js";
import { t } from "../strings.js";

export function Table({ view, names, play, can, story, marks }) {
	return html`<div class="felt plain">
		${story?.round && html`<${RoundCard} ended=${story.round} names=${names} seat=${view.seat} story=${story} />`}
		<p>${t.game.unknown}</p>
		<div class="row" role="group" aria-label=${t.game.actions}>
			${view.actions.map(
				({ action, text }) =>
					html`<button key=${action} class=${classes("pick", marks?.get(action)?.best && "advised")} data-act aria-disabled=${!can} onClick=${() => can && play(action)}>
						${text.replace(/^\[|\]$/g, "")}<${Odds} mark=${marks?.get(action)} />
					</button>`,
			)}
		</div>
	</div>`;
}
