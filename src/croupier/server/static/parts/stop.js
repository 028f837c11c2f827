/** A page that cannot be shown: why, and the way home. */
import { html } from "../html.js";
import { address } from "../route.js";
import { t } from "../strings.js";

export const Stop = ({ why, title = t.noEntry }) => html`<div class="page narrow">
	<h1>${title}</h1>
	<p class="problem">${why}</p>
	<p><a class="button" href=${address()}>${t.menu.home}</a></p>
</div>`;

/** Why a page of a game is not there: no such game, or no server. */
export function NoGame({ error }) {
	const none = error.code === "not-found";
	return html`<${Stop} title=${none ? t.noPage : t.noAnswer} why=${none ? t.noGame : error.message} />`;
}
