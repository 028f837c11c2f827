/** What the server and the browser keep, for how long, and how it is deleted. */
import { get } from "../api.js";
import { Install } from "../app/install.js";
import { html, useEffect, useState } from "../html.js";
import { t } from "../strings.js";

export function About({ part }) {
	const [status, set] = useState(null);
	useEffect(() => {
		get("/api/status").then(set, () => {});
	}, []);
	return html`<article class="page narrow">
		<h1>${t.about.title}</h1>
		${t.about.text.map((text) => html`<p key=${text}>${text}</p>`)}
		${status && html`<p>${t.about.keep(status.keep_days)}</p>`}
		<${Install} sought=${part === "app"} />
		${status && html`<p class="dim">${t.about.version(status.version)}</p>`}
	</article>`;
}
