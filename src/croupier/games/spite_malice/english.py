"""The English of Mini Spite and Malice: whatever it says to people, by keys that other languages share."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue, Template
from croupier.core.spec.prompts import Names
from croupier.games.spite_malice.classic.game import REASONS

LESSON: dict[str, Template] = {
    "lesson.title": "A first game of Mini Spite and Malice",
    "lesson.hello": (
        "You play against Ben. Each of you has a goal pile, of which only the top card can be seen. "
        "The player who first plays the whole pile away wins. Yours has three cards here; in a usual game it has "
        "fifteen."
    ),
    "lesson.hand": (
        "These five cards are your hand. Hands lie open: Ben sees yours, and you see his. Cards go from 0 to 9. "
        "The card with the star is a joker, and stands for any of them. All cards that are left lie in the shoe: "
        "from it you draw to five cards when your turn begins."
    ),
    "lesson.piles": (
        "The four play piles in the middle belong to both of you: 1 to 4, from the left. Each is built upwards: "
        "an empty pile takes a 0, then it takes a 1, a 2, and so on to 9. Each says what it needs next."
    ),
    "lesson.away": (
        "In your turn you play as many cards as you like onto the play piles. To end it, you put a card from your "
        "hand onto one of your four discard piles. In a later turn you can play the top card of a discard pile."
    ),
    "lesson.zero": (
        "While a play pile is empty, a 0 must be played before anything else, and you have one. Choose the 0 in "
        "your hand, then choose pile 1."
    ),
    "lesson.zero.unless": "Any empty pile takes a 0. Here, take the first one, on the left.",
    "lesson.one": "Pile 1 now needs a 1, and you have one. Choose the 1, then choose pile 1.",
    "lesson.one.unless": "That is allowed. But the 1 brings you nearer to your goal card: put it on pile 1.",
    "lesson.goal": (
        "Pile 1 needs a 2, and a 2 lies on your goal pile. Goal cards are what counts: choose the 2 on your "
        "goal pile, then choose pile 1."
    ),
    "lesson.goal.unless": "That is allowed. But play the 2 from your goal pile now: that wins the game.",
    "lesson.joker": (
        "The next goal card is turned up, a 5. Pile 1 needs a 3, which you do not have. But the joker, the card "
        "with the star, stands for any card. Choose it, then choose pile 1."
    ),
    "lesson.joker.unless": "That is allowed. But a joker on pile 1 stands for the 3 that you lack.",
    "lesson.four": "The joker counts as a 3. Now the 4 from your hand fits: put it on pile 1.",
    "lesson.four.unless": "That is allowed. But the 4 on pile 1 makes room for your goal card.",
    "lesson.five": "Pile 1 needs a 5, your goal card. Put it on pile 1.",
    "lesson.five.unless": "That is allowed. But play your goal card first.",
    "lesson.discard": (
        "One goal card is left, an 8. Pile 1 needs a 6, and you have none, so end your turn. Choose the 7 in your "
        "hand, then choose your first discard pile, the one next to the goal pile."
    ),
    "lesson.discard.unless": "Any of your discard piles would do. Here, take the first one.",
    "lesson.other": (
        "Ben played a 6 onto pile 1, had no 7, and discarded a 3. It is your turn. It began with a draw to five "
        "cards: your hand was empty, so you drew five."
    ),
    "lesson.top": (
        "Pile 1 needs a 7. The top card of a discard pile may be played, and your 7 lies there. Choose it, "
        "then choose pile 1."
    ),
    "lesson.top.unless": ("That is allowed. But the 7 from your discard pile makes room for your last goal card."),
    "lesson.win": "Pile 1 needs an 8: your last goal card. Put it on pile 1.",
    "lesson.win.unless": "That is allowed. But your goal card wins the game now.",
    "lesson.end": (
        "You have played your goal pile away and won. Two more things: a 9 completes a play pile, which is "
        "then empty again. And since all hands are open, look at what Ben needs before you play: that is "
        "the spite."
    ),
}


NUMBERED = {
    "rule.SM-1": "There are 120 cards: ten each of 0 to 9, and twenty jokers. Both players share them.",
    "rule.SM-2": (
        "Each player is dealt five cards as a hand, and then a goal pile of fifteen cards, the last one on top, "
        "or as many as the table has settled. The other cards are drawn from."
    ),
    "rule.SM-3": (
        "The player with the higher card on top of the goal pile begins; a joker is above the 9. If they are "
        "equal, the first player begins."
    ),
    "rule.SM-4": (
        "Both players see both hands, the tops of both goal piles, all discard piles and all play piles. Nobody "
        "sees the goal cards below the tops, nor the cards that are still to be drawn."
    ),
    "rule.SM-5": "A turn begins by drawing until there are five cards in the hand.",
    "rule.SM-6": (
        "You play a card of your hand, the top of your goal pile or the top of one of your discard piles onto a "
        "play pile. An empty play pile takes a 0, any other the value that follows its top. A joker stands for "
        "the value that is needed."
    ),
    "rule.SM-7": "A 9 completes a play pile: its cards are set aside, and its place is empty again.",
    "rule.SM-8": (
        "A goal card that is played turns up the next, which may be played at once. The player who plays the last "
        "one wins."
    ),
    "rule.SM-9": "A player who has played the whole hand before discarding draws five more cards and goes on.",
    "rule.SM-10": (
        "A turn ends by discarding one card of the hand onto one of your four discard piles. Any card but a 0 "
        "may go."
    ),
    "rule.SM-11": (
        "While a play pile is empty, a 0 in your hand or on your goal pile must be played there before anything "
        "else. A 0 is never discarded."
    ),
    "rule.SM-12": (
        "Who can play nothing and has nothing but 0s in the hand, or no card at all, ends the turn without "
        "discarding."
    ),
    "rule.SM-13": (
        "After five completed play piles their cards are shuffled and can be drawn again; so are those set aside"
        " by then if nothing is left to draw. If there are still too few, the hand stays short."
    ),
    "rule.SM-14": (
        "One play goes in this order: the card leaves its place and is put down, it may complete a pile, and it "
        "may win; then cards are shuffled in again, and the hand is filled up."
    ),
    "rule.SM-15": (
        "Two turns in a row without a draw, a play or a discard end the game in a draw, and so does the number "
        "of turns that the table has settled."
    ),
}


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


ENGLISH = Catalogue("spite-malice", {**TABLE, **NUMBERED, **LESSON, **REASONS})
say = ENGLISH.say

NAMES = (
    Names(
        old=("mini spite and malice", "spite and malice", "spite-malice"),
        new=("meadowlark", "ninefold", "causeway", "tandem"),
    ),
    Names(old=("joker",), new=("prism", "lantern", "comet")),
    Names(old=("goal", "shoe"), new=("cargo", "quarry", "orchard", "kennel")),
)
"""Other names in disguise, for language models that may have read about the game."""
