/** A face for everybody at a table, drawn from the name: the same name has the same face in every browser. */
import { html } from "../html.js";

const BACKS = ["#2e6f95", "#b5523b", "#7a4f9a", "#c08a1e", "#3d7a4a", "#a13d63", "#34697a", "#8a5a2b", "#4c5fa8", "#6b7d2a"];
const SKINS = ["#f6d7b8", "#eebf95", "#d79f6f", "#b07848", "#85522f", "#f2c9a6"];
const HAIRS = ["#2a1d16", "#5b3820", "#9a5f2b", "#d9a441", "#b8432c", "#8d8f94", "#e8e1d3"];
const SHIRTS = ["#f1e6d0", "#23364f", "#d8c04f", "#2f5d50", "#c96a4a", "#4a2f55"];
const METALS = ["#cdd6db", "#e3b558", "#9fc7bd", "#d99b8a", "#b3a7d9"];

/** Numbers from a name, one after the other (FNV-1a, then a xorshift). */
function drawnFrom(name) {
	let state = 2166136261;
	for (const sign of name) state = Math.imul(state ^ sign.codePointAt(0), 16777619);
	return (count) => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) % count;
	};
}

const HAIR = [
	(fill) => html`<path fill=${fill} d="M17 31c-2-15 6-21 15-21s17 6 15 21c-2-8-6-11-11-12-6 2-14 2-19 12z" />`,
	(fill) => html`<path fill=${fill} d="M15 46c-4-26 4-37 17-37s21 11 17 37h-5c2-10 1-18-2-24-6 3-14 3-20 0-3 6-4 14-2 24z" />`,
	(fill) => html`<g fill=${fill}><circle cx="20" cy="22" r="6" /><circle cx="26" cy="15" r="6.5" /><circle cx="34" cy="13" r="6.5" /><circle cx="41" cy="18" r="6" /><circle cx="45" cy="25" r="5" /></g>`,
	(fill) => html`<path fill=${fill} d="M17 30c0-12 5-19 15-19 8 0 15 5 15 18-4-6-9-8-12-12-5 6-11 8-18 13z" />`,
	() => null,
	(fill) => html`<g fill=${fill}><circle cx="32" cy="9" r="6" /><path d="M17 29c0-12 6-18 15-18s15 6 15 18c-5-9-10-11-15-11s-10 2-15 11z" /></g>`,
];
const OVER = [
	() => null,
	() => html`<g><path fill="#7c2027" d="M15 24c2-10 9-14 17-14s15 4 17 14c-10-4-24-4-34 0z" /><circle cx="49" cy="25" r="3" fill="#7c2027" /><path d="M22 16h.1M29 13h.1M36 15h.1M42 18h.1" stroke="#f6e8cf" stroke-width="2.4" stroke-linecap="round" /></g>`,
	() => html`<g fill="none" stroke="#20262b" stroke-width="1.6"><circle cx="25.5" cy="32" r="5" /><circle cx="38.5" cy="32" r="5" /><path d="M30.5 32h3" /></g>`,
	() => html`<g><path fill="#1c2227" d="M12 23c8-3 12-12 20-12s12 9 20 12c-12 3-28 3-40 0z" /><path fill="#e8c15a" d="M18 22.500c9 2 19 2 28 0v-2c-9 2-19 2-28 0z" /></g>`,
	() => html`<g><path d="M17 24 47 31" stroke="#1c2227" stroke-width="1.8" /><circle cx="38.5" cy="32" r="4.6" fill="#1c2227" /></g>`,
];
const MOUTHS = ["M27 42c3 3 7 3 10 0", "M27 43h10", "M26 41c4 5 8 5 12 0z", "M28 43c3 1.5 6 1 8-1.5"];

