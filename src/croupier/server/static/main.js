/** The application: its pages, the language menu, and lines that are shown for some seconds. */
import { classes, html, render, styled, useEffect, useFailure, useLayoutEffect, useRef, useState } from "./html.js";
import { LANGUAGES, language } from "./language.js";
import { withRulesToPoint } from "./learn/rule_link.js";
import { Home } from "./pages/home.js";
import { Stop } from "./parts/asking.js";
import { applyTheme, recall, remember } from "./prefs.js";
import { address, useRoute } from "./route.js";
import { chime, complain, forgetSaid, onHush, onTell, wantsSound } from "./said.js";
import { t } from "./strings.js";

function choose(event) {
	remember("language", event.target.value);
	location.reload();
}

const LanguageMenu = () => html`<label class="sign language" title=${t.language}>
	<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9" /><path d="M3 12h18M12 3c-5 5-5 13 0 18m0-18c5 5 5 13 0 18" /></svg>
	<select aria-label=${t.language} value=${language} onChange=${choose}>
		${Object.entries(LANGUAGES).map(([code, name]) => html`<option key=${code} value=${code} lang=${code} selected=${code === language}>${name}</option>`)}
	</select>
</label>`;

const LEAST_MS = 3000;
/** For each letter beyond the first sixty: nobody reads a long line in three seconds. */
const LETTER_MS = 40;
const lasts = (text) => LEAST_MS + LETTER_MS * Math.max(0, text.length - 60);

/** Room that one line of a few words takes, and two. */
const ONE = 72;
const TWO = 180;

/** How far from the lower edge of the window lines keep clear of the cards and buttons that are shown there, and whether but one has room above these. */
function clearance() {
	const tops = [...document.querySelectorAll("[data-clear]")].map((each) => each.getBoundingClientRect().top);
	const top = Math.min(innerHeight, ...tops);
	return top > ONE ? { clear: innerHeight - top + 8, tight: top < TWO } : { clear: 0, tight: true };
}

function Told() {
	const [lines, set] = useState([]);
	const [{ clear, tight }, keepClear] = useState({ clear: 0, tight: false });
	const drop = (key) => set((now) => now.filter((each) => each.key !== key));
	// With the first picture: a line that is told at once would be heard, and not seen.
	useLayoutEffect(
		() =>
			onTell((line) => {
				keepClear(clearance());
				set((now) => [...now.filter((each) => each.text !== line.text).slice(-1), line]);
				setTimeout(() => drop(line.key), lasts(line.text));
			}),
		[],
	);
	useLayoutEffect(() => onHush(() => set([])), []);
	useLayoutEffect(() => {
		if (!lines.length) return undefined;
		const follow = () => { // a question that comes meanwhile stays readable
			const found = clearance();
			keepClear((now) => (now.clear === found.clear && now.tight === found.tight ? now : found));
		};
		const observer = new MutationObserver(follow);
		observer.observe(document.getElementById("main"), { childList: true, subtree: true });
		window.addEventListener("resize", follow);
		return () => {
			observer.disconnect();
			window.removeEventListener("resize", follow);
		};
	}, [lines.length > 0]);
	return html`<div class="told" aria-hidden="true" style=${{ "--clear": `${clear}px` }}>
		${(tight ? lines.slice(-1) : lines).map((line) => html`<p key=${line.key} class=${classes(line.tone)} onMouseDown=${(event) => event.preventDefault() /* the focus stays */} onClick=${() => drop(line.key)}>${withRulesToPoint(line.text)}</p>`)}
	</div>`;
}

/** Pages by the first part of their address: file, component, and properties from the other parts. */
const PAGES = {
	new: ["make", "MakeTable", ([name, circle]) => ({ key: name, name, circle })],
	watch: ["make", "MakeTable", ([name]) => ({ key: `watch ${name}`, name, watch: true })],
	join: ["join", "Join", ([table, token, another]) => ({ key: `${token} ${another}`, table, token, another: another !== undefined })],
	seat: ["join", "Enter", ([table, token]) => ({ key: token, table, token })],
	table: ["table", "TablePage", ([id, member]) => ({ key: id, id, member })],
	replay: ["replay", "Replay", ([table]) => ({ key: table ?? "file", table: table ?? null })],
	problems: ["problems", "Problems", ([game, number]) => ({ key: `${game} ${number}`, game, number })],
	learn: ["lesson", "LessonPage", ([game]) => ({ key: game, game })],
	position: ["position", "PositionPage", (rest) => ({ key: rest.join(), link: address("position", ...rest) })],
	circle: ["circle", "Circle", ([token]) => ({ key: token, token })],
	score: ["score", "ScoreSheet", () => ({})],
	about: ["about", "About", ([part]) => ({ part })],
};

