/** Words that several parts of a page need: chat, fair deals, clocks, help with cards. */
import { clockTime, counted, duration, inLanguage } from "./language.js";
import { t } from "./strings.js";

const characters = (count) => counted(count, "# character");

export const c = inLanguage("chat", {
	title: "Chat",
	tab: (unread) => (unread ? `Chat, ${unread} unread` : "Chat"),
	lines: "What was said",
	empty: "Nobody has said anything yet.",
	message: "Message to the table",
	send: "Send",
	left: (count) => (count < 0 ? `${characters(-count)} too many` : `${characters(count)} left`),
	react: "React",
	reactTo: (unread) => (unread ? `React, ${unread} unread in the chat` : "React"),
	write: "Write a message",
	reactions: "Reactions",
	of: { clap: "Well played", gasp: "Oh no!", laugh: "Ha ha!", heart: "Thank you", think: "Hmm…", hooray: "Hooray!", pirate: "Yo-ho-ho!", moment: "One moment" },
	renamed: (name) => `is now called ${name}`,
	now: (name) => `(now ${name})`,
	said: (name, text) => `${name}: ${text}`,
	you: "You",
	mute: "Mute chat and reactions for me",
	muted: "In this browser you do not see or hear what others say.",
	off: "The host has switched off chat and reactions.",
	switchOff: "Switch them off for all",
	switchOn: "Switch them on for all",
	stranger: "Only people at the table can write here.",
	setting: "Chat and reactions are allowed",
	settingHelp: "everybody can also mute them for themselves",
});

export const f = inLanguage("fair", {
	badge: "bot",
	badgeHelp: (name) => `A bot plays for ${name}`,
	shuffling: "The cards are being shuffled…",
	shufflingHelp: "Each page adds a random number, so that nobody can choose the cards.",
	waiting: (names) => `Waiting for ${t.list(names)}.`,
	hints: "Hints",
	hintChoices: { auto: "For one person alone, not among several", on: "Allowed", off: "Not allowed" },
	title: "Is this deal fair?",
	titleOver: "Was this deal fair?",
});

const span = (seconds) => duration(seconds, { day: ["# day"], hour: ["# hour"], minute: ["# minute"], second: ["# second"] });

export const n = inLanguage("time", {
	span,
	/** Time that is left, as a clock shows it. */
	left: (seconds) => (seconds >= 2 * 86400 ? span(seconds) : clockTime(seconds)),
	yourTime: "Your time",
	timeOf: (name) => `${name}'s time`,
	nearEnd: (seconds) => `${span(seconds)} left. Then a bot plays one decision for you.`,
	nudge: (names) => `Nudge ${t.list(names)}`,
	nudgeTitle: (game) => `● They are waiting for you – ${game}`,
	idle: (name) => `${name} has not played for a minute.`,
	notices: {
		title: "Notices when it is your turn",
		turnOn: "Notify me when it is my turn",
		turnOff: "Stop notifying me",
		isOn: "You are notified when it is your turn and you look elsewhere.",
		turn: "It is your turn.",
		nudged: "The table waits for you.",
		openOnly: (why) => `Only while this page is open: ${why.replace(/^This server/, "this server")}`,
		insecure: "the browser shows them only at addresses that begin with https. The page's title and the sound work here.",
		none: "this browser has none. The page's title and the sound work.",
		denied: "they are switched off for this site in the browser's settings.",
		noPush: "this browser gets none from a server.",
	},
	clock: "Clock",
	clockHelp: "For each decision. When it runs out, a bot plays that one decision. With an hour or more, nobody is replaced for being away.",
	noClock: "No clock",
});

export const l = inLanguage("learn", {
	rule: (number, title) => `${title}: rule ${number}`,
	why: (sentence, rule) => `${sentence} (${rule})`,
	order: "Who beats whom",
	orderLead: "The highest first. Point at a card, or press it long, and it says what it does.",
	cards: "What each card does",
	step: (number, of) => `${number} of ${of}`,
	next: "Next",
	skip: "Leave",
	back: "Home",
	play: (title) => `Play ${title} now`,
	your: "Your turn",
	wait: "The others play…",
});
