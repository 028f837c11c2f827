/** The words of chat and reactions, in English. Another language is another file with the same names. */
import { counted } from "../intl.js";
import { inLanguage } from "../language.js";

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
