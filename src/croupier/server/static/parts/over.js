/** The end of a game: who has won, and what can be done now. */
import { html, useEffect, useRef } from "../html.js";
import { Fairness } from "../fair/section.js";
import { PlayAgain, Tonight } from "../people/again.js";
import { address } from "../route.js";
import { announce } from "../said.js";
import { Ending, story } from "../story/ending.js";
import { t } from "../strings.js";
import { CircleOf } from "./circle.js";

/** The result in words. */
export function resultText(view, names, seat) {
	if (!view.returns) return t.table.over;
	const best = Math.max(...view.returns);
	const first = view.returns.flatMap((value, each) => (value === best ? [each] : []));
	if (first.length === view.returns.length) return t.table.draw;
	if (first.length > 1) return t.table.shared(first.map((each) => names[each]));
	return first[0] === seat ? t.table.youWin : t.table.wins(names[first[0]]);
}

export function Over({ state, view, names, want, member, module }) {
	const { table, you } = state;
	const text = resultText(view, names, you.seat);
	const told = t.ending.sentence(story({ view, rounds: state.rounds, names, seat: you.seat, module }));
	const said = useRef(false);
	useEffect(() => {
		if (!said.current) announce(state.event && told ? told : `${text} ${told}`); // the log has said who has won
		said.current = true;
	}, []);
	return html`<div class="result" data-over>
		<h2>${text}</h2>
		<${Ending} table=${table.id} game=${table.game} title=${table.title} view=${view} rounds=${state.rounds} names=${names} seat=${you.seat} module=${module} />
		<${Tonight} circle=${you.circle} number=${state.number} />
		<div class="row">
			<${PlayAgain} state=${state} want=${want} member=${member} />
			${(you.circle || table.seats.filter((chair) => chair.member !== null).length < 2) && html`<${CircleOf} state=${state} want=${want} />`}
			<a class="button" href=${address("replay", table.id)}>${t.table.replay}</a>
			<a class="button quiet" href=${address()}>${t.menu.home}</a>
		</div>
		<${Fairness} part="Deal" over table=${table} member=${member} />
	</div>`;
}
