/** The table of Skull King: players, the trick, the question that is asked, and the hand. */
import { html } from "../html.js";
import { t } from "../strings.js";
import { Hand, OpenHands } from "./hand.js";
import { Question } from "./question.js";
import { Seats } from "./seats.js";
import { Trick } from "./trick.js";

export { Score } from "./score.js";

export const cover = ["green 7", "mermaid", "skull king", "rosie", "black 14"];

/** Props as for every game's table: `view` of a seat; `views` of all where hands are open; `names` by seat;
 *  `play(action)` where `can`; `mine`: it is my turn, also while my move is on its way; `refuse(why)`; `status` in words. */
export function Table({ view, views, names: people, play, can, mine, refuse, status }) {
	const { table } = view;
	const names = table.seats.map((side) => (side.graybeard ? t.skull.graybeard : people[side.seat]));
	const s = t.skull;
	return html`<div class="felt skull">
		<div class="between head">
			<p class="round"><strong>${s.round(table.round, table.rounds)}</strong> <span>${s.cards(table.cards)} · ${s.trick(Math.min(table.tricks + 1, table.cards), table.cards)}${table.expansion.length ? ` · ${t.list(table.expansion.map((each) => s.expansion[each]))}` : ""}</span></p>
			<p class=${can ? "status mine" : "status"} data-status tabindex="-1">${can ? prompt(view) : status}</p>
		</div>
		<${Seats} view=${view} names=${names} />
		<${Trick} view=${view} names=${names} />
		<div class="dock" data-clear>
			${mine && html`<${Question} key=${view.phase} view=${view} names=${names} play=${play} can=${can} />`}
			${view.seat !== null && table.hand && !views && html`<${Hand} view=${view} names=${names} play=${play} can=${can} refuse=${refuse} />`}
		</div>
		${views && html`<${OpenHands} views=${views} names=${names} />`}
	</div>`;
}

/** What is asked for, in a few words. */
function prompt({ phase, table }) {
	if (phase === "BIDDING") return t.skull.askBid;
	if (phase !== "PLAYING") return t.table.yourTurn;
	if (table.trick.suit) return `${t.table.yourTurn}: ${t.skull.follow(table.trick.suit)}`;
	return table.trick.plays.length ? `${t.table.yourTurn}: ${t.skull.play}` : t.skull.lead;
}
