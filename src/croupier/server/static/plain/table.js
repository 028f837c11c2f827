/** The table of a game that has no components of its own: what the server says of its view, and its actions in words. */
import { faceOf } from "../games.js";
import { classes, html } from "../html.js";
import { useArrowKeys } from "../focus.js";
import { plain, withNames } from "../names.js";
import { Name } from "../parts/name.js";
import { Odds, told } from "../parts/odds.js";
import { RoundCard } from "../story/round.js";
import { t } from "../strings.js";

/** A picture that is made of a view, as an image: so no script of it runs and nothing of it is loaded. */
const sourceOf = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What several seats see, as one table: what they see differently stands beside each seat. */
function together(views) {
	const [first, ...rest] = views.map((each) => each.shown);
	const labels = [...new Set(views.flatMap(({ shown }) => shown.parts.map((part) => part.label)))];
	const of = (shown, label) => shown.parts.find((part) => part.label === label);
	const common = (label) => rest.every((shown) => same(of(shown, label), of(first, label)));
	const own = (label) => ({ label, cells: views.map(({ shown }) => ({ ...of(shown, label), label: null })) });
	return {
		faces: first.faces,
		pictures: rest.every((shown) => same(shown.picture, first.picture)) ? [first.picture] : views.map(({ shown }) => shown.picture),
		texts: [],
		parts: labels.filter(common).map((label) => of(first, label)),
		seats: [...labels.filter((label) => !common(label)).map(own), ...first.seats],
	};
}

const alone = (shown) => ({ ...shown, pictures: [shown.picture], texts: shown.text.split("\n") });

/** A card, a seat, a text, or several of them. */
function Cell({ cell, game, names, faces }) {
	const label = cell.label && html`<small>${cell.label}</small> `;
	if (cell.cells) return html`<span class="cells">${label}${cell.cells.length ? cell.cells.map((each, at) => html`<${Cell} key=${at} cell=${each} game=${game} names=${names} faces=${faces} />`) : "–"}</span>`;
	if (cell.card !== undefined && faces) return html`<span>${label}<img class="card" src=${faceOf(game, cell.card)} alt=${cell.card} data-card=${cell.card} /></span>`;
	return html`<span class=${classes(cell.card !== undefined && "chip")}>${label}${cell.seat === undefined ? plain(cell.card ?? cell.text ?? "–") : (names[cell.seat] ?? cell.seat)}</span>`;
}

/** The seats with their points and whatever else each has. */
function Seats({ view, names, seats, given }) {
	return html`<table class="standing">
		<thead><tr><th scope="col">${t.roundCard.player}</th><th scope="col">${t.roundCard.points}</th>${seats.map((each) => html`<th scope="col" key=${each.label}>${each.label}</th>`)}</tr></thead>
		<tbody>
			${view.points.map((points, seat) => html`<tr key=${seat} data-seat=${seat} class=${classes(view.player === seat && "due")}>
				<th scope="row"><${Name} name=${names[seat]} own=${seat === view.seat} /></th><td>${t.number(points)}</td>
				${seats.map((each) => html`<td key=${each.label}>${each.cells[seat] && html`<${Cell} cell=${each.cells[seat]} ...${given} />`}</td>`)}
			</tr>`)}
		</tbody>
	</table>`;
}

/** `views` are those of all seats, where all hands are open. */
export function Table({ view, views, names, play, can, refuse, status, story, marks }) {
	const shown = views && view.seat === null ? together(views) : alone(view.shown);
	const pictures = shown.pictures.filter(Boolean);
	const actions = (views?.[view.player] ?? view).actions;
	const { row, stop } = useArrowKeys(actions.length);
	const given = { game: view.game, names, faces: shown.faces };
	return html`<div class="felt plain">
		<div class="between head"><p class=${can ? "status mine" : "status"} data-status tabindex="-1">${status}</p></div>
		${story?.round && html`<${RoundCard} ended=${story.round} names=${names} seat=${view.seat} story=${story} />`}
		${pictures.map(({ svg, label }, at) => html`<img key=${at} class="drawn" src=${sourceOf(svg)} alt=${label} />`)}
		${!pictures.length && html`<dl>${shown.parts.map((part) => html`<div key=${part.label}><dt>${part.label}</dt><dd><${Cell} cell=${{ ...part, label: null }} ...${given} /></dd></div>`)}</dl>`}
		<div class="scroll-x" tabindex="0" role="region" aria-label=${t.game.seats}><${Seats} view=${view} names=${names} seats=${shown.seats} given=${given} /></div>
		<div class="words">${shown.texts.map((line, at) => html`<p key=${at}>${withNames(line, names)}</p>`)}</div>
		${actions.length > 0 && html`<div class="row choices" data-clear role="group" aria-label=${t.game.actions} ...${row}>
			${actions.map(({ action, text }, at) => {
				const mark = marks?.get(action);
				return html`<button key=${action} class=${classes("pick", mark?.best && "advised")} data-act aria-label=${told(plain(text), mark)} aria-disabled=${!can} onClick=${() => (can ? play(action) : refuse(""))} ...${stop(at)}>${plain(text)}<${Odds} mark=${mark} /></button>`;
			})}
		</div>`}
	</div>`;
}
