/** What the server and the browser keep, for how long, and how it is deleted. */
import { get } from "../api.js";
import { Install } from "../app/install.js";
import { html, useEffect, useState } from "../html.js";
import { a } from "./about_words.js";

export function About({ part }) {
	const [status, set] = useState(null);
	useEffect(() => {
		get("/api/status").then(set, () => {});
	}, []);
	return html`<article class="page narrow">
		<h1>${a.title}</h1>
		${a.text.map((text) => html`<p key=${text}>${text}</p>`)}
		${status && html`<p>${a.keep(status.keep_days)}</p>`}
		<${Install} sought=${part === "app"} />
		${status && html`<p class="dim">${a.version(status.version)}</p>`}
	</article>`;
}
