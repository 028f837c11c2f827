/** Help with cards: what each card does, and the guide to all of them. */
import { post } from "../api.js";
import { useArrowKeys } from "../focus.js";
import { html, styled, useEffect, useState } from "../html.js";
import { Face } from "../parts/card.js";
import { announce, complain, onHush } from "../said.js";
import { t } from "../strings.js";
import { l } from "../words.js";

styled("learn");

const LONG_MS = 450;
const HOVER_MS = 400;
const LEAVE_MS = 200;
const FAR = 10;
const KEYS = ["Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

const now = { game: null, options: {}, nameOf: null, asked: null, found: null, target: null, timer: 0, key: 0, press: null, swallow: 0 };
const known = new Map();
let tip = null;

/** Explain the cards of a game under some options from now on; resolves to the texts. `event` is what these files were loaded for. */
export function explain(game, options, nameOf = (card) => card, event = null) {
	const key = JSON.stringify([game, options]);
	if (!known.has(key)) {
		known.set(key, post(`/api/games/${encodeURIComponent(game)}/cards`, { options }).catch(() => {
			known.delete(key); // asked for again with the next table
			return { faces: {}, order: [] };
		}));
	}
	Object.assign(now, { game, options, nameOf, found: null });
	const asked = known.get(key);
	now.asked = asked;
	asked.then((found) => {
		if (now.game === game && now.options === options) now.found = found;
	});
	listen(event);
	return asked;
}

/** Why a trick was won: the server's sentence, and its rule. */
const whyOf = (plays) => post(`/api/games/${encodeURIComponent(now.game)}/why`, { options: now.options, plays: plays.map(({ seat, card }) => ({ seat, card })) });

const SPOTS = ".card-button, .pile, [data-card]";

/** What is explained at an element: the card or pile there, and the card whose text it is. */
function spotOf(element) {
	const spot = element?.closest?.(SPOTS);
	if (!spot) return null;
	const cards = spot.matches("[data-card]") ? [spot] : spot.querySelectorAll("[data-card]");
	const card = cards[cards.length - 1]?.dataset.card;
	const target = spot.closest(".card-button, .pile") ?? spot;
	return card ? { target, card } : null;
}

function write({ target, card }) {
	if (!tip) {
		tip = document.createElement("div");
		tip.id = "card-help";
		tip.setAttribute("role", "tooltip");
		tip.className = "card-help";
		tip.hidden = true;
		tip.append(document.createElement("strong"), document.createElement("span"));
		tip.addEventListener("pointerenter", () => clearTimeout(now.timer));
		tip.addEventListener("pointerleave", leave);
	}
	(target.closest("dialog") ?? document.getElementById("main") ?? document.body).append(tip); // within a dialog, where all else is inert
	tip.firstChild.textContent = now.nameOf(card).replace(/^[a-z]/, (letter) => letter.toUpperCase());
	tip.lastChild.textContent = now.found.faces[card];
	if (now.target !== target) now.target?.removeAttribute("aria-describedby");
	now.target = target;
	target.setAttribute("aria-describedby", tip.id);
}

/** Show the text of a card, once it is there; nothing where its game has none. */
async function show(spot) {
	clearTimeout(now.timer);
	now.wanted = spot;
	if (!now.found) await now.asked;
	if (now.wanted !== spot || !spot.target.isConnected || !now.found?.faces[spot.card]) return;
	write(spot);
	tip.hidden = false;
	place();
}

/** Above a card; where a question stands there, above it too, so that its answers can be seen and pressed. */
function upperEdge(box, left, own) {
	const question = document.querySelector(".question")?.getBoundingClientRect();
	const top = box.top - own.height - 6;
	const covers = question && question.top < box.top && top < question.bottom && left < question.right && question.left < left + own.width;
	return covers && question.top - own.height - 6 > 4 ? question.top - own.height - 6 : top;
}

function place() {
	const box = now.target.getBoundingClientRect();
	const own = tip.getBoundingClientRect();
	const left = Math.max(8, Math.min(box.left + box.width / 2 - own.width / 2, document.documentElement.clientWidth - own.width - 8));
	const above = upperEdge(box, left, own);
	const top = above > 4 ? above : Math.min(box.bottom + 6, window.innerHeight - own.height - 4);
	Object.assign(tip.style, { left: `${left}px`, top: `${Math.max(4, top)}px` });
}

function hide() {
	clearTimeout(now.timer);
	now.wanted = null;
	if (tip) tip.hidden = true;
}

/** What was read is gone as well: it tells of the cards of who was here before. */
function forget() {
	hide();
	now.target?.removeAttribute("aria-describedby");
	now.target = null;
	tip?.remove();
	tip = null;
}

const isOpen = () => tip !== null && !tip.hidden;

function leave() {
	clearTimeout(now.timer);
	now.timer = setTimeout(hide, LEAVE_MS);
}

/** A press that has opened a tip plays nothing. */
function swallow(event) {
	event.preventDefault();
	event.stopPropagation();
}

const ON = {
	pointerover(event) {
		if (event.pointerType !== "mouse" || event.buttons) return;
		const spot = spotOf(event.target);
		if (tip?.contains(event.target)) return;
		if (!spot) return void (isOpen() && !document.activeElement?.matches("[aria-describedby=card-help]:focus-visible") && leave());
		if (isOpen() && now.target === spot.target) return void clearTimeout(now.timer);
		clearTimeout(now.timer);
		now.timer = setTimeout(() => show(spot), HOVER_MS);
	},
	pointerout(event) {
		if (event.pointerType === "mouse" && !isOpen()) clearTimeout(now.timer);
	},
	pointerdown(event) {
		now.swallow = 0;
		if (tip?.contains(event.target)) return;
		hide();
		const spot = event.pointerType === "mouse" ? null : spotOf(event.target);
		if (!spot) return;
		clearTimeout(now.press?.timer);
		now.press = { x: event.clientX, y: event.clientY, timer: setTimeout(() => {
			now.press = null;
			if (!spot.target.isConnected) return;
			now.swallow = 1;
			show(spot).then(() => isOpen() && announce(t.pair(tip.firstChild.textContent, tip.lastChild.textContent)));
		}, LONG_MS) };
	},
	pointermove(event) {
		if (now.press && Math.hypot(event.clientX - now.press.x, event.clientY - now.press.y) > FAR) ON.pointerup();
	},
	pointerup() {
		clearTimeout(now.press?.timer);
		now.press = null;
	},
	pointercancel() {
		ON.pointerup();
	},
	contextmenu(event) {
		if (now.swallow || now.press) event.preventDefault(); // the system's own menu of a picture
	},
	click(event) {
		if (now.swallow) {
			now.swallow = 0;
			return swallow(event);
		}
		const spot = event.target.matches?.("[data-card]") && !event.target.closest("button") ? spotOf(event.target) : null;
		if (spot) show(spot);
		return undefined;
	},
	keydown(event) {
		if (event.key === "Escape" && isOpen()) {
			hide();
			event.stopImmediatePropagation(); // nothing else is closed by the same key
			event.preventDefault();
		}
		if (KEYS.includes(event.key)) now.key = performance.now();
	},
	focusin(event) {
		const spot = spotOf(event.target);
		if (!spot || spot.target !== event.target) return void (tip?.contains(event.target) || hide());
		if (performance.now() - now.key < 300) show(spot);
		else if (!isOpen() && now.found?.faces[spot.card]) write(spot); // said with the focus, and shown only to who moves by keys
	},
	scroll() {
		if (!isOpen()) return;
		if (now.target.isConnected) place();
		else hide();
	},
};

let listening = false;

function listen(event) {
	if (listening) return;
	listening = true;
	onHush(forget);
	for (const [kind, hear] of Object.entries(ON)) window.addEventListener(kind, hear, { capture: true, passive: !["click", "contextmenu", "keydown"].includes(kind) });
	// the mouse, finger or key was there before these files
	const under = spotOf([...document.querySelectorAll(":hover")].pop());
	if (under && matchMedia("(hover: hover)").matches) now.timer = setTimeout(() => show(under), HOVER_MS);
	else if (event?.pointerType === "touch") ON.pointerdown(event);
	if (event?.type === "keydown") {
		ON.keydown(event);
		ON.focusin({ target: document.activeElement });
	}
}

/** Ask why a trick was won, and say it. */
export async function tellWhy(plays, named) {
	try {
		const { words, rule } = await whyOf(plays);
		const line = l.why(named(words), rule);
		announce(line);
		return line;
	} catch (error) {
		complain(error);
		return null;
	}
}

export function Guide({ game, options, nameOf = (card) => card }) {
	const [found, set] = useState(null);
	const key = JSON.stringify(options);
	useEffect(() => {
		explain(game, JSON.parse(key), nameOf).then(set);
	}, [game, key]);
	if (!found || !Object.keys(found.faces).length) return null;
	return found.order.length ? html`<${Order} game=${game} order=${found.order} nameOf=${nameOf} />` : html`<${Every} game=${game} faces=${found.faces} nameOf=${nameOf} />`;
}

/** The ranks, the highest first; arrow keys go from card to card, and each says what it does. */
function Order({ game, order, nameOf }) {
	const cards = order.flatMap((rank) => rank.faces);
	const { row, stop } = useArrowKeys(cards.length);
	let place = -1;
	return html`<section class="order" aria-label=${l.order}>
		<h2>${l.order}</h2>
		<p class="dim">${l.orderLead}</p>
		<ol ...${row}>
			${order.map((rank) => html`<li key=${rank.faces[0]}>
				<span class="rank">${rank.faces.map((card) => html`<${Face} key=${card} game=${game} card=${card} label=${nameOf(card)} stop=${stop((place += 1))} />`)}</span>
				<span>${rank.words}</span>
			</li>`)}
		</ol>
	</section>`;
}

/** In a game of few faces, each with its text. */
const Every = ({ game, faces, nameOf }) => html`<section class="order" aria-label=${l.cards}>
	<h2>${l.cards}</h2>
	<ul>${Object.entries(faces).map(([card, text]) => html`<li key=${card}><span class="rank"><${Face} game=${game} card=${card} label=${nameOf(card)} /></span><span>${text}</span></li>`)}</ul>
</section>`;
