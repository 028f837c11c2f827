/** What every page has that shows a game: the table, its panel and its buttons. */
import { Reactions } from "../chat/chat.js";
import { useKeptFocus } from "../focus.js";
import { gameModule, withoutModule } from "../games.js";
import { classes, html, useEffect, useLater, useLayoutEffect, useRef, useState } from "../html.js";
import { useCardHelp } from "./card.js";
import { besideNames, refusalAt, withNames } from "../names.js";
import { w } from "../people/words.js";
import { address, gameFile } from "../route.js";
import { announce, complain, sound, tell } from "../said.js";
import { useStory } from "../story/story.js";
import { t } from "../strings.js";
import { Dialog, TakeBack } from "./asking.js";
import { HintBar, marksOf, useHint } from "./hint.js";
import { Deletion, HostGone, asker, useCountdown } from "./lobby.js";
import { BesideNames } from "./name.js";
import { Over } from "./over.js";
import { Panel } from "./panel.js";

const BEAT_MS = 1500;
const SHORT_BEAT_MS = 300;

/** Whether an agent answers for a seat now. */
const playsItself = ({ agent, stand_in, awaits_deal }) => Boolean(agent || stand_in || awaits_deal);

/** The seats of the people that the table waits for. */
const awaited = ({ sealed, table }) => sealed.open.filter((seat) => !playsItself(table.seats[seat]));

/** Whether all people have answered, so that only agents are asked before the answers are shown. */
const peopleAreDone = (state) => state.sealed !== null && state.sealed.done.length > 0 && awaited(state).length === 0;

/** Whom the table waits for, in words; `agents` also, where all people are done, which is seen and would be said too often. */
function waitingFor(state, names, agents = false) {
	const people = awaited(state);
	const seats = people.length || !agents ? people : state.sealed.open;
	return seats.length ? t.table.waitFor(seats.map((seat) => names[seat])) : t.table.allIn;
}

/** Whether answers that were sealed are shown now: for a moment after the last one is in. */
function useReveal({ sealed, event, table }) {
	const before = useRef(null);
	const [shown, show] = useState(false);
	useLayoutEffect(() => {
		const waited = before.current !== null;
		before.current = sealed;
		show(waited && sealed === null && event?.kind === "move");
	}, [sealed]);
	useEffect(() => { // once they are drawn: a slow page shows them as long
		if (!shown) return undefined;
		const timer = setTimeout(() => show(false), table.settings.pace === "instant" ? SHORT_BEAT_MS : BEAT_MS);
		return () => clearTimeout(timer);
	}, [shown]);
	return shown;
}

