/** Problems: positions with one clear answer. */
import { get } from "../api.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { capital, inLanguage, number, percent } from "../language.js";
import { useCardHelp } from "../parts/card.js";
import { agentName, plain, withMoves, withNames } from "../names.js";
import { CopyLine } from "../parts/asking.js";
import { HintTable } from "../parts/hint.js";
import { useGameModule } from "../parts/playing.js";
import { recall, remember } from "../prefs.js";
import { address } from "../route.js";
import { announce, complain, tell } from "../said.js";
import { t } from "../strings.js";

export const w = inLanguage("problems", {
	title: (game) => `Problems: ${game}`,
	lead: "A position and one best move. Choose, and see what your choice costs and why. What you have solved stays in this browser.",
	streak: (now, best) => `In a row: ${now}. Your best: ${best}.`,
	score: (right, of) => `Solved on the first try: ${right} of ${of}.`,
	levels: { easy: "Easy", medium: "Medium", hard: "Hard", "very hard": "Very hard" },
	link: (number, done) => `Problem ${number}${done === undefined ? "" : done ? ", solved" : ", missed"}`,
	problem: (game, number, of) => `${game}: problem ${number} of ${of}`,
	you: (level) => `${level}. It is your turn. Which move is best?`,
	options: (words) => `Special rules: ${words}.`,
	answered: "You have answered. Try again, or go on to the next problem.",
	right: (text) => `Right: ${text}`,
	wrong: (text) => `Not the best: ${text}`,
	ahead: (amount) => `It is ${amount} better than the next best move.`,
	cost: (amount, clear, best) => `It costs ${amount}${clear ? "" : ", which may be noise"}. The best move is ${best}.`,
	amount: (cost, chances, unit) => `${number(cost, 1)}${chances ? " percentage points of the chance to win" : ` ${unit}`}`,
	figures: "What each move is worth",
	random: (share) => `A random player misses it ${percent(share)} of the time.`,
	rest: (name) => `Values assume that ${name} plays on.`,
	again: "Try again",
	next: "Next problem",
	all: "All problems",
	copy: "Link to this problem",
});

const NONE = { streak: 0, best: 0, done: {} };
/** Nothing of what is past lies on the table. */
const PRESENT = { scene: null };
/** Who else sits there. */
const OTHERS = ["Ben", "Cara", "Finn", "Gina", "Hugo", "Ida", "Jan", "Lea"];
const keyOf = (game) => `problems.${game}`;

/** Keep the first answer to a problem, and how many in a row were right. */
function note(game, id, right) {
	const kept = recall(keyOf(game), NONE);
	if (Object.hasOwn(kept.done, id)) return;
	const streak = right ? kept.streak + 1 : 0;
	remember(keyOf(game), { streak, best: Math.max(kept.best, streak), done: { ...kept.done, [id]: right } });
}

/** What the server gives for a path; `found` is null until then, and `trouble` says what is wrong. */
function useAnswer(path) {
	const [answer, set] = useState({ found: null, trouble: "" });
	useEffect(() => {
		get(path).then((found) => set({ found, trouble: "" }), (error) => {
			set({ found: null, trouble: error.message });
			announce(error.message);
		});
	}, [path]);
	return answer;
}

export function Problems({ game = "", number }) {
	const path = ["/api/problems", game, number].filter((part) => part !== undefined).map((part, place) => (place ? encodeURIComponent(part) : part)).join("/");
	const { found, trouble } = useAnswer(path);
	if (trouble) return html`<div class="page"><h1>${w.title(game)}</h1><p class="problem">${trouble}</p></div>`;
	if (!found) return html`<p class="page" aria-busy="true">${t.loading}</p>`;
	return number === undefined ? html`<${List} found=${found} />` : html`<${Problem} problem=${found} path=${path} />`;
}

function List({ found }) {
	const { streak, best, done } = recall(keyOf(found.game), NONE);
	const right = found.problems.filter((each) => done[each.id]).length;
	const levels = [...new Set(found.problems.map((each) => each.level))];
	return html`<div class="page">
		<h1>${w.title(found.title)}</h1>
		<p class="lead">${w.lead}</p>
		<p>${w.score(right, found.problems.length)} ${w.streak(streak, best)}</p>
		${levels.map(
			(level) => html`<section key=${level} aria-label=${w.levels[level]}>
				<h2>${w.levels[level]}</h2>
				<ol class="row">
					${found.problems.filter((each) => each.level === level).map(
						(each) => html`<li key=${each.id}><a class="button" href=${address("problems", found.game, each.number)} aria-label=${w.link(each.number, done[each.id])}>${each.number}${done[each.id] === undefined ? "" : done[each.id] ? " ✓" : " ✗"}</a></li>`,
					)}
				</ol>
			</section>`,
		)}
	</div>`;
}

