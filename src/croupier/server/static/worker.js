/** The service worker: keeps the pages' files of one version, so that the application opens without a server. */
/** Version and files, which the server puts here (routes/pages.py); null where it has not: then nothing is kept. */
const SHELL = null;

const PAGE = "/index.html";
const PREFIX = "croupier-";
const NAME = `${PREFIX}${SHELL?.version}`;
const FILES = new Set(SHELL?.files);

if (SHELL?.more.length) importScripts(...SHELL.more);

/** All files from the server, or none: they are kept only if together they are the version that this worker is of. */
async function keepAll() {
	const answers = await Promise.all(SHELL.files.map((file) => fetch(file, { cache: "no-cache", redirect: "error" })));
	const bodies = await Promise.all(answers.map((answer) => answer.clone().arrayBuffer()));
	const whole = await new Blob(bodies).arrayBuffer();
	const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", whole))];
	const version = digest.map((byte) => byte.toString(16).padStart(2, "0")).join("");
	if (version !== SHELL.version) throw new Error("the server's files have changed meanwhile");
	const cache = await caches.open(NAME);
	await Promise.all(SHELL.files.map((file, at) => cache.put(file, answers[at])));
}

async function dropOthers() {
	const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
	await Promise.all(names.map((name) => caches.delete(name)));
	await self.clients.claim();
}

/** A kept file; from the server where the browser has thrown the cache away. */
async function kept(file, request) {
	const cache = await caches.open(NAME);
	return (await cache.match(file)) ?? fetch(request);
}

if (SHELL) {
	self.addEventListener("install", (event) => event.waitUntil(keepAll()));
	// until the pages of the version before are closed, or say that they load again, this one waits
	self.addEventListener("message", (event) => event.data === "take over" && self.skipWaiting());
	self.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
	self.addEventListener("fetch", (event) => {
		const { method, mode, url } = event.request;
		const { origin, pathname } = new URL(url);
		const file = mode === "navigate" && pathname === "/" ? PAGE : pathname;
		// tables, pictures and all else is no matter of this worker: the browser asks the server as ever
		if (method === "GET" && origin === location.origin && FILES.has(file)) event.respondWith(kept(file, event.request));
	});
}
