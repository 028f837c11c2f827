/** A host who has vanished: how long to wait, and then who wants to host. */
import { html, useEffect, useState } from "../html.js";
import { t } from "../strings.js";

/** Seconds until a time in milliseconds, counted down; 0 where there is none. */
export function useCountdown(until) {
	const [now, setNow] = useState(Date.now());
	useEffect(() => {
		if (until === null) return undefined;
		setNow(Date.now());
		const timer = setInterval(() => setNow(Date.now()), 1000);
		return () => clearInterval(timer);
	}, [until]);
	return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}

export function HostGone({ state, want }) {
	const { table, people, you } = state;
	const left = useCountdown(people.host_free);
	const host = table.members.find((each) => each.member === table.host);
	if (people.host_free === null || you.member === null || you.host || !host) return null;
	return html`<div class="banner row">
		<span>${t.lobby.hostGone(host.name, left)}</span>
		${left === 0 && html`<button onClick=${() => want("take-over")}>${t.lobby.takeOver}</button>`}
	</div>`;
}
