/** The first page: my tables, games, and what else there is. */
import { get, listGames } from "../api.js";
import { backOf, faceOf, gameModule } from "../games.js";
import { html, useEffect, useState } from "../html.js";
import { useLater } from "../later.js";
import { ServerSeeded } from "../parts/deal.js";
import { DEFAULTS } from "../parts/defaults.js";
import { CookieNote, mayEnter } from "../people/cookie.js";
import { playAtOnce } from "../people/making.js";
import { recall, remember } from "../prefs.js";
import { address } from "../route.js";
import { complain } from "../said.js";
import { t } from "../strings.js";

export function Home() {
	const [games, setGames] = useState(null);
	const [tables, setTables] = useState(null);
	const [trouble, setTrouble] = useState(null);
	const mine = useLater(() => import("./my_tables.js"), tables?.length > 0);
	const offer = useLater(() => import("../learn/new_here.js"), tables?.length === 0 && !recall("lessons", false));
	const [name, setName] = useState(recall("name", ""));
	const load = () => {
		const alone = ({ Offline }) => setTrouble(html`<${Offline} again=${load} />`);
		setTrouble(null);
		listGames().then(setGames, (error) => {
			setTrouble(html`<p class="problem">${error.message}</p>`);
			if (error.code === "unavailable") import("../app/offline.js").then(alone, () => {});
		});
		get("/api/tables").then(setTables, () => setTables([]));
	};
	useEffect(load, []);
	const keepName = (event) => {
		setName(event.target.value);
		remember("name", event.target.value.trim() || null);
	};
	return html`<div class="page">
		<div class="hello">
			<div>
				<h1>${t.home.title}</h1>
				<p class="lead">${t.home.lead}</p>
			</div>
			<label class="field name"><span>${t.yourName}</span><input value=${name} maxlength="24" autocomplete="nickname" placeholder=${t.namePlaceholder} onInput=${keepName} /></label>
		</div>
		<${ServerSeeded} />
		${offer && games && html`<${offer.NewHere} games=${games} />`}
		<${CookieNote} />
		${mine && html`<${mine.MyTables} tables=${tables} setTables=${setTables} />`}
		${trouble ?? html`<div class="games" aria-busy=${games === null}>${games?.map((game) => game.failed ? html`<p class="problem" key=${game.name}>${game.failed}</p>` : html`<${GameCard} key=${game.name} game=${game} />`)}</div>`}
		<section class="more" aria-label=${t.home.more}>
			<a class="tile" href=${address("score")}><strong>${t.menu.score}</strong><span>${t.home.scoreLead}</span></a>
			<a class="tile" href=${address("replay")}><strong>${t.menu.replay}</strong><span>${t.home.replayLead}</span></a>
		</section>
		<footer class="row"><a href=${address("about")}>${t.menu.about}</a><a href=${address("about", "app")}>${t.menu.app}</a></footer>
	</div>`;
}

function GameCard({ game }) {
	const [busy, setBusy] = useState(false);
	const [cover, setCover] = useState([]);
	useEffect(() => {
		gameModule(game.name).then((found) => setCover(found.cover ?? []), complain);
	}, [game.name]);
	const players = game.options.find((option) => option.name === "players");
	const begin = async (seated, settings) => {
		if (busy || !mayEnter()) return;
		setBusy(true);
		try {
			await playAtOnce(game, seated, settings);
		} catch (error) {
			complain(error);
			setBusy(false);
		}
	};
	return html`<article class="game" aria-label=${game.title}>
		<div class="cover" aria-hidden="true">
			${cover.map((card) => html`<img key=${card} src=${card === "back" ? backOf(game.name) : faceOf(game.name, card)} alt="" />`)}
		</div>
		<h2>${game.title}</h2>
		<p>${game.summary}</p>
		<p class="dim">${t.home.players(players?.low ?? game.players, players?.high ?? game.players)}</p>
		<div class="row">
			<button class="main" onClick=${() => begin(true, DEFAULTS)} aria-disabled=${busy} aria-label=${t.home.playNowOf(game.title)}>${busy ? t.loading : t.home.playNow}</button>
			<a class="button" href=${address("new", game.name)} aria-label=${t.home.optionsOf(game.title)}>${t.home.options}</a>
			<button class="quiet" onClick=${() => begin(false, { ...DEFAULTS, spectators: "open" })} aria-disabled=${busy} aria-label=${t.home.watchOf(game.title)}>${t.home.watch}</button>
			${game.lesson && html`<a class="button quiet" href=${address("learn", game.name)} aria-label=${t.home.learnOf(game.title)}>${t.home.learn}</a>`}
			${game.problems && html`<a class="button quiet" href=${address("problems", game.name)} aria-label=${t.home.problemsOf(game.title)}>${t.home.problems}</a>`}
		</div>
	</article>`;
}
