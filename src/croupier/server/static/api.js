/** Requests to the server. docs/protocol.md describes the routes. */
import { language, takeGames } from "./language.js";
import { t } from "./strings.js";

/** What the server refused, with its code. */
export class Refused extends Error {
	constructor(code, message) {
		super(message);
		this.code = code;
	}
}

/** Send a request; resolves to the answer, rejects with `Refused`. `body` is JSON, or a string as it is. */
export async function ask(method, path, body, signal) {
	const answer = await send(method, path, body, signal);
	return answer.json();
}

export const get = (path) => ask("GET", path);
export const post = (path, body = {}) => ask("POST", path, body);

/**
 * Send a request and read its answer line by line: `onLine` gets each as JSON. By `XMLHttpRequest`, since Chromium notes
 * down a stream of `fetch` that has been read to its end as a failed request.
 */
export function readLines(path, body, onLine, signal) {
	return new Promise((resolve, reject) => {
		const request = new XMLHttpRequest();
		let read = 0;
		const onText = () => {
			const text = request.responseText;
			const end = text.lastIndexOf("\n") + 1;
			const lines = text.slice(read, end).split("\n");
			read = Math.max(read, end);
			try {
				for (const line of lines) if (line) onLine(JSON.parse(line));
			} catch (error) {
				reject(error);
			}
		};
		request.onprogress = () => request.status === 200 && onText();
		request.onload = () => {
			if (request.status !== 200) return reject(refusal(request.responseText));
			onText();
			return resolve();
		};
		request.onerror = () => reject(new Refused("unavailable", t.noServer));
		request.onabort = () => reject(new DOMException("", "AbortError"));
		signal.addEventListener("abort", () => request.abort());
		request.open("POST", path);
		request.setRequestHeader("accept-language", language);
		if (body !== undefined) request.setRequestHeader("content-type", "application/json");
		request.send(body);
	});
}

/** What an answer that is none says. */
function refusal(text) {
	let told = null;
	try {
		told = JSON.parse(text).error;
	} catch {
		// no answer of croupier
	}
	return new Refused(told?.code ?? "unavailable", told?.message ?? t.noServer);
}

async function send(method, path, body) {
	const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
	const headers = { "accept-language": language, ...(text === undefined ? {} : { "content-type": "application/json" }) };
	let answer;
	try {
		answer = await ((path === "/api/games" && takeGames()) || fetch(path, { method, headers, body: text, credentials: "same-origin" }));
	} catch {
		throw new Refused("unavailable", t.noServer);
	}
	if (answer.ok) return answer;
	throw refusal(await answer.text().catch(() => ""));
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

/** A game by its name: of the list, where that was asked for. */
export const gameNamed = async (name) => (await games)?.find((each) => each.name === name) ?? get(`/api/games/${encodeURIComponent(name)}`);
