/** That somebody has come to the lobby: by a sound and in the title, for who looks elsewhere. */
import { html, useEffect, useState } from "../html.js";
import { recall, remember } from "../prefs.js";
import { chime } from "../said.js";
import { t } from "../strings.js";
import { w } from "./words.js";

/** The line of the log, which is announced, says it to who looks here. */
export function useArrivals(state, member) {
	const { table, event } = state;
	useEffect(() => {
		const plain = () => {
			if (document.visibilityState !== "hidden") document.title = w.lobbyTitle(table.members.length, table.title);
		};
		const last = table.members.at(-1);
		if (event?.kind === "member" && last.member !== member) {
			document.title = w.cameTitle(table.members.length, last.name);
			if (recall("arrivals", true)) chime();
		} else plain();
		window.addEventListener("focus", plain);
		document.addEventListener("visibilitychange", plain);
		return () => {
			window.removeEventListener("focus", plain);
			document.removeEventListener("visibilitychange", plain);
		};
	}, [event, table.members.length]);
}

export function ArrivalSound() {
	const [on, set] = useState(recall("arrivals", true));
	const turn = (event) => {
		set(event.target.checked);
		remember("arrivals", event.target.checked);
		if (event.target.checked) chime();
	};
	return html`<label class="field tick"><input type="checkbox" checked=${on} onChange=${turn} /><span>${w.arrivalSound}</span></label>`;
}

/** A link of one's seat, to be noted down: a browser may forget its cookie. */
export function KeepSeat({ ownLink }) {
	return html`<details>
		<summary>${w.keepSeat}</summary>
		<p>${w.keepSeatHelp}</p>
		<button onClick=${ownLink}>${t.table.ownLink}</button>
	</details>`;
}
