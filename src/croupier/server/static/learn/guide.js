/** Who beats whom, as a strip of cards, and what each card does: below the rules of a table. */
import { useArrowKeys } from "../focus.js";
import { html, useEffect, useState } from "../html.js";
import { Face } from "../parts/card.js";
import { explain } from "./card_help.js";
import { l } from "./words.js";

export function Guide({ game, options, nameOf = (card) => card }) {
	const [found, set] = useState(null);
	const key = JSON.stringify(options);
	useEffect(() => {
		explain(game, JSON.parse(key), nameOf).then(set);
	}, [game, key]);
	if (!found || !Object.keys(found.faces).length) return null;
	return found.order.length ? html`<${Order} game=${game} order=${found.order} nameOf=${nameOf} />` : html`<${Every} game=${game} faces=${found.faces} nameOf=${nameOf} />`;
}

/** The ranks, the highest first; arrow keys go from card to card, and each says what it does. */
function Order({ game, order, nameOf }) {
	const cards = order.flatMap((rank) => rank.faces);
	const { row, stop } = useArrowKeys(cards.length);
	let place = -1;
	return html`<section class="order" aria-label=${l.order}>
		<h2>${l.order}</h2>
		<p class="dim">${l.orderLead}</p>
		<ol ...${row}>
			${order.map((rank) => html`<li key=${rank.faces[0]}>
				<span class="rank">${rank.faces.map((card) => html`<${Face} key=${card} game=${game} card=${card} label=${nameOf(card)} stop=${stop((place += 1))} />`)}</span>
				<span>${rank.words}</span>
			</li>`)}
		</ol>
	</section>`;
}

/** In a game of few faces, each with its text. */
const Every = ({ game, faces, nameOf }) => html`<section class="order" aria-label=${l.cards}>
	<h2>${l.cards}</h2>
	<ul>${Object.entries(faces).map(([card, text]) => html`<li key=${card}><span class="rank"><${Face} game=${game} card=${card} label=${nameOf(card)} /></span><span>${text}</span></li>`)}</ul>
</section>`;
