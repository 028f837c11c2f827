"""The English of Mini Spite and Malice but for its lesson: rules, prompts, the table, refusals, pictures."""

from __future__ import annotations

from croupier.core.base.sentence import Template

# a paragraph is one line: whoever shows it to people breaks it, to the width at hand
TABLE: dict[str, Template] = {
    # what it is called, its options, tools and players
    "option.max_turns": "after this many turns the game is a draw",
    "option.goal_size": "cards in each goal pile; the player who first plays all of them wins",
    "label.max_turns": "longest game",
    "label.goal_size": "goal cards",
    "title": "Mini Spite and Malice",
    "summary": "Play your goal pile away over four shared piles.",
    "bot.unknown": "spite-malice has no bot {name!r}; bots are bot, bot:planner and bot:greedy",
    "bot": "plans its turn towards the goal card; bot:planner by a learned value; bot:greedy plays whatever fits",
    "tool.play": "Play a card onto a play pile.",
    "tool.play.source": "From where: h1 to h5 (hand), g (goal pile) or d1 to d4 (discards).",
    "tool.play.pile": "The play pile, 1 to 4.",
    "tool.discard": "Discard a hand card, which ends your turn.",
    "tool.discard.card": "The place of the card in the hand, 1 to 5.",
    "tool.discard.pile": "Your discard pile, 1 to 4.",
    "tool.pass": "Pass: only if you can neither play nor discard.",
    # rules and prompts
    "opening": """\
You are Player {seat} in Mini Spite and Malice, a card game for two. Whoever is first to play all cards of the \
own goal pile wins.

{rules}

Answer with one action in brackets, each time you are asked:
{actions}""",
    "rules": """\
- There are ten cards each of 0 to 9, and 20 jokers{jokers}.
- Four play piles are shared and built upwards: an empty one takes a 0, any other the value that follows its \
top. A joker takes the value needed. A 9 completes a pile, which is then empty again.
- You may play hand cards{hand}, the top of your goal pile{goal} and the tops of your four discard \
piles{discards}. A played goal card turns up the next.
- Your turn begins with a draw to five. Play as many cards as you like; discarding one hand card onto one of \
your discard piles ends the turn. A hand that runs out before draws five more.
- While a play pile is empty, a 0 in your hand or on your goal pile must be played before anything else. A 0 is \
never discarded.
- With no play left and nothing to discard you pass.
- Both hands, the discard piles, the play piles and the goal tops are open to both.
- Two turns in a row without a draw, a play or a discard end the game in a draw, and so do {limit} turns.""",
    "typed.jokers": " [*]",
    "typed.hand": " (h1 to h5)",
    "typed.goal": " (g)",
    "typed.discards": " (d1 to d4)",
    "actions": """\
[p h3 2] plays your third hand card onto play pile 2, [p g 1] your goal card, [p d4 3] the top of \
discard pile 4.
[x3 1] discards your third hand card onto discard pile 1, [x 1] your highest card but 0.
[x] passes.""",
    "how_to_play": "Be the first to play all cards of your goal pile.\n\n{rules}",
    "guide": """\
Mini Spite and Malice, a card game for two, Player 0 and Player 1. Whoever is first to play all cards of the own \
goal pile wins.

{rules}
- On the table, hand cards are listed as h1 to h5, and piles from the bottom to the top.
- The shoe is the pile to draw from. Completed piles are set aside; after every fifth they are shuffled \
and put at its back (recycled).
- A turn is several decisions: you are asked again after each play.

Your actions, written in brackets:
{actions}""",
    # what each card does
    "does.card": "Goes onto a play pile whose top card counts as {before}. The pile then needs {after}.",
    "does.zero": (
        "Begins an empty play pile. While one is empty, a 0 in your hand or on your goal pile must be "
        "played before anything else. It is never discarded."
    ),
    "does.nine": "Goes onto a play pile that shows an 8, and completes it: the pile is then empty again.",
    "does.joker": "Takes any value: it goes onto every play pile, as the value that the pile needs.",
    # refusals of replies
    "reply.none": "it names no action; answer with one in brackets, spelt as in the rules",
    "reply.several": "it names several actions; answer with one",
    "reply.illegal": "{action} is not possible ({reason})",
    "syntax": (
        "[p SOURCE PILE] plays (from h1 to h5, g, or d1 to d4, onto 1 to 4), [xCARD PILE] discards, [x "
        "PILE] discards the highest card but 0, and x alone passes"
    ),
    "reply.not_possible": "{text!r} is not possible: {reason}",
    "reply.unknown": "{text!r} is no action of Mini Spite and Malice: {syntax}",
    "reply.no_discard": "{text!r} is not possible: SM-10: there is no card to discard; [x] passes",
    "objection.over_here": "the game is over",
    # the table
    "not_dealt": "The cards are not dealt yet.",
    "play_pile": "{pile} |{cards}| needs {needs}",
    "play_piles": "Play piles: {piles}",
    "side.you": "You (Player {player}):",
    "side": "Player {player}:",
    "shoe": "Shoe: {shoe} cards ({recycled} of them recycled); set aside: {set_aside}",
    "limit": "turn {turns} of at most {most}",
    "over.draw": "The game is over: a draw.",
    "over.player": "The game is over: Player {player} wins.",
    "side.discards": "  discard piles, top last: {piles}",
    "empty": "empty",
    "side.hand": "  hand: {cards}",
    "side.goal": "  goal: {goal}, {left} left",
    "side.pile": "{place} {cards}",
    "turn": "The turn of Player {player}, {limit}.",
    "turn.you": "Your turn, {limit}.",
    "over.win": "The game is over: you win.",
    "over.loss": "The game is over: you lose.",
    # what happens
    "completes": "Play pile {pile} is complete and set aside.",
    "recycles": "The {cards} cards set aside are shuffled and added to the back of the shoe.",
    "draws": "Player {player} draws {cards}.",
    "wins": "Player {player} has played the last goal card and wins; Player {other} has {left} left.",
    "draw.limit": "A draw: {turns} turns are the limit.",
    "draw.idle": "A draw: two turns in a row changed nothing.",
    "passes": "Player {player} passes.",
    "discards": "Player {player} discards {card} onto discard pile {pile}.",
    "plays": "Player {player} plays {card} from {place} onto play pile {pile}.",
    "plays_joker": "Player {player} plays {card} as a {value} from {place} onto play pile {pile}.",
    "goal": "The goal pile of Player {player} now shows {card}, {left} left.",
    "goal_empty": "The goal pile of Player {player} is empty.",
    "turn_over": "Player {player}: {parts}.",
    "turn.played": {"one": "{count} card played", "other": "{count} cards played"},
    "turn.goal": "goal pile now shows {card}, {left} left",
    "turn.goal_empty": "goal pile is empty",
    "turn.discards": "discards {card} onto discard pile {pile}",
    "turn.passes": "passes",
    # refusals of positions and records
    "position.field": "spite-malice positions have the fields {fields}, not {name!r}",
    "position.number": "{name}={text!r} in the position must be a whole number of 7 digits at most",
    "position.busy": "busy={text!r} in the position must be 0 or 1 (SM-15)",
    "record.options": "the record's options are out of range (SM-2, SM-15)",
    "record.deal": "the deal is due, so the whole pack lies in the shoe and nothing else is on the table",
    "record.field": "the record's {name} is {found}; the cards on the table make it {made}",
    "record.shuffling": "cards are being shuffled (SM-13): there is no position before that is done",
    "record.heights": "the record has piles of impossible height (SM-6, SM-7)",
    "record.counts": "the record has impossible numbers of cards in a hand or on a goal pile (SM-2, SM-5)",
    "record.goal_size": "SM-2: a goal pile holds at most {most} cards here, not {found}",
    "record.empty_goal": "SM-8: an empty goal pile has won, so it is that of the seat that moved last",
    "record.both_empty": "SM-8: both goal piles are empty, and the first to be empty wins",
    "record.turns": "SM-15: {turns} turns have ended of at most {limit}",
    "record.aside": "SM-13: fewer than {most} cards lie aside while the game goes on",
    "position.parts": "{name}={text!r} in the position must have {count} parts, joined by {separator!r}",
    "position.cards": ("{name}={text!r} in the position must be made of the cards 0 to 9 and *, or - for none"),
    # the assignment's terminal
    "classic.goal_size": ("--classic deals goal piles of {wanted} cards (SM-2), so goal_size cannot be {found}"),
    "classic.over": "the game is over in this position: --classic goes on from one in which it lasts",
    "classic.agent": "agent {name!r}: {objection}",
    # pictures
    "picture.back": "card face down",
    "picture.joker": "joker",
    "picture.table": "Mini Spite and Malice. {status}",
    "picture.won": "Player {player} has won.",
    "picture.draw": "The game is a draw.",
    "picture.to_move": "Player {player} is to move.",
    "picture.dealing": "The cards are being dealt.",
    "picture.goal": "goal: {left} left",
    "picture.no_hand": "no card in hand",
    "picture.discards": "discards {pile}",
    "picture.shoe": "shoe: {cards}",
    "picture.needs": "{pile}: needs {needs}",
    "picture.aside": "{cards} cards aside",
    "picture.turn": "turn {turn} of {most}",
    "picture.legend": """\
The ring of a card has as many dark arcs as steps are done from the 0 on, out of the nine that a play pile takes
(SM-7); a joker has all colours. All cards of a discard pile are open, the top one in front.""",
    "picture.hand": "hand",
    "picture.player": "Player {player}",
    "picture.player_to_move": "Player {player} is to move",
    "picture.you": "Player {player} (you)",
    "picture.you_to_move": "Player {player} (you) is to move",
}
