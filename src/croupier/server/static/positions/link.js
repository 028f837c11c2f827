/** Links to positions, and their words. */
import { html, useState } from "../html.js";
import { inLanguage } from "../language.js";
import { CopyLine, Dialog } from "../parts/asking.js";
import { complain } from "../said.js";

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

/** `make` asks the server for `{ link }`, what stands behind the address of these pages. `again`: each link is another. */
export function PositionLink({ label, help, make, again }) {
	const [link, set] = useState(null);
	const show = async () => {
		try {
			set((await make()).link);
		} catch (error) {
			complain(error);
		}
	};
	return html`<button class="quiet" onClick=${show}>${label}</button>
		${link !== null && html`<${Dialog} title=${label} onClose=${() => set(null)}>
			<p>${help}</p>
			<${CopyLine} label=${label} text=${`${location.origin}/${link}`} />
			<div class="row">${again && html`<button class="quiet" onClick=${show}>${w.fresh}</button>`}</div>
		<//>`}`;
}
