/** Playing again: by one click of anybody who has played, which takes along whoever looks at the table. */
import { get } from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { recall, remember } from "../prefs.js";
import { address, go } from "../route.js";
import { announce } from "../said.js";
import { t } from "../strings.js";
import { w } from "./words.js";

const place = (table, member) => ["table", table, ...(member === null ? [] : [String(member)])];
const EVENING_MS = 12 * 3600 * 1000;

/** Follow the table to the next game, if it is made while I look at this one. */
function useFollowing(state, member) {
	const { table, event } = state;
	const followed = useRef(false);
	useEffect(() => {
		if (event?.kind !== "again" || !table.again || followed.current) return;
		followed.current = true;
		announce(w.newGame);
		go(place(table.again, member));
	}, [event]);
}

/** What leads to the next game. With it standings begin by themselves, unless that is switched off here. */
export function PlayAgain({ state, want, member }) {
	const { table, you, people } = state;
	const [keeps, setKeeps] = useState(recall("standings", true));
	useFollowing(state, member);
	if (table.again) return html`<a class="button main" data-act href=${address(...place(table.again, member))}>${t.table.goAgain}</a>`;
	const played = you.seat !== null || table.seats.some((chair) => chair.claim === member && member !== null);
	if (!table.playable || !(played || you.host)) return null;
	const seated = table.seats.filter((chair) => chair.member !== null);
	const missing = seated.filter((chair) => !people.here.includes(chair.member)).map((chair) => table.members.find((each) => each.member === chair.member).name);
	const again = async () => {
		if (seated.length > 1 && keeps && !you.circle) await want("circle", { name: t.circle.usual });
		await want("again", { start: true });
	};
	const keep = ({ target }) => {
		remember("standings", target.checked ? null : false);
		setKeeps(target.checked);
	};
	return html`<button class="main" data-act onClick=${again}>${w.playAgain}</button>
		${seated.length > 1 && !you.circle && html`<label class="field tick"><input type="checkbox" checked=${keeps} onChange=${keep} /><span>${w.keepScore}</span></label>`}
		${missing.length > 0 && html`<p class="dim missing">${w.missing(missing, table.settings.away_after)}</p>`}`;
}

/** Who leads this evening, of the people of this table; nothing before the second game. */
export function Tonight({ circle, number }) {
	const [won, set] = useState([]);
	useEffect(() => {
		if (circle) get(`/api/circles/${encodeURIComponent(circle)}`).then(({ games }) => set(wins(games.filter(({ at }) => Date.now() - at < EVENING_MS))), () => {});
	}, [circle, number]);
	return won.length > 1 && html`<p class="tonight">${w.tonight(won)}</p>`;
}

/** The names of people with what they have won, the most first; none of a single game. */
function wins(games) {
	const won = new Map();
	for (const { name, won: share, counts } of games.length > 1 ? games.flatMap(({ seats }) => seats) : []) if (name !== null && counts) won.set(name, (won.get(name) ?? 0) + share);
	return [...won].map(([name, share]) => [name, Math.round(100 * share) / 100]).sort(([, one], [, other]) => other - one);
}
