/** That the table is to be deleted: when, who has not agreed, and what I say to it. */
import { html } from "../html.js";
import { t } from "../strings.js";
import { useCountdown } from "./host.js";

export function Deletion({ state, want, member }) {
	const { table, people, you } = state;
	const left = useCountdown(people.deleted_in ?? 0);
	const asked = table.deletion;
	if (!asked) return null;
	const nameOf = (number) => table.members.find((each) => each.member === number)?.name ?? t.lobby.host;
	const agreed = [asked.by, ...asked.assents];
	const missing = table.seats.filter((chair) => chair.member !== null && people.here.includes(chair.member) && !agreed.includes(chair.member));
	const answer = (agrees) => want("assent", { agrees });
	const mine = member === asked.by;
	const mayAnswer = mine || you.seat !== null;
	return html`<div class="banner row" data-deletion>
		<span>${t.table.deletion(nameOf(asked.by), left, missing.map((chair) => nameOf(chair.member)))}</span>
		${mayAnswer && !mine && !agreed.includes(member) && html`<button onClick=${() => answer(true)}>${t.table.agree}</button>`}
		${mayAnswer && html`<button onClick=${() => answer(false)}>${t.table.keep}</button>`}
	</div>`;
}
