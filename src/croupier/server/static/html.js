/** Preact with tagged templates, which every component imports, and hooks of our own. */
import { useEffect, useErrorBoundary, useLayoutEffect, useState } from "./vendor/hooks.js";
import htm from "./vendor/htm.js";
import { Fragment, createContext, h, render } from "./vendor/preact.js";

export { useCallback, useContext, useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
export { createContext, Fragment, render };
export const html = htm.bind(h);

/** Names of classes, without those that are false. */
export const classes = (...names) => names.filter(Boolean).join(" ");

/** What `load` imports, once it is wanted and there; null before. A file that does not come is asked for again later. */
export function useLater(load, wanted = true) {
	const [found, set] = useState(null);
	useEffect(() => {
		if (wanted) load().then((module) => set(() => module), () => {});
	}, [wanted]);
	return found;
}

const styles = new Map();

/** Settled once a style sheet is there, or cannot be had. */
export function styled(name) {
	if (!styles.has(name)) {
		styles.set(name, new Promise((resolve) => {
			const link = document.createElement("link");
			document.head.append(Object.assign(link, { rel: "stylesheet", href: `/css/${name}.css`, onload: resolve, onerror: resolve }));
		}));
	}
	return styles.get(name);
}

/** The error of what is drawn in the component that calls this, until another thing is `asked` for. */
export function useFailure(asked) {
	const [error, again] = useErrorBoundary((failed) => console.error(failed));
	useLayoutEffect(() => {
		if (error) again();
	}, [asked]);
	return error;
}
