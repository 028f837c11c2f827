/** Sealed answers on the page: who is waited for, and the moment in which they are all shown. */
import { useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { t } from "../strings.js";

const BEAT_MS = 1500;
const SHORT_BEAT_MS = 300;

/** Whether an agent answers for a seat now. */
export const playsItself = ({ agent, stand_in, awaits_deal }) => Boolean(agent || stand_in || awaits_deal);

/** The seats of the people that the table waits for. */
export const awaited = ({ sealed, table }) => sealed.open.filter((seat) => !playsItself(table.seats[seat]));

/** Whether all people have answered, so that only agents are asked before the answers are shown. */
export const peopleAreDone = (state) => state.sealed !== null && state.sealed.done.length > 0 && awaited(state).length === 0;

/** Whom the table waits for, in words; `agents` also, where all people are done, which is seen and would be said too often. */
export function waitingFor(state, names, agents = false) {
	const people = awaited(state);
	const seats = people.length || !agents ? people : state.sealed.open;
	return seats.length ? t.table.waitFor(seats.map((seat) => names[seat])) : t.table.allIn;
}

/** Whether answers that were sealed are shown now: for a moment after the last one is in. */
export function useReveal({ sealed, event, table }) {
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
