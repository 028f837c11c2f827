/** The language of the pages: the one that was chosen here, else the first of the browser's that there is. */
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
}

/** What the address of a picture ends with, so that its words are in the language of the pages. */
export const inPictures = () => (language === ENGLISH ? "" : `?language=${language}`);

/** The words of one file in the language of the pages; `english` are those of the file itself. */
export const inLanguage = (file, english) => words[file] ?? english;
