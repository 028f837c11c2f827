/** Choosing who plays and what a deal is made from. */
import { get } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { agentName } from "../names.js";
import { t } from "../strings.js";

export const helpOf = ({ name, help }) => t.agentHelp[name] ?? help;

/** An agent's measured strength in a sentence; empty where it was not measured. */
export const strengthOf = (agent) => agent?.strengths.map((each) => t.strength.wins(each, against(each))).join("; ") ?? "";
const against = ({ opponent, others, order }) => `${others > 1 ? `${others} × ` : ""}${agentName(opponent)}${order && `, ${t.strength.order[order]}`}`;

/** An agent by its level, with its name; by its name alone where it has no level. */
const leveled = ({ name, level }) => (level ? t.pair(t.levels[level], agentName(name)) : agentName(name));

/** What a field may be, by name: words, or choices of their own under what they are called. */
export const Options = ({ choices, value }) => Object.entries(choices).map(([name, text]) => (typeof text === "string" ? html`<option key=${name} value=${name} selected=${name === value}>${text}</option>` : html`<optgroup key=${name} label=${name}><${Options} choices=${text} value=${value} /></optgroup>`));

/** The agents as choices of a field, as the server lists them: by level, with those behind them that have none. */
export function agentChoices(agents) {
	const [known, others] = [true, false].map((has) => Object.fromEntries(agents.filter(({ level }) => Boolean(level) === has).map((agent) => [agent.name, leveled(agent)])));
	return Object.keys(known).length && Object.keys(others).length ? { ...known, [t.home.rest]: others } : { ...known, ...others };
}

export const AgentList = ({ agents }) => html`<details>
	<summary>${t.strength.title}</summary>
	<dl class="strengths">
		${agents.map(
			(agent) => html`<div key=${agent.name}>
				<dt>${leveled(agent)} <small>${helpOf(agent)}</small></dt>
				${agent.strengths.map((each) => html`<dd key=${each.marker}>${t.strength.long(each, against(each))}<details class="inline"><summary>${t.strength.how}</summary><small>${t.strength.from(each)} <code>${each.command}</code></small></details></dd>`)}
				${agent.strengths.length === 0 && html`<dd class="dim">${t.strength.none}</dd>`}
			</div>`,
		)}
	</dl>
</details>`;

/** Words about a table. */
export function Seeded({ deal }) {
	return deal === "seed" ? html`<p class="banner" data-seeded>${t.lobby.seeded}</p>` : null;
}

/** The same about the tables that this server is to deal. */
export function ServerSeeded() {
	const [deal, set] = useState("secret");
	useEffect(() => {
		get("/api/status").then((found) => set(found.deal), () => {});
	}, []);
	return html`<${Seeded} deal=${deal} />`;
}
