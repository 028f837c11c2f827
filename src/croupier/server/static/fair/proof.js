/** The proof that nobody chose the cards, its verdict, and the settings of a table to read. */
import { get } from "../api.js";
import { html, useEffect, useState } from "../html.js";
import { inLanguage } from "../language.js";
import { agentName } from "../names.js";
import { gameFile } from "../route.js";
import { announce } from "../said.js";
import { t } from "../strings.js";
import { c, f, n } from "../words.js";
import { FORMAT, fileOf, hashOf, keptBy, keptOf, wasDealt } from "./keeper.js";

const same = (one, other) => {
	if (one === other) return true;
	if (typeof one !== "object" || typeof other !== "object" || !one || !other || Array.isArray(one) !== Array.isArray(other)) return false;
	const names = Object.keys(one);
	return names.length === Object.keys(other).length && names.every((name) => name in other && same(one[name], other[name]));
};

/** What is wrong with the numbers of a finished game: a code, with what its words need; null for nothing. */
function numbersOf({ secret, contributions }, kept) {
	if (secret === null) return [kept?.commitments.length ? "withheld" : "seed"];
	if (!kept) return [contributions.length ? "noKept" : "noNumber"];
	if (hashOf(secret) !== kept.hash) return ["secret"];
	if (!kept.commitments.length) return ["noNumber"];
	if (!kept.number) return ["notMine"];
	if (!contributions.includes(kept.number)) return ["missing"];
	const hashes = contributions.map(hashOf);
	if (same(hashes, kept.commitments)) return null;
	if (same([...hashes].sort(), [...kept.commitments].sort())) return ["order"];
	return ["contribution", kept.names[kept.commitments.findIndex((each) => !hashes.includes(each))] ?? "?"];
}

/** Whether the replay shows what this browser was shown when rounds began, and at the end. */
async function cardsOf({ game, views }, kept) {
	if (kept.game !== game.game || !same(kept.options, game.options)) return ["otherGame"];
	if (game.start) return ["setUp"];
	const shown = kept.seen.map(({ round, table, seat }) => [game.rounds[round], table, seat ?? kept.seat, round]);
	if (kept.end) shown.push([game.steps.length, kept.end, kept.end_seat ?? kept.seat, null]);
	for (const [ply, table, seat, round] of shown) {
		const step = ply === undefined ? null : (await views(ply)).steps[0];
		if (!step || !same(step.views[seat]?.table, table)) return round === null ? ["otherEnd"] : ["otherCards", round + 1];
	}
	return null;
}

/** Secrets under which numbers may be asked for; after more a deal is not called proven. */
const MOST_ATTEMPTS = 5;

/** The verdict on a finished game: `["proven", people, attempts, compared]`, or `"tries"` where numbers were asked for anew, or what is wrong or cannot be told. */
async function verdictOf(source, kept) {
	const wrong = numbersOf(source.game, kept) ?? (await cardsOf(source, kept));
	if (wrong) return wrong;
	if (!kept.seen.length && !kept.end) return ["unseen"];
	const attempts = kept.hashes?.length ?? kept.attempt;
	if (attempts > MOST_ATTEMPTS) return ["often", attempts];
	const moved = kept.seen.some(({ seat }) => seat !== undefined) || (kept.end_seat ?? null) !== null;
	return [attempts > 1 ? "tries" : "proven", kept.commitments.length, attempts, { seen: kept.seen.length, rounds: source.game.rounds.length, end: Boolean(kept.end), moved }];
}

/** Codes that accuse nobody. */
const UNKNOWN = new Set(["seed", "noKept", "noNumber", "notMine", "unseen", "often", "tries"]);

