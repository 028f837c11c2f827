/** A link to be passed on: as text, and as a QR code where other machines can open it. */
import { post } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { complain } from "../said.js";
import { t } from "../strings.js";
import { CopyLine } from "./copy.js";

export function Share({ table, token, kind }) {
	const [found, set] = useState(null);
	useEffect(() => {
		set(null);
		post(`/api/tables/${table}/invitation`, { token, kind }).then(set, complain);
	}, [table, token]);
	if (!found) return html`<p aria-busy="true">${t.loading}</p>`;
	return html`<div class="share">
		${found.qr && html`<img class="qr" src=${found.qr} alt=${t.lobby.qr} width="164" height="164" />`}
		<div class="grow">
			<${CopyLine} label=${t.lobby.links[kind]} text=${found.link} />
			<p class="dim">${found.local_only ? t.lobby.localOnly : found.qr && t.lobby.scan}</p>
		</div>
	</div>`;
}
