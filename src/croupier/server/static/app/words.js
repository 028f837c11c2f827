/** Words about the application: installing it, new versions, and being without a server. */
import { inLanguage } from "../language.js";
export const w = inLanguage("app", {
	install: "Install the app",
	home: "On the home screen",
	standalone: "croupier runs as an app here.",
	how: "The browser's menu can put croupier on the home screen (Install app, or Add to Home Screen; on an iPhone it is under Share). Its pages then open without a network too, and so does the score sheet. Games need the server.",
	insecure: "This address has no https, so browsers install no app here: the pages always need the server, and so does the score sheet. The browser's menu can still put a link on the home screen. The person who runs the server can put https in front of it.",
	unable: "This browser does not install apps, or not in a private window. Everything else works.",
	newVersion: "There is a new version of these pages.",
	load: "Load the new version",
	offline: "No connection to the server",
	offlineHelp: "Games need the server. The score sheet for real cards works without it.",
	again: "Try again",
});
