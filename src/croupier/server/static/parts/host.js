/** A host who has vanished: how long to wait, and then who wants to host. */
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
