/** Playing again: by one click of the host, which takes along whoever looks at the table. */
import { html, useEffect, useRef } from "../html.js";
import { address, go } from "../route.js";
import { announce } from "../said.js";
import { t } from "../strings.js";
import { w } from "./words.js";

const place = (table, member) => ["table", table, ...(member === null ? [] : [String(member)])];

/** Follow the table to the next game, if it is made while I look at this one. */
export function useFollowing(state, member) {
	const { table, event } = state;
	const followed = useRef(false);
	useEffect(() => {
		if (event?.kind !== "again" || !table.again || followed.current) return;
		followed.current = true;
		announce(w.newGame);
		go(place(table.again, member));
	}, [event]);
}

/** What leads to the next game. */
export function PlayAgain({ state, want, member }) {
	const { table, you } = state;
	useFollowing(state, member);
	if (table.again) return html`<a class="button main" data-act href=${address(...place(table.again, member))}>${t.table.goAgain}</a>`;
	if (!table.playable) return null;
	if (you.host) return html`<button class="main" data-act onClick=${() => want("again", { start: true })}>${w.playAgain}</button>`;
	const host = table.members.find((each) => each.member === table.host);
	return you.seat !== null && host ? html`<span class="dim">${w.hostAgain(host.name)}</span>` : null;
}
