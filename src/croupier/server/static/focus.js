/** Focus that is never lost: arrow keys in a row of buttons, and a place to go when what had it is gone. */
import { useLayoutEffect, useRef, useState } from "./html.js";

/** Give the focus that vanished with its element to the first of some others inside a box.
 *  `selectors` name them, the best first; `had`: the box comes in place of what had it. Returns the properties of the box. */
export function useKeptFocus(selectors, had = false) {
	const box = useRef(null);
	const inside = useRef(had);
	useLayoutEffect(() => {
		if (!inside.current || (document.activeElement && document.activeElement !== document.body)) return;
		for (const selector of selectors) {
			const next = box.current?.querySelector(selector);
			if (next) {
				next.focus({ preventScroll: true });
				return;
			}
		}
	});
	const onFocusIn = () => {
		inside.current = true;
	};
	const onFocusOut = (event) => {
		const left = event.target;
		// a person who leaves leaves an element that is still there
		setTimeout(() => {
			if (left.isConnected && !box.current?.contains(document.activeElement)) inside.current = false;
		});
	};
	return { ref: box, onFocusIn, onFocusOut };
}

/** One stop of the tab key for a row of buttons, and arrow keys within it.
 *  Returns the properties of the row, and `stop(index)` with those of each button. */
export function useArrowKeys(count) {
	const [chosen, choose] = useState(0);
	const at = Math.max(0, Math.min(chosen, count - 1));
	const kept = useKeptFocus([`[data-stop="${at}"]`]);
	const move = (event, to) => {
		event.preventDefault();
		const next = Math.max(0, Math.min(to, count - 1));
		choose(next);
		kept.ref.current?.querySelector(`[data-stop="${next}"]`)?.focus();
	};
	const onKeyDown = (event) => {
		if (event.altKey || event.ctrlKey || event.metaKey) return;
		if (event.key === "ArrowRight" || event.key === "ArrowDown") move(event, at + 1);
		else if (event.key === "ArrowLeft" || event.key === "ArrowUp") move(event, at - 1);
		else if (event.key === "Home") move(event, 0);
		else if (event.key === "End") move(event, count - 1);
	};
	const stop = (index) => ({
		"data-stop": index,
		tabIndex: index === at ? 0 : -1,
		onFocus: () => choose(index),
	});
	return { row: { ...kept, onKeyDown }, stop };
}
