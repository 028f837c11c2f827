/** All words of the problems' page, in English, which no other page loads. */
import { number, percent } from "../intl.js";
import { inLanguage } from "../language.js";
export const w = inLanguage("problems", {
	title: (game) => `Problems: ${game}`,
	lead: "A position and one best move. Choose, and see what your choice costs and why. What you have solved stays in this browser.",
	streak: (now, best) => `In a row: ${now}. Your best: ${best}.`,
	score: (right, of) => `Solved on the first try: ${right} of ${of}.`,
	levels: { easy: "Easy", medium: "Medium", hard: "Hard", "very hard": "Very hard" },
	link: (number, done) => `Problem ${number}${done === undefined ? "" : done ? ", solved" : ", missed"}`,
	problem: (game, number, of) => `${game}: problem ${number} of ${of}`,
	you: (name, level) => `${level}. You are ${name}, and it is your turn. Which move is best?`,
	options: (words) => `Special rules: ${words}.`,
	answered: "You have answered. Try again, or go on to the next problem.",
	right: (text) => `Right: ${text}`,
	wrong: (text) => `Not the best: ${text}`,
	ahead: (amount) => `It is ${amount} better than the next best move.`,
	cost: (amount, clear, best) => `It costs ${amount}${clear ? "" : ", which may be noise"}. The best move is ${best}.`,
	amount: (cost, half, chances, unit) => `${number(cost, 1)}${half ? ` ± ${number(half, 1)}` : ""}${chances ? " percentage points of the chance to win" : ` ${unit}`}`,
	missed: (names) => `Missed by ${names}.`,
	found: (names) => `Found by ${names}.`,
	random: (share) => `A random player misses it ${percent(share)} of the time.`,
	by: (name, text) => `${name} (${text})`,
	rest: (name) => `Values assume that ${name} plays on.`,
	again: "Try again",
	next: "Next problem",
	all: "All problems",
	copy: "Link to this problem",
});
