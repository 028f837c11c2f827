/** All words of the pages in Spanish, by the names of the files that have them in English. */
import { strings } from "./strings.js";
import { about, app, chat, circles, fair, fairSettings, learn, myTables, people, positions, problems, proof, sheet, time } from "./parts.js";

export const words = { strings, about, app, chat, circles, fair, fairSettings, learn, myTables, people, positions, problems, proof, sheet, time };
