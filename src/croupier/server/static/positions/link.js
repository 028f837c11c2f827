/** A button that makes a link to a position, and the dialog that shows it. */
import { html, useState } from "../html.js";
import { CopyLine } from "../parts/copy.js";
import { Dialog } from "../parts/dialog.js";
import { complain } from "../said.js";
import { w } from "./words.js";

/** `make` asks the server for `{ link }`, what stands behind the address of these pages. `again`: each link is another. */
export function PositionLink({ label, help, make, again }) {
	const [link, set] = useState(null);
	const show = async () => {
		try {
			set((await make()).link);
		} catch (error) {
			complain(error);
		}
	};
	return html`<button class="quiet" onClick=${show}>${label}</button>
		${link !== null && html`<${Dialog} title=${label} onClose=${() => set(null)}>
			<p>${help}</p>
			<${CopyLine} label=${label} text=${`${location.origin}/${link}`} />
			<div class="row">${again && html`<button class="quiet" onClick=${show}>${w.fresh}</button>`}</div>
		<//>`}`;
}
