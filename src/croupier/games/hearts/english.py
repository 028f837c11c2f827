"""The English of Hearts: whatever it says to people, by keys."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue

ENGLISH = Catalogue(
    "hearts",
    {
        "title": "Hearts",
        "summary": "Avoid hearts and the queen of spades, or take them all.",
        "option.passing": "cycle: to the left, the right, across, and to nobody in turn; or always the same",
        "option.first_trick": "safe: no heart and not the queen of spades to the first trick; any: any card",
        "option.jack": "whether who takes the jack of diamonds is spared 10 points",
        "option.moon": "who takes all penalty cards: add 26 to the others, or subtract 26 from that player",
        "option.target": "the game ends once somebody has this many penalty points; 0: all deals are played",
        "option.deals": "the most deals of a game",
        "label.passing": "passing",
        "label.first_trick": "first trick",
        "label.jack": "jack of diamonds",
        "label.moon": "shooting the moon",
        "label.target": "points that end the game",
        "label.deals": "most deals",
        "passing.cycle": "left, right, across, none",
        "passing.left": "left",
        "passing.right": "right",
        "passing.across": "across",
        "passing.none": "none",
        "first.safe": "no penalty cards",
        "first.any": "any card",
        "moon.add": "26 for the others",
        "moon.subtract": "26 off",
        "no_across": "passing=across is not possible with 3 players: nobody sits across (HE-2)",
        "how_to_play": (
            "You try to take no hearts and not the queen of spades.\n\n"
            "- {deck} Each is dealt {cards} cards. {passing}\n"
            "- The two of clubs leads. Play the suit that was led if you can, else any card. {first}\n"
            "- The highest card of the suit that was led takes the trick and leads the next. Aces are high.\n"
            "- Hearts are led only once a heart or the queen of spades has been played, or from a hand of hearts"
            " alone.\n"
            "- Each heart you take is a penalty point, and the queen of spades is 13. {jack}\n"
            "- Who takes all of them shoots the moon: {moon}\n"
            "- {end} The fewest penalty points win."
        ),
        "how.all": "All 52 cards go round.",
        "how.without": "All cards but {cards} go round.",
        "how.cycle": (
            "Then each passes three cards: to the left in the first deal, to the right in the second, across in"
            " the third, and to nobody in the fourth; then it begins again."
        ),
        "how.cycle.three": (
            "Then each passes three cards: to the left in the first deal, to the right in the second, and to"
            " nobody in the third; then it begins again."
        ),
        "how.left": "Then each passes three cards to the left.",
        "how.right": "Then each passes three cards to the right.",
        "how.across": "Then each passes three cards across.",
        "how.none": "No cards are passed.",
        "how.first.safe": "Hearts and the queen of spades stay out of the first trick, unless you have no others.",
        "how.first.any": "That holds for the first trick too.",
        "how.no_jack": "Other cards cost nothing.",
        "how.jack": "The jack of diamonds takes 10 points off.",
        "how.moon.add": "none for that player, and 26 for each other.",
        "how.moon.subtract": "26 points are taken off, and the others get none.",
        "how.deals": {"one": "There is one deal.", "other": "There are {count} deals."},
        "how.target": (
            "The game ends with the deal in which somebody comes to {target} points, or after {deals} deals."
        ),
        "spelling": "Say [pass 10H] to pass the ten of hearts, and [10H] to play it.",
        "deal": "Deal {deal}.",
        "no_deal": "The first deal is due.",
        "passes.left": "Three cards are passed to the left, which is the next player.",
        "passes.right": "Three cards are passed to the right, which is the player before.",
        "passes.across": "Three cards are passed across.",
        "passes.none": "No cards are passed.",
        "seat": "Player {player}: {taken} taken, {score} in all.",
        "queen": "Player {player} has taken the queen of spades.",
        "jack": "Player {player} has taken the jack of diamonds.",
        "broken": "Hearts may be led.",
        "own.passed": "You pass to Player {player}: {cards}.",
        "nothing": "nothing yet",
        "own.received": "You get: {cards}.",
        "own.hand": "Your hand: {cards}.",
        "you.pass": "You pass {card}.",
        "passed": "Player {player} has passed three cards.",
        "moon": "Player {player} has shot the moon.",
        "takes": "Player {player} takes the trick with {card}.",
        "scored": "Player {player}: {gained} penalty points, {score} in all.",
        "wins": {
            "one": "{who} wins with {score} penalty points.",
            "other": "{who} share the win with {score} penalty points each.",
        },
        "no_action": "{text!r} is no action of Hearts: say [pass CARD], like [pass QS], or a card, like [10H]",
        "not_now.first": "{text!r} cannot be done now: pass one of {cards}",
        "asks.pass": "Pass three cards to Player {player}: {done} of {count} chosen",
        "picture.pass": "Player {player} is to pass.",
        "picture.seat": "{taken} taken, {score} in all",
        "bot": "plays low and keeps out of tricks by the chances of its cards, from what it has seen",
        "position.form": (
            "{name}={text!r} in the position is not possible: after the first deal there are scores of each seat,"
            " all below the target, and last=LEADER/CARDS/WINNER"
        ),
        "position.hands": (
            "the position must have hands of {players} seats, joined by slashes, each of {cards} cards that go"
            " round (HE-1)"
        ),
        "view.last_winner": "Taken by",
        "view.deal": "Deal",
        "view.deals": "Deals at most",
        "view.target": "Points that end it",
        "view.passing": "Cards are passed",
        "view.broken": "Hearts broken",
        "view.taken": "Taken",
        "view.queen": "Queen of spades",
        "view.jack": "Jack of diamonds",
        "view.gained": "This deal",
        "view.to": "Cards go to",
        "view.passed": "Passed",
        "view.received": "Received",
        "lesson.title": "A first deal of Hearts",
        "lesson.queen": (
            "Ben led clubs, and Cara's king is the highest, so Cara takes this trick. You want no hearts, one "
            "point each, and not the queen of spades, which is 13. You have no clubs, so you may play any card:"
            " give Cara the queen of spades. Tap her."
        ),
        "lesson.queen.unless": (
            "That is allowed. But the queen of spades is 13 points for whoever takes her: give her to Cara now."
        ),
        "lesson.under": (
            "Cara takes 13 points and leads the next trick: hearts. If you have the suit that was led, you must"
            " play it. The highest card of that suit takes the trick, so stay below Cara's 9: play the 3 of "
            "hearts."
        ),
        "lesson.under.unless": (
            "That is allowed. But your 10 beats Cara's 9, and four hearts are four points: play the 3 of hearts."
        ),
        "lesson.throw": (
            "Now diamonds, and you have none. A card of another suit never takes a trick, however high it is: "
            "get rid of your last heart, the 10."
        ),
        "lesson.throw.unless": (
            "That is allowed. But the 10 of hearts is a point for whoever takes it: play it while you can."
        ),
        "lesson.last": "One card is left, the ace of spades. Clubs were led, so it takes nothing: play it.",
        "lesson.last.unless": "Play the ace of spades: it is your last card.",
        "lesson.pass": (
            "You took 3 points in this deal and Cara 19. The fewest win in the end. Before most deals you pass "
            "three cards, this time to Ben on your left. Pass what you fear: first the queen of spades."
        ),
        "lesson.pass.unless": (
            "You may pass that. But no card costs more than the queen of spades: pass her first."
        ),
        "lesson.king": "Ben gets the queen. The king of spades is higher, so it could take her back: pass it too.",
        "lesson.king.unless": "You may pass that. Here, pass the king of spades.",
        "lesson.ace": "One more. The ace of hearts takes every trick in which hearts are led: pass it.",
        "lesson.ace.unless": "You may pass that. Here, pass the ace of hearts.",
        "lesson.end": (
            "When all have passed, you see what you got. The player with the 2 of clubs leads it; hearts and "
            "the queen may not be played to the first trick. A heart is led only after a heart or the queen has"
            " been played. Whoever takes all of them shoots the moon: 26 points for each of the others."
        ),
    },
)
say = ENGLISH.say
