/** A circle: people who play together, their games and standings. */
import { get, listGames, post } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { inLanguage, number, percent } from "../language.js";
import { agentName, numbered } from "../names.js";
import { AskFirst, CopyLine, Stop } from "../parts/asking.js";
import { address, go } from "../route.js";
import { complain } from "../said.js";
import { t } from "../strings.js";

const DAY = 24 * 3600 * 1000;

export const words = inLanguage("circles", {
	title: "Standings",
	lead: "Names and results of the games played in this circle. Everybody who has the link sees this page.",
	link: "Link to these standings",
	none: "No game is finished yet.",
	standings: "Who has won most",
	games: "Games",
	head: { name: "Name", games: "games", won: "won", places: "mean place", bids: "bids made", capture: "best captures" },
	headHelp: { won: "A shared win counts in parts.", capture: "Most points captured in a round." },
	bids: (made, all) => (all ? `${percent(made / all)} (${made} of ${all})` : "–"),
	capture: (points) => (points === null ? "–" : t.number(points)),
	game: (title, at) => `${title}, ${t.home.at(at)}`,
	seat: ({ place, name, agent, points }) => `${place}. ${name ?? agent}: ${t.number(points)}`,
	doubt: (name) => `${name} has played in other browsers so far, so this game does not count for ${name}.`,
	accept: (name) => `It was ${name}`,
	takeOut: "Remove this game",
	takeOutSure: "It is removed from these standings for good.",
	relink: "Change the link",
	relinkSure: "The old link stops working, and tables made with it add no more games. Send the new one to your friends, and make the next table from here.",
	play: (title) => `Play ${title}`,
	rename: "Change the name",
	save: "Save",
	delete: "Delete these standings",
	deleteHelp: "They are deleted in a week. Until then everybody who opens this page sees that, and can keep them.",
	deleted: (left) => `These standings are deleted in ${left >= 2 * DAY ? `${Math.floor(left / DAY)} days` : "less than two days"}.`,
	keep: "Keep them",
});

export function Circle({ token }) {
	const [circle, set] = useState(null);
	const [titles, setTitles] = useState({});
	const [trouble, setTrouble] = useState("");
	const path = `/api/circles/${encodeURIComponent(token)}`;
	useEffect(() => {
		get(path).then(set, (error) => setTrouble(error.message));
		listGames().then((games) => setTitles(Object.fromEntries(games.map((each) => [each.name, each.title]))), complain);
	}, [token]);
	if (trouble) return html`<${Stop} why=${trouble} />`;
	if (!circle) return html`<p class="page" aria-busy="true">${t.loading}</p>`;
	const change = (what, body) => post(`${path}/${what}`, body).then(set, complain);
	const relink = () => post(`${path}/link`).then((found) => go(["circle", found.circle], { instead: true }), complain);
	return html`<div class="page narrow circle">
		<h1>${circle.name}</h1>
		<p class="lead">${words.lead}</p>
		${circle.deleted_in !== null && html`<p class="banner">${words.deleted(circle.deleted_in)} <button onClick=${() => change("deletion", { wanted: false })}>${words.keep}</button></p>`}
		${circle.standings.length ? html`<${Standings} standings=${circle.standings} />` : html`<p>${words.none}</p>`}
		<div class="row">
			${Object.entries(titles).map(([name, title]) => html`<a key=${name} class="button" href=${address("new", name, token)}>${words.play(title)}</a>`)}
		</div>
		${circle.games.length > 0 && html`<section aria-labelledby="games">
			<h2 id="games">${words.games}</h2>
			<ol class="results">${circle.games.map((game) => html`<li key=${game.at}><strong>${words.game(titles[game.game] ?? game.game, game.at)}</strong><span>${t.list(placed(game).map(words.seat))}</span><${Doubts} game=${game} host=${circle.host} change=${change} /></li>`)}</ol>
		</section>`}
		<${CopyLine} label=${words.link} text=${location.href} />
		<${Manage} circle=${circle} change=${change} relink=${relink} />
	</div>`;
}

/** What does not count yet for its name, with who may say that it does; and the host's way to take a game out. */
const Doubts = ({ game, host, change }) => html`${game.seats.map((each, seat) => !each.counts && html`<p key=${seat} class="dim">${words.doubt(each.name)} ${each.may_accept && html`<button class="quiet" onClick=${() => change("accept", { game: game.id, seat })}>${words.accept(each.name)}</button>`}</p>`)}
	${host && html`<${AskFirst} label=${words.takeOut} text=${words.takeOutSure} act=${() => change("take-out", { game: game.id })} />`}`;

/** The seats of a game by their places, agents called as they were at its table. */
function placed({ seats }) {
	const names = numbered(seats.map(({ name, agent }) => name ?? agentName(agent)));
	return seats.map((each, seat) => ({ ...each, name: names[seat] })).sort((one, other) => one.place - other.place);
}

function Standings({ standings }) {
	const bids = standings.some((each) => each.bids);
	const captures = standings.some((each) => each.capture !== null);
	const heads = ["games", "won", "places", ...(bids ? ["bids"] : []), ...(captures ? ["capture"] : [])];
	const cell = { games: (each) => each.games, won: (each) => t.number(Math.round(each.won * 100) / 100), places: (each) => t.number(Math.round(each.places * 10) / 10), bids: (each) => words.bids(each.made, each.bids), capture: (each) => words.capture(each.capture) };
	return html`<div class="wide" role="region" aria-label=${words.standings} tabindex="0"><table class="standings">
		<caption>${words.standings}</caption>
		<thead><tr><th scope="col">${words.head.name}</th>${heads.map((each) => html`<th key=${each} scope="col" title=${words.headHelp[each]}>${words.head[each]}</th>`)}</tr></thead>
		<tbody>${standings.map((each) => html`<tr key=${each.name}><th scope="row"><bdi>${each.name}</bdi></th>${heads.map((head) => html`<td key=${head}>${cell[head](each)}</td>`)}</tr>`)}</tbody>
	</table></div>`;
}

function Manage({ circle, change, relink }) {
	const [name, setName] = useState(circle.name);
	const save = (event) => {
		event.preventDefault();
		change("name", { name });
	};
	return html`<details>
		<summary>${words.rename}</summary>
		<form class="row" onSubmit=${save}><input aria-label=${words.rename} maxlength="48" required value=${name} onInput=${(event) => setName(event.target.value)} /><button type="submit">${words.save}</button></form>
		${circle.host && html`<${AskFirst} label=${words.relink} text=${words.relinkSure} act=${relink} />`}
		${circle.deleted_in === null && html`<p class="dim">${words.deleteHelp}</p><button class="quiet danger" onClick=${() => change("deletion", { wanted: true })}>${words.delete}</button>`}
	</details>`;
}
