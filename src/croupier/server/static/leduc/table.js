/** The table of Leduc poker: two people, a card each and one in the middle, chips in the pot, and what one may answer. */
import { useArrowKeys } from "../focus.js";
import { backOf, faceOf } from "../games.js";
import { classes, html } from "../html.js";
import { Pick } from "../parts/card.js";
import { Name } from "../parts/name.js";
import { t } from "../strings.js";
import { Person, cardName, placeOf } from "../tricks/table.js";

const l = t.leduc;
const RAISES = [2, 4];
/** Its cards are six of the 52, whose pictures belong to a game that has them all. */
const DECK = "hearts";

export const moveName = (text) => l.said[text.slice(1, -1)];

const Card = ({ card }) => html`<img class="card" src=${card ? faceOf(DECK, card.toUpperCase()) : backOf(DECK)} alt=${card ? cardName(card.toUpperCase()) : l.hidden} width="240" height="336" draggable=${false} data-card=${card ?? undefined} />`;

/** Chips in stacks of five. */
const Chips = ({ count }) => html`<span class="chips" role="img" aria-label=${l.chips(count)}>${Array.from({ length: Math.ceil(count / 5) }, (_, at) => html`<span key=${at}>${Array.from({ length: Math.min(5, count - 5 * at) }, (_each, place) => html`<i key=${place}></i>`)}</span>`)}<strong aria-hidden="true">${count}</strong></span>`;

/** What a seat has answered last in this round; a call with nothing to pay is a check. */
function answered({ answers }, seat) {
	const round = answers.at(-1) ?? [];
	const at = round.findLastIndex((_, place) => place % 2 === seat);
	if (at < 0) return null;
	const kind = round[at].slice(1, -1);
	return kind === "call" && !round.slice(0, at).includes("[raise]") ? l.check : l.said[kind];
}

/** Props as those of every game's table; see `tricks/table.js`. */
export function Table({ view, views, names, play, can, refuse, status, marks, bots = [], waits = [] }) {
	const { table, seat: me, actions } = view;
	const own = me ?? 0;
	const [mine, other] = [table.chips[own], table.chips[1 - own]];
	const second = table.answers.length > 1;
	const { row, stop } = useArrowKeys(actions.length);
	const cardOf = (seat) => (table.shown ?? [])[seat] ?? views?.[seat]?.table.card ?? (seat === me ? table.card : null);
	const label = { "[fold]": l.fold, "[call]": other > mine ? l.call(other - mine) : l.check, "[raise]": l.raise(Math.max(mine, other) + RAISES[Number(second)]) };
	return html`<div class="felt tricks leduc" data-game=${view.game}>
		<div class="between head">
			<p class="round"><strong>${l.round(second ? 2 : 1)}</strong> <span>${l.pot(mine + other)}</span></p>
			<p class=${classes("status", can && "mine")} data-status tabindex="-1">${status}</p>
		</div>
		<div class="ring of-2">
			<ul class="seats">${[1 - own, own].map((seat) => {
				const wait = waits.find((each) => each.seat === seat);
				const said = answered(table, seat);
				return html`<li key=${seat} data-seat=${seat} style=${placeOf(seat, own, 2)} class=${classes("side", seat === me && "own", view.player === seat && "due", view.over && view.returns?.[seat] > 0 && "took")}>
					<${Person} name=${names[seat]} bot=${Boolean(bots[seat])} wait=${wait} />
					<div class="plate"><div class="between"><${Name} name=${names[seat]} own=${seat === me} /></div>${said && html`<p class="bid"><strong>${said}</strong></p>`}</div>
					<${Chips} count=${table.chips[seat]} />
					<div class="held"><${Card} card=${cardOf(seat)} /></div>
				</li>`;
			})}</ul>
			<div class="table-card">${table.board ? html`<${Card} key=${table.board} card=${table.board} />` : html`<span class="card empty"></span>`}<small>${table.board ? l.board : l.noBoard}</small></div>
		</div>
		${me !== null && !views && !view.over && html`<div class="dock" data-clear><div class="row calls" role="group" aria-label=${t.table.action} ...${row}>
			${actions.map(({ action, text }, at) => html`<${Pick} key=${text} action=${can ? action : undefined} label=${label[text]} kind="big" mark=${marks?.get(action)} play=${play} refuse=${refuse} stop=${stop(at)} />`)}
		</div></div>`}
	</div>`;
}
