/** Words about positions as links. */
import { inLanguage } from "../language.js";
export const w = inLanguage("positions", {
	title: (game) => `A position: ${game}`,
	none: "A position by its link",
	toMove: (name) => `${name} is to move.`,
	sees: (name) => `You see what ${name} can see.`,
	over: "The game is over.",
	world: "If the link was made in the middle of a game, the hidden cards were dealt at random: this is one possible deal, not the true one.",
	analyse: "What are the moves worth?",
	analysing: "Working it out…",
	found: "What the moves are worth",
	noPlay: "Here you can look at a position. To play on from it, use the command below.",
	copy: "Link to this position",
	terminal: "Play on from here at the terminal",
	fresh: "Make a fresh link",
	table: "Link to this position",
	tableHelp: "Opens this position anywhere. The cards that you cannot see are dealt at random. Your own hand is in it, so anybody who gets the link sees your cards.",
	tableOver: "Opens the position at the end of the game, with all cards.",
	step: "Link to this step",
	stepHelp: "Opens the game as it stood before this step, with all cards.",
});
