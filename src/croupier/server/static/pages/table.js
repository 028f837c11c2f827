/** A table: its page, from the lobby to the end of a game. */
import { get } from "../api.js";
import { Bubbles } from "../chat/chat.js";
import { Shuffling, isShuffling } from "../fair/section.js";
import { useTable } from "../following.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { seatNames } from "../names.js";
import { Lobby } from "../parts/lobby.js";
import { Playing } from "../parts/playing.js";
import { Stop } from "../parts/asking.js";
import { cookieLost, enteredAs } from "../people/making.js";
import { w } from "../people/words.js";
import { address, go } from "../route.js";
import { announce, hush, tell } from "../said.js";
import { t } from "../strings.js";

const uncovered = new Map(); // by table, whose cards may be seen: forgotten when the page is loaded anew
const handed = new Map(); // by table, the turn and the person for whom it has switched by itself

/** Whether the cards of `member` are behind a curtain, how to draw it back, and whether that was done. Switches to who is to move. */
function useHandOver({ id, state, member, mine }) {
	const { table, view, turn, sealed } = state;
	const [, redraw] = useState(0);
	const playing = table?.status === "playing" && view !== null && !view.over;
	const seated = playing ? table.seats.filter((chair) => mine.includes(chair.member) && !chair.awaits_deal) : [];
	const shared = seated.length > 1;
	const waits = seated.filter((chair) => !chair.stand_in && (sealed ? sealed.open.includes(chair.seat) : chair.seat === view.player));
	const due = (waits.find((chair) => chair.member === member) ?? waits[0])?.member ?? null;
	const moment = sealed ? `${turn} ${due}` : `${turn}`; // where answers are sealed, several are asked in one turn
	useEffect(() => {
		if (!shared || due === null || handed.get(id) === moment) return;
		handed.set(id, moment);
		if (due !== member) go(["table", id, String(due)], { instead: true });
	}, [shared, due, moment]);
	const own = seated.some((chair) => chair.member === member);
	const covered = shared && table.hidden && own && uncovered.get(id) !== member;
	const drawn = useRef(false);
	useLayoutEffect(() => {
		if (!covered) return;
		drawn.current = false;
		hush();
	}, [covered]);
	const draw = () => {
		drawn.current = true;
		uncovered.set(id, member);
		redraw((count) => count + 1);
	};
	useEffect(() => {
		if (covered || (shared && !own)) uncovered.delete(id); // somebody else may hold it now
	}, [covered, shared, own]);
	return [covered, draw, drawn.current];
}

/** What is seen in place of the cards until the right person has the screen. */
function Curtain({ name, draw }) {
	const button = useRef(null);
	useEffect(() => {
		button.current?.focus();
		announce(w.handOver(name));
		document.title = w.handOver(name);
	}, [name]);
	return html`<section class="curtain" aria-label=${w.handOver(name)}>
		<h1>${w.handOver(name)}</h1>
		<p>${w.handOverHelp(name)}</p>
		<button class="main" ref=${button} onClick=${draw}>${w.showCards}</button>
	</section>`;
}

/** For whom this screen can show the table. */
function SharedScreen({ table, member, mine, due }) {
	const people = table.members.filter((each) => mine.includes(each.member));
	return html`<nav class="shared" aria-label=${t.table.playAs}>
		<span>${t.table.playAs}</span>
		${people.map(
			(each) => html`<a key=${each.member} class=${each.member === member ? "button main" : "button"} aria-current=${each.member === member ? "page" : undefined} href=${address("table", table.id, String(each.member))}>
				${each.name}${due.includes(each.seat) ? ` (${t.table.due})` : ""}
			</a>`,
		)}
	</nav>`;
}

/** `member` is the number of the one to play for, as the address names it; without it, of the first. */
export function TablePage({ id, member }) {
	const [mine, setMine] = useState(enteredAs(id));
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
