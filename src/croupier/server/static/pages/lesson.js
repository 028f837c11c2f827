/** A lesson: the first round of a game, played with a guide. */
import { get } from "../api.js";
import { html, styled, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { useCardHelp } from "../parts/card.js";
import { linesOf, withNames } from "../names.js";
import { useGameModule } from "../parts/playing.js";
import { NoGame } from "../parts/asking.js";
import { DEFAULTS, mayEnter, playAtOnce, useGame } from "../people/making.js";
import { recall, remember } from "../prefs.js";
import { address } from "../route.js";
import { announce, complain, tell } from "../said.js";
import { still } from "../story/story.js";
import { t } from "../strings.js";
import { l } from "../words.js";

/** Where each part of a table is, in any game. */
const PLACES = {
	hand: ".dock .hand, .dock .own-dice, .half.own > .laid > .hand", trick: ".trick", seats: ".seats, .bars", question: ".question, .calls",
	score: ".round-card", goal: ".half.own .goal", discards: ".half.own .piles .pile:not(.goal)", piles: ".middle",
	other: ".half:not(.own)", die: ".die", total: ".total", roll: ".pick.roll", hold: ".pick.hold",
};
/** Where a card is looked for first. */
const OWN = [".dock", ".half.own .hand", ".half.own"];

/** The elements of a place, like `trick` or `card:rosie`. */
function found(box, look) {
	const [place, card] = look.split(/:(.*)/s);
	if (place !== "card") return PLACES[place] ? [...box.querySelectorAll(PLACES[place])] : [];
	const one = [...OWN, "*"].map((own) => box.querySelector(`${own} [data-card="${CSS.escape(card)}"]`)).find(Boolean);
	return one ? [one.closest("button") ?? one] : [];
}

/** Mark a place inside a box after each drawing; returns the box's reference. */
function usePointer(look, changes) {
	const box = useRef(null);
	useLayoutEffect(() => {
		if (!box.current || !look) return undefined;
		let marked = [];
		const mark = () => {
			marked = found(box.current, look);
			for (const each of marked) each.setAttribute("data-look", "");
			marked[0]?.scrollIntoView({ block: "nearest" });
		};
		const timer = setTimeout(mark); // once pictures of the table are drawn
		return () => {
			clearTimeout(timer);
			for (const each of marked) each.removeAttribute("data-look");
		};
	}, [look, ...changes]);
	return box;
}

const FRAME_MS = 1000;
const SOON_MS = 250;
const pathOf = (game, number) => `/api/lessons/${encodeURIComponent(game)}/${number}`;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function LessonPage({ game }) {
	const [step, setStep] = useState(null);
	const [trouble, setTrouble] = useState(null);
	useEffect(() => {
		remember("lessons", true);
		Promise.all([get(pathOf(game ?? "", 1)), styled("learn")]).then(([found]) => setStep(found), setTrouble);
	}, [game]);
	if (trouble) return html`<${NoGame} error=${trouble} />`;
	if (!step) return html`<p class="page" aria-busy="true">${t.loading}</p>`;
	return html`<${Course} key=${game} first=${step} />`;
}

/** What is shown of a position: after a round has ended, its card and the table as it stood then. */
function shownAfter(shown, frame, module) {
	const log = [...shown.log, ...linesOf(frame, shown.log.length)];
	if (!frame.round_score) return { view: frame.view, log, story: shown.story && { ...shown.story, scene: null } };
	const scene = module.scene?.(shown.view, frame.view) ?? null;
	const view = scene?.view ? { ...scene.view, actions: [], table: { ...scene.view.table, hand: [] } } : frame.view;
	return { view, log, story: { scene, round: frame.round_score, last: true } };
}

function Course({ first }) {
	const [step, setStep] = useState(first);
	const [shown, show] = useState({ view: first.view, log: [], story: null });
	const [said, say] = useState(first.says);
	const [busy, setBusy] = useState(false);
	const module = useGameModule(first.game);
	const text = useRef(null);
	const next = useRef(null);
	const gone = useRef(false);
	const names = first.names.map((name, seat) => (seat === first.seat ? recall("name") || t.defaultName : name));
	const asks = step.asks !== null;
	const can = asks && !busy;
	const last = step.number === step.of;
	useCardHelp(first.game, first.options, module);
	const box = usePointer(busy ? "" : step.look, [step, shown, busy, module]);
	useEffect(() => () => void (gone.current = true), []);
	useLayoutEffect(() => {
		if (busy) return;
		const to = asks || !next.current ? text.current : next.current;
		if (to !== document.activeElement) to.focus({ preventScroll: true });
		if (to !== text.current && step.number > 1) announce(step.says);
	}, [step, busy]);
	const onward = async () => {
		setBusy(true);
		try {
			const ahead = last ? null : get(pathOf(step.game, step.number + 1));
			let now = { ...shown, story: null };
			for (const frame of step.frames) {
				now = shownAfter(now, frame, module);
				if (gone.current) return;
				show(now);
				announce(linesOf(frame).map((line) => withNames(line, names, module.words)).join(" "));
				await pause(still() ? SOON_MS : (now.story?.scene?.lasts ?? FRAME_MS));
			}
			const found = await ahead;
			if (gone.current || !found) return;
			setStep(found);
			say(found.says);
			if (found.asks !== null && now.story) show({ ...now, view: found.view, story: module.looks?.(found.view) ? null : { ...now.story, scene: null } }); // the card of the round, and what is asked next
		} catch (error) {
			complain(error);
		} finally {
			if (!gone.current) setBusy(false);
		}
	};
	const play = (action) => {
		if (action === step.asks) return void onward();
		say(`${step.unless}`);
		announce(step.unless);
		return undefined;
	};
	return html`<div class="page lesson-page" ref=${box}>
		<section class="lesson" aria-label=${first.title}>
			<div class="between"><h1>${first.title}</h1><p class="place"><span>${l.step(step.number, step.of)}</span> ${!last && html`<a href=${address()}>${l.skip}</a>`}</p></div>
			<p class="says" ref=${text} tabindex="-1">${busy ? l.wait : said}</p>
			${(last || !asks) && html`<div class="row">
				${!last && html`<button class="main" ref=${next} aria-disabled=${busy} onClick=${() => !busy && onward()}>${l.next}</button>`}
				${last && html`<${PlayNow} game=${first.game} />`}
				${last && html`<a class="button quiet" href=${address()}>${l.back}</a>`}
			</div>`}
		</section>
		<section class="stage" aria-label=${t.table.announceMove}>
			${module
				? html`<${module.Table} view=${shown.view} names=${names} play=${play} can=${can} mine=${can} refuse=${(why) => tell(why || said, "problem")} log=${shown.log} status=${asks ? l.your : ""} story=${shown.story} />`
				: html`<p class="felt" aria-busy="true">${t.loading}</p>`}
		</section>
	</div>`;
}

/** A real game, against agents. */
function PlayNow({ game }) {
	const found = useGame(game);
	const begin = async () => {
		if (!mayEnter()) return;
		try {
			await playAtOnce(found, true, DEFAULTS);
		} catch (error) {
			complain(error);
		}
	};
	return found && html`<button class="main" onClick=${begin}>${l.play(found.title)}</button>`;
}
