/** The panel beside the table: the score, and below it chat, log, players or rules. Where there is room the chat is open from the start. */
import { ask, post } from "../api.js";
import { Chat, hasDraft, inCompany, useChatOpener, useUnread } from "../chat/chat.js";
import { Fairness, SettingsShown } from "../fair/section.js";
import { html, useLater, useRef, useState } from "../html.js";
import { agentName, refusalAt } from "../names.js";
import { w } from "../people/words.js";
import { PositionLink, w as positions } from "../positions/link.js";
import { go } from "../route.js";
import { complain, tell } from "../said.js";
import { t } from "../strings.js";
import { c } from "../words.js";
import { Dialog, Leave, Remove, Rename, Share } from "./asking.js";
import { Options, Seeded, agentChoices } from "./deal.js";
import { Log, Rules, Settings, useAgents } from "./lobby.js";
import { CircleOf } from "./over.js";

const SIGNS = {
	chat: "M4 5h16v11H9.500L5 20v-4H4z",
	log: "M5 6h14M5 12h14M5 18h9",
	people: "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c.5-4 3-6 6.500-6s6 2 6.500 6M15.500 4.500a3.500 3.500 0 0 1 0 6M18 14.500c2 .8 3.200 2.600 3.500 5.500",
	rules: "M19 20H8a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3h11zM5 17a3 3 0 0 1 3-3h11",
};

