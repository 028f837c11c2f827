/** The four shared piles of Mini Spite and Malice. */
import { classes, html } from "../html.js";
import { useArrowKeys } from "../focus.js";
import { Face } from "../parts/card.js";
import { Odds, told } from "../parts/odds.js";
import { t } from "../strings.js";

const m = t.malice;

export function Middle({ view, targets, odds, aim, active, rings }) {
	const piles = view.table.play_piles;
	const { row, stop } = useArrowKeys(piles.length);
	return html`<div class="middle" role="group" aria-label=${t.game.actions} ...${row}>
		${piles.map((pile, at) => {
			const to = `p${at + 1}`;
			const fits = targets.has(to);
			const ring = rings(to);
			const label = [m.play(at + 1), pile.cards.length ? m.holds(pile.cards) : m.empty, m.needs(pile.needs), fits && m.fits, ring?.words].filter(Boolean).join(", ");
			return html`<button key=${to} type="button" data-pile=${to} class=${classes("pile", fits && "fits", active && !fits && "unfit", fits && odds(to)?.best && "advised")} aria-label=${told(label, fits ? odds(to) : undefined)} aria-disabled=${!fits} onClick=${() => aim(to)} ...${stop(at)}>
				${pile.cards.length ? html`<${Face} game=${view.game} card=${pile.cards.at(-1)} className=${ring?.className} />` : html`<span class=${classes("card empty", ring?.className)}></span>`}
				<span class="note" aria-hidden="true">${m.needs(pile.needs)}</span>
				${fits && html`<${Odds} mark=${odds(to)} />`}
			</button>`;
		})}
	</div>`;
}
