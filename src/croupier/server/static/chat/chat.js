/** The chat of a table: its lines, bubbles over the seats, and reactions. */
import { useArrowKeys } from "../focus.js";
import { classes, html, useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { time } from "../language.js";
import { recall, remember } from "../prefs.js";
import { announce } from "../said.js";
import { c } from "../words.js";

const SIGNS = { clap: "👏", gasp: "😱", laugh: "😂", heart: "❤️", think: "🤔", hooray: "🎉", pirate: "🏴‍☠️", moment: "⏳" };
const KEPT = 300;

/** What a line says in words. */
const wordsOf = ({ kind, text }) => (kind === "reaction" ? (c.of[text] ?? text) : kind === "name" ? c.renamed(text) : text);

/** Lines with those that have come, without any that are known. */
export function withLines(lines, come) {
	const last = lines.at(-1)?.number ?? 0;
	return [...lines, ...come.filter((each) => each.number > last)].slice(-KEPT);
}

/** Whether there is anybody to talk to, or anything was said. */
export const inCompany = ({ table, chat }) => table.members.length > 1 || chat.length > 0;

const watchers = new Set();

function changed() {
	for (const watcher of watchers) watcher();
}

function useChanges() {
	const [, redraw] = useState(0);
	useEffect(() => {
		const watcher = () => redraw((count) => count + 1);
		watchers.add(watcher);
		return () => watchers.delete(watcher);
	}, []);
}

/** Whether this browser has muted what others say, and how to change that. */
function useMuted() {
	useChanges();
	const mute = (muted) => {
		remember("muted", muted || null);
		changed();
	};
	return [recall("muted", false), mute];
}

/** How many lines of others this browser has not shown yet. */
export function useUnread({ table, chat, you }) {
	const [muted] = useMuted();
	if (muted) return 0;
	const read = recall(`read.${table.id}`, 0);
	return chat.filter((each) => each.number > read && each.member !== you.member).length;
}

const openers = new Set();

/** Let the chat be shown, wherever on the page it is, and its field have the focus. */
function openChat() {
	for (const opener of openers) opener();
	requestAnimationFrame(() => document.querySelector(".say input")?.focus());
}

/** `show` brings the chat to light, where it lies behind a tab. */
export function useChatOpener(show) {
	useEffect(() => {
		openers.add(show);
		return () => openers.delete(show);
	}, []);
}

/** Note that everything up to a line was shown. */
function noteRead(table, last = 0) {
	if (last <= recall(`read.${table}`, 0)) return;
	remember(`read.${table}`, last);
	changed();
}

/** What was read at a table is read at the one that goes on with its lines. */
export const readOn = (table, next) => noteRead(next, recall(`read.${table}`, 0));

const LONGEST = 200;
const drafts = new Map(); // what is typed stays while another tab is looked at, and when the game begins
let typing = null; // where somebody typed as the field went: it has the focus again where it comes back

const placeOf = ({ table, you }) => `${table.id} ${you.member}`;

/** Whether a line is begun. */
export const hasDraft = (state) => Boolean(drafts.get(placeOf(state)));

export function Chat({ state, want }) {
	const { table, you, chat } = state;
	const [muted, mute] = useMuted();
	const allowed = table.settings.chat;
	const toggle = () => want("settings", { settings: { ...table.settings, chat: !allowed } });
	return html`<div class="chat">
		${muted ? html`<p class="dim">${c.muted}</p>` : html`<${Lines} table=${table} lines=${chat} me=${you.member} />`}
		${!muted && allowed && (you.member === null ? html`<p class="dim">${c.stranger}</p>` : html`<${Say} key=${table.id} place=${placeOf(state)} want=${want} />`)}
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
		const note = () => document.visibilityState !== "hidden" && noteRead(table, last);
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
	const field = useRef(null);
	useLayoutEffect(() => {
		const { current } = field;
		if (typing === place) current.focus();
		return () => {
			typing = document.activeElement === current && drafts.get(place) ? place : null;
		};
	}, []);
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
		<label class="field"><span>${c.message}</span><input type="text" ref=${field} autocomplete="off" enterkeyhint="send" value=${text} onInput=${(event) => put(event.target.value)} /></label>
		<button type="submit">${c.send}</button>
		${left < 40 && html`<p class=${left < 0 ? "problem" : "dim"}>${c.left(left)}</p>`}
	</form>`;
}

const LEAST_MS = 4000;
const LETTER_MS = 30;
const EDGE = 8;
const LAP = 20;
const TALL = 130;
const LEAST_WIDTH = 160;
const MOST_WIDTH = 280;

export function Bubbles({ state }) {
	const { table, you, spoken } = state;
	const [muted] = useMuted();
	const [shown, set] = useState([]);
	const told = useRef(0);
	useEffect(() => {
		if (muted) set([]);
	}, [muted]);
	useEffect(() => {
		const fresh = spoken.filter((each) => each.number > told.current && each.kind !== "name"); // the log announces it
		told.current = spoken.at(-1)?.number ?? told.current;
		if (muted || !fresh.length) return;
		announce(fresh.map((each) => c.said(each.member === you.member ? c.you : each.name, wordsOf(each))).join(" "));
		for (const line of fresh) {
			if (line.kind === "text" && line.member === you.member) continue; // I know what I have written
			set((now) => [...now.filter((each) => each.member !== line.member), line]); // one over each head
			setTimeout(() => set((now) => now.filter((each) => each !== line)), LEAST_MS + LETTER_MS * line.text.length);
		}
	}, [spoken]);
	const seatOf = (line) => table.members.find((each) => each.member === line.member)?.seat ?? null;
	return html`<div class="bubbles" aria-hidden="true">${shown.map((line) => html`<${Bubble} key=${line.number} line=${line} seat=${seatOf(line)} />`)}</div>`;
}

/** The box of a seat as it is drawn now. */
const boxOf = (seat) => (seat === null ? null : document.querySelector(`[data-seat="${seat}"]`))?.getBoundingClientRect();

/** Lay a bubble on the lower edge of a seat, where neither its name nor its score is; of a tall one on the upper edge; without a seat on the table's. */
function place(bubble, seat) {
	const found = boxOf(seat);
	const box = found ?? document.querySelector(".stage, .lobby")?.getBoundingClientRect();
	if (!box) return;
	if (found) bubble.style.maxWidth = `${Math.max(LEAST_WIDTH, Math.min(found.width, MOST_WIDTH))}px`; // the next seat may speak too
	const { offsetWidth: width, offsetHeight: height } = bubble;
	const within = (at, size, of) => Math.max(EDGE, Math.min(at, of - size - EDGE));
	const top = !found ? box.top + EDGE : box.height > TALL ? box.top - height / 2 : box.bottom - LAP;
	bubble.style.left = `${within(box.left + (box.width - width) / 2, width, innerWidth)}px`;
	bubble.style.top = `${within(top, height, innerHeight)}px`;
}

function Bubble({ line, seat }) {
	const self = useRef(null);
	useLayoutEffect(() => place(self.current, seat));
	useLayoutEffect(() => { // a listener of an effect would outlive the bubble until the next frame
		const again = () => place(self.current, seat);
		addEventListener("scroll", again, { passive: true, capture: true });
		addEventListener("resize", again);
		return () => {
			removeEventListener("scroll", again, { capture: true });
			removeEventListener("resize", again);
		};
	}, [seat]);
	return html`<p class=${classes("bubble", line.kind)} ref=${self}>${seat === null && html`<strong><bdi>${line.name}</bdi></strong> `}<${Said} line=${line} /></p>`;
}

const BOX = "reactions";

/** Where a box lies above a button, inside the window. */
function placeAt(box, button) {
	const at = button.getBoundingClientRect();
	const { width, height } = box.getBoundingClientRect();
	const left = Math.max(EDGE, Math.min(at.left, innerWidth - width - EDGE));
	const above = at.top - height - EDGE;
	box.style.left = `${left}px`;
	box.style.top = `${above >= EDGE ? above : Math.min(at.bottom + EDGE, innerHeight - height - EDGE)}px`;
}

export function Reactions({ state, want }) {
	const { table, you } = state;
	const [muted] = useMuted();
	const unread = useUnread(state);
	const [open, setOpen] = useState(false);
	const box = useRef(null);
	const opener = useRef(null);
	const names = Object.keys(SIGNS);
	const { row, stop } = useArrowKeys(names.length);
	if (muted || !table.settings.chat || you.member === null || !inCompany(state)) return null;
	// the browser knows whether the box is open before it tells `onToggle`; a click while it is open closes it
	const turn = (event) => {
		event.preventDefault();
		if (box.current.matches(":popover-open")) box.current.hidePopover();
		else show();
	};
	const show = () => {
		box.current.showPopover();
		placeAt(box.current, opener.current);
		box.current.querySelector("[tabindex='0']").focus();
	};
	const react = (reaction) => {
		box.current.hidePopover();
		opener.current.focus({ preventScroll: true });
		want("react", { reaction });
	};
	const write = () => {
		box.current.hidePopover();
		openChat();
	};
	return html`<button class="quiet react" ref=${opener} aria-label=${c.reactTo(unread)} aria-haspopup="true" aria-expanded=${open} popovertarget=${BOX} onClick=${turn}><span class="emoji" aria-hidden="true">😀</span> <span class="word">${c.react}</span>${unread > 0 && html`<span class="unread">${unread}</span>`}</button>
		<div id=${BOX} class="reactions" popover="auto" ref=${box} onToggle=${(event) => setOpen(event.newState === "open")}>
			<div role="group" aria-label=${c.reactions} ...${row}>
				${names.map((name, at) => html`<button key=${name} onClick=${() => react(name)} ...${stop(at)}><span class="emoji" aria-hidden="true">${SIGNS[name]}</span><small>${c.of[name]}</small></button>`)}
			</div>
			<button class="quiet write" onClick=${write}>${c.write}</button>
		</div>`;
}
