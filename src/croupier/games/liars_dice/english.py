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
        "option.lost_dice": (
            "the loser of a call loses a die, and the last player with dice wins; without it the game is one round"
        ),
        "label.dice": "dice each",
        "label.first_dice": "dice of the first player",
        "label.faces": "faces of a die",
        "label.lost_dice": "lost dice",
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
        "how_to_play.lost": (
            "Everybody rolls dice under a cup, and sees only the own ones.\n\n"
            "- In turn you bid that at least so many of all dice show a face: three fives, say. It may be a lie.\n"
            "- Each bid is higher than the last: more dice of any face, or as many of a higher face.\n"
            "- Or you call the last bidder a liar. Then all dice are shown, and whoever was wrong loses a die.\n"
            "- A {faces} is wild: it counts as every face.\n"
            "- The player who lost the die begins the next round: all roll again. Without dice you are out,"
            " and the last player with dice wins."
        ),
        "spelling": "Say [bid 3x5] to bid three fives, or [liar] to call the last bidder a liar.",
        "you": "You are Player {player}.",
        "own": "Your dice: {dice}.",
        "in_all": "There are {total} dice in all, and {faces} is wild.",
        "has": {"one": "Player {player} has {count} die.", "other": "Player {player} has {count} dice."},
        "no_bid": "No bid yet.",
        "bid": "Player {player} bids {quantity}x{face}.",
        "calls": "Player {player} calls liar.",
        "shown": "Player {player} shows {dice}.",
        "lost": "The bid was {quantity}x{face}, and {found} were there: Player {loser} loses a die.",
        "out": "Player {player} is out.",
        "round": "Round {round}: all roll again, and Player {player} begins.",
        "outcome": (
            "The bid was {quantity}x{face}, and {found} were there: Player {winner} wins, Player {loser} loses."
        ),
        "won": {
            "one": "Player {player} wins with {count} die left.",
            "other": "Player {player} wins with {count} dice left.",
        },
        "no_number": "action {action} does not exist; they are 0 to {last}",
        "no_action": (
            "{text!r} is no action of Liar's Dice: say [liar], or [bid NxF] with N from 1 to {most} and F from 1"
            " to {faces}, like [bid 1x2]"
        ),
        "not_now.bid": "{text!r} is no higher than the last bid: bid more dice, or as many of a higher face",
        "not_now.dice": "{text!r} names more dice than there are: {total} are left",
        "not_now.liar": "{text!r} cannot be said before the first bid: make one, like [bid 1x2]",
        "reply": "it must name one action in brackets, like '[bid 3x5]' or '[liar]'",
        "position.field": "positions of liars-dice have the fields out, last, cups and bids, not {name!r}",
        "position.dice": (
            "cups={text!r} in the position must be the dice of each seat, joined by slashes: {numbers} dice with"
            " faces from 1 to {faces} (LD-1)"
        ),
        "position.last": (
            "last={text!r} in the position must be the dice of each seat at the end of the round before (no more"
            " than {dice} with faces from 1 to {faces}, of at least two seats), the last bid on them and the seat"
            " with dice that called, like last=133/246,3x3,1, in a game with lost_dice=true (LD-5)"
        ),
        "position.out": (
            "out={text!r} in the position must be the seats without dice in last, in the order in which they went"
            " out, joined by commas (LD-6)"
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
        "view.round": "Round",
        "view.last": "Last round",
        "view.bidder": "Last bid by",
        "view.found": "Found",
        "view.loser": "Lost a die",
    },
)
say = ENGLISH.say
