/** Settings of a new table. */
export const DEFAULTS = {
	pace: "normal", spectators: "none", members_watch: true, take_back: 2, undo: true, hints: null, chat: true, clock: null, away_after: 60, stand_in: "bot",
};
