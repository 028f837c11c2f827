/** A button that asks before it does what cannot easily be undone. */
import { html, useState } from "../html.js";
import { Dialog } from "../parts/dialog.js";
import { w } from "./words.js";

/** `label` stands on the button and on the answer, `text` in the question; `no` is the other answer. */
export function AskFirst({ label, text, act, quiet = true, no = w.cancel }) {
	const [open, set] = useState(false);
	const yes = async () => {
		set(false);
		await act();
	};
	return html`
		<button class=${quiet ? "quiet" : "danger"} onClick=${() => set(true)}>${label}</button>
		${open &&
		html`<${Dialog} title=${label} onClose=${() => set(false)}>
			<p>${text}</p>
			<div class="row"><button class="danger" onClick=${yes}>${label}</button><button onClick=${() => set(false)}>${no}</button></div>
		<//>`}
	`;
}

/** Leaving: of a game that goes on with a way back, which stays on the page. */
export function Leave({ table, you, want, onGone }) {
	if (you.host) return html`<small class="dim">${w.hostLeaves}</small>`;
	const kind = table.status === "playing" && you.seat === null ? "watching" : table.status;
	const leave = async () => (await want("remove", { whom: you.member })) && kind !== "playing" && onGone();
	return html`<${AskFirst} label=${w.leave} text=${w.leaveSure[kind]} act=${leave} no=${w.stay} />`;
}

export function Remove({ table, name, whom, want }) {
	const text = w.removeSure[table.status === "playing" ? "playing" : "lobby"](name);
	return html`<${AskFirst} label=${w.remove(name)} text=${text} act=${() => want("remove", { whom })} quiet=${false} />`;
}

/** The way back for who has left a seat of a game that goes on. */
export function TakeBack({ table, member, want }) {
	if (table.status !== "playing" || member === null || !table.seats.some((chair) => chair.claim === member)) return null;
	return html`<div class="banner row" data-left>
		<span>${w.youLeft}</span>
		<button class="main" onClick=${() => want("claim")}>${w.takeBack}</button>
	</div>`;
}
