/** The page about this server. */
import { get } from "../api.js";
import { Install } from "../app/app.js";
import { html, useEffect, useState } from "../html.js";
import { counted, inLanguage } from "../language.js";

export const a = inLanguage("about", {
	title: "What is stored",
	text: [
		"For every table the server keeps names, seats, settings, how the cards were dealt, each move with its time, and the last 300 lines of chat. Of the secrets in links and cookies it keeps only a fingerprint.",
		"If you let it notify you while no page is open, it also keeps your browser's address at its push service, the keys to encrypt for it and its language, until you switch that off, leave your seat or the table is deleted.",
		"There are no accounts, no e-mail addresses and no network addresses of people. Games and score sheets that you open from a file are not kept.",
		"This browser keeps one cookie, croupier, which says at which tables it has a seat, for 180 days; and your name, colours, join links of your tables, how far you have read their chats and whether you have muted them, the score sheet, answers to problems, and what proves that the deals of your last 30 games were fair. It may also keep the files of these pages, for when there is no network.",
		"When the same people play again, their names and results are kept as standings for everybody who has the link. A tick next to Play again switches that off.",
		"The host of a table can delete it under Players. The person who runs the server can read the hidden cards.",
	],
	keep: (days) => (days ? `Tables are deleted after ${counted(days, "# day", "# days")} without an event.` : "Tables are kept until their host, or the person who runs the server, deletes them."),
});

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
		${status && html`<p class="dim">croupier ${status.version}</p>`}
	</article>`;
}
