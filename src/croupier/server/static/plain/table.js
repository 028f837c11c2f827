/** The table of a game that has no components of its own: its actions in words. */
import { html } from "../html.js";
import { RoundCard } from "../story/round.js";
import { t } from "../strings.js";

export function Table({ view, names, play, can, story }) {
	return html`<div class="felt plain">
		${story?.round && html`<${RoundCard} ended=${story.round} names=${names} seat=${view.seat} story=${story} />`}
		<p>${t.game.unknown}</p>
		<div class="row" role="group" aria-label=${t.game.actions}>
			${view.actions.map(
				({ action, text }) =>
					html`<button key=${action} class="pick" data-act aria-disabled=${!can} onClick=${() => can && play(action)}>
						${text.replace(/^\[|\]$/g, "")}
					</button>`,
			)}
		</div>
	</div>`;
}
