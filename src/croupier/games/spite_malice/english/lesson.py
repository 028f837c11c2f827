"""The guided first round of Mini Spite and Malice, in English."""

from __future__ import annotations

from croupier.core.base.sentence import Template

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
        "You have played your goal pile away and won. Two things more: a 9 completes a play pile, which is "
        "then empty again. And since all hands are open, look at what Ben needs before you play: that is "
        "the spite."
    ),
}
