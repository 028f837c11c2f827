/** A round on the score sheet: cards, bids, tricks, bonuses, and what comes up more rarely. */
import { html, useState } from "../html.js";
import { t } from "../strings.js";

const p = t.sheet;
const DECK = 70;
const zeros = (names) => names.map(() => 0);

function emptyRound(names, number) {
	const cards = Math.min(number, 10, Math.floor(DECK / Math.max(names.length, 3)));
	return { cards, bids: zeros(names), won: zeros(names), bonuses: zeros(names), wagers: zeros(names), harry: zeros(names), alliances: [] };
}

/** `keep` gets the round at every change, `add` when it is finished. */
export function NewRound({ names, number, start, add, keep }) {
	const [round, put] = useState(start ?? emptyRound(names, number));
	const set = (changed) => {
		keep(changed);
		put(changed);
	};
	const putIn = (field, seat) => (value) => set({ ...round, [field]: round[field].map((each, other) => (other === seat ? value : each)) });
	const submit = (event) => {
		event.preventDefault();
		add(round);
	};
	const steps = [["bids", p.bid, 0, round.cards, 1], ["won", p.won, 0, round.cards, 1], ["bonuses", p.bonus, 0, 200, 10]];
	return html`<form class="round-form" onSubmit=${submit}>
		<div class="between"><h2>${p.round(number)}</h2><${Stepper} what=${p.cards} name="" value=${round.cards} low=${1} high=${10} step=${1} onChange=${(cards) => set({ ...round, cards })} shown /></div>
		<div class="entries">
			<div class="heads" aria-hidden="true"><span></span>${steps.map(([field, text]) => html`<span key=${field}>${text}</span>`)}</div>
			${names.map(
				(name, seat) => html`<div class="entry" role="group" aria-label=${name} key=${name}>
					<strong>${name}</strong>
					${steps.map(([field, text, low, high, step]) => html`<${Stepper} key=${field} what=${text} name=${name} value=${round[field][seat]} low=${low} high=${high} step=${step} onChange=${putIn(field, seat)} />`)}
				</div>`,
			)}
		</div>
		<details>
			<summary>${p.extra}</summary>
			<div class="fields">
				<${ForOne} label=${p.wager} names=${names} row=${round.wagers} values=${[10, 20]} onChange=${(wagers) => set({ ...round, wagers })} />
				<${ForOne} label=${p.harry} names=${names} row=${round.harry} values=${[-1, 1]} onChange=${(harry) => set({ ...round, harry })} />
			</div>
			<${Allies} names=${names} pairs=${round.alliances} onChange=${(alliances) => set({ ...round, alliances })} />
		</details>
		<div class="row"><button class="main" type="submit">${p.score}</button></div>
	</form>`;
}

function Stepper({ what, name, value, low, high, step, onChange, shown = false }) {
	const to = (next) => onChange(Math.max(low, Math.min(high, next)));
	const of = name || t.menu.score;
	return html`<span class="stepper" role="group" aria-label=${what}>
		${shown && html`<span class="dim">${what}</span>`}
		<button type="button" class="sign" aria-label=${p.less(what, of)} onClick=${() => to(value - step)}>−</button>
		<output>${value}</output>
		<button type="button" class="sign" aria-label=${p.more(what, of)} onClick=${() => to(value + step)}>+</button>
	</span>`;
}

/** Something that one player at most has in a round. */
function ForOne({ label, names, row, values, onChange }) {
	const seat = row.findIndex((value) => value !== 0);
	const choices = names.flatMap((name, each) => values.map((value) => ({ each, value, text: `${name} ${t.signed(value)}` })));
	const choose = (event) => {
		const [each, value] = event.target.value.split(" ").map(Number);
		onChange(names.map((_, other) => (event.target.value && other === each ? value : 0)));
	};
	return html`<label class="field"><span>${label}</span>
		<select onChange=${choose}>
			<option value="" selected=${seat < 0}>${p.none}</option>
			${choices.map(({ each, value, text }) => html`<option key=${text} value=${`${each} ${value}`} selected=${row[each] === value}>${text}</option>`)}
		</select>
	</label>`;
}

function Allies({ names, pairs, onChange }) {
	const all = names.flatMap((one, first) => names.slice(first + 1).map((other) => [one, other]));
	const key = (pair) => pair.join("\n");
	const choose = (place) => (event) => {
		const found = all.find((pair) => key(pair) === event.target.value);
		onChange(found ? [...pairs.slice(0, place), found, ...pairs.slice(place + 1)] : pairs.filter((_, other) => other !== place));
	};
	const shown = pairs.length < 2 ? [...pairs, null] : pairs;
	return shown.map(
		(pair, place) => html`<label class="field" key=${place}><span>${p.allies}</span>
			<select onChange=${choose(place)}>
				<option value="" selected=${!pair}>${p.none}</option>
				${all.map((each) => html`<option key=${key(each)} value=${key(each)} selected=${pair && key(pair) === key(each)}>${p.ally(...each)}</option>`)}
			</select>
		</label>`,
	);
}
