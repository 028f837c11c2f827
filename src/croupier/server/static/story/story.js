/** What a table goes on telling for a moment while play goes on below: a finished trick, then a finished round. */
import { useEffect, useRef, useState } from "../html.js";

const STAND_MS = 1750;
const LEAVE_MS = 350;
const ROUND_MS = 4000;
const STILL = { stage: null, scene: null, round: null, until: Infinity };
const START = { ...STILL, number: -1, view: null, rounds: 0, live: false, began: -1 };
const AFTER = { stands: "leaves", leaves: "round", round: null };
const LASTS = { leaves: LEAVE_MS, round: ROUND_MS };
const clock = () => performance.now();

/** What is told after a message: `module.scene(before, after)` says whether a move has finished a trick (which stands as long as it `lasts`), and
 *  `module.looks(view)` whether who is to move has to see the table. */
function follow(now, state, view, module, seat) {
	const next = { ...now, view, number: state.number, rounds: state.rounds.length };
	if (view === null || state.number === now.number) return next;
	next.live = state.event !== null && now.view !== null;
	if (!next.live || state.event.kind === "undo") return { ...next, ...STILL };
	const ended = state.rounds.length > now.rounds ? state.rounds.at(-1) : null;
	const scene = module?.scene?.(now.view, view) ?? null;
	if (scene) return { ...next, stage: "stands", scene, round: ended, until: clock() + (scene.lasts ?? STAND_MS), began: state.number };
	if (ended) return now.scene ? { ...next, round: ended } : { ...next, stage: "round", round: ended, until: clock() + ROUND_MS };
	if (seat === null) return next;
	const mine = state.event.seat === seat; // who plays on has seen enough, but for the round
	const asked = view.player === seat && module?.looks?.(view);
	if (mine && next.scene && next.round && !view.over) return { ...next, stage: "round", scene: null, until: clock() + ROUND_MS };
	return mine || (asked && next.stage === "round") ? { ...next, ...STILL } : next;
}

/** The stage after the one that is over. */
function goOn(now) {
	const stage = AFTER[now.stage];
	if (stage === null || (stage === "round" && (!now.round || now.view?.over))) return { ...now, ...STILL };
	return { ...now, stage, scene: stage === "leaves" ? now.scene : null, until: clock() + LASTS[stage] };
}

/** The story of a table as a game draws it: `scene` is a finished trick that stands, `leaves` as it goes to its winner,
 *  `round` a round that has ended, with `next` to go on, `flies` says that cards come from their seats; `began` that the trick was finished just now. */
export function useStory(state, view, module, seat) {
	const told = useRef(START);
	const [, redraw] = useState(0);
	told.current = follow(told.current, state, view, module, seat);
	const { stage, until, scene, live, began } = told.current;
	const next = () => {
		told.current = goOn(told.current);
		redraw((count) => count + 1);
	};
	useEffect(() => {
		if (stage === null || until === Infinity) return undefined;
		const timer = setTimeout(next, Math.max(0, until - clock()));
		return () => clearTimeout(timer);
	}, [stage, until]);
	const hold = (wait) => {
		told.current = { ...told.current, until: wait ? Infinity : clock() + ROUND_MS };
		redraw((count) => count + 1);
	};
	const round = stage === "round" ? told.current.round : null;
	return { scene, leaves: stage === "leaves", round, next, hold, flies: live, settled: scene === null, began: scene !== null && began === state.number };
}
