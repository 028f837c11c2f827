/** The card of a round that has ended: bids, tricks, points, totals, and who leads. */
import { classes, html, useLayoutEffect } from "../html.js";
import { t } from "../strings.js";

const r = t.roundCard;

/** `ended` as the server tells it; `story` says how to go on, and keeps the card while somebody looks closer; `sign`: -1 for penalties; `heads`: what the last two columns count, where nobody leads by points. */
export function RoundCard({ ended, names, seat, story, sign = 1, heads }) {
	const { next, hold, last } = story;
	useLayoutEffect(() => { // a key that comes before the next paint finds it, too
		if (last) return undefined;
		const onKey = (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && next();
		document.addEventListener("keydown", onKey);
		return () => document.removeEventListener("keydown", onKey);
	}, [last, ended.round]);
	const best = Math.max(...ended.seats.map((each) => each.total));
	const sorted = [...ended.seats].sort((one, other) => other.total - one.total);
	const bids = ended.seats.some((each) => each.bid !== null);
	const keep = last ? {} : { onFocusIn: () => hold(true), onFocusOut: () => hold(false) };
	return html`<section class="round-card" aria-label=${r.title(ended.round)} ...${keep}>
		<h2>${r.title(ended.round)}</h2>
		<table>
			<thead><tr><th scope="col">${r.player}</th>${bids && html`<th scope="col">${r.bid}</th><th scope="col">${r.won}</th>`}${(heads ?? [r.points, r.total]).map((head) => html`<th key=${head} scope="col">${head}</th>`)}</tr></thead>
			<tbody>
				${sorted.map(
					(each) => html`<tr key=${each.seat} class=${classes(each.seat === seat && "own", bids && (each.bid === each.won ? "made" : "missed"))}>
						<th scope="row"><span class="name">${names[each.seat]}</span>${each.total === best && !last && !heads && html` <small class="leads">${r.leads}</small>`}</th>
						${bids && html`<td>${each.bid}</td><td>${each.won}</td>`}
						<td><strong>${t.signed(sign * each.points || 0)}</strong></td>
						<td>${t.number(sign * each.total || 0)}</td>
					</tr>`,
				)}
			</tbody>
		</table>
		${!last && html`<button type="button" class="pick" onClick=${next}>${r.next} <small>${r.key}</small></button>`}
	</section>`;
}
