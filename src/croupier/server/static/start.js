/** What the browser runs first: the words of its language, then the application, which needs them. */
import { loadWords } from "./language.js";

loadWords().then(() => import("./main.js"));
