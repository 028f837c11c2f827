/** The end of a game: the podium, one sentence that tells it, and a picture of both to send. */
import { get, readLines } from "../api.js";
import { classes, html, useEffect, useRef, useState } from "../html.js";
import { secondsLeft } from "../intl.js";
import { announce, complain } from "../said.js";
import { t } from "../strings.js";

const e = t.ending;

/** Seats by their place, the best first; equal ones share a place. */
export function placed({ points, returns }) {
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

/** What is to be said of a game, as parts of one sentence. */
export function story({ view, rounds, names, seat, module }) {
	const order = placed(view);
	const bid = best(rounds, (each) => (each.bid === each.won ? each.bid : 0));
	const capture = best(rounds, (each) => (each.bid === each.won ? (each.captured ?? 0) : 0));
	return [
		module?.ending ? module.ending(view, names) : distance(order, names, seat),
		bid && e.bestBid(names[bid.seat], bid.value, bid.round),
		capture && e.capture(names[capture.seat], capture.value, capture.round),
	].filter(Boolean);
}

/** What tells luck from choice, of a line for a seat: the part of a sentence for oneself, one of its own for a `name`. */
function ofLuck({ luck, chance_lost: lost }, name) {
	if (luck === null || lost === null) return "";
	const shares = [luck, lost].map((share) => Math.round(100 * share));
	return name ? e.luckOf(name, ...shares) : e.luck(...shares);
}

/** Podium, sentence, picture. `table` is the table's id. */
export function Ending({ table, game, title, view, rounds, names, seat, module }) {
	const [luck, setLuck] = useState("");
	const [weighed, setWeighed] = useState([]); // of the others, where it was weighed while they played
	const order = placed(view);
	useEffect(() => {
		get(`/api/tables/${encodeURIComponent(table)}/luck`).then(({ seats }) => {
			const mine = seats?.find((each) => each.seat === seat);
			if (mine) setLuck(ofLuck(mine) || e.noLuck);
			setWeighed((seats ?? []).filter((each) => each !== mine).map((each) => ofLuck(each, names[each.seat])).filter(Boolean));
		}, complain);
	}, [table]);
	const sentence = e.sentence([...story({ view, rounds, names, seat, module }), luck].filter(Boolean));
	const shown = module?.score ? (points) => module.score(points, view) : t.number;
	const forAll = e.sentence(story({ view, rounds, names, seat: null, module })); // whoever is sent a picture is not "you"
	return html`
		<${Podium} order=${order} names=${names} seat=${seat} shown=${shown} />
		${sentence && html`<p class="sentence">${sentence}</p>`}
		${weighed.map((line) => html`<p key=${line} class="dim">${line}</p>`)}
		<div class="row">
			<${Picture} name=${`${game}-${table}`} told=${{ title, order, names, shown, sentence: forAll }} alt=${forAll || title} />
			${seat !== null && !luck && html`<${Luck} table=${table} seat=${seat} told=${setLuck} />`}
		</div>`;
}

function Podium({ order, names, seat, shown }) {
	const row = (each) => html`<span class="name">${names[each.seat]}</span><strong>${shown(each.points)}</strong>`;
	return html`<ol class="podium">
			${order.slice(0, 3).map((each, at) => html`<li key=${each.seat} class=${classes(`step-${at + 1}`, each.seat === seat && "own")}>${row(each)}<span class="step" data-place=${each.place} aria-label=${e.place(each.place)}>${each.place}</span></li>`)}
		</ol>
		${order.length > 3 && html`<ol class="ranks" start="4">${order.slice(3).map((each) => html`<li key=${each.seat}><span class="dim">${each.place}.</span>${row(each)}</li>`)}</ol>`}`;
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
			const { pictureOf } = await import("./picture.js"); // few need it
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
