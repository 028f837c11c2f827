/** A replay: a game looked at move by move; and its review: what each decision cost, and the chance to win as a curve. */
import { ask, get, readLines } from "../api.js";
import { Fairness } from "../fair/section.js";
import { classes, html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { secondsLeft } from "../language.js";
import { useCardHelp } from "../parts/card.js";
import { agentName, linesOf, numbered, plain, seatNames, withNames } from "../names.js";
import { useGameModule } from "../parts/playing.js";
import { PositionLink, w as positions } from "../positions/link.js";
import { address, gameFile } from "../route.js";
import { announce, complain } from "../said.js";
import { t } from "../strings.js";

const r = t.replay;

/** A move as people say it. */
const nameOf = (text, view, names, module) => (module?.moveName ? module.moveName(text, view, names) : plain(text));

/** A step in words; what was answered in secret is told too. */
function tell(step, names, module) {
	const { seat, text, secret } = step;
	const told = linesOf(step).map((line) => withNames(line, names, module?.words));
	if (secret || !told.length) told.push(t.pair(names[seat], nameOf(text, null, names, module)));
	return told.join(" ");
}

/** What was done in a step, without what came of it. */
function move(step, names, module) {
	const [first] = linesOf(step);
	if (step.secret || !first) return t.pair(names[step.seat], nameOf(step.text, null, names, module));
	return withNames(first, names, module?.words);
}

const SIGNS = { mistake: "?", "bad luck": "☂", luck: "!" };
/** What a decision is called that the review has found something in: by a sign, and in words. */
const signOf = (found) => (found?.verdict ? { sign: SIGNS[found.verdict], words: r.verdicts[found.verdict], verdict: found.verdict } : null);

/** All steps as buttons, the one that comes next marked; `found` are the review's decisions by step. */
function Moves({ steps, at, to, names, module, found }) {
	const list = useRef(null);
	useLayoutEffect(() => {
		const now = list.current.querySelector("[aria-current]");
		if (now) list.current.scrollTop = now.offsetTop - list.current.clientHeight / 2;
	}, [at]);
	return html`<ol class="moves" ref=${list} aria-label=${r.moves} tabindex="0">
		${steps.map((step) => {
			const sign = signOf(found.get(step.ply));
			return html`<li key=${step.ply}>
				<button type="button" class=${classes(sign && `found ${sign.verdict.replace(" ", "-")}`)} aria-current=${step.ply === at ? "step" : undefined} tabindex=${step.ply === at ? 0 : -1} onClick=${() => to(step.ply)}>
					<small>${step.ply + 1}</small> <span>${move(step, names, module)}</span>${sign && html` <em title=${sign.words}><span aria-hidden="true">${sign.sign}</span><span class="unseen">${sign.words}</span></em>`}
				</button>
			</li>`;
		})}
	</ol>`;
}

/** What is played in the step that comes next, and what would have been best, in one line. */
function Verdict({ step, view, names, module, found }) {
	if (!step) return null;
	const best = found && found.clear && found.best !== found.text;
	return html`<p class="verdict">
		<span class="ringed played">${r.plays(names[step.seat], nameOf(step.text, view, names, module))}</span>
		${best && html` <span class="ringed best">${r.wasBest(nameOf(found.best, view, names, module))}</span>`}
		${found?.verdict && html` <span>${r.verdict(found.verdict)}</span>`}
	</p>`;
}

/** What is ringed on the table: the action that is played next, and the one that a review calls best. */
const ringsOf = (step, found) => (step ? { seat: step.seat, played: step.text, best: found?.clear ? found.best : null } : null);

const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

/** The arrow keys step, wherever the focus is but in a field; Home and End go to the ends. */
function useStepKeys(at, last, to) {
	useLayoutEffect(() => {
		const onKey = (event) => {
			if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea, [role=tablist], dialog, .scroll-x")) return;
			const next = { Home: 0, End: last }[event.key] ?? (KEYS[event.key] && at + KEYS[event.key]);
			if (next === undefined) return;
			event.preventDefault();
			to(next);
		};
		document.addEventListener("keydown", onKey);
		return () => document.removeEventListener("keydown", onKey);
	}, [at, last]);
}

const PLAY_MS = 1100;
const SPEEDS = [0.5, 1, 2, 4];
const NOTHING = new Map();
const LARGEST = 2 * 1024 * 1024;

export function Replay({ table }) {
	const [source, setSource] = useState(null);
	const [trouble, setTrouble] = useState("");
	const fail = (error) => {
		setTrouble(error.message);
		announce(error.message);
	};
	useEffect(() => {
		if (table !== null) openTable(table).then(setSource, fail);
	}, [table]);
	const choose = async (event) => {
		const [file] = event.target.files;
		if (!file) return;
		try {
			setSource(await openFile(file));
			setTrouble("");
		} catch (error) {
			fail(error);
		}
	};
	return html`<div class="page">
		<h1>${source ? t.pair(t.replay.title, source.game.title) : t.replay.title}</h1>
		${trouble && html`<p class="problem">${trouble}</p>`}
		${table === null && html`<label class="field"><span>${t.replay.open}</span><input type="file" accept=".json,application/json" onChange=${choose} /><small>${t.replay.openHelp}</small></label>`}
		${table !== null && !source && !trouble && html`<p aria-busy="true">${t.loading}</p>`}
		${source && html`<${Player} key=${source.key} source=${source} table=${table} />`}
	</div>`;
}

/** A game and where its views and reviews come from. */
async function openTable(table) {
	const base = `/api/tables/${encodeURIComponent(table)}`;
	const [game, { state }] = await Promise.all([get(`${base}/replay`), get(base)]);
	return {
		key: table, game, names: seatNames(state), review: [`${base}/review`, undefined],
		views: (first) => get(`${base}/replay/views?from=${first}`),
		link: (ply) => get(`${base}/replay/position?ply=${ply}`),
	};
}

async function openFile(file) {
	if (file.size > LARGEST) throw new Error(t.replay.openHelp);
	const text = await file.text();
	const game = await ask("POST", "/api/replays", text);
	return {
		key: text, file: `'./${file.name.replaceAll("'", "'\\''")}'`, game, review: ["/api/reviews", text],
		names: fileNames(text, game),
		views: (first) => ask("POST", `/api/replays/views?from=${first}`, text),
		link: (ply) => ask("POST", `/api/replays/position?ply=${ply}`, text),
	};
}

/** Who sat where by a file, which may name nobody; what is no name counts as none. */
function fileNames(text, { points, agents }) {
	const { names } = JSON.parse(text);
	const given = (seat) => (Array.isArray(names) && typeof names[seat] === "string" ? names[seat].trim().slice(0, 60) : "");
	const other = (seat) => ((agents[seat] ?? "human") === "human" ? t.sheet.player(seat) : agentName(agents[seat]));
	return numbered(points.map((_, seat) => given(seat) || other(seat)));
}

function Player({ source, table }) {
	const { game, names } = source;
	const last = game.steps.length;
	const [at, setAt] = useState(0);
	const [playing, setPlaying] = useState(false);
	const [speed, setSpeed] = useState(1);
	const [found, setFound] = useState(NOTHING);
	const [eyes, setEyes] = useState("all");
	const module = useGameModule(game.game);
	const views = useViews(source, at);
	useCardHelp(game.game, game.options, module);
	useEffect(() => {
		if (!playing) return undefined;
		if (at >= last) {
			setPlaying(false);
			return undefined;
		}
		const timer = setTimeout(() => setAt(at + 1), PLAY_MS / speed);
		return () => clearTimeout(timer);
	}, [playing, at, speed]);
	const to = (step) => {
		setPlaying(false);
		setAt(Math.max(0, Math.min(last, step)));
	};
	useStepKeys(at, last, to);
	const ahead = game.steps[at];
	const step = at > 0 ? game.steps[at - 1] : null;
	const told = step ? tell(step, names, module) : t.replay.beginning;
	const round = game.rounds.filter((each) => each <= at).length - 1;
	const open = eyes === "all";
	const view = views && (open ? views[0] : views[Number(eyes)]);
	const log = game.steps.slice(0, at).flatMap((each) => linesOf(each, each.ply));
	return html`
		<div class="play">
			<section class="stage past-game" aria-label=${t.table.announceMove}>
				${module && view
					? html`<${module.Table} view=${open ? { ...view, seat: null } : view} views=${open ? views : null} names=${names} play=${() => {}} can=${false} refuse=${() => {}} log=${log} status=${told} bots=${game.agents.map((agent) => agent !== "human")} rings=${ringsOf(ahead, found.get(at))} />`
					: html`<p class="felt" aria-busy="true">${t.loading}</p>`}
				<${Verdict} step=${ahead} view=${ahead && views?.[ahead.seat]} names=${names} module=${module} found=${found.get(at)} />
				<div class="replay-bar">
					<input type="range" aria-label=${t.replay.slider} aria-valuetext=${`${t.replay.step(at, last)}. ${told}`} min="0" max=${last} value=${at} onInput=${(event) => to(Number(event.target.value))} />
					<div class="row">
						<button class="sign" onClick=${() => to(0)} aria-label=${t.replay.first}>«</button>
						<button class="sign" onClick=${() => to(at - 1)} aria-label=${t.replay.back}>‹</button>
						<button class="main" onClick=${() => (at >= last ? (setAt(0), setPlaying(true)) : setPlaying(!playing))}>${playing ? t.replay.pause : t.replay.play}</button>
						<button class="sign" onClick=${() => to(at + 1)} aria-label=${t.replay.next}>›</button>
						<button class="sign" onClick=${() => to(last)} aria-label=${t.replay.last}>»</button>
						<span class="step">${t.replay.step(at, last)}</span>
					</div>
				</div>
				<div class="row">
					${game.rounds.length > 1 && html`<label class="field inline"><span>${t.replay.round}</span><select onChange=${(event) => to(game.rounds[Number(event.target.value)])}>${game.rounds.map((_, number) => html`<option key=${number} value=${number} selected=${number === round}>${number + 1}</option>`)}</select></label>`}
					<label class="field inline"><span>${t.replay.speed}</span><select onChange=${(event) => setSpeed(Number(event.target.value))}>${SPEEDS.map((each) => html`<option key=${each} value=${each} selected=${each === speed}>${t.number(each)}×</option>`)}</select></label>
					<label class="field inline"><span>${t.replay.hands}</span><select onChange=${(event) => setEyes(event.target.value)}><option value="all" selected=${open}>${t.replay.allHands}</option>${names.map((name, seat) => html`<option key=${seat} value=${seat} selected=${eyes === String(seat)}>${name}</option>`)}</select></label>
				</div>
			</section>
			<aside class="panel">
				<${Moves} steps=${game.steps} at=${at} to=${to} names=${names} module=${module} found=${found} />
				${module?.Score && view && html`<${module.Score} view=${view} names=${names} rounds=${game.steps.slice(0, at).flatMap((each) => each.round_score ?? [])} />`}
				${at === last && game.result && html`<p>${withNames(game.result, names)}</p>`}
				<div class="row">
					<${PositionLink} label=${positions.step} help=${positions.stepHelp} make=${() => source.link(at)} />
					${table && html`<a class="button" href=${gameFile(table)} download>${t.replay.download}</a><a class="button quiet" href=${address("table", table)}>${t.replay.toTable}</a>`}
				</div>
			</aside>
		</div>
		<${Fairness} part="OfReplay" over source=${source} table=${table} />
		<${Review} source=${source} names=${names} module=${module} onFound=${(review) => setFound(new Map(review.decisions.map((each) => [each.ply, each])))} show=${(ply) => {
			to(ply);
			window.scrollTo({ top: 0 });
		}} />
	`;
}

/** All seats' views before a step; they come in parts, and what was asked for is kept. */
function useViews(source, at) {
	const kept = useRef(new Map());
	const asked = useRef(new Set());
	const [, redraw] = useState(0);
	const [latest, setLatest] = useState(null);
	const found = kept.current.get(at);
	const load = (first) => {
		if (first > source.game.steps.length || asked.current.has(first) || kept.current.has(first)) return;
		asked.current.add(first);
		source.views(first).then(
			({ steps }) => {
				for (const { ply, views } of steps) kept.current.set(ply, views);
				redraw((count) => count + 1);
			},
			(error) => {
				asked.current.delete(first);
				complain(error);
			},
		);
	};
	useEffect(() => {
		if (!found) {
			const timer = setTimeout(() => load(at), latest ? 80 : 0); // a slider that is drawn passes many steps
			return () => clearTimeout(timer);
		}
		setLatest(found);
		for (let ahead = at + 1; ahead <= at + 8; ahead += 1) {
			if (!kept.current.has(ahead)) {
				load(ahead);
				break;
			}
		}
		return undefined;
	}, [at, found]);
	return found ?? latest;
}

const WIDE = 640;
const HIGH = 200;
const LEFT = 40;
const DASHES = ["", "6 4", "2 3", "8 3 2 3", "1 4", "10 4", "4 4 1 4", "3 6"];

function Curve({ review, names, show }) {
	const decisions = review.decisions.filter((each) => each.chance_to_win !== null);
	const seats = [...new Set(decisions.map((each) => each.seat))];
	if (decisions.length < 2) return null;
	const first = decisions[0].ply;
	const span = Math.max(1, decisions.at(-1).ply - first);
	const x = (ply) => LEFT + ((WIDE - LEFT - 8) * (ply - first)) / span;
	const y = (chance) => 8 + (HIGH - 16) * (1 - chance);
	const of = (seat) => decisions.filter((each) => each.seat === seat);
	const summary = seats.map((seat) => t.review.curveNow(names[seat], t.percent(of(seat).at(-1).chance_to_win))).join(", ");
	return html`<figure class="curve">
		<figcaption>${t.review.curve}</figcaption>
		<svg viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${`${t.review.curve}. ${summary}`}>
			${[0, 0.25, 0.5, 0.75, 1].map((level) => html`<g key=${level}><line class="grid" x1=${LEFT} x2=${WIDE - 8} y1=${y(level)} y2=${y(level)} /><text x=${LEFT - 6} y=${y(level) + 4}>${t.percent(level)}</text></g>`)}
			${seats.map((seat, place) => html`<polyline key=${seat} class=${`line c${place % 8}`} stroke-dasharray=${DASHES[place % 8]} points=${of(seat).map((each) => `${x(each.ply)},${y(each.chance_to_win)}`).join(" ")} />`)}
			${review.moments.filter((each) => each.chance_to_win !== null).map((each) => html`<circle key=${each.ply} class="moment" cx=${x(each.ply)} cy=${y(each.chance_to_win)} r="6" onClick=${() => show(each.ply)} />`)}
		</svg>
		<p class="legend">${seats.map((seat, place) => html`<span key=${seat}><svg viewBox="0 0 28 6" width="28" height="6" aria-hidden="true"><line class=${`line c${place % 8}`} stroke-dasharray=${DASHES[place % 8]} x1="0" x2="28" y1="3" y2="3" /></svg> ${names[seat]}</span>`)}</p>
	</figure>`;
}

const v = t.review;
const percent = (value) => (value === null ? "–" : t.percent(value, 1));

export function Review({ source, names, module, show, onFound }) {
	const [share, setShare] = useState(null);
	const [review, setReview] = useState(null);
	const [slow, setSlow] = useState(false);
	const stop = useRef(null);
	const began = useRef(0);
	useEffect(() => () => stop.current?.abort(), []);
	const begin = async () => {
		stop.current = new AbortController();
		began.current = performance.now();
		setShare(0);
		const [path, body] = source.review;
		try {
			await readLines(path, body, (line) => {
				if (line.progress !== undefined) {
					setShare(line.progress);
					setSlow(line.compiling ?? false); // the first line says so, and others come once that is done
				} else if (line.review) {
					setReview(line.review);
					onFound?.(line.review);
					announce(v.title);
				} else throw new Error(line.error.message);
			}, stop.current.signal);
		} catch (error) {
			if (error.name !== "AbortError") complain(error);
		} finally {
			setShare(null);
		}
	};
	return html`<section class="review" aria-labelledby="review">
		<h2 id="review">${v.title}</h2>
		${!review && share === null && html`<p>${v.help}</p><button class="main" onClick=${begin}>${v.start}</button>`}
		${share !== null && html`<label>${slow ? v.compiling : v.progress(share, secondsLeft(began.current, share))}<progress max="1" value=${share}></progress></label>`}
		${review && html`<${Found} review=${review} names=${names} module=${module} show=${show} />`}
	</section>`;
}

function Found({ review, names, module, show }) {
	const nameOf = (text) => (module?.moveName ? module.moveName(text, null, names) : plain(text));
	const amount = (lost, gain) => (lost === null ? `${t.number(gain.mean, 1)} ${review.unit}` : percent(lost));
	const counts = ({ true_chance_lost: lost, true_cost: cost }) => (lost === null ? cost.mean >= 0.05 : lost >= 0.0005); // not told as 0.0
	const unlucky = review.decisions.filter((each) => each.verdict === "bad luck" && counts(each)).sort((a, b) => b.true_cost.mean - a.true_cost.mean);
	const row = (Cell, head, cells) => html`<tr><th scope=${Cell === "th" ? "col" : "row"}>${head}</th>${cells.map((cell) => html`<${Cell}>${cell ?? "–"}</${Cell}>`)}</tr>`;
	return html`
		<h3>${v.moments}</h3>
		${review.moments.length === 0 && html`<p>${v.none}</p>`}
		<ol class="moments">
			${[...review.moments, ...unlucky.slice(0, 3)].map(
				(each) => html`<li key=${each.ply}>
					<span>${v.moment(each.ply + 1, names[each.seat], nameOf(each.text), nameOf(each.true_best ?? each.best), !each.clear)} (${v.cost(each.verdict, amount(each.chance_lost, each.cost), each.true_cost && amount(each.true_chance_lost, each.true_cost))})</span>
					<button onClick=${() => show(each.ply)}>${v.go}</button>
				</li>`,
			)}
		</ol>
		<${Curve} review=${review} names=${names} show=${show} />
		<div class="scroll-x" tabindex="0" role="region" aria-label=${v.seat}><table>
			<thead>${row("th", v.seat, v.heads)}</thead>
			<tbody>${review.seats.map((each) => row("td", names[each.seat], [each.decisions, each.clear, each.bad_luck, each.lucky, percent(each.chance_lost), percent(each.luck)]))}</tbody>
		</table></div>
		<p class="dim">${review.exact ? v.exact : v.rest(review.continuation)}</p>
	`;
}
