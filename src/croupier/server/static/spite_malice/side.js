/** One side of Mini Spite and Malice: hand, goal pile and discard piles, all open. */
import { classes, html } from "../html.js";
import { useArrowKeys } from "../focus.js";
import { CardButton, Face } from "../parts/card.js";
import { Name } from "../parts/name.js";
import { Odds, told } from "../parts/odds.js";
import { t } from "../strings.js";

const m = t.malice;

export function Side({ view, seat, name, mine, chosen, moves, targets, pick, aim, drag, can, odds, rings }) {
	const side = view.table.seats[seat];
	const title = html`<div class="between"><${Name} name=${name} own=${mine} /><span class="dim-felt">${m.goal(side.goal_count)}</span></div>`;
	return html`<section data-seat=${seat} class=${classes("half", mine && "own", mine && can && chosen === null && "choosing", view.player === seat && "due")} aria-label=${m.side(name)}>
		${title}
		<div class="laid">
			<${mine ? OwnHand : OpenHand} view=${view} side=${side} chosen=${chosen} moves=${moves} pick=${pick} drag=${drag} odds=${odds} rings=${rings} />
			<div class="piles">
				<${Goal} view=${view} side=${side} mine=${mine} chosen=${chosen} moves=${moves} pick=${pick} drag=${drag} odds=${odds} ring=${rings("g")} />
				${side.discards.map((cards, at) => html`<${Discard} key=${at} view=${view} cards=${cards} at=${at} mine=${mine} chosen=${chosen} moves=${moves} targets=${targets} pick=${pick} aim=${aim} drag=${drag} can=${can} odds=${odds} ring=${rings(`x${at + 1}`) ?? rings(`d${at + 1}`)} />`)}
			</div>
		</div>
	</section>`;
}

function OwnHand({ view, side, chosen, moves, pick, drag, odds, rings }) {
	const { row, stop } = useArrowKeys(side.hand.length);
	return html`<div class="hand" role="group" aria-label=${m.hand} ...${row}>
		${side.hand.map((card, place) => {
			const from = `h${place + 1}`;
			const ring = rings(from);
			return html`<span key=${from} data-place=${from} class="draggable" onPointerDown=${drag.start(from)}>
				<${CardButton} game=${view.game} card=${card} label=${m.card(card)} note=${ring?.words} ring=${ring?.className} legal=${moves.has(from)} chosen=${chosen === from} odds=${chosen ? undefined : odds(from)} onPlay=${() => pick(from, true)} onRefuse=${() => pick(from, false)} stop=${stop(place)} />
			</span>`;
		})}
	</div>`;
}

function OpenHand({ view, side, rings }) {
	const { row, stop } = useArrowKeys(side.hand.length);
	return html`<ul class="hand small" aria-label=${m.hand} ...${row}>
		${side.hand.map((card, place) => {
			const ring = rings(`h${place + 1}`);
			return html`<li key=${place} data-place=${`h${place + 1}`}><${Face} game=${view.game} card=${card} className=${ring?.className} label=${ringed(m.card(card), ring)} stop=${stop(place)} /></li>`;
		})}
	</ul>`;
}

/** What a place is called, with what a replay says of it. */
const ringed = (label, ring) => (ring ? `${label}, ${ring.words}` : label);

function Goal({ view, side, mine, chosen, moves, pick, drag, odds, ring }) {
	const legal = moves.has("g");
	const mark = mine && !chosen ? odds("g") : undefined;
	const label = side.goal === null ? m.goal(0) : ringed(t.pair(m.goal(side.goal_count), m.card(side.goal)), ring);
	const body = html`${side.goal === null ? html`<span class="card empty"></span>` : html`<${Face} game=${view.game} card=${side.goal} className=${ring?.className} label=${mine ? "" : label} />`}<span class="note" aria-hidden="true">${m.goalShort} ${side.goal_count}</span>`;
	if (!mine || side.goal === null) return html`<div class="pile goal" data-place="g" role="img" aria-label=${label} tabindex=${side.goal === null ? undefined : 0}>${body}</div>`;
	return html`<span class="draggable" data-place="g" onPointerDown=${drag.start("g")}>
		<button type="button" class=${classes("pile goal", legal && "legal", chosen === "g" && "chosen", mark?.best && "advised")} aria-label=${told(label, mark)} aria-pressed=${chosen === "g"} aria-disabled=${!legal} onClick=${() => pick("g", legal)}>${body}<${Odds} mark=${mark} /></button>
	</span>`;
}

/** A discard pile: a place to put a card from the hand, or the source of its top card. */
function Discard({ view, cards, at, mine, chosen, moves, targets, pick, aim, drag, can, odds, ring }) {
	const mark = mine ? odds(chosen ? `x${at + 1}` : `d${at + 1}`) : undefined;
	const from = `d${at + 1}`;
	const to = `x${at + 1}`;
	const fits = mine && targets.has(to);
	const legal = mine && moves.has(from);
	const aimed = fits || (can && chosen !== null && chosen !== from && chosen[0] === "h");
	const label = ringed(`${m.discard(at + 1)}, ${cards.length > 1 ? m.lists(cards) : cards.length ? m.holds(cards) : m.empty}${fits ? `, ${m.fits}` : ""}`, ring);
	const shown = cards.slice(-4);
	const body = html`${cards.length ? html`<span class="stack">${shown.map((card, place) => html`<${Face} key=${place} game=${view.game} card=${card} className=${place === shown.length - 1 && ring?.className} />`)}</span>` : html`<span class=${classes("card empty", ring?.className)}></span>`}${cards.length > 0 && html`<span class="note" aria-hidden="true">${cards.length}</span>`}`;
	const under = cards.length > 1 && html`<span class="under" title=${label} aria-hidden="true">${m.under(cards.slice(0, -1))}</span>`;
	if (!mine) return html`<div data-place=${from}><div class="pile" role="img" aria-label=${label} title=${label} tabindex=${cards.length ? 0 : undefined}>${body}</div>${under}</div>`;
	return html`<span class="draggable" data-place=${from} onPointerDown=${drag.start(from)}>
		<button type="button" data-pile=${to} class=${classes("pile", fits && "fits", legal && !chosen && "legal", chosen === from && "chosen", mark?.best && "advised")} aria-label=${told(label, mark)} aria-pressed=${chosen === from} aria-disabled=${!fits && !legal} onClick=${() => (aimed ? aim(to) : cards.length || chosen === null ? pickOr(from, legal, cards, pick, aim, to) : aim(to))}>${body}<${Odds} mark=${mark} /></button>${under}
	</span>`;
}

function pickOr(from, legal, cards, pick, aim, to) {
	if (cards.length) pick(from, legal);
	else aim(to);
}
