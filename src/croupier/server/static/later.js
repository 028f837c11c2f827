/** Parts of a page whose file is loaded once they are wanted. */
import { useEffect, useState } from "./html.js";

/** What `load` imports, once it is wanted and there; null before. A file that does not come is asked for again later. */
export function useLater(load, wanted = true) {
	const [found, set] = useState(null);
	useEffect(() => {
		if (wanted) load().then((module) => set(() => module), () => {});
	}, [wanted]);
	return found;
}
