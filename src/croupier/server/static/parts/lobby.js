/** The lobby: seats before a game, who comes, what the host may do, and the rules. */
import { get, post } from "../api.js";
import { Chat, Reactions, inCompany } from "../chat/chat.js";
import { Fairness, SettingsShown } from "../fair/section.js";
import { gameModule } from "../games.js";
import { html, useEffect, useLater, useLayoutEffect, useRef, useState } from "../html.js";
import { agentName, refusalAt, withNames } from "../names.js";
import { PLAYERS, useGame } from "../people/making.js";
import { w } from "../people/words.js";
import { recall, remember } from "../prefs.js";
import { address, go } from "../route.js";
import { complain, sound, tell } from "../said.js";
import { t } from "../strings.js";
import { Portrait, placeOf } from "../tricks/table.js";
import { c } from "../words.js";
import { Dialog, Leave, Remove, Rename, Share } from "./asking.js";
import { AgentList, Options, Seeded, agentChoices } from "./deal.js";

/** The form of the game's options; what changes meanwhile, like the seats, stays. */
function TableOptions({ table, game, want }) {
	const [changed, change] = useState({});
	const fields = useLater(() => import("../people/option_fields.js"));
	const value = { ...table.options, ...changed };
	const set = (found) => change(Object.fromEntries(Object.entries(found).filter(([name, each]) => each !== table.options[name])));
	const save = async (event) => {
		event.preventDefault();
		if (!(await want("options", { options: value }))) return;
		tell(w.optionsSaved);
		change({});
	};
	return fields && html`<form aria-label=${w.options} onSubmit=${save}>
		<${fields.OptionFields} game=${game} value=${value} onChange=${set} />
		<button type="submit">${t.settings.save}</button>
	</form>`;
}

/** The line of the log, which is announced, says it to who looks here. */
function useArrivals(state, member) {
	const { table, event } = state;
	useEffect(() => {
		const plain = () => {
			if (document.visibilityState !== "hidden") document.title = w.lobbyTitle(table.members.length, table.title);
		};
		const last = table.members.at(-1);
		if (event?.kind === "member" && last.member !== member) {
			document.title = w.cameTitle(table.members.length, last.name);
			sound("turn");
		} else plain();
		window.addEventListener("focus", plain);
		document.addEventListener("visibilitychange", plain);
		return () => {
			window.removeEventListener("focus", plain);
			document.removeEventListener("visibilitychange", plain);
		};
	}, [event, table.members.length]);
}

/** A link of one's seat, to be noted down: a browser may forget its cookie. */
function KeepSeat({ ownLink }) {
	return html`<details>
		<summary>${w.keepSeat}</summary>
		<p>${w.keepSeatHelp}</p>
		<button onClick=${ownLink}>${t.table.ownLink}</button>
	</details>`;
}

