/** Words about deals that can be checked. */
import { inLanguage } from "../language.js";
import { t } from "../strings.js";

export const p = inLanguage("proof", {
	how: [
		"Before the first card the server showed the fingerprint of a secret: it could not change the secret after that.",
		"Then the page of each person drew a random number. Each showed the number's fingerprint first, and the number itself only when all fingerprints were there: nobody could fit a number to those of the others.",
		"The cards follow from the secret and all numbers together. So neither the server nor a player could choose them.",
		"If a page does not show its number, everybody is told, and all numbers are drawn anew under another secret.",
	],
	fingerprint: "Fingerprint of the secret (SHA-256)",
	part: (names) => `Random numbers of ${t.list(names)} are part of this deal.`,
	mine: "One of them was drawn by this browser, which has kept it.",
	notMine: "This browser has added no number to this deal.",
	attempts: (count) => `Numbers were asked for ${count} times, each time under another secret.`,
	later: "When the game is over, the secret is shown, and this page can prove it.",
	none: "No person's page has added a number to this deal, so it cannot be checked. The server has drawn the cards alone.",
	seeded: "This deal cannot be checked: it follows from a seed, and whoever knows it knows all cards.",
	lobby: "When the game begins, each page adds a random number to the shuffle: then nobody can have chosen the cards.",
	save: "Save what this browser has kept",
	saveHelp: "With the game's file you can prove it on a machine of your own, without this server:",
	check: "Check this deal",
	checking: "Checking…",
	open: "Open a file that a browser has kept",
	badFile: "This is not what a browser has kept of a deal.",
	verdicts: {
		proven: (people, attempts) => `Fair: nobody has chosen these cards. They follow from the secret that was settled beforehand and the numbers of ${people === 1 ? "one person: yours" : `${people} people, yours among them`}.${attempts > 1 ? ` ${p.attempts(attempts)}` : ""}`,
		seed: () => p.seeded,
		noNumber: () => p.none,
		noKept: () => "Cannot tell: this browser has kept nothing of this deal. Open it in the browser in which you played, or open the file that it has saved.",
		notMine: () => "Cannot tell: this browser has added no number to this deal.",
		unseen: () => "Cannot tell: this browser has kept nothing of what it was shown, so there are no cards to compare.",
		secret: () => "Not fair: the secret is not the one whose fingerprint was shown before the first card.",
		missing: () => "Not fair: your own number is not part of this deal.",
		order: () => "Not fair: the numbers stand in another order than was settled.",
		contribution: (name) => `Not fair: the number of ${name} does not match the fingerprint that was shown before.`,
		otherGame: () => "Not fair: this is another game, or it has other options, than when the numbers were drawn.",
		setUp: () => "Not fair: this game begins from a position that was set up, so its first cards follow from nothing that was settled.",
		otherCards: (round) => `Not fair: in round ${round} this browser was shown other cards than those of the replay.`,
		otherEnd: () => "Not fair: this browser was shown another end of the game than that of the replay.",
	},
	word: "That the replay's cards follow from these numbers is the server's word here. To check that too, use your own machine.",
});
