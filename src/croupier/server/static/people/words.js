/** Words about people and their seats: leaving, coming back, handing over, playing again. */
export const w = {
	leave: "Leave the table",
	leaveSure: {
		lobby: "Your seat is free for others then. You need the link to come back.",
		playing: "A bot plays on in your seat, and the others are told. You can take the seat back as long as the host has not given it to somebody else.",
		watching: "You need the link to come back.",
		over: "You need the link to come back.",
	},
	hostLeaves: "You are the host. Before you leave, make somebody else the host under Players.",
	remove: (name) => `Remove ${name}`,
	removeSure: {
		lobby: (name) => `${name} leaves the table. The link to join is replaced, so that only a new one opens it.`,
		playing: (name) => `${name} leaves the table for good, and a bot plays on. The link to join is replaced. Everybody is told.`,
	},
	stay: "Stay",
	cancel: "Cancel",
	left: (name) => `${name} (bot)`,
	youLeft: "You have left. A bot plays on in your seat.",
	takeBack: "Take my seat back",
	leftState: "you have left: take your seat back",
	handOver: (name) => `Hand over to ${name}`,
	handOverHelp: (name) => `The cards are covered. Only ${name} should see the next picture.`,
	showCards: "Show cards",
	membersWatch: "Invited people without a seat see the open cards",
	membersWatchHelp: "what all players see, no hand; can be changed at any time",
	watchHidden: "You have no seat, and the host does not show the cards to people without one. The host can give you the seat of a bot.",
	watchOpen: "You are watching. The host can give you the seat of a bot.",
};
