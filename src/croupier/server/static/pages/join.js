/** Coming to a table by a link: to join, or to a seat that one has. */
import { get, post } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { Seeded } from "../parts/deal.js";
import { Stop } from "../parts/stop.js";
import { PLAYERS, useGame } from "../people/options.js";
import { w } from "../people/words.js";
import { CookieNote, mayEnter, noteEntered } from "../people/cookie.js";
import { recall, remember } from "../prefs.js";
import { address, go } from "../route.js";
import { complain } from "../said.js";
import { t } from "../strings.js";

export function Join({ table, token }) {
	const [found, setFound] = useState(null);
	const [mine, setMine] = useState([]);
	const [trouble, setTrouble] = useState("");
	const game = useGame(found?.game ?? null);
	const [name, setName] = useState(recall("name", ""));
	const [busy, setBusy] = useState(false);
	useEffect(() => {
		post(`/api/tables/${table}/look`, { token }).then(({ state }) => setFound(state), (error) => setTrouble(error.message));
		get("/api/tables").then((all) => setMine(all.find((each) => each.table.id === table)?.mine ?? []), () => {});
	}, [table, token]);
	const join = async (event) => {
		event.preventDefault();
		if (busy || !mayEnter()) return;
		setBusy(true);
		try {
			const come = await post(`/api/tables/${table}/join`, { token, name: name.trim() || t.defaultName });
			noteEntered(table);
			if (name.trim() && !mine.length) remember("name", name.trim());
			go(["table", table, String(come.member)], { instead: true });
		} catch (error) {
			complain(error);
			setBusy(false);
		}
	};
	if (trouble) return html`<${Stop} why=${trouble} />`;
	if (!found) return html`<p class="page narrow" aria-busy="true">${t.loading}</p>`;
	const free = found.status === "lobby" ? found.seats.filter((seat) => seat.member === null && seat.agent === null).length : 0;
	const most = game?.options.find((option) => option.name === PLAYERS)?.high ?? 0;
	const names = found.members.map((each) => each.name);
	const myName = found.members.find((each) => each.member === mine[0]?.member)?.name;
	return html`<form class="page narrow" onSubmit=${join}>
		<h1>${t.join.title(found.title)}</h1>
		<p class="lead">${names.length ? t.join.who(names) : t.join.nobody} ${found.status === "lobby" ? w.joinSeats(free, found.seats.length < most) : found.status === "playing" ? w.joinLate : w.joinOver}</p>
		<${Seeded} deal=${found.deal} />
		<${CookieNote} />
		${myName && html`<p>${t.join.already(myName)} <a class="button main" href=${address("table", table)}>${t.join.asYou}</a></p><p>${t.join.another}</p>`}
		<label class="field"><span>${t.yourName}</span><input value=${name} maxlength="24" required autocomplete="nickname" placeholder=${t.namePlaceholder} onInput=${(event) => setName(event.target.value)} /></label>
		<div class="row"><button class="main" type="submit" aria-disabled=${busy}>${t.join.join}</button></div>
	</form>`;
}

/** The link of a seat: this browser speaks for its person from now on. */
export function Enter({ table, token }) {
	const [trouble, setTrouble] = useState("");
	useEffect(() => {
		post(`/api/tables/${table}/enter`, { token }).then(
			({ member }) => go(["table", table, String(member)], { instead: true }),
			(error) => setTrouble(error.message),
		);
	}, [table, token]);
	return trouble ? html`<${Stop} why=${trouble} />` : html`<p class="page narrow" aria-busy="true">${t.join.entering}</p>`;
}
