/** The name of a seat: shortened where there is no room, and "(you)" beside it, which is never cut off. */
import { html } from "../html.js";
import { t } from "../strings.js";

export const Name = ({ name, own }) =>
	html`<span class="named"><strong class="name" title=${name}>${name}</strong>${own && html` <small>(${t.you})</small>`}</span>`;
