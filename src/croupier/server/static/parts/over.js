/** The end of a game, on its felt: the podium, the best trick, luck or skill, playing again, the circle. */
import { get, readLines } from "../api.js";
import { readOn } from "../chat/chat.js";
import { Fairness } from "../fair/section.js";
import { classes, html, useEffect, useRef, useState } from "../html.js";
import { secondsLeft, sentence } from "../language.js";
import { w } from "../people/words.js";
import { recall, remember } from "../prefs.js";
import { address, go } from "../route.js";
import { announce, complain } from "../said.js";
import { t } from "../strings.js";
import { Person } from "../tricks/table.js";
import { Dialog } from "./asking.js";

export function CircleOf({ state, want }) {
	const { you } = state;
	const [asking, ask] = useState(false);
	const [name, setName] = useState("");
	if (you.member === null) return null;
	if (you.circle) return html`<a class="button quiet" href=${address("circle", you.circle)}>${t.circle.open}</a>`;
	const make = async (event) => {
		event.preventDefault();
		if (await want("circle", { name: name.trim() || t.circle.usual })) ask(false);
	};
	return html`<button class="quiet" onClick=${() => ask(true)}>${t.circle.make}</button>
		${asking && html`<${Dialog} title=${t.circle.make} onClose=${() => ask(false)}>
			<p>${t.circle.help}</p>
			<form class="row" onSubmit=${make}><label class="field"><span>${t.circle.name}</span><input value=${name} maxlength="48" placeholder=${t.circle.usual} onInput=${(event) => setName(event.target.value)} /></label><button class="main" type="submit">${t.circle.begin}</button></form>
		<//>`}`;
}

const place = (table, member) => ["table", table, ...(member === null ? [] : [String(member)])];
const EVENING_MS = 12 * 3600 * 1000;

/** Follow the table to the next game, if it is made while I look at this one. */
function useFollowing(state, member) {
	const { table, event } = state;
	const followed = useRef(false);
	useEffect(() => {
		if (table.again) readOn(table.id, table.again);
	}, [table.again]);
	useEffect(() => {
		if (event?.kind !== "again" || !table.again || followed.current) return;
		followed.current = true;
		announce(w.newGame);
		go(place(table.again, member));
	}, [event]);
}

/** What leads to the next game. With it standings begin by themselves, unless that is switched off here. */
function PlayAgain({ state, want, member }) {
	const { table, you, people } = state;
	const [keeps, setKeeps] = useState(recall("standings", true));
	useFollowing(state, member);
	if (table.again) return html`<a class="button main" data-act href=${address(...place(table.again, member))}>${t.table.goAgain}</a>`;
	const played = you.seat !== null || table.seats.some((chair) => chair.claim === member && member !== null);
	if (!table.playable || !(played || you.host)) return null;
	const seated = table.seats.filter((chair) => chair.member !== null);
	const missing = seated.filter((chair) => !people.here.includes(chair.member)).map((chair) => table.members.find((each) => each.member === chair.member).name);
	const again = async () => {
		if (seated.length > 1 && keeps && !you.circle) await want("circle", { name: t.circle.usual });
		await want("again", { start: true });
	};
	const keep = ({ target }) => {
		remember("standings", target.checked ? null : false);
		setKeeps(target.checked);
	};
	return html`<button class="main" data-act onClick=${again}>${w.playAgain}</button>
		${seated.length > 1 && !you.circle && html`<label class="field tick"><input type="checkbox" checked=${keeps} onChange=${keep} /><span>${t.circle.make}</span></label>`}
		${missing.length > 0 && html`<p class="dim missing">${w.missing(missing, table.settings.away_after)}</p>`}`;
}

/** Who leads this evening, of the people of this table; nothing before the second game. */
function Tonight({ circle, number }) {
	const [won, set] = useState([]);
	useEffect(() => {
		if (circle) get(`/api/circles/${encodeURIComponent(circle)}`).then(({ games }) => set(wins(games.filter(({ at }) => Date.now() - at < EVENING_MS))), () => {});
	}, [circle, number]);
	return won.length > 1 && html`<p class="tonight">${w.tonight(won)}</p>`;
}

/** The names of people with what they have won, the most first; none of a single game. */
function wins(games) {
	const won = new Map();
	for (const { name, won: share, counts } of games.length > 1 ? games.flatMap(({ seats }) => seats) : []) if (name !== null && counts) won.set(name, (won.get(name) ?? 0) + share);
	return [...won].map(([name, share]) => [name, Math.round(100 * share) / 100]).sort(([, one], [, other]) => other - one);
}

const e = t.ending;

