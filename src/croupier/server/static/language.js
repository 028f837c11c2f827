/** The language of the pages: its choice, texts by language, lists and numbers. */
import { recall } from "./prefs.js";

/** Languages by their codes, each with its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español" };
const ENGLISH = "en";

const codeOf = (tag) => tag.toLowerCase().split("-")[0];
const known = (code) => Object.hasOwn(LANGUAGES, code);

function chosen() {
	const own = recall("language");
	return known(own) ? own : (navigator.languages.map(codeOf).find(known) ?? ENGLISH);
}

export let language = chosen();
let words = {};
let games = null;

/** Load the words of the language, before anything is shown; where they cannot be loaded, the pages are English. */
export async function loadWords() {
	if (language !== ENGLISH) {
		try {
			({ words } = await import(`./languages/${language}/words.js`));
		} catch {
			language = ENGLISH;
		}
	}
	document.documentElement.lang = language;
	if (/^(#\/?)?$/.test(location.hash)) { // the first page: its games come while the application does
		games = fetch("/api/games", { headers: { "accept-language": language }, credentials: "same-origin" });
		games.catch(() => {}); // who takes it says so
	}
}

/** The answer with the list of games, if it was asked for before the application was there; once. */
export function takeGames() {
	const found = games;
	games = null;
	return found;
}

/** What the address of a picture ends with, so that its words are in the language of the pages. */
export const inPictures = () => (language === ENGLISH ? "" : `?language=${language}`);

/** The words of one file in the language of the pages; `english` are those of the file itself. */
export const inLanguage = (file, english) => words[file] ?? english;

/** The reader's own region of the language, where the browser names one. */
const region = navigator.languages.find((tag) => tag.toLowerCase().split("-")[0] === language) ?? language;
const lists = {
	and: new Intl.ListFormat(language === "en" ? "en-GB" : region, { type: "conjunction" }),
	or: new Intl.ListFormat(language === "en" ? "en-GB" : region, { type: "disjunction" }),
};
const plurals = new Intl.PluralRules(language);

export const list = (words) => lists.and.format(words);
export const either = (words) => lists.or.format(words);

/** A number with the sign for minus; `digits` behind the decimal point, or as many as it has. */
export function number(value, digits) {
	const exact = digits === undefined ? { maximumFractionDigits: 20 } : { minimumFractionDigits: digits, maximumFractionDigits: digits };
	return new Intl.NumberFormat(language, { useGrouping: false, ...exact }).format(value).replace("-", "−");
}

/** A number of many digits, in groups. */
export const large = (value) => new Intl.NumberFormat(language).format(value);
export const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));

/** A share as a percentage. */
export function percent(share, digits = 0) {
	const shown = { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits };
	return new Intl.NumberFormat(language, shown).format(share).replace("-", "−");
}

/** A share as a percentage, with one decimal where it is no whole one. */
export const rate = (share) => percent(share, Number.isInteger(Math.round(share * 1000) / 10) ? 0 : 1);

/** So many of something: `#` in the form stands for the number. */
export function counted(count, one, other = `${one}s`) {
	return (plurals.select(count) === "one" ? one : other).replace("#", number(count));
}

export const dateAndTime = (ms) => new Date(ms).toLocaleString(region, { dateStyle: "medium", timeStyle: "short" });
export const time = (ms) => new Date(ms).toLocaleTimeString(region, { timeStyle: "short" });

/** A time to wait, in the largest unit of which there are at least two; `units` are the forms of hour, minute, second. */
export function span(seconds, { hour, minute, second }) {
	const [size, unit] = seconds >= 7200 ? [3600, hour] : seconds >= 120 ? [60, minute] : [1, second];
	return counted(Math.ceil(seconds / size), ...unit);
}

/** Seconds until something is done of which a share was done since a moment, in tens; 0 as long as that would be a guess. */
export const secondsLeft = (began, share) => (share < 0.04 || share === 1 ? 0 : 10 * Math.ceil(((performance.now() - began) * (1 - share)) / share / 10000));

const SIZES = { day: 86400, hour: 3600, minute: 60, second: 1 };

/** A time in its largest unit, rounded up; `units` are the forms of day, hour, minute, second. */
export function duration(seconds, units) {
	const unit = Object.keys(SIZES).find((each) => seconds >= SIZES[each]) ?? "second";
	return counted(Math.ceil(seconds / SIZES[unit]), ...units[unit]);
}

const two = (count) => String(count).padStart(2, "0");
/** Time that is left, as a clock shows it. */
export function clockTime(seconds) {
	const [high, low] = seconds >= 3600 ? [seconds / 3600, (seconds % 3600) / 60] : [seconds / 60, seconds % 60];
	return `${Math.floor(high)}:${two(Math.floor(low))}${seconds >= 3600 ? " h" : ""}`;
}

/** Words as a sentence, which begin small and have no end. */
export const sentence = (text) => `${capital(text)}.`;
/** With a capital. */
export const capital = (text) => text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(language));
