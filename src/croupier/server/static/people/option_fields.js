/** Fields of forms: the options of a game, the settings of a table, and what they need. */
import { html, useState } from "../html.js";
import { capital } from "../language.js";
import { RuleLink } from "../learn/rule_link.js";
import { Options, agentChoices } from "../parts/deal.js";
import { t } from "../strings.js";
import { c, f, n } from "../words.js";
import { PLAYERS, defaultsOf } from "./making.js";
import { w } from "./words.js";

export function Choice({ label, help, value, choices, onChange, disabled = false }) {
	return html`<label class="field">
		<span>${label}</span>
		<select value=${value} disabled=${disabled} onChange=${(event) => onChange(event.target.value)}>
			<${Options} choices=${choices} value=${value} />
		</select>
		${help && html`<small>${help}</small>`}
	</label>`;
}

export function Tick({ label, help, value, onChange }) {
	return html`<label class="field tick">
		<input type="checkbox" checked=${value} onChange=${(event) => onChange(event.target.checked)} />
		<span>${label}${help && html`<small>${help}</small>`}</span>
	</label>`;
}

function Count({ label, help, value, low, high, onChange }) {
	const [draft, keep] = useState(null); // what is typed, until the field is left
	const read = ({ target }) => {
		const found = Number(target.value);
		keep(target.value);
		if (target.value !== "" && Number.isInteger(found)) onChange(Math.max(low, Math.min(high, found)));
	};
	return html`<label class="field">
		<span>${label}</span>
		<input type="number" inputmode="numeric" min=${low} max=${high} step="1" value=${draft ?? value} onInput=${read} onBlur=${() => keep(null)} />
		${help && html`<small>${help}</small>`}
	</label>`;
}

const CUSTOM = "";
const USUAL = "usual";

const same = (one, other) => Object.entries(other).every(([name, value]) => name === PLAYERS || one[name] === value);

/** The variants that are something else than the usual game, each once; the number of players makes none. */
const variantsOf = (game) => Object.entries(game.variants).filter(([, given], at, all) => !same(defaultsOf(game), given) && all.findIndex(([, other]) => same(other, given)) === at);

/** What a choice of options is called among the variants; empty for one's own. */
function variantOf(game, options) {
	const known = [[USUAL, {}], ...variantsOf(game)];
	return known.find(([, given]) => same(options, { ...defaultsOf(game), ...given }))?.[0] ?? CUSTOM;
}

/** All options; `onChange` gets all of them. The number of players stays when a variant is chosen. */
export function OptionFields({ game, value, onChange }) {
	const [own, setOwn] = useState(false);
	const choose = (found) => {
		setOwn(found === CUSTOM);
		if (found !== CUSTOM) onChange({ ...defaultsOf(game), ...game.variants[found], ...(PLAYERS in value ? { [PLAYERS]: value[PLAYERS] } : {}) });
	};
	return html`
		<${Choice}
			label=${t.make.variant}
			value=${own ? CUSTOM : variantOf(game, value)}
			choices=${{ [USUAL]: t.make.usual, ...Object.fromEntries(variantsOf(game).map(([name]) => [name, t.variants[name] ?? name])), [CUSTOM]: t.make.custom }}
			onChange=${choose}
		/>
		<div class="fields">
			${game.options.map((option) => html`<div key=${option.name} class="option">
				<${OptionField} option=${option} value=${value[option.name]} onChange=${(found) => onChange({ ...value, [option.name]: found })} />
				${option.rule && html`<${RuleLink} number=${option.rule} />`}
			</div>`)}
		</div>
	`;
}

function OptionField({ option, value, onChange }) {
	const label = capital(option.label);
	const help = `${capital(option.help)}.`;
	if (option.kind === "bool") return html`<${Tick} label=${label} help=${help} value=${value} onChange=${onChange} />`;
	if (option.kind === "choice")
		return html`<${Choice} label=${label} help=${help} value=${value} choices=${Object.fromEntries(option.choices.map((each, at) => [each, capital(option.choice_labels[at] ?? each)]))} onChange=${onChange} />`;
	return html`<${Count} label=${label} help=${help} value=${value} low=${option.low} high=${option.high} onChange=${onChange} />`;
}

/** From the shortest to the longest clock that the server takes. */
const CLOCKS = [10, 30, 60, 120, 300, 3600, 86400, 259200, 604800, 1209600];

function ClockChoice({ value, onChange }) {
	const choices = [null, ...new Set([...CLOCKS, ...(value === null ? [] : [value])])];
	const choose = (event) => onChange(event.target.value === "" ? null : Number(event.target.value));
	return html`<label class="field">
		<span>${n.clock}</span>
		<select onChange=${choose}>
			${choices.map((seconds) => html`<option key=${seconds} value=${seconds ?? ""} selected=${seconds === value}>${seconds === null ? n.noClock : n.span(seconds)}</option>`)}
		</select>
		<small>${n.clockHelp}</small>
	</label>`;
}

/** Fields for all settings; `onChange` gets all of them. `locked` are those that may not change now. */
export function SettingsFields({ value, agents, onChange, locked = [] }) {
	const put = (name) => (found) => onChange({ ...value, [name]: found });
	return html`<div class="fields">
		<${Choice} label=${t.settings.pace} value=${value.pace} choices=${t.settings.paces} onChange=${put("pace")} />
		<${Choice} label=${t.settings.spectators} value=${value.spectators} choices=${t.settings.watchers} onChange=${put("spectators")} disabled=${locked.includes("spectators")} />
		${value.spectators === "none" && html`<${Tick} label=${w.membersWatch} help=${w.membersWatchHelp} value=${value.members_watch} onChange=${put("members_watch")} />`}
		<${Tick} label=${t.settings.undo} help=${t.settings.undoHelp} value=${value.undo} onChange=${put("undo")} />
		<${Count} label=${t.settings.takeBack} value=${value.take_back} low=${0} high=${10} onChange=${put("take_back")} />
		<${Choice} label=${f.hints} help=${t.settings.hintsHelp} value=${value.hints === null ? "auto" : value.hints ? "on" : "off"} choices=${f.hintChoices} onChange=${(found) => put("hints")({ auto: null, on: true, off: false }[found])} />
		<${Tick} label=${c.setting} help=${c.settingHelp} value=${value.chat} onChange=${put("chat")} />
		<${ClockChoice} value=${value.clock ?? null} onChange=${put("clock")} />
		<${Count} label=${t.settings.away} value=${value.away_after} low=${0} high=${3600} onChange=${put("away_after")} />
		<${Choice}
			label=${t.settings.standIn}
			value=${value.stand_in}
			choices=${agentChoices(agents)}
			onChange=${put("stand_in")}
		/>
	</div>`;
}
