/** The first page: my tables, games, and what else there is. */
import { get, listGames } from "../api.js";
import { html, styled, useEffect, useState } from "../html.js";
import { Dialog } from "../parts/asking.js";
import { CookieNote, DEFAULTS, PLAYERS, makeForFriends, mayEnter, playAtOnce } from "../people/making.js";
import { recall, remember } from "../prefs.js";
import { address } from "../route.js";
import { complain } from "../said.js";
import { t } from "../strings.js";

/** What friends play first, and what is there to be studied: in the order of the pictures in `covers.svg`. */
const FIRST = ["skull-king", "hearts", "oh-hell", "liars-dice", "spite-malice", "pig"];
const STUDIED = ["leduc"];
const PICTURES = [...FIRST, ...STUDIED];

const placeOf = ({ name }) => FIRST.indexOf(name) + 1 || PICTURES.length;

export function Home() {
	const [found, setFound] = useState(null);
	const [trouble, setTrouble] = useState(null);
	const [name, setName] = useState(recall("name", ""));
	const load = () => {
		const alone = ({ Offline }) => setTrouble(html`<${Offline} again=${load} />`);
		setTrouble(null);
		const listed = get("/api/tables").then(async (tables) => ({ tables, mine: tables.length > 0 && (await import("./my_tables.js")) })).catch(() => ({}));
		// all at once, so that nothing moves what somebody is about to press
		Promise.all([listGames(), listed, get("/api/status").catch(() => ({}))]).then(([games, own, { deal }]) => setFound({ games, ...own, deal }), (error) => {
			setTrouble(html`<p class="problem">${error.message}</p>`);
			if (error.code === "unavailable") import("../app/app.js").then(alone, () => {});
		});
	};
	useEffect(load, []);
	const keepName = (event) => {
		setName(event.target.value);
		remember("name", event.target.value.trim() || null);
	};
	const cards = (games) => html`<div class="games">${games.map((game) => (game.failed ? html`<p class="problem" key=${game.name}>${game.failed}</p>` : html`<${GameCard} key=${game.name} game=${game} />`))}</div>`;
	return html`<div class="page home" aria-busy=${!found && !trouble}>
		<div class="hello">
			<div>
				<h1>${t.home.title}</h1>
				<p class="lead">${t.home.lead}</p>
			</div>
			<label class="field name"><span>${t.yourName}</span><input value=${name} maxlength="24" autocomplete="nickname" placeholder=${t.namePlaceholder} onInput=${keepName} /></label>
		</div>
		<${CookieNote} />
		${trouble}
		${found && !trouble && html`
			${found.mine && html`<${found.mine.MyTables} tables=${found.tables} setTables=${(tables) => setFound({ ...found, tables })} />`}
			${cards(found.games.filter((game) => !STUDIED.includes(game.name)).sort((one, other) => placeOf(one) - placeOf(other)))}
			<p class="trust" data-seeded=${found.deal === "seed"}>${found.deal === "seed" ? t.lobby.seeded : t.home.trust}</p>
			<section class="more" aria-label=${t.home.more}>
				<a class="tile" href=${address("score")}><strong>${t.menu.score}</strong><span>${t.home.scoreLead}</span></a>
				<a class="tile" href=${address("replay")}><strong>${t.menu.replay}</strong><span>${t.home.replayLead}</span></a>
			</section>
			<section class="studied" aria-labelledby="studied"><h2 id="studied">${t.home.studied}</h2>${cards(found.games.filter((game) => STUDIED.includes(game.name)))}</section>
			<footer class="row"><a href=${address("about")}>${t.menu.about}</a><a href=${address("about", "app")}>${t.menu.app}</a></footer>`}
	</div>`;
}

/** A game: its picture, which is pressed like *Play*, and what can be done. */
function GameCard({ game }) {
	const [busy, setBusy] = useState(false);
	const [open, setOpen] = useState(false);
	const at = PICTURES.indexOf(game.name);
	const begin = (make) => async () => {
		if (busy || !mayEnter()) return;
		setBusy(true);
		for (const coming of [import("./table.js"), import("../parts/playing.js"), import(game.table_module)]) coming.catch(() => {}); // while the table is made, as its styles
		styled("tables");
		try {
			await make();
		} catch (error) {
			complain(error);
			setBusy(false);
		}
	};
	return html`<article class="game" data-game=${game.name} aria-label=${game.title}>
		<div class="cover" aria-hidden="true"><i class=${at < 0 ? "own" : ""} style=${at < 0 ? game.cover && { backgroundImage: `url("${game.cover}")` } : { "--at": at / (PICTURES.length - 1) }}></i></div>
		<h2>${game.title}</h2>
		<p>${game.summary}</p>
		<div class="row">
			<button class="main" onClick=${begin(() => playAtOnce(game, true, DEFAULTS))} aria-disabled=${busy} aria-label=${t.pair(t.home.play, game.title)}>${busy ? t.loading : t.home.play}</button>
			<button onClick=${begin(() => makeForFriends(game))} aria-disabled=${busy} aria-label=${t.pair(t.home.friends, game.title)}>${t.home.friends}</button>
			<button class="sign quiet" onClick=${() => setOpen(true)} aria-haspopup="dialog" aria-label=${t.pair(t.home.rest, game.title)} title=${t.home.rest}><span aria-hidden="true">⋯</span></button>
		</div>
		${open && html`<${Rest} game=${game} watch=${begin(() => playAtOnce(game, false, { ...DEFAULTS, spectators: "open" }))} onClose=${() => setOpen(false)} />`}
	</article>`;
}

/** What else can be done with a game. */
function Rest({ game, watch, onClose }) {
	const players = game.options.find((option) => option.name === PLAYERS);
	return html`<${Dialog} title=${game.title} onClose=${onClose}>
		<p>${game.summary}</p>
		<p class="dim">${t.home.players(players?.low ?? game.players, players?.high ?? game.players)}</p>
		${game.lesson && html`<a class="button" href=${address("learn", game.name)}>${t.home.learn}</a>`}
		${game.problems && html`<a class="button" href=${address("problems", game.name)}>${t.home.problems}</a>`}
		<a class="button" href=${address("new", game.name)}>${t.home.options}</a>
		<button onClick=${watch}>${t.home.watch}</button>
	<//>`;
}
