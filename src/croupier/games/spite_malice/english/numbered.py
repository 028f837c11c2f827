"""Each rule of Mini Spite and Malice by its number, for people who meet the number."""

from __future__ import annotations

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
