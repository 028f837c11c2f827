/** Words about time at a table: nudges, clocks, who is waited for. */
import { clockTime, duration } from "../intl.js";
import { inLanguage } from "../language.js";
import { t } from "../strings.js";

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
