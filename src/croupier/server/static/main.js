/** The application: bar, pages by address, lines that are told. */
import { html, render, useEffect, useLayoutEffect, useRef, useState } from "./html.js";
import { useFailure } from "./failure.js";
import { LanguageMenu } from "./language_menu.js";
import { Home } from "./pages/home.js";
import { Stop } from "./parts/stop.js";
import { Told } from "./parts/told.js";
import { applyTheme, recall, remember } from "./prefs.js";
import { address, useRoute } from "./route.js";
import { chime, complain, forgetSaid } from "./said.js";
import { t } from "./strings.js";

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
		import(`./pages/${file}.js`).then((found) => set(found), () => complain({ message: t.noServer }));
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
	const [sound, setSound] = useState(recall("sound", false));
	const [update, offer] = useState(null);
	useEffect(() => {
		import("./app/worker.js").then(({ begin }) => begin(offer), () => {});
	}, []);
	const turnTheme = () => {
		const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
		remember("theme", next === "auto" ? null : next);
		applyTheme(next);
		setTheme(next);
	};
	const turnSound = () => {
		remember("sound", !sound || null);
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
