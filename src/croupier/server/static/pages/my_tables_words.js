/** Words about my tables on the first page. */
import { inLanguage } from "../language.js";
import { t } from "../strings.js";

export const m = inLanguage("myTables", {
	yourTurn: (names) => `Your turn with ${t.list(names)}`,
	won: (names) => `${t.list(names)} won`,
	youWon: "You won",
	finished: (count) => `Finished (${count})`,
	hide: (what) => `Hide this table: ${what}`,
	show: (what) => `Show this table again: ${what}`,
	showHidden: (count) => `Show hidden tables (${count})`,
	hideAgain: "Hide them again",
	delete: "Delete",
});
