/**
 * What the browser runs first: the words of its language, then the application, which needs them.
 *
 * The pages are modules as they are, with Preact from `vendor`; nothing is built. Read `main.js` (the application),
 * then `following.js` (a table: what each message changes, from its `socket.js`) and `pages/table.js` (what is drawn of it).
 * A game's folder is imported by `games.js` and the score sheet only; `tricks` and `parts` are for all.
 *
 * - `pages`: a page each, found by `route.js`; `parts`: what pages are made of: lobby, cards, panels, reviews
 * - `tricks`, `plain`, and a folder for each game: drawing a table, from the views that the server sends
 * - `people`, `chat`, `time`, `fair`, `story`, `learn`, `positions`: one thing that people do at a table each
 * - `strings.js`, `words.js`, `languages`: all words; `css`: all styles; `app`, `worker.js`: the installed application
 */
import { loadWords } from "./language.js";

loadWords().then(() => import("./main.js"));
