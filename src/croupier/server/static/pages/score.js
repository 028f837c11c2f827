/** The score sheet for people who play with real cards. It stays in this browser; the server counts, or the browser without one. */
import { ask } from "../api.js";
import { classes, html, useEffect, useRef, useState } from "../html.js";
import { RuleLink } from "../learn/rule_link.js";
import { Dialog } from "../parts/asking.js";
import { Tick } from "../people/option_fields.js";
import { follow, recall, remember } from "../prefs.js";
import { announce, complain } from "../said.js";
import { t } from "../strings.js";
import { Round } from "../tricks/score.js";

const GAME = "skull-king";
const FORMAT = 1;
const KEY = "sheet";
/** The round that is being typed: bids are typed first, and the phone sleeps while the tricks are played. */
const DRAFT = "sheet.round";
const p = t.sheet;

/** The sheet as its file holds it, without what is counted. */
const bare = ({ names, rascal, rounds }) => ({
	format: FORMAT, game: GAME, rascal, names, rounds: rounds.map(({ points, ...round }) => round),
});
/** How long the server is waited for before the browser counts itself, by the same rules. */
const PATIENCE_MS = 4000;

async function count(sheet) {
	try {
		return await ask("POST", `/api/score-sheets/${GAME}`, bare(sheet), AbortSignal.timeout(PATIENCE_MS));
	} catch (error) {
		if (error.code !== "unavailable") throw error;
		const { scored } = await import("../skull_king/scoring.js");
		return scored(bare(sheet));
	}
}

export function ScoreSheet() {
	const [sheet, set] = useState(recall(KEY));
	useEffect(() => follow(KEY, set), []); // or else the page that is written last would take away the other's rounds
	const keep = (found) => {
		remember(KEY, found);
		set(found);
	};
	const put = async (changed) => {
		try {
			keep(await count(changed));
			return true;
		} catch (error) {
			complain(error);
			return false;
		}
	};
	return html`<div class="page narrow sheet">
		<h1>${p.title}: Skull King</h1>
		${sheet === null ? html`<${Names} put=${put} />` : html`<${Rounds} sheet=${sheet} put=${put} drop=${() => {
				remember(DRAFT, null);
				keep(null);
			}} />`}
	</div>`;
}

function Names({ put }) {
	const [names, set] = useState([p.player(0), p.player(1), p.player(2)]);
	const [rascal, setRascal] = useState(false);
	const form = useRef(null);
	const begin = (event) => {
		event.preventDefault();
		put({ names: names.map((name) => name.trim()), rascal, rounds: [] });
	};
	const open = async (event) => {
		const [file] = event.target.files;
		if (!file) return;
		try {
			await put(JSON.parse(await file.text()));
		} catch (error) {
			complain(error);
		}
	};
	return html`<p class="lead">${p.lead}</p>
		<form ref=${form} onSubmit=${begin}>
			<fieldset>
				<legend>${p.players}</legend>
				${names.map(
					(name, seat) => html`<div class="row" key=${seat}>
						<input class="grow" aria-label=${p.player(seat)} value=${name} maxlength="24" onFocus=${(event) => event.target.select()} onInput=${(event) => set(names.map((each, other) => (other === seat ? event.target.value : each)))} />
						${names.length > 2 && html`<button type="button" class="sign" aria-label=${p.removePlayer(name)} onClick=${() => set(names.filter((_, other) => other !== seat))}>✕</button>`}
					</div>`,
				)}
				${names.length < 8 && html`<button type="button" class="quiet" onClick=${() => set([...names, p.player(names.length)])}>${p.addPlayer}</button>`}
			</fieldset>
			<div class="option"><${Tick} label=${p.rascal} value=${rascal} onChange=${setRascal} /><${RuleLink} number="SK-13" /></div>
			<div class="row"><button class="main" type="submit">${p.begin}</button></div>
		</form>
		<label class="field"><span>${p.upload}</span><input type="file" accept=".json,application/json" onChange=${open} /></label>`;
}

function Rounds({ sheet, put, drop }) {
	const [sure, setSure] = useState(false);
	const [draft, set] = useState(recall(DRAFT));
	const setDraft = (round) => {
		remember(DRAFT, round);
		set(round);
	};
	const add = async (round) => {
		setDraft(null); // the next round begins empty
		if (await put({ ...sheet, rounds: [...sheet.rounds, round] })) announce(p.round(sheet.rounds.length + 1));
		else remember(DRAFT, round);
	};
	const undo = () => {
		const { points, ...last } = sheet.rounds.at(-1);
		setDraft(last);
		put({ ...sheet, rounds: sheet.rounds.slice(0, -1) });
	};
	return html`
		<${SheetTable} sheet=${sheet} />
		<${NewRound} key=${sheet.rounds.length} names=${sheet.names} number=${sheet.rounds.length + 1} start=${draft} add=${add} keep=${(round) => remember(DRAFT, round)} />
		<div class="row">
			${sheet.rounds.length > 0 && html`<button class="quiet" onClick=${undo}>${p.undo}</button>`}
			<button class="quiet" onClick=${() => save(sheet)}>${p.download}</button>
			<button class="quiet danger" onClick=${() => setSure(true)}>${p.fresh}</button>
		</div>
		${sure && html`<${Dialog} title=${p.fresh} onClose=${() => setSure(false)}><p>${p.freshSure}</p><button class="danger" onClick=${drop}>${p.fresh}</button><//>`}
	`;
}

function SheetTable({ sheet }) {
	if (!sheet.rounds.length) return null;
	const best = Math.max(...sheet.totals);
	return html`<div class="scroll-x" tabindex="0" role="region" aria-label=${p.title}><table class=${classes("score", sheet.names.length > 5 && "crowd")}>
		<thead><tr><th scope="col">${t.skull.sheetRound}</th>${sheet.names.map((name) => html`<th key=${name} scope="col">${name}</th>`)}</tr></thead>
		<tbody>
			${sheet.rounds.map(
				(round, number) => html`<${Round} key=${number} number=${number + 1} seats=${round.points.map((points, seat) => ({ points, bid: round.bids[seat] + (round.harry?.[seat] ?? 0), won: round.won[seat] }))} />`,
			)}
		</tbody>
		<tfoot><tr><th scope="row">${p.total}</th>${sheet.totals.map((total, seat) => html`<td key=${seat} class=${total === best ? "best" : ""}><strong>${t.number(total)}</strong></td>`)}</tr></tfoot>
	</table></div>`;
}

/** Save the sheet as a file that this page opens again. */
function save(sheet) {
	const href = `data:application/json,${encodeURIComponent(JSON.stringify(bare(sheet), null, 1))}`;
	Object.assign(document.createElement("a"), { href, download: `${GAME}-sheet.json` }).click();
}

// A round: cards, bids, tricks, bonuses, and what comes up more rarely.

const DECK = 70;
const zeros = (names) => names.map(() => 0);

function emptyRound(names, number) {
	const cards = Math.min(number, 10, Math.floor(DECK / Math.max(names.length, 3)));
	return { cards, bids: zeros(names), won: zeros(names), bonuses: zeros(names), wagers: zeros(names), harry: zeros(names), alliances: [] };
}

/** `keep` gets the round at every change, `add` when it is finished. */
function NewRound({ names, number, start, add, keep }) {
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
