/** What this browser remembers: the name, colours, sound, join links of own tables, and the score sheet. */
const PREFIX = "croupier.";

/** A remembered value; `otherwise` where there is none, or the browser keeps nothing. */
export function recall(key, otherwise = null) {
	try {
		const text = localStorage.getItem(PREFIX + key);
		return text === null ? otherwise : JSON.parse(text);
	} catch {
		return otherwise;
	}
}

/** Remember a value; null forgets it. */
export function remember(key, value) {
	try {
		if (value === null) localStorage.removeItem(PREFIX + key);
		else localStorage.setItem(PREFIX + key, JSON.stringify(value));
	} catch {
		// a private window may keep nothing: all goes on without
	}
}

/** Tell what other pages of this browser remember from now on; gives what ends it. */
export function follow(key, tell) {
	const told = (event) => event.key === PREFIX + key && tell(recall(key));
	addEventListener("storage", told);
	return () => removeEventListener("storage", told);
}

/** Colours as chosen: `auto`, `light` or `dark`. */
export function applyTheme(theme = recall("theme", "auto")) {
	if (theme === "auto") delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
}
