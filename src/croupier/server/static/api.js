/** Requests to the server. docs/protocol.md describes the routes. */
import { t } from "./strings.js";

/** What the server refused, with its code. */
export class Refused extends Error {
	constructor(code, message) {
		super(message);
		this.code = code;
	}
}

/** Send a request; resolves to the answer, rejects with `Refused`. `body` is JSON, or a string as it is. */
export async function ask(method, path, body) {
	const answer = await send(method, path, body);
	return answer.json();
}

export const get = (path) => ask("GET", path);
export const post = (path, body = {}) => ask("POST", path, body);

/** Send a request and read its answer line by line: `onLine` gets each as JSON. */
export async function readLines(path, body, onLine, signal) {
	const answer = await send("POST", path, body, signal);
	const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
	let rest = "";
	for (;;) {
		const { done, value } = await reader.read();
		const lines = (rest + (value ?? "")).split("\n");
		rest = lines.pop();
		for (const line of lines) if (line) onLine(JSON.parse(line));
		if (done) return;
	}
}

async function send(method, path, body, signal) {
	const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
	const headers = text === undefined ? {} : { "content-type": "application/json" };
	let answer;
	try {
		answer = await fetch(path, { method, headers, body: text, signal, credentials: "same-origin" });
	} catch (error) {
		if (error.name === "AbortError") throw error;
		throw new Refused("unavailable", t.noServer);
	}
	if (answer.ok) return answer;
	const told = await answer.json().catch(() => null);
	throw new Refused(told?.error?.code ?? "unavailable", told?.error?.message ?? t.noServer);
}

let games = null;

/** All games; asked for once. */
export function listGames() {
	games ??= get("/api/games").catch((error) => {
		games = null;
		throw error;
	});
	return games;
}
