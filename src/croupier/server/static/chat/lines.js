/** What was said at a table, as all parts of a page share it: which lines are new, what they look like, who has muted them. */
import { useEffect, useState } from "../html.js";
import { recall, remember } from "../prefs.js";
import { c } from "./words.js";

export const SIGNS = { clap: "👏", gasp: "😱", laugh: "😂", heart: "❤️", think: "🤔", hooray: "🎉", pirate: "🏴‍☠️", moment: "⏳" };
const KEPT = 300;

/** What a line says in words. */
export const wordsOf = ({ kind, text }) => (kind === "reaction" ? (c.of[text] ?? text) : kind === "name" ? c.renamed(text) : text);

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
export function useMuted() {
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
export function openChat() {
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

/** Note that everything was shown. */
export function noteRead(table, lines) {
	const last = lines.at(-1)?.number ?? 0;
	if (last <= recall(`read.${table}`, 0)) return;
	remember(`read.${table}`, last);
	changed();
}
