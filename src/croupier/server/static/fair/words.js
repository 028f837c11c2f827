/** Words about fairness that every table needs; the rest is in `proof_words.js` and `settings.js`. */
import { inLanguage } from "../language.js";
import { t } from "../strings.js";

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
