/** A page that cannot be shown: why, and the way home. */
import { html } from "../html.js";
import { address } from "../route.js";
import { t } from "../strings.js";

export const Stop = ({ why }) => html`<div class="page narrow">
	<h1>${t.noEntry}</h1>
	<p class="problem">${why}</p>
	<p><a class="button" href=${address()}>${t.menu.home}</a></p>
</div>`;
