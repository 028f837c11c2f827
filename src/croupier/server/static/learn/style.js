/** The style of what teaches a game, which no page needs before that is loaded. */
const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/css/learn.css" });
document.head.append(style);

/** Settled once the style is there, or cannot be had. */
export const styled = new Promise((resolve) => {
	style.addEventListener("load", resolve);
	style.addEventListener("error", resolve);
});
