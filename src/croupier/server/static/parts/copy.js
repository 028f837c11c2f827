/** A text to be copied, like a link. */
import { html, useRef } from "../html.js";
import { tell } from "../said.js";
import { t } from "../strings.js";

export function CopyLine({ label, text }) {
	const field = useRef(null);
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(text);
		} catch {
			field.current.select(); // without TLS a page may not use the clipboard
			document.execCommand("copy");
		}
		tell(t.copied);
	};
	return html`<div class="copy">
		<label>${label}<input ref=${field} readonly value=${text} onFocus=${(event) => event.target.select()} /></label>
		<button onClick=${copy}>${t.copy}</button>
	</div>`;
}
