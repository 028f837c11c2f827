/** The first page without a server: that there is none, and what works all the same. */
import { html, useEffect } from "../html.js";
import { address } from "../route.js";
import { announce } from "../said.js";
import { t } from "../strings.js";
import { w } from "./words.js";

export function Offline({ again }) {
	useEffect(() => announce(w.offline), []);
	return html`<section class="banner offline">
		<h2>${w.offline}</h2>
		<p>${w.offlineHelp}</p>
		<div class="row"><button class="main" onClick=${again}>${w.again}</button><a class="button" href=${address("score")}>${t.menu.score}</a></div>
	</section>`;
}
