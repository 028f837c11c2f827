/** The table of a game that has none of its own: what the server says of its view, cards to click, actions in words. */
import { useArrowKeys } from "../focus.js";
import { faceOf } from "../games.js";
import { classes, html, useRef } from "../html.js";
import { plain, seated, withNames } from "../names.js";
import { CardButton, Face, Pick } from "../parts/card.js";
import { Name } from "../parts/name.js";
import { RoundCard } from "../story/story.js";
import { t } from "../strings.js";

/** A picture that is made of a view, as an image: so no script of it runs and nothing of it is loaded. */
const sourceOf = (svg, names) => `data:image/svg+xml,${encodeURIComponent(seated(svg, names.map(escaped)))}`;
const escaped = (name) => name.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt()};`);
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The cards that a seat holds and can be clicked. */
const handOf = ({ shown }) => shown.faces && !shown.picture && shown.parts.find((part) => part.format === "hand" && part.cells.length);

/** What several seats see, as one table: what they see differently stands beside each seat. */
function together(views) {
	const [first, ...rest] = views.map((each) => each.shown);
	const labels = [...new Set(views.flatMap(({ shown }) => shown.parts.map((part) => part.label)))];
	const of = (shown, label) => shown.parts.find((part) => part.label === label);
	const common = (label) => rest.every((shown) => same(of(shown, label), of(first, label)));
	const hands = views.map((each) => handOf(each));
	const apart = (label) => !common(label) && hands.every((part) => part?.label !== label);
	const own = (label) => ({ label, cells: views.map(({ shown }) => ({ ...of(shown, label), label: null })) });
	return {
		...first,
		hands,
		pictures: rest.every((shown) => same(shown.picture, first.picture)) ? [first.picture] : views.map(({ shown }) => shown.picture),
		texts: [],
		parts: labels.filter(common).map((label) => of(first, label)),
		seats: [...labels.filter(apart).map(own), ...first.seats],
	};
}

const alone = (shown) => ({ ...shown, pictures: [shown.picture], texts: shown.text.split("\n") });

export const asks = ({ shown }) => shown.asked && `${shown.asked}.`;

/** Points as people are told them. */
export const score = (points, { shown }) => t.number(shown.penalties ? 0 - points : points);

/** A card, a seat, a card of a seat, a text, or several of them. */
function Cell({ cell, game, names, faces }) {
	const label = cell.label && html`<small>${cell.label}</small> `;
	if (cell.columns) return html`<${Rows} part=${cell} game=${game} names=${names} faces=${faces} />`;
	if (cell.cells) return html`<span class="cells">${label}${cell.cells.length ? cell.cells.map((each, at) => html`<${Cell} key=${at} cell=${each} game=${game} names=${names} faces=${faces} />`) : "–"}</span>`;
	const by = cell.seat === undefined ? "" : (names[cell.seat] ?? cell.seat);
	if (cell.card !== undefined && faces) return html`<span>${label}<img class="card" src=${faceOf(game, cell.card)} alt=${cell.card} data-card=${cell.card} />${by}</span>`;
	return html`<span class=${classes(cell.card !== undefined && "chip")}>${label}${by} ${plain(cell.card ?? cell.text ?? (by ? "" : "–"))}</span>`;
}

/** Things of one kind, one a row, the last in sight. */
const Rows = ({ part, ...given }) => html`<div class="rows" tabindex="0" role="region" aria-label=${part.label}><table>
	<thead><tr>${part.columns.map((each) => html`<th scope="col" key=${each}>${each}</th>`)}</tr></thead>
	<tbody>${part.cells.map((row, at) => html`<tr key=${at}>${row.cells.map((cell, place) => html`<td key=${place}><${Cell} cell=${{ ...cell, label: null }} ...${given} /></td>`)}</tr>`)}</tbody>
</table></div>`;

/** The seats with their points and whatever else each has. */
function Seats({ view, names, seats, given }) {
	return html`<table class="standing">
		<thead><tr><th scope="col">${t.roundCard.player}</th><th scope="col">${t.roundCard.points}</th>${seats.map((each) => html`<th scope="col" key=${each.label}>${each.label}</th>`)}</tr></thead>
		<tbody>
			${view.points.map((points, seat) => html`<tr key=${seat} data-seat=${seat} class=${classes(view.player === seat && "due")}>
				<th scope="row"><${Name} name=${names[seat]} own=${seat === view.seat} /></th><td>${score(points, view)}</td>
				${seats.map((each) => html`<td key=${each.label}>${each.cells[seat] && html`<${Cell} cell=${each.cells[seat]} ...${given} />`}</td>`)}
			</tr>`)}
		</tbody>
	</table>`;
}

/** Cards on the table, with who has played them; `past`: none lies there now. */
const Trick = ({ part, past, game, names }) => html`<section class=${classes("trick", past && "past", names.length > 5 && "wide")} style=${{ "--seats": names.length }} aria-label=${part.label}>
	<h2>${part.label}</h2>
	<ol class="cards">${part.cells.map(({ seat, card }) => html`<li key=${card} class="played"><${Face} game=${game} card=${card} label=${card} /><span class="by">${names[seat]}</span></li>`)}</ol>
