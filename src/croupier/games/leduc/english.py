"""The English of Leduc poker, by keys."""

from croupier.core import Catalogue

RULES = {
    "LED-1": "Two players put one chip each into the pot. The deck is jack, queen and king of two suits; each"
    " player gets one card, which the other does not see.",
    "LED-2": "In turn, Player 0 first in both rounds, they call or raise. Calling with nothing to pay is a check."
    " Folding is for who would have to pay.",
    "LED-3": "A call pays what the other has put in beyond the own chips. A raise pays that and 2 chips more in"
    " the first round, 4 in the second. Each round has two raises at most.",
    "LED-4": "A round ends with a call after a raise, or with two calls. After the first round one of the other "
    "four cards is laid face up on the table, and the second round begins.",
    "LED-5": "Who folds loses the chips put in, and no card is shown. After the second round both are shown.",
    "LED-6": "A card of the table's rank is a pair and wins. Else the higher rank wins: king, queen, jack."
    " Equal ranks part the pot.",
}
ENGLISH = Catalogue(
    "leduc",
    {
        "title": "Leduc Poker",
        "summary": "A card in the hand, one on the table, two rounds of bets: win the other player's chips.",
        "bot": "bets on a pair or a king, folds what the table beats",
        **{f"rule.{name}": text for name, text in RULES.items()},
        "how_to_play": "Win the other player's chips.\n\n"
        + "\n".join(f"- {text.replace('Player 0', 'the first player')}" for text in RULES.values()),
        "opening": "Leduc poker.\n{rules}\nAnswer with [fold], [call] or [raise].\nYou are Player {seat}. {seen}",
        "card": "Your card: {card}.",
        "board": "On the table: {card}.",
        "board.none": "On the table: nothing yet.",
        "pot": "In the pot: {first} of Player 0, {second} of Player 1.",
        "shown": "Shown: {first} of Player 0, {second} of Player 1.",
        "said": "Answers: {said}.",
        "fold": "Player {player} folds.",
        "check": "Player {player} checks.",
        "call": "Player {player} calls.",
        "raise": "Player {player} raises to {chips}.",
        "wins": "Player {player} wins {chips}.",
        "draw": "A draw: both take back what they put in.",
        "no_number": "action {action} does not exist; 0 is [fold], 1 is [call], 2 is [raise]",
        "no_action": "{text!r} is no action of Leduc poker: say [fold], [call] or [raise]",
        "reply": "it must name one action: [fold], [call] or [raise]",
        "position.field": "{name}={text!r}: a position has cards=A,B, board=C and said=..., like cards=Js,Qh"
        " board=Kh said=crc/rc; - is a card that is not dealt",
        "position.cards": "two different cards are dealt, or none, and the table's is neither (LED-1, LED-4)",
        "position.answers": "these answers cannot be given in this order (LED-2, LED-3)",
        "position.round": "said={said!r}: a / stands where the table's card was turned up, nowhere else (LED-4)",
        "position.board": "a card is on the table in the second round, and not before (LED-4)",
        "position.values": "the record is not what its cards and answers lead to (LED-1 to LED-4)",
        "view.card": "Your card",
        "view.board": "On the table",
        "view.chips": "In the pot",
        "view.answers": "Answers",
        "view.shown": "Shown",
    },
)
say = ENGLISH.say
