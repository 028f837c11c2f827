/** "Was this deal fair?": what is known of a deal, in plain words, and the proof once the game is over. */
import { get } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { gameFile } from "../route.js";
import { announce } from "../said.js";
import { t } from "../strings.js";
import { FORMAT, fileOf, keptBy, keptOf, wasDealt } from "./keeper.js";
import { hashOf } from "./sha256.js";
import { UNKNOWN, verdictOf } from "./verdict.js";
import { p } from "./proof_words.js";

const How = () => html`<ol class="how">${p.how.map((text) => html`<li key=${text}>${text}</li>`)}</ol>`;

const Game = ({ table }) => html`<a class="button" href=${gameFile(table)} download>${t.replay.download}</a>`;

/** What is kept, and of a finished game its file and the command for both. `file` is the game's where it was opened, quoted for a shell. */
function Save({ kept, over, file }) {
	const name = `deal-${kept.table}.json`;
	const link = `data:application/json,${encodeURIComponent(JSON.stringify(fileOf(kept)))}`;
	return html`${over && html`<${Game} table=${kept.table} />`}<a class="button" href=${link} download=${name}>${p.save}</a>${(over || file) && html`<p class="dim">${p.saveHelp} <code>croupier replay --verify ${file ?? `${kept.game}-${kept.table}.json`} --kept ${name}</code></p>`}`;
}

/** Of a table, before, in and after its game. */
export function Deal({ table, member }) {
	const { fair } = table;
	const found = keptOf(table.id, member);
	const over = table.status === "over";
	const game = over && html`<${Game} table=${table.id} />`;
	const saved = found && html`<${Save} kept=${found} over=${over} />`;
	if (wasDealt(found) && found.hash !== fair?.hash) return html`<p class="verdict problem" data-verdict=${fair ? "secret" : "withheld"}>${p.verdicts[fair ? "secret" : "withheld"]()}</p>${saved}`;
	if (table.deal === "seed") return html`<p>${p.seeded}</p>${game}`;
	if (!fair?.members.length) return html`<p>${!fair && table.status === "lobby" ? p.lobby : p.none}</p>${game}`;
	const kept = found?.hash === fair.hash ? found : null;
	const names = fair.members.map((each, at) => kept?.names[at] ?? table.members.find((one) => one.member === each)?.name ?? "?");
	return html`<div class="fair">
		<p>${p.part(names)} ${kept?.number ? p.mine : p.notMine}${(kept?.hashes.length ?? fair.attempt) > 1 ? ` ${p.attempts(kept?.hashes.length ?? fair.attempt)}` : ""}</p>
		<p>${p.fingerprint}: <code>${kept?.hash ?? fair.hash}</code></p>
		${over ? html`<${OfTable} table=${table.id} kept=${kept} />` : html`<p>${p.later}</p>`}
		<${How} />
		${kept?.number ? saved : game}
	</div>`;
}

function OfTable({ table, kept }) {
	const [source, set] = useState(null);
	const load = async () => {
		const base = `/api/tables/${encodeURIComponent(table)}`;
		set({ game: await get(`${base}/replay`), views: (first) => get(`${base}/replay/views?from=${first}`) });
	};
	return source ? html`<${Verdict} source=${source} kept=${kept} />` : html`<button onClick=${load}>${p.check}</button>`;
}

/** What the check has found. */
function Verdict({ source, kept }) {
	const [found, set] = useState(null);
	useEffect(() => {
		let gone = false;
		const show = ([code, ...parts]) => {
			if (gone) return;
			set([code, p.verdicts[code](...parts)]);
			announce(p.verdicts[code](...parts));
		};
		verdictOf(source, kept).then(show, (error) => gone || set(["failed", error.message]));
		return () => {
			gone = true;
		};
	}, [source, kept]);
	if (!found) return html`<p aria-busy="true">${p.checking}</p>`;
	const [code, text] = found;
	return html`<p class=${`verdict ${code === "proven" ? "good" : UNKNOWN.has(code) ? "" : "problem"}`} data-verdict=${code}>${text}</p>${(code === "proven" || code === "tries") && html`<p class="dim">${p.word}</p>`}`;
}

/** Of a replay, by what this browser has kept, or by a file. */
export function OfReplay({ source, table }) {
	const { secret } = source.game;
	const [kept, setKept] = useState(() => keptBy(secret === null ? null : hashOf(secret), table));
	const [trouble, setTrouble] = useState("");
	const choose = async (event) => {
		const [file] = event.target.files;
		if (!file) return;
		try {
			const data = JSON.parse(await file.text());
			if (data.format !== FORMAT || ![data.names, data.commitments, data.seen].every(Array.isArray)) throw new Error();
			setKept(data);
			setTrouble("");
		} catch {
			setTrouble(p.badFile);
		}
	};
	return html`<div class="fair">
		<${Verdict} source=${source} kept=${kept} />
		<label class="field"><span>${p.open}</span><input type="file" accept=".json,application/json" onChange=${choose} /></label>
		${trouble && html`<p class="problem">${trouble}</p>`}
		<${How} />
		${kept?.hashes && html`<${Save} kept=${kept} over=${table} file=${source.file} />`}
	</div>`;
}
