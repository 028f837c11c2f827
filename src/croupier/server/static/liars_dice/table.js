/** The table of Liar's Dice: people around the felt with their cups, the bid in the middle, one's own dice, and what to bid. */
import { classes, html, useEffect, useRef, useState } from "../html.js";
import { Pick } from "../parts/card.js";
import { Name } from "../parts/name.js";
import { RoundCard, still } from "../story/story.js";
import { t } from "../strings.js";
import { Score as Sheet } from "../tricks/score.js";
import { HERE, Person, placeOf, turned } from "../tricks/table.js";

const l = t.liars;
/** How long the count stands at each die, and the dice before the first and after the last. */
const COUNT_MS = 450;
const BESIDE = 3;

const bidOf = (text) => text.match(/(\d+)x(\d)/)?.slice(1).map(Number);
const said = (text) => text.replace(/(\d+)x(\d)/, (_, count, face) => l.dice(Number(count), Number(face)));

/** A line of the log: bids in words. */
export const words = ({ text }) => said(text);

/** A move in words, of its action's text. */
export const moveName = (text) => (bidOf(text) ? l.dice(...bidOf(text)) : l.liar);

/** The last call: who bid what, who called, all dice, and how many were found, of which the wild face counts, too; null before it. */
function callOf({ last, caller, shown, faces, bids }) {
	if (last || caller === null) return last;
	const { seat, quantity, face } = bids.at(-1);
	return { bidder: seat, quantity, face, caller, shown, found: shown.flat().filter((die) => die === face || die === faces).length };
}

const verdict = ({ found, face, quantity }) => l.verdict(l.dice(found, face), found >= quantity);

/** When somebody has called, all dice stand until they are counted. */
export const scene = (before, view) => {
	if (before.table.round === view.table.round && before.over === view.over) return null;
	const call = callOf(view.table);
	return { call, round: before.table.round, lasts: still() ? undefined : (call.found + BESIDE) * COUNT_MS };
};

/** Who is to answer a bid has to see it. */
export const looks = ({ table }) => table.bids.length > 0;

export const captions = ({ call }) => [verdict(call)];

/** The end of a game in one sentence. */
export const ending = ({ table }) => verdict(callOf(table));

/** Where dice are lost, the winner has some left. */
export const score = (points, { table }) => (table.round === null ? t.number(points) : points === table.numbers.length - 1 ? l.total(Math.max(...table.numbers)) : l.out);

/** Dice lost by round, and those that are left. */
export const Score = ({ view: { table }, ...more }) => table.round !== null && html`<${Sheet} seats=${table.numbers.map((count, seat) => ({ seat, score: count }))} total=${l.heads[1]} ...${more} />`;

/** What is asked, for who does not see the table. */
export function asks({ table }) {
	const last = table.bids.at(-1);
	return `${t.table.yourTurn}. ${last ? l.toBeat(l.dice(last.quantity, last.face)) : l.noBid}. ${l.own(table.dice)}.`;
}

const SPOTS = { 2: [[-1, -1]], 4: [[-1, -1], [1, -1]], 6: [[-1, -1], [1, -1], [-1, 0]] };

/** A die; the wild face is of gold. */
export function Die({ face, wild, className }) {
	const half = (SPOTS[face - (face % 2)] ?? []).flatMap(([x, y]) => [[x, y], [-x, -y]]);
	return html`<svg class=${classes("die-face", face === wild && "wild", className)} viewBox="0 0 60 60" role="img" aria-label=${l.face(face)} data-card=${face}>
		<rect x="2" y="2" width="56" height="56" rx="13" /><path d="M3 42v2q0 14 14 14h26q14 0 14-14v-2q0 8-14 8H17Q3 50 3 42z" opacity=".14" />
		<g>${[...half, ...(face % 2 ? [[0, 0]] : [])].map(([x, y]) => html`<circle cx=${30 + 15 * x} cy=${28 + 15 * y} r="5.5" />`)}</g>
	</svg>`;
}

const Cup = ({ count }) => html`<svg class="cup" viewBox="0 0 60 56" role="img" aria-label=${l.cup(count)}>
	<path d="M15 4h30l9 44q-24 10-48 0z" fill="#7b3f24" /><path d="M15 4h9l-3 48q-9-1-15-4z" fill="#fff2" /><path d="M8 40q22 8 44 0" fill="none" stroke="#f2c14e" stroke-width="3.5" /><text x="30" y="32" aria-hidden="true">${count}</text>
</svg>`;

