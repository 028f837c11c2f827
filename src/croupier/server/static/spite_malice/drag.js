/** Dragging cards by mouse, pen or finger. A press that does not move stays a click. */
import { useEffect, useRef, useState } from "../html.js";

const FAR = 8;

/** `can(from)` says whether a card may be dragged; `drop(from, to)` what happens over an element with `data-pile`. */
export function useDrag({ can, drop }) {
	const [from, setFrom] = useState(null);
	const state = useRef(null);
	const latest = useRef(null);
	latest.current = { can, drop };
	useEffect(() => () => end(state), []);
	const start = (place) => (event) => {
		if (event.button !== 0 || !latest.current.can(place)) return;
		const element = event.currentTarget;
		state.current = { place, element, x: event.clientX, y: event.clientY, ghost: null };
		const onMove = (moved) => {
			const now = state.current;
			if (!now) return;
			if (!now.ghost) {
				if (Math.hypot(moved.clientX - now.x, moved.clientY - now.y) < FAR) return;
				now.ghost = ghostOf(element);
				setFrom(place);
			}
			now.ghost.style.translate = `${moved.clientX - now.x}px ${moved.clientY - now.y}px`;
		};
		const onUp = (up) => {
			const now = state.current;
			const dragged = Boolean(now?.ghost);
			const box = now?.ghost?.getBoundingClientRect();
			end(state);
			setFrom(null);
			if (!dragged) return;
			element.addEventListener("click", swallow, { capture: true, once: true });
			setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
			const pile = document.elementFromPoint(up.clientX, up.clientY)?.closest("[data-pile]");
			if (pile && up.type === "pointerup") latest.current.drop(place, pile.dataset.pile, box);
		};
		state.current.stop = () => {
			window.removeEventListener("pointermove", onMove);
			window.removeEventListener("pointerup", onUp);
			window.removeEventListener("pointercancel", onUp);
		};
		window.addEventListener("pointermove", onMove);
		window.addEventListener("pointerup", onUp);
		window.addEventListener("pointercancel", onUp);
	};
	return { from, start };
}

function swallow(event) {
	event.preventDefault();
	event.stopPropagation();
}

function ghostOf(element) {
	const image = element.querySelector("img");
	const ghost = image.cloneNode();
	const box = image.getBoundingClientRect();
	ghost.className = "ghost";
	Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
	document.body.append(ghost);
	return ghost;
}

function end(state) {
	state.current?.ghost?.remove();
	state.current?.stop?.();
	state.current = null;
}
