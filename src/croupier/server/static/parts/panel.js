/** The panel beside the table: score, log, players, rules. */
import { ask } from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { agentName, withNames } from "../names.js";
import { remember } from "../prefs.js";
import { go } from "../route.js";
import { complain, tell } from "../said.js";
import { t } from "../strings.js";
import { Seeded } from "./deal.js";
import { Dialog } from "./dialog.js";
import { Settings, useAgents } from "./lobby.js";
import { Rules } from "./rules.js";
import { Share } from "./share.js";

export function Panel({ state, view, names, module, want, member }) {
	const pages = [
		...(module?.Score ? [["score", t.table.score]] : []),
		["log", t.table.log],
		["people", t.table.people],
		...(state.table.playable ? [["rules", t.table.rules]] : []),
	];
	const [chosen, choose] = useState(null);
	const open = chosen ?? pages[0][0];
	const tabs = useRef(null);
	const onKeyDown = (event) => {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		if (!step) return;
		const at = pages.findIndex(([name]) => name === open);
		const [next] = pages[(at + step + pages.length) % pages.length];
		choose(next);
		tabs.current.querySelector(`#tab-${next}`).focus();
	};
	return html`<aside class="panel">
		<div class="tabs" role="tablist" aria-label=${state.table.title} ref=${tabs} onKeyDown=${onKeyDown}>
			${pages.map(
				([name, text]) => html`<button key=${name} id=${`tab-${name}`} role="tab" aria-selected=${name === open} aria-controls="panel" tabindex=${name === open ? 0 : -1} onClick=${() => choose(name)}>${text}</button>`,
			)}
		</div>
		<div id="panel" role="tabpanel" aria-labelledby=${`tab-${open}`} tabindex="0">
			${open === "score" && module?.Score && view && html`<${module.Score} view=${view} names=${names} rounds=${state.rounds} />`}
			${open === "log" && html`<${Log} log=${state.moves ? toldMoves(state.moves) : state.log} names=${names} words=${module?.words} />`}
			${open === "people" && html`<${People} state=${state} names=${names} want=${want} member=${member} />`}
			${open === "rules" && html`<${Rules} table=${state.table.id} />`}
		</div>
	</aside>`;
}

/** The moves at a table of other rules, as a log. */
const toldMoves = (moves) => moves.map(({ seat, text }) => ({ kind: "event", text: `Player ${seat}: ${text ?? "…"}` }));

function Log({ log, names, words }) {
	const box = useRef(null);
	useEffect(() => {
		const scroller = box.current?.parentElement;
		if (scroller) scroller.scrollTop = scroller.scrollHeight;
	}, [log.length]);
	if (!log.length) return html`<p class="dim">${t.table.empty}</p>`;
	const first = Math.max(0, log.length - 300);
	return html`<ol class="log" ref=${box}>
		${log.slice(first).map((each, at) => html`<li key=${first + at} class=${each.kind}>${withNames(each.text, names, words)}</li>`)}
	</ol>`;
}

function People({ state, names, want, member }) {
	const { table, you, people } = state;
	const agents = useAgents(table.game);
	const [link, setLink] = useState(null);
	const [sure, setSure] = useState(false);
	const watching = table.members.filter((each) => each.seat === null);
	const ownLink = async () => {
		const made = await want("links");
		if (made) setLink({ help: t.table.ownLinkHelp, token: made.token });
	};
	const newLink = async (whom, name) => {
		const made = await want("reissue", { whom });
		if (made) setLink({ help: t.table.newLinkHelp(name), token: made.token });
	};
	const [draft, keep] = useState(null);
	const rename = async (event) => {
		event.preventDefault();
		const name = draft?.trim();
		if (!name || !(await want("name", { name }))) return;
		remember("name", name);
		keep(null);
	};
	const leave = async () => (await want("remove", { whom: member })) && go([]);
	const drop = async () => {
		try {
			await ask("DELETE", `/api/tables/${table.id}?member=${member}`);
			tell(t.table.deleted);
			go([]);
		} catch (error) {
			complain(error);
		}
	};
	const stateOf = (chair) =>
		[
			chair.member === table.host && t.lobby.host,
			chair.stand_in && t.table.playsFor,
			chair.member !== null && !people.here.includes(chair.member) && t.lobby.gone,
		].filter(Boolean).join(" · ");
	return html`<div class="people">
		<ul>
			${table.seats.map(
				(chair) => html`<li key=${chair.seat}>
					<strong>${names[chair.seat]}</strong> <small>${stateOf(chair)}</small>
					${you.host && chair.member !== null && chair.member !== member && html`<${ForMember} name=${names[chair.seat]} whom=${chair.member} want=${want} newLink=${newLink} />`}
					${you.host && chair.agent && table.status === "playing" &&
					html`<select aria-label=${t.table.replaceAgent(names[chair.seat])} onChange=${(event) => want("agent", { seat: chair.seat, agent: event.target.value })}>
						${agents.map(({ name }) => html`<option key=${name} value=${name} selected=${name === chair.agent}>${agentName(name)}</option>`)}
					</select>`}
				</li>`,
			)}
			${watching.map(
				(each) => html`<li key=${`m${each.member}`}>
					<strong>${each.name}</strong> <small>${t.lobby.watching}</small>
					${you.host && each.member !== member && html`<${ForMember} name=${each.name} whom=${each.member} want=${want} newLink=${newLink} />`}
				</li>`,
			)}
		</ul>
		<${Seeded} deal=${table.deal} />
		${you.member !== null &&
		html`<details>
			<summary>${t.table.rename}</summary>
			<form class="row" onSubmit=${rename}><input aria-label=${t.yourName} maxlength="24" required value=${draft ?? table.members.find((each) => each.member === member)?.name} onInput=${(event) => keep(event.target.value)} /><button type="submit">${t.settings.save}</button></form>
		</details>
		<div class="row"><button class="quiet" onClick=${ownLink}>${t.table.ownLink}</button>${!you.host && html`<button class="quiet" onClick=${leave}>${t.table.leave}</button>`}</div>`}
		${you.host && html`<${Settings} table=${table} agents=${agents} want=${want} locked=${table.status === "playing" ? ["spectators"] : []} />
		<button class="quiet danger" onClick=${() => setSure(true)}>${t.table.delete}</button>`}
		${link && html`<${Dialog} title=${t.table.ownLink} onClose=${() => setLink(null)}><p>${link.help}</p><${Share} table=${table.id} token=${link.token} kind="seat" /><//>`}
		${sure && html`<${Dialog} title=${t.table.delete} onClose=${() => setSure(false)}><p>${t.table.deleteSure}</p><button class="danger" onClick=${drop}>${t.table.delete}</button><//>`}
	</div>`;
}

/** What the host may do with a person. */
function ForMember({ name, whom, want, newLink }) {
	return html`<details class="inline">
		<summary aria-label=${`${t.settings.title}: ${name}`}>…</summary>
		<div class="row">
			<button onClick=${() => newLink(whom, name)}>${t.table.newLinkFor(name)}</button>
			<button onClick=${() => want("host", { whom })}>${t.table.handOn(name)}</button>
			<button class="danger" onClick=${() => want("remove", { whom })}>${t.table.remove(name)}</button>
		</div>
	</details>`;
}
