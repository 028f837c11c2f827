/** Dialogs: asking before something is done, a new name, sharing and copying a link; and why a page is not there. */
import { post } from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { w } from "../people/words.js";
import { remember } from "../prefs.js";
import { address } from "../route.js";
import { complain, tell } from "../said.js";
import { t } from "../strings.js";

export function Dialog({ title, onClose, wide, children }) {
	const box = useRef(null);
	useEffect(() => {
		box.current.showModal();
	}, []);
	const onClick = (event) => event.target === box.current && box.current.close();
	return html`<dialog ref=${box} class=${wide ? "wide" : ""} aria-label=${title} onClose=${onClose} onClick=${onClick}>
		<div class="dialog">
			<div class="between">
				<h2>${title}</h2>
				<button class="sign" onClick=${() => box.current.close()} aria-label=${t.close}><span aria-hidden="true">✕</span></button>
			</div>
			${children}
		</div>
	</dialog>`;
}

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

/** A new name; `asks`: who has given none yet is asked for one. */
export function Rename({ table, member, want, asks = false }) {
	const [draft, keep] = useState(null);
	const rename = async (event) => {
		event.preventDefault();
		const name = draft?.trim();
		if (!name || !(await want("name", { name }))) return;
		remember("name", name);
		keep(null);
	};
	const now = table.members.find((each) => each.member === member)?.name;
	const form = html`<form class="row" onSubmit=${rename}><input class="grow" aria-label=${t.yourName} maxlength="24" required autocomplete="nickname" placeholder=${asks ? t.yourName : t.namePlaceholder} value=${draft ?? (asks ? "" : now)} onInput=${(event) => keep(event.target.value)} onBlur=${asks && rename} />${!asks && html`<button type="submit">${t.settings.save}</button>`}</form>`;
	return asks ? form : html`<details><summary>${t.table.rename}</summary>${form}</details>`;
}

export function CopyLine({ label, text }) {
	const field = useRef(null);
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(text);
		} catch {
			field.current.select(); // without TLS a page may not use the clipboard
			document.execCommand("copy");
		}
		tell(t.copied);
	};
	return html`<div class="copy">
		<label>${label}<input ref=${field} readonly value=${text} onFocus=${(event) => event.target.select()} /></label>
		<button onClick=${copy}>${t.copy}</button>
	</div>`;
}

export function Share({ table, token, kind, game = "" }) {
	const [found, set] = useState(null);
	useEffect(() => {
		set(null);
		post(`/api/tables/${table}/invitation`, { token, kind }).then(set, complain);
	}, [table, token]);
	const share = () => navigator.share({ title: "croupier", text: w.shareText[kind](game), url: found.link }).catch(() => {}); // who thinks better of it
	if (!found) return html`<p aria-busy="true">${t.loading}</p>`;
	return html`<div class="share">
		${found.qr && html`<img class="qr" src=${found.qr} alt=${t.lobby.qr} width="164" height="164" />`}
		<div class="grow">
			<${CopyLine} label=${t.lobby.links[kind]} text=${found.link} />
			${navigator.share && html`<button class="main" onClick=${share}>${w.share}</button>`}
			<p class="dim">${found.local_only ? t.lobby.localOnly : found.qr && t.lobby.scan}</p>
		</div>
	</div>`;
}

export const Stop = ({ why, title = t.noEntry }) => html`<div class="page narrow">
	<h1>${title}</h1>
	<p class="problem">${why}</p>
	<p><a class="button" href=${address()}>${t.menu.home}</a></p>
</div>`;

/** Why a page of a game is not there: no such game, or no server. */
export function NoGame({ error }) {
	const none = error.code === "not-found";
	return html`<${Stop} title=${none ? t.noPage : t.noAnswer} why=${none ? t.noGame : error.message} />`;
}