function Person({ next }) {
	const [skin, hair, shirt] = [SKINS[next(6)], HAIRS[next(7)], SHIRTS[next(6)]];
	const [style, over, mouth, beard] = [next(6), next(5), next(4), next(4) === 0];
	return html`<path d="M8 66c1-13 10-17 24-17s23 4 24 17z" fill=${shirt} /><path d="M26 44h12v7c-3 4-9 4-12 0z" fill=${skin} /><path d="M26 46c4 4 8 4 12 0v3c-3 3-9 3-12 0z" fill="#0002" />
		<ellipse cx="32" cy="32" rx="14" ry="16" fill=${skin} /><circle cx="18" cy="33" r="2.6" fill=${skin} /><circle cx="46" cy="33" r="2.6" fill=${skin} />
		${beard && html`<path fill=${hair} d="M18 34c1 12 6 16 14 16s13-4 14-16c-3 5-6 5-9 4.5-3-1-7-1-10 0-3 .5-6 .5-9-4.500z" />`}
		${HAIR[style](hair)}
		<g fill="#20262b"><circle cx="26" cy="32" r="1.9" /><circle cx="38" cy="32" r="1.9" /></g><path d="M22.5 27.500q3-1.8 6 0M35.5 27.500q3-1.8 6 0" fill="none" stroke=${style === 4 ? "#5b3820" : hair} stroke-width="1.5" stroke-linecap="round" />
		<path d="M32 33l-1.5 4.500h3" fill="none" stroke="#0004" stroke-width="1.3" stroke-linejoin="round" /><path d=${MOUTHS[mouth]} fill=${mouth === 2 ? "#fff" : "none"} stroke="#7a2f2a" stroke-width="1.7" stroke-linecap="round" />
		${OVER[over]()}`;
}

const LIDS = ["M14 27h36v12H14z", "M16 30a16 8 0 0 1 32 0v8H16z"];

function Machine({ next }) {
	const metal = METALS[next(5)];
	const [light, eyes, head, ears] = [["#7fe3c4", "#ffd35c", "#ff9c86", "#9bd0ff"][next(4)], next(3), next(2), next(2)];
	return html`<path d="M32 13V6" stroke=${metal} stroke-width="2.5" /><circle cx="32" cy="6" r="3.4" fill=${light} />
		<path d="M10 66c1-10 8-13 22-13s21 3 22 13z" fill=${metal} /><path d="M27 48h10v6H27z" fill="#0004" />
		${ears === 0 ? html`<path d="M9 29h6v9H9zM49 29h6v9h-6z" fill=${metal} />` : html`<circle cx="14" cy="33" r="5" fill=${metal} /><circle cx="50" cy="33" r="5" fill=${metal} />`}
		<rect x="14" y="13" width="36" height="37" rx=${head === 0 ? 9 : 17} fill=${metal} /><path d="M14 40h36v1a9 9 0 0 1-9 9H23a9 9 0 0 1-9-9z" fill="#0002" /><path d=${LIDS[head]} fill="#1d2b33" />
		${eyes === 0 ? html`<g fill=${light}><circle cx="25" cy="33" r="3.4" /><circle cx="39" cy="33" r="3.4" /></g>` : eyes === 1 ? html`<path d="M21 34q4-5 8 0M35 34q4-5 8 0" fill="none" stroke=${light} stroke-width="2.8" stroke-linecap="round" />` : html`<g fill=${light}><rect x="22" y="30" width="6" height="7" rx="1.5" /><rect x="36" y="30" width="6" height="7" rx="1.5" /></g>`}
		<path d="M26 45h12M29 43v4M35 43v4" stroke="#1d2b33" stroke-width="1.5" stroke-linecap="round" />`;
}

/** The face of a name; `bot`: a machine. Nobody needs it to know who sits there, so it has no words. */
export function Portrait({ name, bot }) {
	const next = drawnFrom(name);
	const back = BACKS[next(10)];
	return html`<svg class="portrait" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="32" fill=${back} /><circle cx="32" cy="26" r="24" fill="#fff2" />${bot ? html`<${Machine} next=${next} />` : html`<${Person} next=${next} />`}</svg>`;
}
