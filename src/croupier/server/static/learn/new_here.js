/** At a first visit, once: an offer to be shown a game. */
import { html, useState } from "../html.js";
import { remember } from "../prefs.js";
import { address } from "../route.js";
import { t } from "../strings.js";
import { l } from "./words.js";

export function NewHere({ games }) {
	const [gone, setGone] = useState(false);
	if (gone) return null;
	const close = () => {
		remember("lessons", true);
		setGone(true);
	};
	return html`<aside class="banner row" aria-label=${t.home.learn}>
		<span>${l.newHere}</span>
		${games.filter((game) => game.lesson).map((game) => html`<a key=${game.name} class="button" href=${address("learn", game.name)}>${game.title}</a>`)}
		<button class="quiet" onClick=${close}>${l.notNow}</button>
	</aside>`;
}