/** Seats by their place, the best first; equal ones share a place. */
function placed({ points, returns }) {
	const worth = (seat) => [returns?.[seat] ?? 0, points[seat]];
	const compare = (one, other) => worth(other)[0] - worth(one)[0] || worth(other)[1] - worth(one)[1];
	const order = points.map((_, seat) => seat).sort(compare);
	let place = 1;
	return order.map((seat, at) => {
		if (at && compare(order[at - 1], seat) !== 0) place = at + 1;
		return { seat, place, points: points[seat] };
	});
}

/** By how much the game was won, and lost by who looks on; empty where the first ones are equal. */
function distance(order, names, seat) {
	const [first, second] = order;
	const me = order.find((each) => each.seat === seat);
	if (me && me.place > 1) return e.lostBy(first.points - me.points);
	if (order.length < 2 || second.place === 1) return "";
	return me ? e.youWonBy(first.points - second.points) : e.wonBy(names[first.seat], first.points - second.points);
}

/** The best of all rounds by some measure, with its round and player; null where none counts. */
function best(rounds, measure) {
	const all = rounds.flatMap(({ round, seats }) => seats.map((each) => ({ round, seat: each.seat, value: measure(each) })));
	const found = all.reduce((one, other) => (other.value > (one?.value ?? 0) ? other : one), null);
	return found;
}

/** What is to be said of a game, in sentences. */
export function story({ view, rounds, names, seat, module }) {
	const bid = best(rounds, (each) => (each.bid === each.won ? each.bid : 0));
	return [module?.ending ? module.ending(view, names) : distance(placed(view), names, seat), bid && e.bestBid(names[bid.seat], bid.value, bid.round)].filter(Boolean).map(sentence);
}

const SLIGHT = 0.1;
const DEAR = 0.3; // shares of a win

/** What tells luck from choice, in words: the part of a sentence for oneself, one of its own for a `name`. A review has the figures. */
function ofLuck({ luck, chance_lost: lost }, name) {
	if (luck === null || lost === null) return "";
	const way = Math.abs(luck) < SLIGHT ? 0 : Math.sign(luck);
	return name ? e.luckOf(name, way, dearness(lost)) : e.luck(way, dearness(lost));
}

const dearness = (lost) => [SLIGHT, DEAR].filter((share) => lost >= share).length;

/** What luck gave oneself and others, as sentences, and how to note one's own. It is weighed while they play; while that goes on, the first one says how far it is. */
function useLuck(table, seat, names) {
	const [{ seats, share, left }, set] = useState({ seats: null, share: 1 });
	const [mine, setMine] = useState("");
	useEffect(() => {
		let [here, first] = [true, null];
		const began = performance.now();
		const ask = async () => { // the answer comes when all is weighed, or else after some seconds
			const told = await get(`/api/tables/${encodeURIComponent(table)}/luck`);
			first ??= told.share;
			set({ ...told, left: secondsLeft(began, (told.share - first) / (1 - first)) });
			if (here && told.share < 1) await ask();
		};
		ask().catch(complain);
		return () => void (here = false);
	}, [table]);
	const own = seats?.find((each) => each.seat === seat);
	const weighing = share < 1 && own && e.weighing(share, left, own.chance_lost === null ? undefined : dearness(own.chance_lost));
	const said = mine || weighing || (own && (ofLuck(own) || e.noLuck));
	const others = share < 1 || !seats ? [] : seats.filter((each) => each !== own).map((each) => ofLuck(each, names[each.seat])).filter(Boolean);
	return [said && sentence(said), others, setMine];
}

/** The first three on their steps, the others below. */
function Podium({ order, names, seat, shown, bots }) {
	const row = (each) => html`<${Person} name=${names[each.seat]} bot=${bots[each.seat]} /><span class="name">${names[each.seat]}</span><strong>${shown(each.points)}</strong>`;
	return html`<div class="standing"><ol class="podium">
			${order.slice(0, 3).map((each, at) => html`<li key=${each.seat} class=${classes(`step-${at + 1}`, each.seat === seat && "own")}>${row(each)}<span class="step" data-place=${each.place} aria-label=${e.place(each.place)}>${each.place}</span></li>`)}
		</ol>
		${order.length > 3 && html`<ol class="ranks" start="4">${order.slice(3).map((each) => html`<li key=${each.seat} class=${classes(each.seat === seat && "own")}><span class="dim">${each.place}.</span>${row(each)}</li>`)}</ol>`}</div>`;
}