/** What is bid, as a number and a die. */
const Bid = ({ quantity, face, wild }) => html`<span class="bid-of" role="img" aria-label=${l.dice(quantity, face)}><strong>${quantity}</strong><span>×</span><${Die} face=${face} wild=${wild} /></span>`;

/** How many of the dice that are looked for have been counted: all of them, or one after the other while a scene stands. */
function useCount(scene, all) {
	const [counted, set] = useState({ scene: null, count: 0 });
	const count = counted.scene === scene ? counted.count : 0;
	useEffect(() => {
		if (!scene || count >= all) return undefined;
		const timer = setTimeout(() => set({ scene, count: count + 1 }), COUNT_MS);
		return () => clearTimeout(timer);
	}, [scene, count]);
	return scene ? count : all;
}

/** Props as those of every game's table; see `tricks/table.js`. */
export function Table({ view, views, names, play, can, refuse, status, story, marks, bots = [], waits = [] }) {
	const { table, seat: me } = view;
	const own = me ?? 0;
	const scene = story?.scene;
	const past = scene?.call ?? (view.over || story?.round ? callOf(table) : null);
	const last = past ? { ...past, seat: past.bidder } : (table.bids.at(-1) ?? null);
	const count = useCount(still() ? null : scene, past?.found);
	const total = table.numbers.reduce((sum, each) => sum + each, 0);
	const lost = table.round !== null;
	const told = (call) => [verdict(call), call.loser !== undefined && l.loses(names[call.loser])].filter(Boolean).join(". ");
	let lit = 0; // dice that count, in the order of the seats as they are drawn
	const seats = turned(table.numbers.map((_, seat) => seat), own);
	const diceOf = (seat) => past?.shown[seat] ?? views?.[seat]?.table.dice;
	return html`<div class=${classes("felt tricks liars", (scene || story?.round) && "telling")} data-game=${view.game}>
		<div class="between head">
			<p class="round"><strong>${lost ? l.round(scene?.round ?? table.round) : l.total(total)}</strong> <span>${lost && !past && `${l.total(total)} · `}${l.wild(table.faces)}</span></p>
			<p class=${classes("status", can && !scene && "mine")} data-status tabindex="-1">${!scene && status}</p>
		</div>
		<div class=${`ring of-${names.length}`}>
			<ul class="seats">
				${seats.map((seat) => {
					const bid = !past && table.bids.findLast((each) => each.seat === seat);
					const dice = diceOf(seat);
					const left = table.numbers[seat] + (scene?.call && count < past.found && past.loser === seat ? 1 : 0); // a die goes once all are counted
					const wait = waits.find((each) => each.seat === seat);
					return html`<li key=${seat} data-seat=${seat} style=${placeOf(seat, own, names.length)} class=${classes("side", seat === me && "own", !scene && view.player === seat && "due", view.over && view.returns?.[seat] > 0 && "took", !left && !dice?.length && "no-dice")}>
						<${Person} name=${names[seat]} bot=${Boolean(bots[seat])} wait=${wait}>${seat !== me && !dice && left > 0 && html`<${Cup} count=${left} />`}<//>
						<div class="plate">
							<div class="between"><${Name} name=${names[seat]} own=${seat === me} />${lost && (seat === me || dice || !left) && html`<span class="points" role="img" aria-label=${left ? l.total(left) : l.out}>${left || l.out}</span>`}</div>
							${dice?.length > 0 && html`<span class="thrown">${dice.map((face, at) => {
								const counts = past && (face === last.face || face === table.faces) && (lit += 1) <= count;
								return html`<${Die} key=${at} face=${face} wild=${table.faces} className=${past && (counts ? "counts" : "idle")} />`;
							})}</span>`}
							${bid && html`<p class=${classes("bid", bid === last && "stands")}><${Bid} ...${bid} wild=${table.faces} /></p>`}
						</div>
					</li>`;
				})}
			</ul>
			${!scene && story?.round ? html`<${RoundCard} ended=${story.round} names=${names} seat=${me} story=${story} heads=${l.heads} />` : html`<div class="middle-bid">
				${last === null ? html`<p class="caption">${l.noBid}</p>${table.last && html`<p class="caption before">${told(table.last)}</p>`}` : html`
					<p class="caption">${past ? l.calls(names[past.caller], names[last.seat]) : l.says(names[last.seat])}</p>
					<p class="bid"><${Bid} key=${past ? scene?.round : table.bids.length} ...${last} wild=${table.faces} /></p>
					${past && html`<p class=${classes("count", count >= last.quantity && "reached")}><strong key=${count}>${count}</strong> <span>${count === past.found && told(past)}</span></p>`}`}
			</div>`}
		</div>
		${table.dice?.length > 0 && !views && !view.over && !scene && html`<${Dock} ...${{ view, total, play, can, refuse, marks }} />`}
	</div>`;
}