/** A page whose file is loaded when it is first opened. */
function Page({ file, name, props }) {
	const [module, set] = useState(null);
	useEffect(() => {
		Promise.all([import(`./pages/${file}.js`), styled("tables")]).then(([found]) => set(found), () => complain({ message: t.noServer }));
	}, [file]);
	const Found = module?.[name];
	const error = useFailure(props);
	if (error) return html`<${Stop} title=${t.failed} why=${error.message} />`;
	return Found ? html`<${Found} ...${props} />` : html`<p class="page" aria-busy="true">${t.loading}</p>`;
}

function pageOf(name, rest) {
	if (name === undefined) return html`<${Home} />`;
	if (!Object.hasOwn(PAGES, name)) return html`<${Stop} title=${t.noPage} why=${t.noPageHelp} />`;
	const [file, component, props] = PAGES[name];
	return html`<${Page} key=${file} file=${file} name=${component} props=${props(rest)} />`;
}

function App() {
	const [page, ...rest] = useRoute();
	const main = useRef(null);
	const first = useRef(true);
	const place = [page, rest[0]].join("/");
	useLayoutEffect(() => {
		if (!first.current) {
			forgetSaid();
			main.current?.focus({ preventScroll: true });
			window.scrollTo(0, 0);
		}
		first.current = false;
		document.title = "croupier";
	}, [place]);
	const toContent = (event) => {
		event.preventDefault();
		main.current?.focus();
	};
	return html`
		<a class="skip" href="#main" onClick=${toContent}>${t.skip}</a>
		<${Bar} atTable=${page === "table"} />
		<main ref=${main} id="main" tabindex="-1">${pageOf(page, rest)}</main>
		<${Told} />
	`;
}

const THEMES = ["auto", "light", "dark"];
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };

/** A speaker; crossed where it is muted. */
const Speaker = ({ muted }) => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9v6h4l5 4V5L8 9z" />${muted ? html`<path d="m17 9 5 6m0-6-5 6" />` : html`<path d="M16 9a4 4 0 0 1 0 6m3-9a8 8 0 0 1 0 12" />`}</svg>`;

/** At a table no link leads to the score sheet, which is one for real cards: who looks for the score would take it. */
function Bar({ atTable }) {
	const [theme, setTheme] = useState(recall("theme", "auto"));
	const [sound, setSound] = useState(wantsSound());
	const [update, offer] = useState(null);
	useEffect(() => {
		import("./app/app.js").then(({ begin }) => begin(offer), () => {});
	}, []);
	const turnTheme = () => {
		const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
		remember("theme", next === "auto" ? null : next);
		applyTheme(next);
		setTheme(next);
	};
	const turnSound = () => {
		remember("sound", sound ? false : null);
		setSound(!sound);
		if (!sound) chime();
	};
	return html`<header class="bar">
		<a class="brand" href=${address()} aria-label=${`croupier, ${t.menu.home}`}><img src="/icon.svg" alt="" width="28" height="28" />croupier</a>
		<nav aria-label="croupier">
			${update && html`<button class="main" title=${update.title} onClick=${update.load}>${update.label}</button>`}
			${!atTable && html`<a href=${address("score")}>${t.menu.score}</a>`}
			<${LanguageMenu} />
			<button class="sign" onClick=${turnSound} aria-pressed=${sound} aria-label=${sound ? t.sound.on : t.sound.off} title=${sound ? t.sound.on : t.sound.off}>
				<${Speaker} muted=${!sound} />
			</button>
			<button class="sign" onClick=${turnTheme} aria-label=${t.theme[theme]} title=${t.theme[theme]}><span aria-hidden="true">${SIGNS[theme]}</span></button>
		</nav>
	</header>`;
}

if (!["/", "/index.html"].includes(location.pathname)) history.replaceState(null, "", `/${address("nothing")}`); // all pages stand behind the `#`
applyTheme();
render(html`<${App} />`, document.getElementById("app"));
