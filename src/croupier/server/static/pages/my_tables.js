/** The tables at which this browser has a seat. */
import { ask } from "../api.js";
import { html, useState } from "../html.js";
import { inLanguage } from "../language.js";
import { seatNames } from "../names.js";
import { AskFirst } from "../parts/asking.js";
import { w } from "../people/words.js";
import { recall, remember } from "../prefs.js";
import { address } from "../route.js";
import { complain, tell } from "../said.js";
import { t } from "../strings.js";

export const m = inLanguage("myTables", {
	yourTurn: (names) => `Your turn with ${t.list(names)}`,
	won: (names) => `${t.list(names)} won`,
	youWon: "You won",
	finished: (count) => `Finished (${count})`,
	hide: (what) => `Hide this table: ${what}`,
	show: (what) => `Show this table again: ${what}`,
	showHidden: (count) => `Show hidden tables (${count})`,
	hideAgain: "Hide them again",
	delete: "Delete",
});

const HIDDEN = "hidden";

const isMyTurn = ({ table, awaited, mine }) => table.status === "playing" && mine.some((each) => awaited.includes(each.seat));

export function MyTables({ tables, setTables }) {
	const [hidden, setHidden] = useState(recall(HIDDEN, []));
	const [all, showAll] = useState(false);
	const hide = (id, wish) => {
		const listed = tables.map((each) => each.table.id);
		const next = [...hidden.filter((each) => each !== id && listed.includes(each)), ...(wish ? [id] : [])];
		remember(HIDDEN, next.length ? next : null);
		setHidden(next);
	};
	const drop = async ({ table, mine }) => {
		try {
			await ask("DELETE", `/api/tables/${table.id}?member=${mine.find((each) => each.host).member}`);
			setTables(tables.filter((each) => each.table.id !== table.id));
			tell(t.table.deleted);
		} catch (error) {
			complain(error);
		}
	};
	const shown = all ? tables : tables.filter((each) => !hidden.includes(each.table.id));
	const due = shown.filter(isMyTurn);
	const over = shown.filter((each) => each.table.status === "over");
	const rest = shown.filter((each) => !due.includes(each) && !over.includes(each));
	const rows = (found) => html`<ul class="tables">${found.map((each) => html`<${Row} key=${each.table.id} found=${each} hidden=${hidden.includes(each.table.id)} hide=${hide} drop=${drop} />`)}</ul>`;
	const unseen = tables.filter((each) => hidden.includes(each.table.id)).length;
	return html`<section class="mine" aria-labelledby="mine">
		<h2 id="mine">${t.home.mine}</h2>
		${due.length > 0 && rows(due)}
		${rest.length > 0 && rows(rest)}
		${over.length > 0 && html`<details open=${due.length + rest.length === 0}><summary>${m.finished(over.length)}</summary>${rows(over)}</details>`}
		${unseen > 0 && html`<button class="quiet" aria-pressed=${all} onClick=${() => showAll(!all)}>${all ? m.hideAgain : m.showHidden(unseen)}</button>`}
	</section>`;
}

function Row({ found, hidden, hide, drop }) {
	const { table, at, mine, deletable } = found;
	const myTurn = isMyTurn(found);
	const names = seatNames(table);
	const others = names.filter((_, seat) => !mine.some((each) => each.seat === seat));
	const left = table.status === "playing" && mine.some((each) => table.seats.some((chair) => chair.claim === each.member));
	const what = `${table.title}, ${t.list(others)}`;
	const state = left ? w.leftState : myTurn ? m.yourTurn(others) : table.status === "over" ? outcome(found, names) : t.home[table.status];
	return html`<li class=${myTurn ? "due" : ""}>
		<a href=${address("table", table.id)}>
			<strong>${table.title}</strong>
			<span class=${`state ${myTurn ? "yourTurn" : table.status}`}>${state}</span>
			<span>${t.list(names)}</span>
			<time>${t.home.at(at)}</time>
		</a>
		<button class="sign quiet" aria-label=${hidden ? m.show(what) : m.hide(what)} title=${hidden ? m.show(what) : m.hide(what)} onClick=${() => hide(table.id, !hidden)}><span aria-hidden="true">${hidden ? "↺" : "✕"}</span></button>
		${deletable && table.status === "over" && html`<${AskFirst} label=${m.delete} text=${t.table.deleteSure} act=${() => drop(found)} />`}
	</li>`;
}

/** Who has won a finished game. */
function outcome({ winners, mine }, names) {
	if (winners === null) return t.home.over;
	if (!winners.length) return t.table.draw;
	if (winners.length === 1 && mine.some((each) => each.seat === winners[0])) return m.youWon;
	return m.won(winners.map((seat) => names[seat]));
}
