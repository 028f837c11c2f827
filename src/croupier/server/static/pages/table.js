/** A table: for whom this browser plays there, then the lobby or the game. */
import { get } from "../api.js";
import { Bubbles } from "../chat/bubbles.js";
import { html, useEffect, useState } from "../html.js";
import { seatNames } from "../names.js";
import { useTable } from "../following.js";
import { isShuffling, Shuffling } from "../fair/shuffling.js";
import { Lobby } from "../parts/lobby.js";
import { Playing } from "../parts/playing.js";
import { Stop } from "../parts/stop.js";
import { cookieLost } from "../people/cookie.js";
import { Curtain, SharedScreen, useHandOver } from "../people/curtain.js";
import { w } from "../people/words.js";
import { announce, tell } from "../said.js";
import { t } from "../strings.js";

/** `member` is the number of the one to play for, as the address names it; without it, of the first. */
export function TablePage({ id, member }) {
	const [mine, setMine] = useState(null);
	const [trouble, setTrouble] = useState("");
	useEffect(() => {
		let gone = false;
		get(`/api/tables/${encodeURIComponent(id)}`).then(
			({ mine: found }) => gone || (cookieLost(id, found) ? setTrouble(w.cookieLost) : setMine(found.map((each) => each.member))),
			(error) => gone || setTrouble(cookieLost(id, []) ? w.cookieLost : (t.link.ended[error.code] ?? error.message)),
		);
		return () => {
			gone = true;
		};
	}, [id, member]);
	if (trouble) return html`<${Stop} why=${trouble} />`;
	if (!mine) return html`<div class="page narrow"><p aria-busy="true">${t.loading}</p></div>`;
	const asked = member === undefined ? null : Number(member);
	const chosen = mine.includes(asked) ? asked : (mine[0] ?? null);
	return html`<${Followed} key=${`${id} ${chosen}`} id=${id} member=${chosen} mine=${mine} />`;
}

function Followed({ id, member, mine }) {
	const [state, ask] = useTable(id, member, mine);
	const { table, link, why, doubt } = state;
	const warned = [link === "broken" && why, doubt].filter(Boolean).join(" ");
	useEffect(() => {
		announce(warned);
	}, [warned]);
	useEffect(() => {
		const notices = state.news.filter((each) => each.kind === "notice");
		if (notices.length) tell(notices.map((each) => each.text).join(" "));
	}, [state.news]);
	const [covered, draw, drawn] = useHandOver({ id, state, member, mine });
	if (link === "ended") return html`<${Stop} why=${why} />`;
	if (!state.ready) return html`<div class="page narrow"><p aria-busy="true">${link === "broken" ? why : t.link.connecting}</p></div>`;
	const names = seatNames(table);
	const props = { state, ask, names, member, mine };
	return html`
		${warned && html`<p class="banner problem">${warned}</p>`}
		${!table.playable && html`<p class="banner">${t.table.notPlayable(table.version)}</p>`}
		${mine.length > 1 && html`<${SharedScreen} table=${table} member=${member} mine=${mine} due=${state.sealed ? state.sealed.open : [state.view?.player]} />`}
		<${Bubbles} state=${state} />
		${covered ? html`<${Curtain} name=${table.members.find((each) => each.member === member).name} draw=${draw} />` : isShuffling(table) ? html`<${Shuffling} table=${table} />` : table.status === "lobby" ? html`<${Lobby} ...${props} />` : html`<${Playing} ...${props} focused=${drawn} />`}
	`;
}
