/** How the application is put on the home screen, and whether it can be here. */
import { html, useEffect, useRef, useState } from "../html.js";
import { w } from "./words.js";

let offered = null; // what the browser offers to install, where it does
let tellOffer = () => {};
function offer(event) {
	offered = event;
	tellOffer(event !== null);
}

/** Keep what the browser offers for the page that tells of it: it is not to lie over a game. */
export function keepOffer() {
	addEventListener("beforeinstallprompt", (event) => {
		event.preventDefault();
		offer(event);
	});
	addEventListener("appinstalled", () => offer(null));
}

const standalone = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;

/** What this browser can keep of the application, in a sentence. */
function whatIsKept() {
	if (standalone()) return w.standalone;
	if (!isSecureContext) return w.insecure;
	return navigator.serviceWorker ? w.how : w.unable;
}

/** `sought`: somebody has come for this part of the page. */
export function Install({ sought }) {
	const [ready, set] = useState(offered !== null);
	const heading = useRef(null);
	useEffect(() => {
		if (sought) heading.current.scrollIntoView();
	}, [sought]);
	useEffect(() => {
		tellOffer = set;
		return () => (tellOffer = () => {});
	}, []);
	return html`<h2 ref=${heading}>${w.home}</h2>
		<p data-app>${whatIsKept()}</p>
		${ready && html`<p><button onClick=${() => offered?.prompt()}>${w.install}</button></p>`}`;
}