/** Claim them, and say before whether the hand may be shown. */
function ClaimRest({ state, act }) {
	const [open, set] = useState(false);
	const claim = (show) => {
		set(false);
		act("rest", { turn: state.turn, show });
	};
	if (state.rest?.seat !== null) return null;
	return html`
		<button class="quiet" onClick=${() => set(true)}>${t.rest.claim}</button>
		${open &&
		html`<${Dialog} title=${t.rest.claim} onClose=${() => set(false)}>
			<p>${t.rest.sure}</p>
			<div class="row"><button class="main" onClick=${() => claim(false)}>${t.rest.certain}</button><button onClick=${() => claim(true)}>${t.rest.show}</button></div>
		<//>`}
	`;
}

/** What is claimed with which hand, who has not agreed, and what I say to it. */
function AskedRest({ state, names, module, act }) {
	const asked = state.rest;
	if (!asked || asked.seat === null || asked.settled) return null;
	const hand = (module?.words ?? ((line) => line.text))({ text: asked.hand.join(" ") });
	const missing = names.filter((_, seat) => !asked.agreed.includes(seat));
	const answer = (agrees) => act("rest-answer", { turn: state.turn, agrees });
	return html`<div class="banner row" data-rest>
		<span>${t.rest.asks(names[asked.seat], hand, missing)}</span>
		${state.you.seat !== null && !asked.agreed.includes(state.you.seat) && html`<button onClick=${() => answer(true)}>${t.rest.agree}</button><button onClick=${() => answer(false)}>${t.rest.goOn}</button>`}
	</div>`;
}

const FOCUS = ["[data-act]:not([aria-disabled=true])", ".hand [tabindex='0']", "[data-stop][tabindex='0']:not(details:not([open]) *)", "[data-status]"];

const NO_MARKS = new Map();

/** How soon a second click may follow a move without being meant as another. */
const DOUBLE_MS = 700;

/** The component of a game's table, once it is loaded. */
export function useGameModule(game) {
	const [found, set] = useState(null);
	useEffect(() => {
		gameModule(game).catch(withoutModule).then((module) => set(() => module));
	}, [game]);
	return found;
}

/** `focused`: it comes in place of what had the focus. */
export function Playing({ state, ask, names, member, focused }) {
	const { table, you, view, views } = state;
	const sealed = state.sealed && { ...state.sealed, due: awaited(state) };
	useLayoutEffect(() => window.scrollTo(0, 0), []); // who began has scrolled the lobby down to its button
	const module = useGameModule(table.game);
	const want = asker(table, member);
	useCardHelp(table.game, table.options, module);
	const [busy, setBusy] = useState(false);
	const [watched, setWatched] = useState(0);
	const played = useRef(0);
	const kept = useKeptFocus(FOCUS, focused);
	const shown = view ?? views?.[watched] ?? null;
	const late = you.seat !== null && table.seats[you.seat].awaits_deal;
	const seat = late ? null : you.seat; // until the next deal I see what spectators see
	const standIn = seat !== null && table.seats[seat].stand_in;
	const revealing = useReveal(state);
	const asked = sealed === null ? shown?.player === seat : view?.actions.length > 0; // all at once where answers are sealed
	const myTurn = seat !== null && asked && !shown.over && !standIn && !state.rest?.settled; // what is claimed is played by itself
	const mayChange = seat !== null && !standIn && sealed?.actions.length > 0;
	const may = (myTurn && view !== null && view.actions.length > 0) || mayChange;
	const can = may && !revealing && !busy && state.link === "open";
	useTurnSignal(myTurn, table.title);
	const time = useLater(() => import("../time/waiting.js"), timed(table));
	const story = useStory(state, shown, module, seat);
	useTelling(state, names, myTurn, module, story, shown);

	const act = async (type, parts = {}) => {
		setBusy(true);
		try {
			return await ask(type, parts);
		} catch (error) {
			if (error.code !== "stale") complain(refusalAt(table, error));
			return null;
		} finally {
			setBusy(false);
		}
	};
	const play = (action) => {
		played.current = Date.now();
		return act("move", { turn: state.turn, action });
	};
	const refuse = (why) => {
		// a click while my move is on its way, or the second one of a double click, is no mistake
		if (busy || Date.now() - played.current < DOUBLE_MS) return;
		tell(why || whyNot(state, names, standIn), "problem");
	};
	const hint = useHint({ turn: state.turn, sealed: sealed?.answer === null, ask, table });
	const undone = async () => (await act("undo", { turn: state.turn })) && tell(t.table.undone);

	const hinted = Boolean(hint.found && module && shown);
	const marks = hint.found && myTurn ? marksOf(hint.found) : NO_MARKS;
	const maySkip = seat !== null || you.host || table.seats.every((chair) => chair.member === null);
	const playing = shown !== null && !shown.over;
	const bots = table.seats.map(playsItself);
	const unattended = table.seats.every((chair) => chair.member === null && chair.claim === null);
	const paces = playing && you.host && unattended;
	const agentDue = playing && shown.player !== null && (playsItself(table.seats[shown.player]) || peopleAreDone(state));
	return html`<div class="play" ...${kept}>
		<section class="stage" aria-label=${t.table.announceMove}>
			<h1 class="unseen">${table.title}</h1>
			<${HostGone} state=${state} want=${want} />
			<${Deletion} state=${state} want=${want} member=${member} />
			<${TakeBack} table=${table} member=${member} want=${want} />
			<${AskedRest} state=${state} names=${names} module=${module} act=${act} />
			<${Pause} state=${state} names=${names} want=${want} />
			${time && html`<${time.Idle} state=${state} names=${names} want=${want} myTurn=${myTurn} />`}
			${shown === null
				? html`<p class="felt">${table.playable && late ? t.table.awaitsDeal(table.deals_again) : table.playable ? (table.settings.spectators === "none" ? w.watchHidden : t.table.watchHidden[table.settings.spectators]) : table.status === "over" && html`<a class="button" href=${gameFile(table.id)} download>${t.replay.download}</a>`}</p>`
				: html`
						${module &&
						html`<${BesideNames.Provider} value=${besideNames(table, names)}>${shown.over && story.settled ? html`<${Over} state=${state} view=${shown} names=${names} want=${want} member=${member} module=${module} bots=${bots} />` : html`<${module.Table} view=${shown} views=${views} names=${names} play=${play} can=${can} mine=${myTurn || mayChange} sealed=${sealed} revealing=${revealing} refuse=${refuse} log=${state.log} status=${statusOf(state, shown, names, myTurn)} story=${story} marks=${marks} bots=${bots} waits=${state.waits.map((each) => ({ ...each, now: performance.now() + state.ahead }))} />`}<//>`}
					`}
			${views && !view && playing && html`<${Watched} names=${names} value=${watched} onChange=${setWatched} />`}
			<div class=${classes("row tools", hinted && "hinted")}>
				${time && html`<${time.Clock} state=${state} names=${names} />`}
				${hinted ? html`<${HintBar} hint=${hint.found} view=${shown} names=${names} module=${module} play=${play} can=${can} />` : html`
				${paces && html`<${Pace} table=${table} want=${want} step=${() => act("skip")} />`}
				<${Reactions} state=${state} want=${want} />
				${time && html`<${time.Nudge} state=${state} names=${names} want=${want} />`}`}
				${table.hints && seat !== null && !shown?.over && html`<button class="quiet" aria-pressed=${Boolean(hint.found)} aria-disabled=${!can && !hint.waits} onClick=${() => (can || hint.waits ? hint.toggle() : refuse(""))}>${hint.text}</button>`}
				${myTurn && !hinted && html`<${ClaimRest} key=${state.turn} state=${state} act=${act} />`}
				${seat !== null && !shown?.over && !standIn && !hinted && html`<button class="quiet" onClick=${() => act("away")}>${t.table.away}</button>`}
				${!hinted && html`
				${playing && table.settings.undo && seat !== null && html`<${Tool} there=${state.undo} onClick=${undone}>${t.table.undo}<//>`}
				${playing && maySkip && !(you.host && unattended) && table.settings.pace !== "instant" && html`<${Tool} there=${agentDue} quiet onClick=${() => act("skip")}>${t.table.skip}<//>`}`}
				${standIn && !shown?.over && html`<span>${t.table.standIn}</span><button class="main" data-act onClick=${() => act("back")}>${t.table.back}</button>`}
				${seat === null && (shown !== null || !late) && !paces && html`<span class="dim">${late ? t.table.awaitsDeal(table.deals_again) : you.member !== null && !you.host && !shown?.over && !table.seats.some((chair) => chair.claim === member) ? w.watchOpen : t.table.watching}</span>`}
			</div>
			${state.trouble && html`<p class="problem">${t.pair(names[state.trouble.seat] ?? table.title, state.trouble.message)}</p>`}
		</section>
		<${Panel} state=${state} view=${shown} names=${names} module=${module} want=${want} member=${member} />
	</div>`;
}

/** Whether people wait for each other here, or for a clock. */
const timed = ({ seats, settings }) => settings.clock !== null || seats.filter((chair) => chair.member !== null).length > 1;

/** The pace at which agents play among themselves: pause, a move at a time, or faster. */
function Pace({ table, want, step }) {
	const { settings } = table;
	const before = useRef("normal");
	const paused = settings.pace === "paused";
	if (!paused) before.current = settings.pace;
	const put = (pace) => want("settings", { settings: { ...settings, pace } });
	return html`<button class="main" onClick=${() => put(paused ? before.current : "paused")}>${paused ? t.table.goOn : t.table.halt}</button>
		<${Tool} there=${paused} onClick=${step}>${t.table.step}<//>
		<select aria-label=${t.table.speed} onChange=${(event) => put(event.target.value)}>
			${Object.entries(t.settings.paces).map(([pace, text]) => html`<option key=${pace} value=${pace} selected=${pace === settings.pace}>${text}</option>`)}
		</select>
		<a class="button quiet" href=${address("watch", table.game)}>${t.table.others}</a>`;
}

/** A button that keeps its place while it is not there, so that no other one comes under the finger. */
const Tool = ({ there, quiet, onClick, children }) =>
	there ? html`<button class=${quiet ? "quiet" : ""} onClick=${onClick}>${children}</button>` : html`<span class="button gone" aria-hidden="true">${children}</span>`;

function whyNot(state, names, standIn) {
	if (state.view?.over) return t.table.gameOver;
	if (state.link !== "open") return t.link.broken;
	if (standIn) return t.table.mustBack;
	if (state.sealed) return `${waitingFor(state, names)}.`;
	return state.view ? t.table.notYourTurn(names[state.view.player]) : t.table.watching;
}

function statusOf(state, view, names, myTurn) {
	if (view.over) return t.table.over;
	if (myTurn) return t.table.yourTurn;
	if (state.sealed) return waitingFor(state, names, true);
	return state.table.seats[view.player]?.agent ? t.table.thinks(names[view.player]) : t.table.turnOf(names[view.player]);
}

/** Say in the title that it is my turn; by a short vibration, and by a sound to who looks elsewhere. */
function useTurnSignal(myTurn, game) {
	const was = useRef(false);
	useEffect(() => {
		document.title = myTurn ? t.table.titleTurn(game) : `${game} – croupier`;
		if (myTurn && !was.current && navigator.userActivation?.hasBeenActive) {
			navigator.vibrate?.(20);
			if (document.visibilityState === "hidden") sound("turn");
		}
		was.current = myTurn;
		return () => {
			document.title = "croupier";
		};
	}, [myTurn, game]);
}

/** Announce what happens, once. */
function useTelling(state, names, myTurn, module, story, view) {
	const told = useRef(state.number);
	const sealed = useRef(state.sealed);
	const rounds = useRef(state.rounds.length);
	useEffect(() => {
		if (state.number === told.current) return;
		told.current = state.number;
		const heard = soundOf(state, story, rounds.current);
		rounds.current = state.rounds.length;
		if (heard) sound(heard);
		const inside = sealed.current !== null && state.sealed !== null;
		sealed.current = state.sealed;
		if (inside) return void announce(sealedNews(state, names)); // what is told of single answers says no more
		const lines = state.news.filter((each) => each.kind !== "notice").map((each) => withNames(each, names, module?.words));
		if (story.began) lines.push(...(module.captions?.(story.scene, names) ?? []).map((line) => `${line}.`));
		if (myTurn) lines.push(withNames(module?.asks?.(view) ?? `${t.table.yourTurn}.`, names));
		announce(lines.join(" "));
	}, [state.number]);
}

/** The sound of what has happened: the game is won, cards are dealt anew, a trick is finished, a card lies. */
function soundOf({ event, view, you, rounds }, story, before) {
	if (view?.over && view.returns) return Math.max(...view.returns) === view.returns[you.seat] ? "win" : "trick";
	if (event?.kind !== "move") return null;
	return rounds.length > before ? "deal" : story.began ? "trick" : "card";
}

/** Who has just answered where answers are sealed; after my own answer, who is waited for. */
function sealedNews(state, names) {
	const { event, you } = state;
	if (event?.kind !== "seal") return "";
	if (event.seat !== you.seat) return t.table.done(names[event.seat]);
	const byClock = state.news.some((each) => each.kind === "notice"); // which says it
	return byClock ? `${waitingFor(state, names)}.` : `${t.table.kept} ${waitingFor(state, names)}.`;
}

/** Somebody whose turn it is has left: how long the table waits. */
function Pause({ state, names, want }) {
	const { pause } = state.people;
	const left = useCountdown(pause?.left ?? 0);
	if (!pause) return null;
	return html`<div class="banner row">
		<span>${t.table.pause(names[pause.seat], left)}</span>
		${state.you.host && html`<button onClick=${() => want("wait", { seat: pause.seat })}>${t.table.wait}</button><button onClick=${() => want("stand-in", { seat: pause.seat })}>${t.table.takeOver}</button>`}
	</div>`;
}

/** Whose view a spectator with a delay looks at. */
function Watched({ names, value, onChange }) {
	return html`<label class="field inline"><span>${t.replay.hands}</span>
		<select onChange=${(event) => onChange(Number(event.target.value))}>
			${names.map((name, seat) => html`<option key=${seat} value=${seat} selected=${seat === value}>${name}</option>`)}
		</select>
	</label>`;
}