export function Panel({ state, view, names, module, want, member }) {
	const pages = [
		...(inCompany(state) ? [["chat", c.title]] : []),
		["log", t.table.log],
		["people", t.table.people],
		...(state.table.playable ? [["rules", t.table.rules]] : []),
	];
	const unread = useUnread(state);
	const [chosen, choose] = useState(hasDraft(state) ? "chat" : null);
	const open = chosen ?? (inCompany(state) && matchMedia("(min-width: 64rem)").matches ? "chat" : "log");
	useChatOpener(() => choose("chat"));
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
		${module?.Score && view && html`<${module.Score} view=${view} names=${names} rounds=${state.rounds} />`}
		<div class="tabs" role="tablist" aria-label=${state.table.title} ref=${tabs} onKeyDown=${onKeyDown}>
			${pages.map(
				([name, text]) => html`<button key=${name} id=${`tab-${name}`} role="tab" aria-selected=${name === open} aria-controls="panel" tabindex=${name === open ? 0 : -1} aria-label=${name === "chat" ? c.tab(unread) : text} title=${text} onClick=${() => choose(name)}><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[name]} /></svg><span class="word">${text}</span>${name === "chat" && unread > 0 && html`<span class="unread">${unread}</span>`}</button>`,
			)}
		</div>
		<div id="panel" role="tabpanel" aria-labelledby=${`tab-${open}`} tabindex="0">
			${open === "log" && html`<${Log} log=${state.moves ? [...toldMoves(state.moves), ...state.log] : state.log} names=${names} words=${module?.words} twice=${module?.twice} />`}
			${open === "chat" && html`<${Chat} state=${state} want=${want} />`}
			${open === "people" && html`<${People} state=${state} names=${names} want=${want} member=${member} />`}
			${open === "rules" && html`<${Rules} table=${state.table} />`}
		</div>
	</aside>`;
}

/** The moves at a table of other rules, as a log. */
const toldMoves = (moves) => moves.map(({ seat, text }) => ({ kind: "event", text: t.table.moveOf(seat, text ?? "…") }));

function People({ state, names, want, member }) {
	const { table, you, people } = state;
	const agents = useAgents(table.game);
	const notices = useLater(() => import("../time/waiting.js"), you.seat !== null);
	const [link, setLink] = useState(null);
	const [sure, setSure] = useState(false);
	const watching = table.members.filter((each) => each.seat === null);
	const agentSeats = you.host && table.status === "playing" ? table.seats.filter((chair) => chair.agent) : [];
	const ownLink = async () => {
		const made = await want("links");
		if (made) setLink({ title: t.table.ownLink, help: t.table.ownLinkHelp, token: made.token });
	};
	const freshLink = async () => {
		const made = await want("reissue", { whom: member });
		if (made) setLink({ title: t.table.freshLink, help: t.table.freshLinkHelp, token: made.token });
	};
	const newLink = async (whom, name) => {
		const made = await want("reissue", { whom });
		const seated = table.seats.some((chair) => chair.member === whom);
		const help = t.table.newLinkHelp(name, seated, seated && table.status === "playing", table.deals_again);
		if (made) setLink({ title: t.table.newLinkFor(name), help, token: made.token });
	};
	const drop = async () => {
		try {
			const done = await ask("DELETE", `/api/tables/${table.id}?member=${member}`);
			if (!done.deleted) return setSure(false); // it is announced, and the others are asked
			tell(t.table.deleted);
			go([]);
		} catch (error) {
			complain(refusalAt(table, error));
		}
	};
	const stateOf = (chair) =>
		[
			chair.member === table.host && t.lobby.host,
			chair.agent && !you.host && agentName(chair.agent),
			chair.stand_in && t.table.playsFor,
			chair.awaits_deal && t.table.awaitsDealOf(table.deals_again),
			chair.member !== null && !people.here.includes(chair.member) && t.lobby.gone,
		].filter(Boolean).join(" · ");
	return html`<div class="people">
		<ul>
			${table.seats.map(
				(chair) => html`<li key=${chair.seat}>
					<strong>${names[chair.seat]}</strong> <small>${stateOf(chair)}</small>
					${you.host && chair.member !== null && chair.member !== member && html`<${ForMember} table=${table} name=${names[chair.seat]} whom=${chair.member} people=${people} want=${want} newLink=${newLink} />`}
					${you.host && chair.agent && table.status === "playing" &&
					html`<select aria-label=${t.table.replaceAgent(names[chair.seat])} onChange=${(event) => want("agent", { seat: chair.seat, agent: event.target.value })}><${Options} choices=${agentChoices(agents)} value=${chair.agent} /></select>`}
				</li>`,
			)}
			${watching.map(
				(each) => html`<li key=${`m${each.member}`}>
					<strong>${each.name}</strong> <small>${table.seats.some((chair) => chair.claim === each.member) ? w.hasLeft : t.lobby.watching}</small>
					${agentSeats.length > 0 && html`<${GiveSeat} whom=${each} seats=${agentSeats} names=${names} again=${table.deals_again} want=${want} />`}
					${you.host && each.member !== member && html`<${ForMember} table=${table} name=${each.name} whom=${each.member} people=${people} want=${want} newLink=${newLink} />`}
				</li>`,
			)}
		</ul>
		<${Seeded} deal=${table.deal} />
		<${Fairness} part="Deal" over=${table.status === "over"} table=${table} member=${member} />
		${!you.host && html`<${SettingsShown} table=${table} />`}
		<div class="row"><${CircleOf} state=${state} want=${want} />
			${table.playable && you.seat !== null && !table.seats[you.seat].awaits_deal &&
			html`<${PositionLink} label=${positions.table} help=${table.status === "over" ? positions.tableOver : positions.tableHelp} again=${table.status !== "over"} make=${() => post(`/api/tables/${table.id}/position`, { member })} />`}
		</div>
		${you.member !== null &&
		html`<${Rename} table=${table} member=${member} want=${want} />
		${notices && you.seat !== null && table.status !== "over" && html`<${notices.Notices} key=${member} table=${table} member=${member} />`}
		<div class="row"><button class="quiet" onClick=${ownLink}>${t.table.ownLink}</button><button class="quiet" onClick=${freshLink}>${t.table.freshLink}</button><${Leave} table=${table} you=${you} want=${want} onGone=${() => go([])} /></div>`}
		${you.host && html`<${Settings} table=${table} agents=${agents} want=${want} locked=${table.status === "playing" ? ["spectators"] : []} />
		<button class="quiet danger" onClick=${() => setSure(true)}>${t.table.delete}</button>`}
		${link && html`<${Dialog} title=${link.title} onClose=${() => setLink(null)}><p>${link.help}</p><${Share} table=${table.id} token=${link.token} kind="seat" /><//>`}
		${sure && html`<${Dialog} title=${t.table.delete} onClose=${() => setSure(false)}><p>${t.table.deleteSure}</p>${table.status === "playing" && table.seats.some((chair) => chair.member !== null && chair.member !== member) && html`<p>${t.table.deleteAsks}</p>`}<button class="danger" onClick=${drop}>${t.table.delete}</button><//>`}
	</div>`;
}

/** What the host may do with a person. */
function ForMember({ table, name, whom, people, want, newLink }) {
	return html`<details class="inline">
		<summary aria-label=${t.pair(t.settings.title, name)}>…</summary>
		<div class="row">
			${!people.here.includes(whom) && html`<button onClick=${() => newLink(whom, name)}>${t.table.newLinkFor(name)}</button>`}
			<button onClick=${() => want("host", { whom })}>${t.table.handOn(name)}</button>
			<${Remove} table=${table} name=${name} whom=${whom} want=${want} />
		</div>
	</details>`;
}

/** A seat of an agent for somebody who watches. */
function GiveSeat({ whom, seats, names, again, want }) {
	return html`<details class="inline">
		<summary>${t.table.giveSeat(whom.name, again)}</summary>
		<div class="row">${seats.filter((chair) => chair.claim !== whom.member).map((chair) => html`<button key=${chair.seat} onClick=${() => want("give", { whom: whom.member, seat: chair.seat })}>${names[chair.seat]}</button>`)}</div>
	</details>`;
}
