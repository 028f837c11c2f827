/** Addresses of pages: what stands behind the `#`, in parts. */
import { useLayoutEffect, useState } from "./html.js";

/** A part as it was before `address` encoded it; one that somebody has mistyped stays as it is. */
function decoded(part) {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
const read = () => location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decoded);

/** The parts of the address, kept up to date. */
export function useRoute() {
	const [parts, set] = useState(read);
	// With the first picture, not after it: whoever goes on in between would be left on the page of before.
	useLayoutEffect(() => {
		const follow = () => set(read());
		window.addEventListener("hashchange", follow);
		return () => window.removeEventListener("hashchange", follow);
	}, []);
	return parts;
}

export const address = (...parts) => `#/${parts.map(encodeURIComponent).join("/")}`;

/** Where a finished game is downloaded. */
export const gameFile = (table) => `/api/tables/${encodeURIComponent(table)}/game`;

/** Go to a page; `instead` leaves the present one out of the history. */
export function go(parts, { instead = false } = {}) {
	if (instead) location.replace(address(...parts));
	else location.hash = address(...parts);
}
