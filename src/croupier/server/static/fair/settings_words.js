/** Words about the settings of a table, for who may not change them. */
import { inLanguage } from "../language.js";
export const r = inLanguage("fairSettings", {
	settingsHelp: (host) => `${host}, the host, can change them.`,
	yes: "yes",
	no: "no",
	seconds: (count) => (count === 1 ? "1 second" : `${count} seconds`),
	away: "A bot plays for people who are away, after",
	never: "never",
	rows: { undo: "Moves can be taken back", takeBack: "Bots wait, so that a move can be taken back", membersWatch: "Invited people without a seat see the open cards" },
});
