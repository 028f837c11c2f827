/** What games are dealt from, where that is a seed: whoever knows it can know all cards. */
import { get } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { t } from "../strings.js";

/** Words about a table. */
export function Seeded({ deal }) {
	return deal === "seed" ? html`<p class="banner" data-seeded>${t.lobby.seeded}</p>` : null;
}

/** The same about the tables that this server is to deal. */
export function ServerSeeded() {
	const [deal, set] = useState("secret");
	useEffect(() => {
		get("/api/status").then((found) => set(found.deal), () => {});
	}, []);
	return html`<${Seeded} deal=${deal} />`;
}
