/** What the table asks its people beside the game: who hosts when the host has vanished, whether it is deleted. */
import { html, useLayoutEffect, useState } from "../html.js";
import { t } from "../strings.js";

/** Seconds that are left of some milliseconds, counted down by this machine's clock; 0 where there are none. */
export function useCountdown(left) {
	const [seconds, set] = useState(Math.ceil(left / 1000));
	useLayoutEffect(() => {
		const end = performance.now() + left;
		const count = () => set(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
		count();
		const timer = setInterval(count, 1000);
		return () => clearInterval(timer);
	}, [left]);
	return seconds;
}

export function HostGone({ state, want }) {
	const { table, people, you } = state;
	const after = you.seat === null ? people.watcher_left : people.host_left;
	const left = useCountdown(after ?? 0);
	const host = table.members.find((each) => each.member === table.host);
	if (people.host_free === null || after === null || you.member === null || you.host || !host) return null;
	return html`<div class="banner row">
		<span>${t.lobby.hostGone(host.name, left)}</span>
		${left === 0 && html`<button onClick=${() => want("take-over")}>${t.lobby.takeOver}</button>`}
	</div>`;
}

/** That the table is to be deleted: when, who has not agreed, and what I say to it. */
export function Deletion({ state, want, member }) {
	const { table, people, you } = state;
	const left = useCountdown(people.deleted_in ?? 0);
	const asked = table.deletion;
	if (!asked) return null;
	const nameOf = (number) => table.members.find((each) => each.member === number)?.name ?? t.lobby.host;
	const agreed = [asked.by, ...asked.assents];
	const missing = table.seats.filter((chair) => chair.member !== null && people.here.includes(chair.member) && !agreed.includes(chair.member));
	const answer = (agrees) => want("assent", { agrees });
	return html`<div class="banner row">
		<span>${t.table.deletion(nameOf(asked.by), left, missing.map((chair) => nameOf(chair.member)))}</span>
		${you.seat !== null && !agreed.includes(member) && html`<button onClick=${() => answer(true)}>${t.table.agree}</button>`}
		${(you.seat !== null || member === asked.by) && html`<button onClick=${() => answer(false)}>${t.table.keep}</button>`}
	</div>`;
}
