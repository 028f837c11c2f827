/** A link to be passed on: as text, and as a QR code where other machines can open it. */
import { post } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { complain } from "../said.js";
import { t } from "../strings.js";
import { w } from "../people/words.js";
import { CopyLine } from "./copy.js";

export function Share({ table, token, kind, game = "" }) {
	const [found, set] = useState(null);
	useEffect(() => {
		set(null);
		post(`/api/tables/${table}/invitation`, { token, kind }).then(set, complain);
	}, [table, token]);
	const share = () => navigator.share({ title: "croupier", text: w.shareText[kind](game), url: found.link }).catch(() => {}); // who thinks better of it
	if (!found) return html`<p aria-busy="true">${t.loading}</p>`;
	return html`<div class="share">
		${found.qr && html`<img class="qr" src=${found.qr} alt=${t.lobby.qr} width="164" height="164" />`}
		<div class="grow">
			<${CopyLine} label=${t.lobby.links[kind]} text=${found.link} />
			${navigator.share && html`<button class="main" onClick=${share}>${w.share}</button>`}
			<p class="dim">${found.local_only ? t.lobby.localOnly : found.qr && t.lobby.scan}</p>
		</div>
	</div>`;
}
