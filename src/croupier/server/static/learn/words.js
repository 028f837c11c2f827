/** Words of what teaches a game: card help and guided first rounds. No page loads them before they are needed. */
import { inLanguage } from "../language.js";
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
	you: "You",
	wait: "The others play…",
});