/** What luck gave and what mistakes cost, which takes a review. */
function Luck({ table, seat, told }) {
	const [share, setShare] = useState(null);
	const stop = useRef(null);
	const began = useRef(0);
	useEffect(() => () => stop.current?.abort(), []);
	const ask = async () => {
		stop.current = new AbortController();
		began.current = performance.now();
		setShare(0);
		try {
			await readLines(`/api/tables/${encodeURIComponent(table)}/review?seat=${seat}`, undefined, (line) => {
				if (line.progress !== undefined) return setShare(line.progress);
				if (!line.review) throw new Error(line.error.message);
				const found = ofLuck(line.review.seats.find((each) => each.seat === seat)) || e.noLuck;
				announce(`${found}.`);
				stop.current = null; // this button goes now, and the answer is about to end by itself
				return told(found);
			}, stop.current.signal);
		} catch (error) {
			setShare(null);
			if (error.name !== "AbortError") complain(error);
		}
	};
	return html`<button class="quiet" aria-disabled=${share !== null} onClick=${() => share === null && ask()}>${share === null ? e.askLuck : e.weighing(share, secondsLeft(began.current, share))}</button>`;
}

/** The picture, saved as a file, or handed on where the browser can. */
function Picture({ name, told, alt }) {
	const save = async () => {
		try {
			const { pictureOf } = await import("../story/picture.js"); // few need it
			await send(await pngOf(pictureOf(told)), `${name}.png`, alt);
		} catch (error) {
			if (error.name !== "AbortError") complain(error); // who closes the sheet has changed their mind
		}
	};
	return html`<button onClick=${save}>${sharing() ? e.share : e.picture}</button>`;
}

const sharing = () => Boolean(navigator.canShare?.({ files: [new File([""], "a.png", { type: "image/png" })] }));

async function send(blob, name, text) {
	const file = new File([blob], name, { type: "image/png" });
	if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file], text });
	const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10000);
	return undefined;
}

/** An SVG document as a PNG, drawn by the browser. */
async function pngOf({ svg, width, height }) {
	const image = new Image(width, height);
	image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
	await image.decode();
	const canvas = Object.assign(document.createElement("canvas"), { width, height });
	canvas.getContext("2d").drawImage(image, 0, 0, width, height);
	return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(e.noPicture))), "image/png"));
}

/** The result in words. */
function resultText(view, names, seat) {
	if (!view.returns) return t.table.over;
	const best = Math.max(...view.returns);
	const first = view.returns.flatMap((value, each) => (value === best ? [each] : []));
	if (first.length === view.returns.length) return t.table.draw;
	if (first.length > 1) return t.table.shared(first.map((each) => names[each]));
	return first[0] === seat ? t.table.youWin : t.table.wins(names[first[0]]);
}

/** It lies where the game's table lay. */
export function Over({ state, view, names, want, member, module, bots }) {
	const { table, you, rounds, number } = state;
	const { id, game, title } = table;
	const seat = you.seat;
	const text = resultText(view, names, seat);
	const told = story({ view, rounds, names, seat, module });
	const [luck, others, setLuck] = useLuck(id, seat, names);
	const order = placed(view);
	const shown = module?.score ? (points) => module.score(points, view) : t.number;
	const forAll = story({ view, rounds, names, seat: null, module }).join(" "); // whoever is sent a picture is not "you"
	const said = useRef(false);
	useEffect(() => {
		if (!said.current) announce([(!state.event || !told.length) && text, ...told].filter(Boolean).join(" ")); // the log has said who has won
		said.current = true;
	}, []);
	return html`<div class="felt ending" data-over data-game=${game}>
		<h2>${text}</h2>
		<div class="stands">
			<${Podium} order=${order} names=${names} seat=${seat} shown=${shown} bots=${bots} />
			<div class="of-it">
				${module?.BestTrick && html`<${module.BestTrick} table=${table} names=${names} />`}
				${[...told, luck].filter(Boolean).map((line) => html`<p key=${line} class="sentence">${line}</p>`)}
				${others.map((line) => html`<p key=${line} class="dim">${line}</p>`)}
				<${Tonight} circle=${you.circle} number=${number} />
			</div>
		</div>
		<div class="row"><${PlayAgain} state=${state} want=${want} member=${member} /></div>
		<div class="row">
			<a class="button" href=${address("replay", id)}>${t.table.replay}</a>
			<${Picture} name=${`${game}-${id}`} told=${{ title, order, names, shown, sentence: forAll }} alt=${forAll || title} />
			${seat !== null && !luck && html`<${Luck} table=${id} seat=${seat} told=${setLuck} />`}
			${(you.circle || table.seats.filter((chair) => chair.member !== null).length < 2) && html`<${CircleOf} state=${state} want=${want} />`}
			<a class="button quiet" href=${address()}>${t.menu.home}</a>
		</div>
		<${Fairness} part="Deal" over table=${table} member=${member} />
	</div>`;
}
