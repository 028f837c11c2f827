/** A dialog over the page. The browser keeps the focus inside and gives it back. */
import { html, useEffect, useRef } from "../html.js";
import { t } from "../strings.js";

export function Dialog({ title, onClose, wide, children }) {
	const box = useRef(null);
	useEffect(() => {
		box.current.showModal();
	}, []);
	const onClick = (event) => event.target === box.current && box.current.close();
	return html`<dialog ref=${box} class=${wide ? "wide" : ""} aria-label=${title} onClose=${onClose} onClick=${onClick}>
		<div class="dialog">
			<div class="between">
				<h2>${title}</h2>
				<button class="sign" onClick=${() => box.current.close()} aria-label=${t.close}><span aria-hidden="true">✕</span></button>
			</div>
			${children}
		</div>
	</dialog>`;
}
