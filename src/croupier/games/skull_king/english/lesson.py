"""The guided first round of Skull King, in English."""

from __future__ import annotations

from croupier.core.base.sentence import Template

LESSON: dict[str, Template] = {
    "lesson.title": "A first round of Skull King",
    "lesson.pirate": (
        "Ben led purple 9, and Cara's 13 is ahead. You said before that you would win two tricks of this round. "
        "Rosie is a pirate and beats all numbers: tap her."
    ),
    "lesson.pirate.unless": "That is allowed. But you want this trick, and Rosie wins it: play her.",
    "lesson.follow": (
        "You won: 1 of 2. The winner of a trick leads the next one. Keep black 8 for later and get rid of the low "
        "card: play purple 2."
    ),
    "lesson.follow.unless": "That is allowed. But black 8 is worth more later: play purple 2.",
    "lesson.trump": (
        "A player who has the suit that was led must follow, so Ben and Cara played purple, and Cara's 12 won. "
        "Now she has led green. You have none, so you may play any card, and black beats all colours: play black "
        "8."
    ),
    "lesson.trump.unless": "Play black 8: it is your last card.",
    "lesson.bid": (
        "You bid 2 and won 2: 20 points for each. A trick too many or too few costs 10. Now bid for these "
        "four: the Skull King and the mermaid beat numbers, the escape always loses. Bid 2."
    ),
    "lesson.bid.unless": (
        "You could bid that. But two of your cards should win a trick, the Skull King and the mermaid: here, bid "
        "2."
    ),
    "lesson.end": (
        "All bids are shown at once. The Skull King beats pirates, pirates beat mermaids, mermaids beat the "
        "Skull King. A bid of 0 brings 10 points for each card dealt if you win no trick. Point at a card, or "
        "hold your finger on it, and it says what it does."
    ),
}
