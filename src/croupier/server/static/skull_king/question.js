/** What Skull King asks beside cards: bids, the pirates' abilities and the Tigress, each answer with its meaning. */
import { classes, html } from "../html.js";
import { Odds, told } from "../parts/odds.js";
import { t } from "../strings.js";
import { Cards, sealedBid, wordOf } from "../tricks/table.js";

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
	const { title, help, body, answers } = ask();
	return html`<section class="question" aria-label=${title}>
		<h2>${title}</h2>
		${help && html`<p>${help}</p>`}
		${body}
		<div class="answers">
			${answers.map(
				({ action, text, mean, label, chosen }) => html`<button key=${action} data-act aria-label=${told(label ?? text, marks?.get(action))} aria-pressed=${chosen} class=${classes("pick", view.phase === "BIDDING" && "number", marks?.get(action)?.best && "advised")} aria-disabled=${!can} onClick=${() => can && !chosen && play(action)}>
					<strong>${text}</strong>${mean && html`<small>${mean}</small>`}<${Odds} mark=${marks?.get(action)} />
				</button>`,
			)}
		</div>
	</section>`;
}

/** One's own bid can be changed until all are shown. */
function bids(view, sealed) {
	const mine = sealedBid(sealed);
	return {
		title: mine === null ? s.askBid : s.bidSealed(mine),
		help: mine === null ? s.askBidHelp(view.table.scoring) : s.bidChange,
		answers: (mine === null ? view : sealed).actions.map((each) => ({
			action: each.action, text: wordOf(each), label: s.bidButton(wordOf(each)), chosen: mine === null ? undefined : each.action === sealed.answer,
		})),
	};
}

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
