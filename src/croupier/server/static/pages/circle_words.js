/** Words of circles: a page of its own, so that tables do not load them all. */
import { number, percent } from "../intl.js";
import { inLanguage } from "../language.js";
import { t } from "../strings.js";

const DAY = 24 * 3600 * 1000;

export const words = inLanguage("circles", {
	title: "Standings",
	lead: "Names and results of the games played in this circle. Everybody who has the link sees this page.",
	link: "Link to these standings",
	none: "No game is finished yet.",
	standings: "Who has won most",
	games: "Games",
	head: { name: "Name", games: "games", won: "won", places: "mean place", bids: "bids made", capture: "best captures" },
	headHelp: { won: "A shared win counts in parts.", capture: "Most points captured in a round." },
	won: (won) => t.number(Math.round(won * 100) / 100),
	places: (mean) => t.number(Math.round(mean * 10) / 10),
	bids: (made, all) => (all ? `${percent(made / all)} (${made} of ${all})` : "–"),
	capture: (points) => (points === null ? "–" : t.number(points)),
	game: (title, at) => `${title}, ${t.home.at(at)}`,
	seat: ({ place, name, agent, points }) => `${place}. ${name ?? agent}: ${t.number(points)}`,
	doubt: (name) => `${name} has played in other browsers so far, so this game does not count for ${name}.`,
	accept: (name) => `It was ${name}`,
	takeOut: "Remove this game",
	takeOutSure: "It is removed from these standings for good.",
	relink: "Change the link",
	relinkSure: "The old link stops working, and tables made with it add no more games. Send the new one to your friends, and make the next table from here.",
	play: (title) => `Play ${title}`,
	rename: "Change the name",
	save: "Save",
	delete: "Delete these standings",
	deleteHelp: "They are deleted in a week. Until then everybody who opens this page sees that, and can keep them.",
	deleted: (left) => `These standings are deleted in ${left >= 2 * DAY ? `${Math.floor(left / DAY)} days` : "less than two days"}.`,
	keep: "Keep them",
});
