/** The menu of languages; the pages are loaded again in the one that is chosen. */
import { html } from "./html.js";
import { LANGUAGES, language } from "./language.js";
import { remember } from "./prefs.js";
import { t } from "./strings.js";

function choose(event) {
	remember("language", event.target.value);
	location.reload();
}

export const LanguageMenu = () => html`<label class="sign language" title=${t.language}>
	<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9" /><path d="M3 12h18M12 3c-5 5-5 13 0 18m0-18c5 5 5 13 0 18" /></svg>
	<select aria-label=${t.language} value=${language} onChange=${choose}>
		${Object.entries(LANGUAGES).map(([code, name]) => html`<option key=${code} value=${code} lang=${code} selected=${code === language}>${name}</option>`)}
	</select>
</label>`;
