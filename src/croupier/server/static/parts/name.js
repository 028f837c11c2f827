/** The name of a seat: shortened where there is no room, and "(you)" or "(bot)" beside it, which is never cut off. */
import { createContext, html, useContext } from "../html.js";
import { w } from "../people/words.js";
import { t } from "../strings.js";
import { f } from "../words.js";

/** What stands beside names; see `besideNames`. */
export const BesideNames = createContext(new Map());

export function Name({ name, own }) {
	const { played, kind } = useContext(BesideNames).get(name) ?? {};
	const playedFor = played && !own; // below my own cards it is said already
	const left = name.endsWith(w.left(""));
	const mark = left ? w.left("").trim() : own && name.toLowerCase() !== t.you.toLowerCase() && `(${t.you})`;
	return html`<span class="named"><strong class="name" title=${kind ? t.pair(name, kind) : name}>${left ? name.slice(0, -w.left("").length) : name}</strong>${mark && html` <small>${mark}</small>`}${playedFor && html` <small class="played-for" title=${f.badgeHelp(name)}>${f.badge}</small>`}</span>`;
}
