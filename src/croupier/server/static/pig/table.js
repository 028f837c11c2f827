/** The table of Pig Dice: the die, the turn total, scores, and the choice to roll or to hold. */
import { useArrowKeys } from "../focus.js";
import { faceOf } from "../games.js";
import { classes, html } from "../html.js";
import { Pick } from "../parts/card.js";
import { Name } from "../parts/name.js";
import { t } from "../strings.js";
import { Person } from "../tricks/table.js";

const p = t.pig;
/** From how many turns on it is said how many are left: nobody comes to the five hundredth. */
const FEW = 20;

export const cardName = p.face;

/** A move as people say it, of its action's text. */
export const moveName = (text) => p.moves[text];

/** Lines that say again what a roll has said. */
export const twice = (line) => line.key === "pig.total";

/** The last roll, as the log tells it; null before the first. */
export function lastRoll(log) {
	for (let at = log.length - 1; at >= 0; at -= 1) {
		const { key, params, turn } = log[at];
		if (key === "pig.rolls") return { face: `${params.die}`, turn };
	}
	return null;
}

export function Table({ view, names, play, can, refuse, log, status, marks, bots = [], waits = [] }) {
	const { table } = view;
	const roll = lastRoll(log);
	const { row, stop } = useArrowKeys(2);
	const actions = { roll: "[roll]", hold: "[hold]" };
	const numberOf = (text) => view.actions.find((each) => each.text === text)?.action;
	const button = (name, text, place) => {
		const action = can ? numberOf(actions[name]) : undefined;
		return html`<${Pick} key=${name} action=${action} label=${text} kind=${`big ${name}`} mark=${marks?.get(action)} play=${play} refuse=${refuse} stop=${stop(place)} />`;
	};
	const lost = roll?.face === "1";
	return html`<div class="felt pig" data-game=${view.game}>
		<div class="between head">
			<p class="round"><strong>${p.target(table.target)}</strong> <span>${table.left <= FEW && p.left(table.left, table.unit)}</span></p>
			<p class=${can ? "status mine" : "status"} data-status tabindex="-1">${status}</p>
		</div>
		<div class="dice">
			<div class="die">
				${roll ? html`<img key=${roll.turn} class="rolled" src=${faceOf(view.game, roll.face)} alt=${p.rolled(roll.face)} width="120" height="120" data-card=${roll.face} tabindex="0" />` : html`<img class="unrolled" src=${faceOf(view.game, "6")} alt="" width="120" height="120" />`}
			</div>
			<p class=${classes("total", lost && !table.turn_total && "lost")}>
				<span>${p.total}</span>
				<strong>${table.turn_total}</strong>
				<small>${view.over ? "" : lost && !table.turn_total ? p.lost : table.turn_total ? p.after(table.scores[table.turn] + table.turn_total, table.turn === view.seat ? null : names[table.turn]) : p.noRoll}</small>
			</p>
		</div>
		<ul class="bars">
			${table.scores.map((score, seat) => html`<${Bar} key=${seat} seat=${seat} name=${names[seat]} own=${seat === view.seat} score=${score} table=${table} due=${view.player === seat} bot=${Boolean(bots[seat])} wait=${waits.find((each) => each.seat === seat)} />`)}
		</ul>
		${view.seat !== null && !view.over && html`<div class="row choice" data-clear role="group" aria-label=${t.table.action} ...${row}>${button("roll", p.roll, 0)}${button("hold", p.hold(can ? table.turn_total : 0), 1)}</div>`}
	</div>`;
}

/** A score as a bar up to the target; the turn total goes on from it. */
function Bar({ seat, name, own, score, table, due, bot, wait }) {
	const share = Math.min(1, score / table.target);
	const risked = due ? Math.min(1 - share, table.turn_total / table.target) : 0;
	return html`<li data-seat=${seat} class=${due ? "due" : ""}>
		<${Person} name=${name} bot=${bot} wait=${wait} />
		<div class="between"><${Name} name=${name} own=${own} /><span class="points">${score}</span></div>
		<div class="bar-line" role="img" aria-label=${p.score(name, score, table.target)}>
			<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
				<rect class="rail" width="100" height="4" /><rect class="risked" x=${100 * share} width=${100 * risked} height="4" /><rect class="banked" width=${100 * share} height="4" />
			</svg>
		</div>
	</li>`;
}
