/** All bids turned up at once, in the place of the trick. The log tells them to who does not see them. */
import { classes, html } from "../html.js";
import { t } from "../strings.js";

const s = t.skull;

export function Reveal({ view, names }) {
	const people = view.table.seats.filter((side) => !side.graybeard);
	const sum = people.reduce((total, side) => total + (side.bid ?? 0), 0);
	return html`<section class="trick reveal" aria-label=${s.reveal}>
		<ul class="turned">
			${people.map((side) => html`<li key=${side.seat} class=${classes(side.seat === view.seat && "own")}><strong>${side.bid}</strong><span class="by">${names[side.seat]}</span></li>`)}
		</ul>
		<p class="caption">${s.bidsFor(sum, view.table.cards)}</p>
	</section>`;
}
