/** Coming to a table by a link: to join, or to a seat that one has. */
import { get, post } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { Seeded } from "../parts/deal.js";
import { Stop } from "../parts/asking.js";
import { CookieNote, PLAYERS, mayEnter, noteEntered, useGame } from "../people/making.js";
import { w } from "../people/words.js";
import { recall, remember } from "../prefs.js";
import { go } from "../route.js";
import { complain } from "../said.js";
import { t } from "../strings.js";

/** Whoever has a seat there in this browser goes to it; `another` is for somebody else at the same screen. */
export function Join({ table, token, another }) {
	const [found, setFound] = useState(null);
	const [trouble, setTrouble] = useState("");
	const game = useGame(found?.game ?? null);
	const [name, setName] = useState(another ? "" : recall("name", ""));
	const [busy, setBusy] = useState(false);
	useEffect(() => {
		const look = () => post(`/api/tables/${table}/look`, { token }).then(({ state }) => setFound(state), (error) => setTrouble(error.message));
		if (another) return void look();
		get("/api/tables").then((all) => {
			const mine = (id) => all.find((each) => each.table.id === id)?.table;
			let at = mine(table);
			while (at?.again && mine(at.again)) at = mine(at.again); // where these people play on
			return at ? go(["table", at.id], { instead: true }) : look();
		}, look);
	}, [table, token]);
	const join = async (event) => {
		event.preventDefault();
		if (busy || !mayEnter()) return;
		setBusy(true);
		try {
			const come = await post(`/api/tables/${table}/join`, { token, name: name.trim() || t.defaultName });
			noteEntered(table, come.member);
			remember(`join.${table}`, token);
			if (name.trim() && !another) remember("name", name.trim());
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
	return html`<form class="page narrow" onSubmit=${join}>
		<h1>${t.join.title(found.title)}</h1>
		<p class="lead">${names.length ? t.join.who(names) : t.join.nobody} ${found.status === "lobby" ? w.joinSeats(free, found.seats.length < most) : found.status === "playing" ? w.joinLate : w.joinOver}</p>
		<${Seeded} deal=${found.deal} />
		<${CookieNote} />
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