</section>`;

/** The one action that names a card. */
function actionOf(actions, card) {
	const found = actions.filter(({ text }) => ` ${plain(text)}`.endsWith(` ${card}`));
	return found.length === 1 ? found[0] : undefined;
}

/** The own hand: cards that an action names can be clicked. */
function Hand({ part, game, actions, can, play, refuse, marks }) {
	const cards = part.cells.map((each) => each.card);
	const { row, stop } = useArrowKeys(cards.length);
	const most = useRef([0, 0]); // cards keep their size until more are dealt
	const [before, kept] = most.current;
	const choosing = can && cards.some((card) => actionOf(actions, card));
	most.current = [cards.length, cards.length > before ? cards.length : kept];
	const places = most.current[1];
	return html`<div class=${classes("hand", choosing && "choosing", places > 6 && "two")} style=${{ "--places": places, "--in-row": places > 6 ? Math.ceil(places / 2) : places }} role="group" aria-label=${part.label} ...${row}>
		${cards.map((card, at) => {
			const found = actionOf(actions, card);
			return html`<${CardButton} key=${`${card} ${cards.indexOf(card) === at ? "" : at}`} game=${game} card=${card} label=${found ? plain(found.text) : card} legal=${can && found !== undefined} odds=${marks?.get(found?.action)} stop=${stop(at)}
				onPlay=${() => play(found.action)} onRefuse=${() => refuse(can ? t.game.notNow(card) : "")} />`;
		})}
	</div>`;
}

function Choices({ actions, can, play, refuse, marks }) {
	const { row, stop } = useArrowKeys(actions.length);
	return html`<div class=${classes("row choices", actions.length > 12 && "many")} role="group" aria-label=${t.game.actions} ...${row}>
		${actions.map(({ action, text }, at) => html`<${Pick} key=${action} action=${can ? action : undefined} label=${plain(text)} mark=${marks?.get(action)} play=${play} refuse=${refuse} stop=${stop(at)} />`)}
	</div>`;
}

/** `views` are those of all seats, where all hands are open. */
export function Table({ view, views, names, play, can, mine, refuse, status, story, marks }) {
	const shown = views && view.seat === null ? together(views) : alone(view.shown);
	const pictures = shown.pictures.filter(Boolean);
	const given = { game: view.game, names, faces: shown.faces };
	const acting = views?.[view.player] ?? view;
	const hand = !shown.hands && handOf(view);
	const laid = shown.faces ? shown.parts.filter((part) => part.format === "laid") : [];
	const trick = laid.findLast((part) => part.cells.length);
	const facts = shown.parts.filter((part) => part !== hand && part !== trick && (!part.format || part.cells.length));
	const cards = (handOf(acting)?.cells ?? []).map((each) => actionOf(acting.actions, each.card));
	const others = acting.actions.filter((each) => !cards.includes(each));
	const choose = { can, play, refuse, marks };
	return html`<div class="felt plain" data-game=${view.game}>
		<div class="between head"><p class=${can ? "status mine" : "status"} data-status tabindex="-1">${mine && shown.asked ? withNames(shown.asked, names) : status}</p></div>
		${pictures.map(({ svg, label }, at) => html`<img key=${at} class="drawn" src=${sourceOf(svg, names)} alt=${seated(label, names)} />`)}
		<div class="board">
			<div class="scroll-x" tabindex="0" role="region" aria-label=${t.game.seats}><${Seats} view=${view} names=${names} seats=${shown.seats} given=${given} /></div>
			${story?.round ? html`<${RoundCard} ended=${story.round} names=${names} seat=${view.seat} story=${story} sign=${shown.penalties ? -1 : 1} />` : trick && html`<${Trick} part=${trick} past=${trick !== laid.at(-1)} ...${given} />`}
			${shown.hands?.some(Boolean) && html`<div class="open-hands">${shown.hands.map((part, seat) => part && html`<section key=${seat}><h2>${names[seat]}</h2><${Cell} cell=${{ ...part, label: null }} ...${given} /></section>`)}</div>`}
			${!pictures.length && html`<dl>${facts.map((part) => html`<div key=${part.label}><dt>${part.label}</dt><dd><${Cell} cell=${{ ...part, label: part.columns ? part.label : null }} ...${given} /></dd></div>`)}</dl>`}
			${shown.texts.length > 0 && html`<details><summary>${t.game.words}</summary><div class="words">${shown.texts.map((line, at) => html`<p key=${at}>${withNames(line, names)}</p>`)}</div></details>`}
		</div>
		<div class="dock" data-clear>
			${others.length > 0 && html`<${Choices} actions=${others} ...${choose} />`}
			${hand && html`<${Hand} part=${hand} game=${view.game} actions=${view.actions} ...${choose} />`}
		</div>
	</div>`;
}
