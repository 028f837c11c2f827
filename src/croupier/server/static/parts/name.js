/** The name of a seat: shortened where there is no room, and "(you)" or "(bot)" beside it, which is never cut off. */
import { html } from "../html.js";
import { w } from "../people/words.js";
import { t } from "../strings.js";

export function Name({ name, own }) {
	const left = name.endsWith(w.left(""));
	const mark = left ? w.left("").trim() : own && `(${t.you})`;
	return html`<span class="named"><strong class="name" title=${name}>${left ? name.slice(0, -w.left("").length) : name}</strong>${mark && html` <small>${mark}</small>`}</span>`;
}
