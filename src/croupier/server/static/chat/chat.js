/** The chat of a table: what was said, a line to write, and who has switched it off. */
import { html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { time } from "../intl.js";
import { SIGNS, noteRead, useMuted, wordsOf } from "./lines.js";
import { c } from "./words.js";

const LONGEST = 200;
const drafts = new Map(); // what is typed stays while another tab is looked at

export function Chat({ state, want }) {
	const { table, you, chat } = state;
	const [muted, mute] = useMuted();
	const allowed = table.settings.chat;
	const toggle = () => want("settings", { settings: { ...table.settings, chat: !allowed } });
	return html`<div class="chat">
		${muted ? html`<p class="dim">${c.muted}</p>` : html`<${Lines} table=${table} lines=${chat} me=${you.member} />`}
		${!muted && allowed && (you.member === null ? html`<p class="dim">${c.stranger}</p>` : html`<${Say} key=${table.id} place=${`${table.id} ${you.member}`} want=${want} />`)}
		${!allowed && html`<p class="dim">${c.off}</p>`}
		<label class="field tick"><input type="checkbox" checked=${muted} onChange=${(event) => mute(event.target.checked)} /><span>${c.mute}</span></label>
		${you.host && html`<button class="quiet" onClick=${toggle}>${allowed ? c.switchOff : c.switchOn}</button>`}
	</div>`;
}

function Lines({ table: { id: table, members }, lines, me }) {
	const now = new Map(members.map((each) => [each.member, each.name]));
	const box = useRef(null);
	const last = lines.at(-1)?.number;
	useLayoutEffect(() => {
		box.current.scrollTop = box.current.scrollHeight;
	}, [last]);
	useEffect(() => {
		const note = () => document.visibilityState !== "hidden" && noteRead(table, lines);
		note();
		document.addEventListener("visibilitychange", note);
		return () => document.removeEventListener("visibilitychange", note);
	}, [table, last]);
	return html`<div class="lines" ref=${box} role="region" aria-label=${c.lines} tabindex="0">
		${lines.length ? html`<ol>${lines.map((line) => html`<${Line} key=${line.number} line=${line} mine=${line.member === me} now=${now.get(line.member) ?? line.name} />`)}</ol>` : html`<p class="dim">${c.empty}</p>`}
	</div>`;
}

/** A line under the name that its person had then, beside the one that is at the table now, where it is another. */
const Line = ({ line, mine, now }) => html`<li class=${mine ? "mine" : ""}>
	<span class="said"><strong><bdi>${line.name}</bdi></strong>${now !== line.name && line.kind !== "name" && html` <small><bdi>${c.now(now)}</bdi></small>`} <${Said} line=${line} /></span>
	<time datetime=${new Date(line.at).toISOString()}>${time(line.at)}</time>
</li>`;

/** What was said: text as it is, or the sign of a reaction with its words. */
export const Said = ({ line }) =>
	line.kind === "name" ? html`<em><bdi>${wordsOf(line)}</bdi></em>` : line.kind === "reaction" ? html`<span class="sign-said"><span class="emoji" aria-hidden="true">${SIGNS[line.text] ?? ""}</span> ${wordsOf(line)}</span>` : html`<bdi dir="auto">${line.text}</bdi>`;

function Say({ place, want }) {
	const [text, set] = useState(drafts.get(place) ?? "");
	const sending = useRef(false);
	const put = (typed) => {
		drafts.set(place, typed);
		set(typed);
	};
	const send = async (event) => {
		event.preventDefault();
		if (!text.trim() || sending.current) return;
		sending.current = true;
		if (await want("say", { text })) {
			drafts.delete(place);
			set((now) => (now === text ? "" : now)); // what was typed meanwhile stays
		}
		sending.current = false;
	};
	const left = LONGEST - [...text.trim()].length;
	return html`<form class="say" onSubmit=${send}>
		<label class="field"><span>${c.message}</span><input type="text" autocomplete="off" enterkeyhint="send" value=${text} onInput=${(event) => put(event.target.value)} /></label>
		<button type="submit">${c.send}</button>
		${left < 40 && html`<p class=${left < 0 ? "problem" : "dim"}>${c.left(left)}</p>`}
	</form>`;
}