function Problem({ problem, path }) {
	const { game, view, number, of } = problem;
	const module = useGameModule(game);
	const [chosen, choose] = useState(null);
	const [solution, solve] = useState(null);
	const heading = useRef(null);
	useCardHelp(game, problem.options, module);
	useLayoutEffect(() => {
		if (document.activeElement === document.body) heading.current.focus({ preventScroll: true });
	}, []);
	const names = Array.from({ length: problem.players }, (_, seat) => (seat === view.seat ? capital(t.you) : OTHERS[seat]));
	const can = chosen === null;
	const play = async (action) => {
		choose(action);
		try {
			const found = await get(`${path}/solution`);
			note(game, problem.id, found.actions.find((each) => each.action === action).right);
			solve(found);
		} catch (error) {
			choose(null);
			complain(error);
		}
	};
	const again = () => {
		choose(null);
		solve(null);
		heading.current.focus();
	};
	return html`<div class="page">
		<div>
			<h1 ref=${heading} tabindex="-1">${w.problem(problem.title, number, of)}</h1>
			<p>${w.you(w.levels[problem.level])}</p>
			${problem.rules.length > 0 && html`<p class="dim">${w.options(problem.rules.join(", "))}</p>`}
		</div>
		<section class="stage" aria-label=${t.table.announceMove}>
			${module
				? html`<${module.Table} view=${view} names=${names} play=${play} can=${can} mine=${true} refuse=${(why) => tell(why || w.answered, "problem")} log=${[]} status=${t.table.yourTurn} story=${PRESENT} />`
				: html`<p class="felt" aria-busy="true">${t.loading}</p>`}
		</section>
		${solution && html`<${Answer} problem=${problem} solution=${solution} move=${(text) => module?.moveName?.(text, view, names) ?? plain(text)} chosen=${chosen} names=${names} again=${again} />`}
		<div class="row">
			<a class="button quiet" href=${address("problems", game)}>${w.all}</a>
			${!solution && number < of && html`<a class="button quiet" href=${address("problems", game, number + 1)}>${w.next}</a>`}
		</div>
		<${CopyLine} label=${w.copy} text=${location.href} />
	</div>`;
}

/** What the choice came to, why, and who misses the problem. */
function Answer({ problem, solution, move, chosen, names, again }) {
	const heading = useRef(null);
	useLayoutEffect(() => heading.current.focus(), []);
	const { actions, unit, in_chances: chances } = solution;
	const own = actions.find((each) => each.action === chosen);
	const other = actions.find((each) => !each.right) ?? own;
	const why = (own.right ? other : own).words;
	const said = (text) => withNames(withMoves(text, actions, move), names);
	const amount = (each) => w.amount(each.behind, chances, unit);
	const estimate = (each, scale) => ({ mean: each.value * scale, error: each.error * scale });
	const rows = actions.map((each) => ({ ...each, text: move(each.text), gain: estimate(each, 1), chance_to_win: chances ? estimate(each, 0.01) : null }));
	return html`<section class="result" aria-labelledby="answer">
		<h2 id="answer" ref=${heading} tabindex="-1">${(own.right ? w.right : w.wrong)(move(own.text))}</h2>
		<p>${own.right ? w.ahead(amount(other)) : w.cost(amount(own), own.clear, move(actions[0].text))}</p>
		${why.length > 0 && html`<ul>${why.map((line) => html`<li key=${line}>${said(line)}.</li>`)}</ul>`}
		<p>${w.random(solution.random_misses)}</p>
		<details><summary>${w.figures}</summary>
		<div class="scroll-x" tabindex="0" role="region" aria-label=${t.hint.action}><${HintTable} analysis=${{ unit, in_chances: chances, actions: rows }} /></div>
		<p class="dim">${solution.exact ? t.hint.exact : `${t.hint.sampled(solution.worlds)} ${w.rest(agentName(solution.continuation))}`}</p></details>
		<div class="row">
			<button onClick=${again}>${w.again}</button>
			${problem.number < problem.of && html`<a class="button main" href=${address("problems", problem.game, problem.number + 1)}>${w.next}</a>`}
		</div>
	</section>`;
}
