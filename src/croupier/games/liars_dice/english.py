"""The English of Liar's Dice: whatever it says to people, by keys."""

from __future__ import annotations

from croupier.core.base.sentence import Catalogue

ENGLISH = Catalogue(
    "liars-dice",
    {
        "title": "Liar's Dice",
        "summary": "Bid on the dice under all cups, or call the last bidder a liar.",
        "option.players": "number of players",
        "option.dice": "dice of each player",
        "option.first_dice": "dice of the first player, if it has another number; 0: as many as the others",
        "option.faces": "faces of a die; the highest is wild",
        "label.dice": "dice each",
        "label.first_dice": "dice of the first player",
        "label.faces": "faces of a die",
        "bot": "bids what is likeliest to be true, and calls what is likelier to be a lie",
        "how_to_play": (
            "Everybody rolls dice under a cup, and sees only the own ones.\n\n"
            "- In turn you bid that at least so many of all dice show a face: three fives, say. It may be a lie.\n"
            "- Each bid is higher than the last: more dice of any face, or as many of a higher face.\n"
            "- Or you call the last bidder a liar. Then all dice are shown, and the game is over.\n"
            "- A {faces} is wild: it counts as every face.\n"
            "- If there are as many dice as was bid, the bidder wins and who called loses; else it is the other"
            " way round. Everybody else comes out even."
        ),
        "spelling": "Say [bid 3x5] to bid three fives, or [liar] to call the last bidder a liar.",
        "you": "You are Player {player}.",
        "own": "Your dice: {dice}.",
        "in_all": "There are {total} dice in all, and {faces} is wild.",
        "no_bid": "No bid yet.",
        "bid": "Player {player} bids {quantity}x{face}.",
        "calls": "Player {player} calls liar.",
        "shown": "Player {player} shows {dice}.",
        "outcome": (
            "The bid was {quantity}x{face}, and {found} were there: Player {winner} wins, Player {loser} loses."
        ),
        "no_number": "action {action} does not exist; they are 0 to {last}",
        "no_action": (
            "{text!r} is no action of Liar's Dice: say [liar], or [bid NxF] with N from 1 to {most} and F from 1"
            " to {faces}, like [bid 1x2]"
        ),
        "not_now.bid": "{text!r} is no higher than the last bid: bid more dice, or as many of a higher face",
        "not_now.liar": "{text!r} cannot be said before the first bid: make one, like [bid 1x2]",
        "reply": "it must name one action in brackets, like '[bid 3x5]' or '[liar]'",
        "position.field": "positions of liars-dice have the fields cups and bids, not {name!r}",
        "position.dice": (
            "cups={text!r} in the position must be the dice of each seat, joined by slashes: {numbers} dice with"
            " faces from 1 to {faces} (LD-1)"
        ),
        "position.bids": (
            "{text!r} in the position cannot be said there: dice come first, then higher and higher bids like"
            " 2x3, then liar (LD-2)"
        ),
        "record.options": "the record's numbers of seats, dice or faces are out of range (LD-1)",
        "record.values": "the record holds values that are out of range (LD-1, LD-2)",
        "record.differs": "the record's {fields} are not what its dice and bids lead to (LD-2)",
        "view.dice": "Your dice",
        "view.numbers": "Dice",
        "view.faces": "Wild face",
        "view.bids": "Bids",
        "view.seat": "Player",
        "view.quantity": "Dice bid",
        "view.face": "Face",
        "view.caller": "Called by",
        "view.shown": "Shown",
    },
)
say = ENGLISH.say
