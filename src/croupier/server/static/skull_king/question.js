/** What Skull King asks beside cards: bids, the pirates' abilities and the Tigress, each answer with its meaning. */
import { html } from "../html.js";
import { t } from "../strings.js";
import { Asked, Cards, askedBids, sealedBid, wordOf } from "../tricks/table.js";

const s = t.skull;

/** A move as people say it, of its action's text. */
export function moveName(text, view, names) {
	const [, verb, rest] = /^\[(\w+) ?(.*)\]$/.exec(text);
	if (verb === "play") return s.card(rest);
	return s.moves[verb](verb === "leader" ? names[Number(rest)] : verb === "discard" ? s.card(rest) : rest);
}

export function Question({ view, names, play, can, marks, sealed = null }) {
	const ask = {
		BIDDING: () => bids(view, sealed),
		ABILITY_ROSIE: () => rosie(view, names),
		ABILITY_BENDT_1: () => bendt(view),
		ABILITY_BENDT_2: () => bendt(view),
		ABILITY_ROATAN: () => roatan(view),
		ABILITY_JADE: () => jade(view),
		ABILITY_HARRY: () => harry(view),
		TIGRESS: () => tigress(view),
	}[view.phase];
	if (!ask) return null;
	return html`<${Asked} ...${ask()} marks=${marks} play=${play} can=${can} />`;
}

const bids = (view, sealed) => ({
	...askedBids(view, sealed),
	help: sealedBid(sealed) === null ? s.askBidHelp(view.table.scoring) : s.bidChange,
});

const rosie = (view, names) => ({
	title: s.rosie.title,
	help: s.rosie.help,
	answers: view.actions.map((each) => ({ action: each.action, text: Number(wordOf(each)) === view.seat ? s.rosie.me : names[Number(wordOf(each))] })),
});

const bendt = (view) => ({ title: s.bendt.title(view.table.bendt.due), help: s.bendt.help, answers: [] });

const roatan = (view) => ({
	title: s.roatan.title,
	help: s.roatan.help,
	answers: view.actions.map((each) => ({ action: each.action, text: s.roatan.bets[wordOf(each)], mean: s.roatan.mean(Number(wordOf(each))) })),
});

const jade = (view) => ({
	title: s.jade.title,
	help: s.jade.help,
	body: html`<${Cards} game=${{ card: s.card }} view=${view} cards=${view.table.jade.undealt} />`,
	answers: view.actions.map(({ action }) => ({ action, text: s.jade.ok })),
});

function harry(view) {
	const { bid, won } = view.table.seats[view.seat];
	return {
		title: s.harryAsk.title,
		help: s.harryAsk.help(bid, won),
		answers: view.actions.map((each) => {
			const change = Number(wordOf(each));
			return { action: each.action, text: change ? s.harryAsk.to(bid + change) : s.harryAsk.keep, mean: s.harryAsk.mean(bid + change, won) };
		}),
	};
}

const tigress = (view) => ({
	title: s.tigress.title,
	help: s.tigress.help,
	answers: view.actions.map((each) => {
		const role = each.text.slice(1, -1);
		return { action: each.action, text: s.tigress[role], mean: s.tigress[`${role}Mean`] };
	}),
});
