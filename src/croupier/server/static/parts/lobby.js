/** A table before the game: who comes, who sits where, and the link for friends. */
import { get, post } from "../api.js";
import { Chat } from "../chat/chat.js";
import { inCompany } from "../chat/lines.js";
import { Reactions } from "../chat/reactions.js";
import { c } from "../chat/words.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { useLater } from "../later.js";
import { refusalAt, withNames } from "../names.js";
import { recall, remember } from "../prefs.js";
import { address, go } from "../route.js";
import { complain, tell } from "../said.js";
import { t } from "../strings.js";
import { AgentList, leveled, strengthOf } from "./agents.js";
import { Seeded } from "./deal.js";
import { Dialog } from "./dialog.js";
import { Fairness, SettingsShown } from "../fair/section.js";
import { HostGone } from "./host.js";
import { Leave, Remove } from "../people/asking.js";
import { ArrivalSound, KeepSeat, useArrivals } from "../people/arrivals.js";
import { PLAYERS, TableOptions, useGame } from "../people/options.js";
import { Rename } from "../people/rename.js";
import { w } from "../people/words.js";
import { Portrait } from "../tricks/portrait.js";
import { Rules } from "./rules.js";
import { Share } from "./share.js";

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
	const ready = table.seats.length - free; // who could begin without the free seats
	const startHere = async () => {
		const unused = table.seats.filter((seat) => seat.member === null && seat.agent === null).reverse();
		for (const { seat } of unused) if (!(await want("drop-seat", { seat }))) return;
		await want("start", { fill: null });
	};
	return html`<div class="page narrow lobby">
		<h1>${table.title}</h1>
		<${HostGone} state=${state} want=${want} />
		<${Seeded} deal=${table.deal} />
		${you.host && html`<${Invite} table=${table} token=${token} fresh=${fresh} />`}
		<section aria-labelledby="seats">
			<h2 id="seats">${t.table.seatsOf}</h2>
			<ol class="chairs">
				${table.seats.map(
					(chair) => html`<li key=${chair.seat} data-seat=${chair.seat}>
						${chair.member === null && !chair.agent ? html`<i class="portrait free"></i>` : html`<${Portrait} name=${names[chair.seat]} bot=${Boolean(chair.agent)} />`}
						<span class="who">
							<strong>${names[chair.seat]}</strong>
							${chair.agent && html`<small>${strengthOf(agents.find(({ name }) => name === chair.agent))}</small>`}
							${chair.member !== null && html`<small>${[chair.member === member && t.you, chair.member === table.host && t.lobby.host, people.here.includes(chair.member) ? t.lobby.here : t.lobby.gone].filter(Boolean).join(" · ")}</small>`}
						</span>
						<${Chair} table=${table} name=${names[chair.seat]} chair=${chair} you=${you} agents=${agents} want=${want} mayDrop=${players && table.seats.length > players.low} />
					</li>`,
				)}
			</ol>
			<div class="row">
				${you.host && players && table.seats.length < players.high && html`<button class="quiet" onClick=${() => want("add-seat")}>${w.addSeat}</button>`}
				${token && you.member !== null && html`<a class="button quiet" href=${address("join", table.id, token, "another")}>${t.lobby.another}</a>`}
			</div>
			${watching.length > 0 && html`<p class="dim">${t.pair(t.list(watching.map((each) => each.name)), t.lobby.watching)}</p>`}
		</section>
		<div class="row">
			${you.host
				? html`${free > 0 && players && ready >= players.low && html`<button class="main" onClick=${startHere}>${w.startHere(ready)}</button>`}<button class=${free > 0 && players && ready >= players.low ? "" : "main"} onClick=${() => want("start", { fill: free ? "bot" : null })}>${free ? t.lobby.fill(free) : t.lobby.start}</button>`
				: html`<p>${host && t.lobby.waitHost(host.name)}</p>${you.member !== null && html`<${Leave} table=${table} you=${you} want=${want} onGone=${() => go([])} />`}`}
		</div>
		${inCompany(state) && html`<section class="talk" aria-labelledby="chat"><h2 id="chat">${c.title}</h2><${Chat} state=${state} want=${want} /><${Reactions} state=${state} want=${want} /></section>`}
		${you.host && game && table.playable && html`<${TableOptions} table=${table} game=${game} want=${want} />`}
		<details class="rest"><summary>${t.lobby.rest}</summary>
			${you.member !== null && html`<${Rename} table=${table} member=${member} want=${want} /><${KeepSeat} ownLink=${ownLink} />`}
			${you.host && html`<${ArrivalSound} />${token && html`<button class="quiet" onClick=${fresh}>${t.lobby.newLink}</button>`}`}
			<${AgentList} agents=${agents} />
			${state.log.length > 0 && html`<details><summary>${t.table.log}</summary><${Log} log=${state.log} names=${names} /></details>`}
			${table.playable && html`<${TheRules} key=${JSON.stringify(table.options)} table=${table} />`}
			${you.host ? html`<${Settings} table=${table} agents=${agents} want=${want} />` : html`<${SettingsShown} table=${table} />`}
			<${Fairness} part="Deal" table=${table} member=${member} />
		</details>
		${link && html`<${Dialog} title=${t.table.ownLink} onClose=${() => setLink(null)}><p>${w.keepSeatHelp}</p><${Share} table=${table.id} token=${link.token} kind="seat" /><//>`}
	</div>`;
}

function TheRules({ table }) {
	const [open, set] = useState(false);
	return html`<details onToggle=${(event) => set(event.target.open)}><summary>${t.table.rules}</summary>${open && html`<${Rules} table=${table} />`}</details>`;
}

/** What may be done with a seat. */
function Chair({ table, name, chair, you, agents, want, mayDrop }) {
	const taken = chair.member !== null;
	if (taken) {
		return chair.member === you.member
			? html`<button onClick=${() => want("seat", { seat: null })}>${t.lobby.stand}</button>`
			: you.host && html`<details class="inline"><summary aria-label=${t.pair(t.settings.title, name)}>⋯</summary><${Remove} table=${table} name=${name} whom=${chair.member} want=${want} /></details>`;
	}
	const drop = () => want("drop-seat", { seat: chair.seat });
	const choose = (event) => want("agent", { seat: chair.seat, agent: event.target.value || null });
	return html`<span class="row">
		${you.host &&
		html`<select aria-label=${t.lobby.agentFor(chair.seat)} onChange=${choose}>
			<option value="" selected=${!chair.agent}>${t.lobby.empty}</option>
			${agents.map((agent) => html`<option key=${agent.name} value=${agent.name} selected=${chair.agent === agent.name}>${leveled(agent)}</option>`)}
		</select>`}
		${(you.host || !chair.agent) && you.member !== null && html`<button onClick=${() => want("seat", { seat: chair.seat })}>${t.lobby.sit}</button>`}
		${you.host && mayDrop && html`<button class="sign quiet" aria-label=${w.dropSeat(chair.seat)} title=${w.dropSeat(chair.seat)} onClick=${drop}><span aria-hidden="true">✕</span></button>`}
	</span>`;
}

function Invite({ table, token, fresh }) {
	return html`<section aria-labelledby="invite">
		<h2 id="invite">${t.lobby.invite}</h2>
		<p>${t.lobby.inviteHelp}</p>
		${token ? html`<${Share} key=${token} table=${table.id} token=${token} kind="join" game=${table.title} />` : html`<button onClick=${fresh}>${t.lobby.makeLink}</button>`}
	</section>`;
}

/** Settings that the host may change; `locked` are those that are settled. */
export function Settings({ table, agents, want, locked }) {
	const [value, set] = useState(table.settings);
	const [open, setOpen] = useState(false);
	const fields = useLater(() => import("./settings.js"), open);
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
