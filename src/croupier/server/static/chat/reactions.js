/** A button that opens eight reactions, and the way to the chat, which on a phone is far below. The browser closes them by Escape or a click elsewhere, and gives the focus back. */
import { html, useRef, useState } from "../html.js";
import { useArrowKeys } from "../focus.js";
import { SIGNS, inCompany, openChat, useMuted, useUnread } from "./lines.js";
import { c } from "./words.js";

const EDGE = 8;
const BOX = "reactions";

/** Where a box lies above a button, inside the window. */
function placeAt(box, button) {
	const at = button.getBoundingClientRect();
	const { width, height } = box.getBoundingClientRect();
	const left = Math.max(EDGE, Math.min(at.left, innerWidth - width - EDGE));
	const above = at.top - height - EDGE;
	box.style.left = `${left}px`;
	box.style.top = `${above >= EDGE ? above : Math.min(at.bottom + EDGE, innerHeight - height - EDGE)}px`;
}

export function Reactions({ state, want }) {
	const { table, you } = state;
	const [muted] = useMuted();
	const unread = useUnread(state);
	const [open, setOpen] = useState(false);
	const box = useRef(null);
	const opener = useRef(null);
	const names = Object.keys(SIGNS);
	const { row, stop } = useArrowKeys(names.length);
	if (muted || !table.settings.chat || you.member === null || !inCompany(state)) return null;
	// the browser knows whether the box is open before it tells `onToggle`; a click while it is open closes it
	const turn = (event) => {
		event.preventDefault();
		if (box.current.matches(":popover-open")) box.current.hidePopover();
		else show();
	};
	const show = () => {
		box.current.showPopover();
		placeAt(box.current, opener.current);
		box.current.querySelector("[tabindex='0']").focus();
	};
	const react = (reaction) => {
		box.current.hidePopover();
		opener.current.focus({ preventScroll: true });
		want("react", { reaction });
	};
	const write = () => {
		box.current.hidePopover();
		openChat();
	};
	return html`<button class="quiet react" ref=${opener} aria-label=${c.reactTo(unread)} aria-haspopup="true" aria-expanded=${open} popovertarget=${BOX} onClick=${turn}><span class="emoji" aria-hidden="true">😀</span> <span class="word">${c.react}</span>${unread > 0 && html`<span class="unread">${unread}</span>`}</button>
		<div id=${BOX} class="reactions" popover="auto" ref=${box} onToggle=${(event) => setOpen(event.newState === "open")}>
			<div role="group" aria-label=${c.reactions} ...${row}>
				${names.map((name, at) => html`<button key=${name} onClick=${() => react(name)} ...${stop(at)}><span class="emoji" aria-hidden="true">${SIGNS[name]}</span><small>${c.of[name]}</small></button>`)}
			</div>
			<button class="quiet write" onClick=${write}>${c.write}</button>
		</div>`;
}
