/** The rest of the tricks: who leads claims them, and the others are asked where that is not certain. */
import { html, useState } from "../html.js";
import { t } from "../strings.js";
import { Dialog } from "./dialog.js";

/** Claim them, and say before whether the hand may be shown. */
export function ClaimRest({ state, act }) {
	const [open, set] = useState(false);
	const claim = (show) => {
		set(false);
		act("rest", { turn: state.turn, show });
	};
	if (state.rest?.seat !== null) return null;
	return html`
		<button class="quiet" onClick=${() => set(true)}>${t.rest.claim}</button>
		${open &&
		html`<${Dialog} title=${t.rest.claim} onClose=${() => set(false)}>
			<p>${t.rest.sure}</p>
			<div class="row"><button class="main" onClick=${() => claim(false)}>${t.rest.certain}</button><button onClick=${() => claim(true)}>${t.rest.show}</button></div>
		<//>`}
	`;
}

/** What is claimed with which hand, who has not agreed, and what I say to it. */
export function AskedRest({ state, names, module, act }) {
	const asked = state.rest;
	if (!asked || asked.seat === null || asked.settled) return null;
	const hand = (module?.words ?? ((line) => line.text))({ text: asked.hand.join(" ") });
	const missing = names.filter((_, seat) => !asked.agreed.includes(seat));
	const answer = (agrees) => act("rest-answer", { turn: state.turn, agrees });
	return html`<div class="banner row" data-rest>
		<span>${t.rest.asks(names[asked.seat], hand, missing)}</span>
		${state.you.seat !== null && !asked.agreed.includes(state.you.seat) && html`<button onClick=${() => answer(true)}>${t.rest.agree}</button><button onClick=${() => answer(false)}>${t.rest.goOn}</button>`}
	</div>`;
}