export const p = inLanguage("proof", {
	how: [
		"Before the first card the server showed the fingerprint of a secret, which it could not change after that.",
		"Then each player's page drew a random number and showed its fingerprint. It showed the number itself only when all fingerprints were there, so nobody could fit it to the others.",
		"The cards follow from the secret and all numbers together. So neither the server nor a player could choose them.",
		"If a page does not show its number, everybody is told, and all numbers are drawn again with another secret. Somebody who knows the server's secrets could choose among that many deals.",
	],
	fingerprint: "Fingerprint of the secret (SHA-256)",
	part: (names) => `Random numbers of ${t.list(names)} are part of this deal.`,
	mine: "This browser drew one of them, and has saved it.",
	notMine: "This browser did not add a number to this deal.",
	attempts: (count) => `Numbers were asked for ${count} times, each time with another secret.`,
	later: "When the game is over, the secret is shown, and this page can prove it.",
	none: "No player's page added a number to this deal, so it cannot be checked. The server alone drew the cards.",
	seeded: "This deal cannot be checked: it follows from a seed, and anybody who knows it knows all cards.",
	lobby: "When the game begins, each page adds a random number to the shuffle: then nobody can have chosen the cards.",
	save: "Save what this browser has kept",
	saveHelp: "With the game's file you can prove it on a machine of your own, without this server. In the folder of both:",
	check: "Check this deal",
	checking: "Checking…",
	open: "Open a file that a browser has kept",
	badFile: "This is not a file that a browser saved of a deal.",
	compared: ({ seen, rounds, end, moved }) => `This browser has compared what it was shown when ${seen} of ${rounds} ${rounds === 1 ? "round" : "rounds"} began${end ? " and at the end" : ""}, and nothing in between, like single rolls and draws.${moved ? " Your seat was another one later: each was compared as the seat that you had then." : ""}`,
	verdicts: {
		proven: (people, _attempts, compared) => `Fair: nobody has chosen these cards. They follow from the secret that was settled beforehand and the numbers of ${people === 1 ? "one person: yours" : `${people} people, yours among them`}. ${p.compared(compared)}`,
		tries: (people, attempts, compared) => `As settled at attempt ${attempts}: these cards follow from the secret that was settled then and the numbers of ${people === 1 ? "one person: yours" : `${people} people, yours among them`}. Before, somebody's number did not come, or the start was broken off, and everything was drawn again. Players could not choose the cards this way, not even several together. Somebody who knew the server's secrets could choose among ${attempts} deals. ${p.compared(compared)}`,
		often: (attempts) => `Cannot tell: numbers were asked for ${attempts} times before this deal came about. Somebody could have broken off that often, together with the server, to choose among the deals.`,
		seed: () => p.seeded,
		noNumber: () => p.none,
		noKept: () => "Cannot tell: this browser has kept nothing under the fingerprint of this game's secret. If you have played it, use the browser in which you played, or the file that it has saved.",
		notMine: () => "Cannot tell: this browser has added no number to this deal.",
		unseen: () => "Cannot tell: this browser has kept nothing of what it was shown, so there are no cards to compare.",
		secret: () => "Not fair: the secret is not the one whose fingerprint was shown before the first card.",
		withheld: () => "Not fair: before the first card this browser was shown the fingerprint of a secret, and the game has none now: it is withheld, unless this is another game.",
		missing: () => "Not fair: your own number is not part of this deal.",
		order: () => "Not fair: the numbers are in another order than was settled.",
		contribution: (name) => `Not fair: the number of ${name} does not match the fingerprint that was shown before.`,
		otherGame: () => "Not fair: this is another game, or it has other options, than when the numbers were drawn.",
		setUp: () => "Not fair: this game begins from a position that somebody set up, so its first cards were not settled.",
		otherCards: (round) => `Not fair: in round ${round} this browser was shown other cards than those of the replay.`,
		otherEnd: () => "Not fair: this browser was shown another end of the game than that of the replay.",
	},
	word: "Here you rely on the server that the replay's cards follow from these numbers. To check that too, use your own machine.",
});

export const r = inLanguage("fairSettings", {
	settingsHelp: (host) => `${host}, the host, can change them.`,
	yes: "yes",
	no: "no",
	seconds: (count) => (count === 1 ? "1 second" : `${count} seconds`),
	away: "A bot plays for people who are away, after",
	never: "never",
	rows: { undo: "Moves can be taken back", takeBack: "Bots wait, so that a move can be taken back", membersWatch: "Invited people without a seat see the open cards" },
});

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

/** A clock from which on nobody is replaced for being away. */
const LONG_CLOCK_S = 3600;

const tick = (value) => (value ? r.yes : r.no);

export function SettingsShown({ table }) {
	const { settings } = table;
	const host = table.members.find((each) => each.member === table.host);
	const rows = [
		[f.hints, table.hints ? f.hintChoices.on : f.hintChoices.off],
		[r.rows.undo, tick(settings.undo)],
		...(settings.undo ? [[r.rows.takeBack, r.seconds(settings.take_back)]] : []),
		[t.settings.pace, t.settings.paces[settings.pace]],
		[t.settings.spectators, t.settings.watchers[settings.spectators]],
		...(settings.spectators === "none" ? [[r.rows.membersWatch, tick(settings.members_watch)]] : []),
		[c.setting, tick(settings.chat)],
		[n.clock, settings.clock ? n.span(settings.clock) : n.noClock],
		[r.away, settings.away_after && !(settings.clock >= LONG_CLOCK_S) ? r.seconds(settings.away_after) : r.never],
		[t.settings.standIn, agentName(settings.stand_in)],
	];
	return html`<div class="settings-shown">
		<dl>${rows.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
		${host && html`<p class="dim">${r.settingsHelp(host.name)}</p>`}
	</div>`;
}
