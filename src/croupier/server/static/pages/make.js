/** A new table: variant and options, who sits where, settings. */
import { gameNamed, get } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { AgentList, ServerSeeded, agentChoices, helpOf, strengthOf } from "../parts/deal.js";
import { NoGame } from "../parts/asking.js";
import { CookieNote, DEFAULTS, PLAYERS, defaultsOf, makeTable, mayEnter } from "../people/making.js";
import { Choice, OptionFields, SettingsFields } from "../people/option_fields.js";
import { w } from "../people/words.js";
import { recall, remember } from "../prefs.js";
import { complain } from "../said.js";
import { t } from "../strings.js";

export function MakeTable({ name, circle = null, watch = false }) {
	const [game, setGame] = useState(null);
	const [agents, setAgents] = useState([]);
	const [trouble, setTrouble] = useState(null);
	useEffect(() => {
		Promise.all([gameNamed(name ?? ""), get(`/api/games/${encodeURIComponent(name ?? "")}/agents`)]).then(([known, found]) => {
			setAgents(found);
			setGame(known);
		}, setTrouble);
	}, [name]);
	if (trouble) return html`<${NoGame} error=${trouble} />`;
	if (!game) return html`<p class="page" aria-busy="true">${t.loading}</p>`;
	return html`<${Form} game=${game} agents=${agents} circle=${circle} watch=${watch} />`;
}

/** With friends the seats grow as they come. */
const firstOptions = (game, watch) => {
	const players = game.options.find((option) => option.name === PLAYERS);
	return { ...defaultsOf(game), ...(players && !watch ? { [PLAYERS]: players.low } : {}) };
};

function Form({ game, agents, circle, watch }) {
	const [options, setOptions] = useState(firstOptions(game, watch));
	const [wishes, setWishes] = useState(watch ? [] : ["me"]);
	const [settings, setSettings] = useState({ ...DEFAULTS, spectators: watch ? "open" : "none" });
	const [name, setName] = useState(recall("name", ""));
	const [busy, setBusy] = useState(false);
	const count = options.players ?? game.players;
	const seats = Array.from({ length: count }, (_, seat) => wishes[seat] ?? (watch ? "bot" : "open"));
	const open = seats.filter((wish) => wish === "open").length;
	const mine = seats.includes("me");

	const putSeat = (seat) => (found) =>
		setWishes(seats.map((wish, other) => (other === seat ? found : found === "me" && wish === "me" ? "bot" : wish)));
	const make = async (event) => {
		event.preventDefault();
		if (busy || !mayEnter()) return;
		setBusy(true);
		try {
			if (name.trim()) remember("name", name.trim());
			await makeTable({
				game: game.name, options, settings, circle, name: name.trim() || t.defaultName, start: open === 0,
				seats: seats.map((wish) => (wish === "me" || wish === "open" ? { kind: wish } : { kind: "agent", agent: wish })),
			});
		} catch (error) {
			complain(error);
			setBusy(false);
		}
	};
	const who = {
		...(watch ? {} : { me: t.make.me, open: t.make.open }),
		...agentChoices(agents),
	};
	const about = (wish) => {
		const agent = agents.find((each) => each.name === wish);
		return agent && (strengthOf(agent) || helpOf(agent));
	};
	return html`<form class="page narrow" onSubmit=${make}>
		<h1>${t.make.title(game.title)}</h1>
		<p class="lead">${game.summary}</p>
		<${ServerSeeded} />
		<${CookieNote} />
		${!watch && html`<label class="field"><span>${t.yourName}</span><input value=${name} maxlength="24" autocomplete="nickname" placeholder=${t.namePlaceholder} onInput=${(event) => setName(event.target.value)} /></label>`}
		<fieldset>
			<legend>${t.make.seats}</legend>
			<div class="fields">
				${seats.map(
					(wish, seat) => html`<${Choice} key=${seat} label=${t.make.seat(seat)} value=${wish} choices=${who} help=${about(wish)} onChange=${putSeat(seat)} />`,
				)}
			</div>
			<${AgentList} agents=${agents} />
			<p class="dim">${open ? `${t.make.openHint(open)}${PLAYERS in options ? ` ${w.seatsGrow}` : ""}` : mine ? t.make.agentsHint : t.table.watchHidden[settings.spectators] ?? t.make.watchHint}</p>
		</fieldset>
		<fieldset>
			<legend>${t.make.options}</legend>
			<${OptionFields} game=${game} value=${options} onChange=${setOptions} />
		</fieldset>
		<details>
			<summary>${t.make.table}</summary>
			<${SettingsFields} value=${settings} agents=${agents} onChange=${setSettings} />
		</details>
		<div class="row">
			<button class="main" type="submit" aria-disabled=${busy}>${busy ? t.loading : open ? t.make.make : t.lobby.start}</button>
		</div>
	</form>`;
}
