/** The picture of a result: an SVG document made by code, which needs nothing but the reader's own fonts. */
const WIDTH = 1200;
const HIGH = 630;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/** Of the first, the second and the third: the middle of the step, its top, and its colour. */
const STEPS = [[600, 250, "#f2c14e"], [280, 310, "#c3d3cc"], [920, 350, "#d9a066"]];
const STEP_WIDE = 300;
const FLOOR = 450;

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
let measure = null;

function wide(text, size, weight) {
	measure ??= document.createElement("canvas").getContext("2d");
	measure.font = `${weight} ${size}px ${FONT}`;
	return measure.measureText(text).width;
}

/** A text with an ellipsis where it is too long, by whole characters as people see them. */
function fitting(text, most, size, weight) {
	if (wide(text, size, weight) <= most) return text;
	const signs = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
	while (signs.length > 1 && wide(`${signs.join("")}…`, size, weight) > most) signs.pop();
	return `${signs.join("")}…`;
}

/** A text in lines of at most some width. */
function lines(text, most, size) {
	const found = [""];
	for (const word of text.split(" ")) {
		const longer = found.at(-1) ? `${found.at(-1)} ${word}` : word;
		if (wide(longer, size, 400) <= most || !found.at(-1)) found[found.length - 1] = longer;
		else found.push(word);
	}
	return found;
}

const line = (text, x, y, size, { weight = 400, fill = "#f4f1e6", most = WIDTH - 80 } = {}) =>
	`<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escaped(fitting(text, most, size, weight))}</text>`;

function step({ seat, place, points }, at, { names, shown }) {
	const [[x], [, y, fill]] = [STEPS[at], STEPS[place - 1]]; // equal places are of one height
	return `<rect x="${x - STEP_WIDE / 2}" y="${y}" width="${STEP_WIDE}" height="${FLOOR - y}" rx="14" fill="${fill}"/>`
		+ line(String(place), x, y + 70, 56, { weight: 800, fill: "#23190a" })
		+ line(names[seat], x, y - 58, 34, { weight: 700, most: STEP_WIDE })
		+ line(shown(points), x, y - 18, 34, { weight: 400, fill: "#f2c14e", most: STEP_WIDE });
}

/** The picture as `svg`, with its size. `order` are the seats by place, `shown` says points in words. */
export function pictureOf({ title, order, names, shown, sentence }) {
	const rest = order.slice(3).map((each) => `${each.place}. ${names[each.seat]} ${shown(each.points)}`).join("   ");
	const told = lines(sentence, WIDTH - 160, 28).slice(0, 3);
	const parts = [
		`<rect width="${WIDTH}" height="${HIGH}" fill="#1f4a44"/><rect x="14" y="14" width="${WIDTH - 28}" height="${HIGH - 28}" rx="28" fill="none" stroke="#3b6b63" stroke-width="3"/>`,
		line(title, WIDTH / 2, 82, 52, { weight: 800 }),
		line("croupier", WIDTH / 2, 118, 24, { fill: "#c3d3cc" }),
		...order.slice(0, 3).map((each, at) => step(each, at, { names, shown })),
		rest && line(rest, WIDTH / 2, 492, 26, { fill: "#c3d3cc" }),
		...told.map((text, at) => line(text, WIDTH / 2, 532 + 34 * at, 28)),
	];
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HIGH}" viewBox="0 0 ${WIDTH} ${HIGH}" text-anchor="middle" font-family="${escaped(FONT)}">${parts.join("")}</svg>`;
	return { svg, width: WIDTH, height: HIGH };
}
