/** Addresses of pages: what stands behind the `#`, in parts. */
import { useEffect, useState } from "./html.js";

const read = () => location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);

/** The parts of the address, kept up to date. */
export function useRoute() {
	const [parts, set] = useState(read);
	useEffect(() => {
		const follow = () => set(read());
		window.addEventListener("hashchange", follow);
		return () => window.removeEventListener("hashchange", follow);
	}, []);
	return parts;
}

export const address = (...parts) => `#/${parts.map(encodeURIComponent).join("/")}`;

/** Go to a page; `instead` leaves the present one out of the history. */
export function go(parts, { instead = false } = {}) {
	if (instead) location.replace(address(...parts));
	else location.hash = address(...parts);
}
