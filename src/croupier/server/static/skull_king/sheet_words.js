/** What is wrong with a score sheet that is counted without the server, in its words. */
import { inLanguage } from "../language.js";

export const w = inLanguage("sheet", {
	foreign: "This is not a score sheet of Skull King.",
	round: (number, error) => `round ${number}: ${error}`,
	people: (least, most, count) => `${least} to ${most} people play Skull King, not ${count} (SK-2)`,
	name: (name) => `a name needs a letter and has no comma or '&', not '${name}'`,
	sameName: (name) => `two players are called '${name}'; give each a name of its own`,
	cards: (players, most, cards) => `${players} players are dealt 1 to ${most} cards, not ${cards} (SK-2)`,
	bid: (name, cards, bid) => `${name}'s bid must be 0 to ${cards}, the cards dealt, not ${bid} (SK-4)`,
	tricks: (name, tricks) => `${name} cannot have won ${tricks} tricks (SK-6)`,
	won: (total, cards) => `the tricks won add up to ${total}, more than the cards dealt, ${cards} (SK-2, SK-6)`,
	bonus: (name, bonus) => `${name}'s bonus must be a multiple of 10, not ${bonus} (SK-12)`,
	noBonus: (name) => `${name} has won no trick, so nothing was captured (SK-12)`,
	bonuses: (most, total) => `at most ${most} points can be captured in a round, not ${total} (SK-12)`,
	wager: (name, wager) => `${name}'s wager must be 0, 10 or 20, not ${wager} (SK-14)`,
	noWager: (name) => `${name} cannot bet: only a player who won a trick with Roatan, not the last one, may bet (SK-14)`,
	wagers: "only one player can bet in a round: there is one Roatan (SK-14)",
	harry: (name, change) => `Harry changes a bid by -1, 0 or +1, not by ${change} for ${name} (SK-14)`,
	noHarry: (name) => `${name} has won no trick, so none with Harry (SK-14)`,
	harryBid: (name, bid, changed, cards) => `${name}'s bid of ${bid} cannot become ${changed}: bids are 0 to ${cards} (SK-14)`,
	harrys: "only one player can change the bid in a round: there is one Harry (SK-14)",
	alliances: (count) => `there are two loot cards, so at most two alliances, not ${count} (SK-11)`,
	alliance: (name) => `${name} cannot be allied with ${name} (SK-11)`,
	allies: (one, other) => `one of the allies ${one} and ${other} has won the trick, but neither won any (SK-11)`,
});
