/** Fields of a form: the options of a game, and what they need. */
import { html, useState } from "../html.js";
import { capital } from "../language.js";
import { RuleLink } from "../learn/rule_link.js";
import { t } from "../strings.js";
import { PLAYERS, defaultsOf } from "./making.js";

/** What a field may be, by name: words, or choices of their own under what they are called. */
export const Options = ({ choices, value }) => Object.entries(choices).map(([name, text]) => (typeof text === "string" ? html`<option key=${name} value=${name} selected=${name === value}>${text}</option>` : html`<optgroup key=${name} label=${name}><${Options} choices=${text} value=${value} /></optgroup>`));

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

export function Count({ label, help, value, low, high, onChange }) {
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