/** Seconds that are left of some milliseconds, counted down by this machine's clock; 0 where there are none. */
export function useCountdown(left) {
	const [seconds, set] = useState(Math.ceil(left / 1000));
	useLayoutEffect(() => {
		const end = performance.now() + left;
		const count = () => set(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
		count();
		const timer = setInterval(count, 1000);
		return () => clearInterval(timer);
	}, [left]);
	return seconds;
}

export function HostGone({ state, want }) {
	const { table, people, you } = state;
	const after = you.seat === null ? people.watcher_left : people.host_left;
	const left = useCountdown(after ?? 0);
	const host = table.members.find((each) => each.member === table.host);
	if (table.again || people.host_free === null || after === null || you.member === null || you.host || !host) return null;
	return html`<div class="banner row">
		<span>${t.lobby.hostGone(host.name, left)}</span>
		${left === 0 && html`<button onClick=${() => want("take-over")}>${t.lobby.takeOver}</button>`}
	</div>`;
}

/** That the table is to be deleted: when, who has not agreed, and what I say to it. */
export function Deletion({ state, want, member }) {
	const { table, people, you } = state;
	const left = useCountdown(people.deleted_in ?? 0);
	const asked = table.deletion;
	if (!asked) return null;
	const nameOf = (number) => table.members.find((each) => each.member === number)?.name ?? t.lobby.host;
	const agreed = [asked.by, ...asked.assents];
	const missing = table.seats.filter((chair) => chair.member !== null && people.here.includes(chair.member) && !agreed.includes(chair.member));
	const answer = (agrees) => want("assent", { agrees });
	return html`<div class="banner row">
		<span>${t.table.deletion(nameOf(asked.by), left, missing.map((chair) => nameOf(chair.member)))}</span>
		${you.seat !== null && !agreed.includes(member) && html`<button onClick=${() => answer(true)}>${t.table.agree}</button>`}
		${(you.seat !== null || member === asked.by) && html`<button onClick=${() => answer(false)}>${t.table.keep}</button>`}
	</div>`;
}

/** Paragraphs are lines, and points begin with a dash. */
export function Rules({ table }) {
	const [text, set] = useState(null);
	const [guide, setGuide] = useState(null);
	const [open, setOpen] = useState(false);
	const all = useLater(() => import("../learn/rule.js"), open);
	useEffect(() => {
		get(`/api/tables/${table.id}/rules`).then((found) => set(found.text), (error) => set(error.message));
	}, [table.id]);
	useEffect(() => {
		Promise.all([import("../learn/card_help.js"), gameModule(table.game)]).then(([{ Guide }, { cardName }]) => setGuide({ Guide, cardName }), complain);
	}, [table.game]);
	if (text === null) return html`<p aria-busy="true">${t.loading}</p>`;
	return html`<div class="rules">${text.split("\n").filter(Boolean).map((line, at) => html`<p key=${at} class=${line.startsWith("- ") ? "point" : ""}>${line.replace(/^- /, "")}</p>`)}</div>
		${guide && html`<${guide.Guide} game=${table.game} options=${table.options} nameOf=${guide.cardName} />`}
		<details onToggle=${(event) => setOpen(event.target.open)}><summary>${t.rules.byNumber}</summary>${all && html`<${all.AllRules} game=${table.game} />`}</details>`;
}

/** The agents that may sit at a game. */
export function useAgents(game) {
	const [agents, set] = useState([]);
	useEffect(() => {
		get(`/api/games/${encodeURIComponent(game)}/agents`).then(set, complain);
	}, [game]);
	return agents;
}

/** Ask for a change in the name of a member; refusals are told, and a new link to join is remembered. */
export function asker(table, member) {
	return (what, body = {}) =>
		post(`/api/tables/${table.id}/${what}`, { member, ...body }).then(
			(made) => {
				if (made.join) remember(`join.${made.table}`, made.join);
				return made;
			},
			(error) => {
				complain(refusalAt(table, error));
				return null;
			},
		);
}

export function Lobby({ state, names, member }) {
	const { table, you, people } = state;
	const agents = useAgents(table.game);
	const [, redraw] = useState(0);
	const [open, setOpen] = useState(false);
	const asked = asker(table, member);
	const want = async (...wish) => {
		const made = await asked(...wish);
		redraw((count) => count + 1); // the link to join may be another
		return made;
	};
	const host = table.members.find((each) => each.member === table.host);
	const token = recall(`join.${table.id}`);
	const [link, setLink] = useState(null);
	const ownLink = async () => setLink(await want("links"));
	const fresh = async () => (await want("invite")) && tell(t.lobby.newLinkMade);
	useArrivals(state, member);
	const game = useGame(table.game);
	const players = game?.options.find((option) => option.name === PLAYERS);
	const free = table.seats.filter((seat) => seat.member === null && seat.agent === null).length;
	const watching = table.members.filter((each) => each.seat === null);
	const unnamed = table.members.some((each) => each.member === member && each.name === t.defaultName);
	const ready = table.seats.length - free; // who could begin without the free seats
	const startHere = async () => {
		const unused = table.seats.filter((seat) => seat.member === null && seat.agent === null).reverse();
		for (const { seat } of unused) if (!(await want("drop-seat", { seat }))) return;
		await want("start", { fill: null });
	};
	const chair = { table, you, agents, want, mayDrop: players && table.seats.length > players.low };
	const short = free > 0 && players && ready >= players.low;
	return html`<div class="page lobby">
		<h1>${table.title}</h1>
		<${HostGone} state=${state} want=${want} />
		<${Seeded} deal=${table.deal} />
		<section class="felt" data-game=${table.game} aria-labelledby="seats">
			<h2 id="seats" class="unseen">${t.table.seatsOf}</h2>
			<div class="around">
				<ol class="chairs">
					${table.seats.map((each) => html`<${Chair} key=${each.seat} ...${chair} chair=${each} name=${names[each.seat]} asks=${unnamed && each.member === member} here=${people.here.includes(each.member)} />`)}
				</ol>
				<div class="begin">
					${you.host
						? html`${short && html`<button class="main" onClick=${startHere}>${w.startHere(ready)}</button>`}<button class=${short ? "" : "main"} onClick=${() => want("start", { fill: free ? "bot" : null })}>${free ? t.lobby.fill(free) : t.lobby.start}</button>`
						: html`<p>${host && t.lobby.waitHost(host.name)}</p>`}
					${you.host && players && table.seats.length < players.high && html`<button class="quiet" onClick=${() => want("add-seat")}>${w.addSeat}</button>`}
				</div>
			</div>
			${watching.length > 0 && html`<p>${t.pair(t.list(watching.map((each) => each.name)), t.lobby.watching)}</p>`}
		</section>
		${you.host && html`<${Invite} table=${table} token=${token} fresh=${fresh} />`}
		${inCompany(state) && html`<section class="talk" aria-labelledby="chat"><h2 id="chat">${c.title}</h2><${Chat} state=${state} want=${want} /><${Reactions} state=${state} want=${want} /></section>`}
		<details class="rest" onToggle=${(event) => setOpen(event.target.open)}><summary class="button">${w.rules}</summary>
			${you.host && game && table.playable && open && html`<${TableOptions} table=${table} game=${game} want=${want} />`}
			${table.playable && html`<${TheRules} key=${JSON.stringify(table.options)} table=${table} />`}
			${you.host ? html`<${Settings} table=${table} agents=${agents} want=${want} />` : html`<${SettingsShown} table=${table} />`}
			<${AgentList} agents=${agents} />
			${you.member !== null && html`${!unnamed && html`<${Rename} table=${table} member=${member} want=${want} />`}<${KeepSeat} ownLink=${ownLink} />`}
			${you.host && token && html`<button class="quiet" onClick=${fresh}>${t.lobby.newLink}</button>`}
			${state.log.length > 0 && html`<details><summary>${t.table.log}</summary><${Log} log=${state.log} names=${names} /></details>`}
			<${Fairness} part="Deal" table=${table} member=${member} />
			<div class="row">
				${token && you.member !== null && html`<a class="button quiet" href=${address("join", table.id, token, "another")}>${t.lobby.another}</a>`}
				${you.member !== null && html`<${Leave} table=${table} you=${you} want=${want} onGone=${() => go([])} />`}
			</div>
		</details>
		${link && html`<${Dialog} title=${t.table.ownLink} onClose=${() => setLink(null)}><p>${w.keepSeatHelp}</p><${Share} table=${table.id} token=${link.token} kind="seat" /><//>`}
	</div>`;
}

function TheRules({ table }) {
	const [open, set] = useState(false);
	return html`<details onToggle=${(event) => set(event.target.open)}><summary>${t.table.rules}</summary>${open && html`<${Rules} table=${table} />`}</details>`;
}

/** Where a seat is among three rows and three columns, oneself at the lower edge. */
function areaOf(seat, own, count) {
	const { "--x": x, "--y": y } = placeOf(seat, own, count);
	return { gridArea: `${y < -0.5 ? 1 : y < 0.5 ? 2 : 3} / ${x < -0.3 ? 1 : x > 0.3 ? 3 : 2}` };
}

/** A seat with its face; one that nobody has says what a tap does. */
function Chair({ table, name, chair, you, agents, want, mayDrop, asks, here }) {
	const { seat, member, agent } = chair;
	const mine = member !== null && member === you.member;
	const sit = you.member !== null && member === null && (you.host || !agent) && (() => want("seat", { seat }));
	const seatBot = you.host && member === null && (() => want("agent", { seat, agent: agent ? null : "bot" }));
	const says = member !== null ? [mine && t.you, member === table.host && t.lobby.host, !here && t.lobby.gone] : [seatBot ? (agent ? w.tap.free : w.tap.bot) : sit ? w.tap.sit : agent && agentName(agent)];
	const shown = html`${member === null && !agent ? html`<i class="portrait" aria-hidden="true">+</i>` : html`<${Portrait} name=${name} bot=${Boolean(agent)} />`}
		${asks ? html`<${Rename} table=${table} member=${member} want=${want} asks />` : html`<strong class="name">${name}</strong>`}
		<small>${says.filter(Boolean).join(" · ")}</small>`;
	return html`<li data-seat=${seat} style=${areaOf(seat, you.seat ?? 0, table.seats.length)}>
		${seatBot || sit ? html`<button class="chair" onClick=${seatBot || sit}>${shown}</button>` : html`<span class="chair">${shown}</span>`}
		${you.host && agent && agents.length > 1 && html`<select aria-label=${t.lobby.agentFor(seat)} onChange=${(event) => want("agent", { seat, agent: event.target.value })}><${Options} choices=${agentChoices(agents)} value=${agent} /></select>`}
		<span class="row">
			${seatBot && !agent && sit && html`<button class="quiet" onClick=${sit}>${t.lobby.sit}</button>`}
			${seatBot && mayDrop && html`<button class="sign quiet" aria-label=${w.dropSeat(seat)} title=${w.dropSeat(seat)} onClick=${() => want("drop-seat", { seat })}><span aria-hidden="true">✕</span></button>`}
			${mine && html`<button class="quiet" onClick=${() => want("seat", { seat: null })}>${t.lobby.stand}</button>`}
			${you.host && member !== null && !mine && html`<details class="inline"><summary aria-label=${t.pair(t.settings.title, name)}>⋯</summary><${Remove} table=${table} name=${name} whom=${member} want=${want} /></details>`}
		</span>
	</li>`;
}

function Invite({ table, token, fresh }) {
	return html`<section aria-labelledby="invite">
		<h2 id="invite">${t.lobby.invite}</h2>
		${token ? html`<${Share} key=${token} table=${table.id} token=${token} kind="join" game=${table.title} />` : html`<button onClick=${fresh}>${t.lobby.makeLink}</button>`}
	</section>`;
}

/** Settings that the host may change; `locked` are those that are settled. */
export function Settings({ table, agents, want, locked }) {
	const [value, set] = useState(table.settings);
	const [open, setOpen] = useState(false);
	const fields = useLater(() => import("../people/option_fields.js"), open);
	useEffect(() => set(table.settings), [JSON.stringify(table.settings)]);
	const save = async (event) => {
		event.preventDefault();
		if (await want("settings", { settings: value })) tell(t.settings.saved);
	};
	return html`<details onToggle=${(event) => setOpen(event.target.open)}>
		<summary>${t.settings.title}</summary>
		${fields &&
		html`<form onSubmit=${save}>
			<${fields.SettingsFields} value=${value} agents=${agents} onChange=${set} locked=${locked} />
			<button type="submit">${t.settings.save}</button>
		</form>`}
	</details>`;
}

/** What happened, in the game and beside it, line by line; without what is said `twice`. */
export function Log({ log: all, names, words, twice }) {
	const log = twice ? all.filter((each) => !twice(each)) : all;
	const box = useRef(null);
	useEffect(() => {
		const scroller = box.current?.parentElement;
		if (scroller) scroller.scrollTop = scroller.scrollHeight;
	}, [log.length]);
	if (!log.length) return html`<p class="dim">${t.table.empty}</p>`;
	const first = Math.max(0, log.length - 300);
	return html`<ol class="log" ref=${box}>
		${log.slice(first).map((each, at) => html`<li key=${first + at} class=${each.kind}>${each.kind === "notice" ? each.text : withNames(each, names, words)}</li>`)}
	</ol>`;
}
