/** The rules of a table before the game, as its host changes them. */
import { listGames } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { useLater } from "../later.js";
import { complain, tell } from "../said.js";
import { t } from "../strings.js";
import { w } from "./words.js";

export const PLAYERS = "players";

export const defaultsOf = (game) => Object.fromEntries(game.options.map((option) => [option.name, option.default]));

/** A game with its options, once they are known. */
export function useGame(name) {
	const [game, set] = useState(null);
	useEffect(() => {
		if (name !== null) listGames().then((games) => set(games.find((each) => each.name === name) ?? null), complain);
	}, [name]);
	return game;
}

/** The form; what changes meanwhile, like the seats, stays. */
export function TableOptions({ table, game, want }) {
	const [changed, change] = useState({});
	const [open, setOpen] = useState(false);
	const fields = useLater(() => import("./option_fields.js"), open);
	const value = { ...table.options, ...changed };
	const set = (found) => change(Object.fromEntries(Object.entries(found).filter(([name, each]) => each !== table.options[name])));
	const save = async (event) => {
		event.preventDefault();
		if (!(await want("options", { options: value }))) return;
		tell(w.optionsSaved);
		change({});
	};
	return html`<details onToggle=${(event) => setOpen(event.target.open)}>
		<summary>${w.options}</summary>
		${fields &&
		html`<form onSubmit=${save}>
			<${fields.OptionFields} game=${game} value=${value} onChange=${set} />
			<button type="submit">${t.settings.save}</button>
		</form>`}
	</details>`;
}
