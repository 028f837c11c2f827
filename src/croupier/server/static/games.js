/** Which component draws a game's table: that of the module which the list of games names. */
import { gameNamed } from "./api.js";
import { html, useFailure } from "./html.js";
import { inPictures } from "./language.js";
import { t } from "./strings.js";

const loaded = new Map();

const Broken = ({ why }) => html`<p class="felt problem" role="alert">${t.table.broken(why)}</p>`;

/** A table that says so where it fails, while all else on the page goes on; the next position is tried again. */
function guarded(Table) {
	return function Guarded(props) {
		const error = useFailure(props.view);
		return error ? html`<${Broken} why=${error.message} />` : html`<${Table} ...${props} />`;
	};
}

async function load(game) {
	const { table_module: path } = await gameNamed(game);
	const module = await import(path);
	if (typeof module.Table !== "function") throw new Error(`${path}: export function Table`);
	return { ...module, Table: guarded(module.Table) };
}

/** The module of a game's table. It exports `Table`, and may export `Score` and others (docs/game-contract.md). */
export function gameModule(game) {
	if (!loaded.has(game)) {
		const coming = load(game);
		loaded.set(game, coming);
		coming.catch(() => loaded.delete(game)); // asked for again
	}
	return loaded.get(game);
}

/** What stands in place of a module that does not come. */
export const withoutModule = ({ message }) => ({ Table: () => html`<${Broken} why=${message} />` });

/** Address of a card's or a die's picture, by the name that views give it. */
export const faceOf = (game, card) => `/pictures/${game}/faces/${encodeURIComponent(card)}.svg${inPictures()}`;
export const backOf = (game) => `/pictures/${game}/back.svg`;
