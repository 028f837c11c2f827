/** Which component draws a game's table: that of the folder named like the game, or else a plain one. */
import { inPictures } from "./language.js";
import * as plain from "./plain/table.js";

/** Games that the pages have a table for; a test compares. */
const FOLDERS = new Set(["pig", "skull_king", "spite_malice"]);
const loaded = new Map();

/** The module of a game's table. It exports `Table`, and may export `Score` and `cover`. */
export function gameModule(game) {
	if (!loaded.has(game)) {
		const folder = game.replaceAll("-", "_");
		loaded.set(game, FOLDERS.has(folder) ? import(`./${folder}/table.js`).catch(() => plain) : Promise.resolve(plain));
	}
	return loaded.get(game);
}

/** Address of a card's or a die's picture, by the name that views give it. */
export const faceOf = (game, card) => `/pictures/${game}/faces/${encodeURIComponent(card)}.svg${inPictures()}`;
export const backOf = (game) => `/pictures/${game}/back.svg`;
