/** Options of a game as a form: variants, and a field for each option. */
import { listGames } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { capital } from "../intl.js";
import { Choice, Count, Tick } from "../parts/fields.js";
import { complain, tell } from "../said.js";
import { t } from "../strings.js";
import { w } from "./words.js";

export const PLAYERS = "players";
const CUSTOM = "";

export const defaultsOf = (game) => Object.fromEntries(game.options.map((option) => [option.name, option.default]));

const same = (one, other) => Object.entries(other).every(([name, value]) => name === PLAYERS || one[name] === value);

/** What a choice of options is called among the variants; empty for one's own. */
function variantOf(game, options) {
	const known = { ...game.variants, usual: {} };
	return Object.keys(known).find((name) => same(options, { ...defaultsOf(game), ...known[name] })) ?? CUSTOM;
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
			choices=${{ usual: t.make.usual, ...Object.fromEntries(Object.keys(game.variants).map((each) => [each, each])), [CUSTOM]: t.make.custom }}
			onChange=${choose}
		/>
		<div class="fields">
			${game.options.map((option) => html`<${OptionField} key=${option.name} option=${option} value=${value[option.name]} onChange=${(found) => onChange({ ...value, [option.name]: found })} />`)}
		</div>
	`;
}

function OptionField({ option, value, onChange }) {
	const label = capital(option.label);
	const help = option.rule ? `${option.help} (${option.rule})` : option.help;
	if (option.kind === "bool") return html`<${Tick} label=${label} help=${help} value=${value} onChange=${onChange} />`;
	if (option.kind === "choice")
		return html`<${Choice} label=${label} help=${help} value=${value} choices=${Object.fromEntries(option.choices.map((each, at) => [each, option.choice_labels[at] ?? each]))} onChange=${onChange} />`;
	return html`<${Count} label=${label} help=${help} value=${value} low=${option.low} high=${option.high} onChange=${onChange} />`;
}

/** A game with its options, once they are known. */
export function useGame(name) {
	const [game, set] = useState(null);
	useEffect(() => {
		if (name !== null) listGames().then((games) => set(games.find((each) => each.name === name) ?? null), complain);
	}, [name]);
	return game;
}

/** The rules of a table before the game, as its host changes them; what changes meanwhile, like the seats, stays. */
export function TableOptions({ table, game, want }) {
	const [changed, change] = useState({});
	const value = { ...table.options, ...changed };
	const set = (found) => change(Object.fromEntries(Object.entries(found).filter(([name, each]) => each !== table.options[name])));
	const save = async (event) => {
		event.preventDefault();
		if (!(await want("options", { options: value }))) return;
		tell(w.optionsSaved);
		change({});
	};
	return html`<details>
		<summary>${w.options}</summary>
		<form onSubmit=${save}>
			<${OptionFields} game=${game} value=${value} onChange=${set} />
			<button type="submit">${t.settings.save}</button>
		</form>
	</details>`;
}
