/** SHA-256 (FIPS 180-4). The browser's own is there in secure contexts alone, and friends play over plain http too. */

/** The first 32 bits of the fractional part of a root. */
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const PRIMES = [];
for (let candidate = 2; PRIMES.length < 64; candidate += 1) if (PRIMES.every((prime) => candidate % prime)) PRIMES.push(candidate);
const BEGIN = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The message with its end marked, and its length in bits, as words of 32 bits in blocks of 16. */
function padded(bytes) {
	const words = new Array(((bytes.length + 72) >> 6) << 4).fill(0);
	[...bytes, 0x80].forEach((byte, at) => (words[at >> 2] |= byte << (24 - 8 * (at & 3))));
	words[words.length - 1] = 8 * bytes.length;
	return words;
}

function mixed(state, block) {
	const w = block.slice();
	let [a, b, c, d, e, f, g, h] = state;
	for (let at = 0; at < 64; at += 1) {
		if (at >= 16) {
			const [near, far] = [w[at - 2], w[at - 15]];
			const s1 = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
			const s0 = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
			w[at] = (w[at - 16] + s0 + w[at - 7] + s1) | 0;
		}
		const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[at] + w[at]) | 0;
		const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
		[a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
	}
	return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]) | 0);
}

/** SHA-256 of bytes, in hexadecimal. */
export function sha256(bytes) {
	const words = padded(bytes);
	let state = BEGIN;
	for (let at = 0; at < words.length; at += 16) state = mixed(state, words.slice(at, at + 16));
	return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

export const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** SHA-256 of bytes that are given in hexadecimal. */
export const hashOf = (digits) => sha256(fromHex(digits));