/** One's own dice, how many of which face one may bid, and the call. The focus goes there when one is asked. */
function Dock({ view, total, play, can, refuse, marks }) {
	const { table, actions } = view;
	const box = useRef(null);
	const last = table.bids.at(-1) ?? { quantity: 0, face: table.faces };
	const often = table.dice.toSorted((one, other) => table.dice.filter((each) => each === other).length - table.dice.filter((each) => each === one).length);
	const [wish, put] = useState({ quantity: 1, face: often.find((face) => face !== table.faces) ?? 1 });
	const face = Math.max(wish.face, last.quantity === total ? last.face + 1 : 1);
	const least = face > last.face ? last.quantity : last.quantity + 1;
	const quantity = Math.max(wish.quantity, least, 1);
	const may = face <= table.faces;
	const numberOf = (text) => (can ? actions.find((each) => each.text === text)?.action : undefined);
	useEffect(() => {
		if (can && (!document.activeElement || document.activeElement.matches(HERE))) box.current.querySelector("[role=spinbutton], [data-act]")?.focus({ preventScroll: true });
	}, [can]);
	const button = (text, label, kind) => {
		const action = numberOf(text);
		return html`<${Pick} action=${action} label=${label} kind=${`big ${kind}`} mark=${marks?.get(action)} play=${play} refuse=${refuse} />`;
	};
	return html`<div class="dock" data-clear ref=${box}>
		<p class="own-dice" role="group" aria-label=${l.own(table.dice)}>${table.dice.map((die, at) => html`<${Die} key=${at} face=${die} wild=${table.faces} />`)}</p>
		${may && html`<div class="steppers">
			<${Stepper} label=${l.howMany} text=${t.number(quantity)} value=${quantity} low=${Math.max(least, 1)} high=${total} put=${(next) => put({ face, quantity: next })}><strong>${quantity}</strong><//>
			<${Stepper} label=${l.whichFace} text=${l.face(face)} value=${face} low=${last.quantity === total ? last.face + 1 : 1} high=${table.faces} put=${(next) => put({ face: next, quantity: wish.quantity })}><${Die} face=${face} wild=${table.faces} /><//>
		</div>`}
		<div class="row calls">
			${may && button(`[bid ${quantity}x${face}]`, l.bid(l.dice(quantity, face)), "bids")}
			${button("[liar]", l.liar, "liar")}
		</div>
	</div>`;
}

/** A number that goes up and down by buttons and arrow keys. */
function Stepper({ label, text, value, low, high, put, children }) {
	const move = (step) => put(Math.max(low, Math.min(high, value + step)));
	const onKeyDown = (event) => {
		const to = { ArrowUp: value + 1, ArrowRight: value + 1, ArrowDown: value - 1, ArrowLeft: value - 1, Home: low, End: high }[event.key];
		if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		put(Math.max(low, Math.min(high, to)));
	};
	const button = (step, sign, word) => html`<button type="button" class="sign" tabindex="-1" aria-label=${t.pair(label, word)} aria-disabled=${step < 0 ? value <= low : value >= high} onClick=${() => move(step)}><span aria-hidden="true">${sign}</span></button>`;
	return html`<div class="stepper">
		${button(-1, "−", l.less)}
		<div role="spinbutton" tabindex="0" aria-label=${label} aria-valuenow=${value} aria-valuemin=${low} aria-valuemax=${high} aria-valuetext=${text} onKeyDown=${onKeyDown}>${children}</div>
		${button(1, "+", l.more)}
	</div>`;
}
