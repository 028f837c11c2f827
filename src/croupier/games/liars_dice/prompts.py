"""The prompts of Liar's Dice: for people in a terminal, and for language models."""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.core.base.sentence import Sentence, joined
from croupier.core.spec.position import Position
from croupier.core.spec.prompts import Message, ReplyError
from croupier.core.spec.shape import GameShape
from croupier.games.liars_dice.english import say
from croupier.games.liars_dice.text import numbers, observation_string, string_to_action

_ACTION = re.compile(r"\[\s*(?:liar|(?:bid\s*)?\d{1,2}\s*x\s*\d)\s*\]", re.IGNORECASE)


def how_to_play(game: GameShape) -> Sentence:
    """The rules of a table for people who see it and click."""
    return say("how_to_play", faces=game.options["faces"])


def guide(game: GameShape) -> Sentence:
    """Rules and the spelling of actions (LD-1 to LD-4)."""
    return joined("\n\n", [how_to_play(game), say("spelling")])


def recap(lines: Sequence[str]) -> str | None:
    """Nothing is told shorter: there is one round."""
    del lines
    return None


def opening(position: Position, seat: int) -> Sentence:
    """Rules, the spelling of actions, and what the seat sees."""
    you = say("you", player=seat)
    return joined("\n\n", [guide(position.game), joined(" ", [you, observation_string(position.view(seat))])])


def read(position: Position, reply: str, *, strict: bool) -> int:
    """The first action in brackets.

    Raises:
        ReplyError: there is none, or it does not exist, or (strict) there are several.
    """
    named = _ACTION.findall(reply)
    if not named or (strict and len({"".join(word.lower().split()) for word in named}) > 1):
        raise ReplyError(say("reply"), "several" if named else "unparsable")
    try:
        return string_to_action(position, named[0])
    except ValueError as error:
        raise ReplyError(str(error)) from error


def hearers(position: Position) -> Sequence[int]:
    """Everyone hears what is said."""
    return range(position.game.num_players)


def narrate(before: Position, action: int, after: Position) -> Sequence[Message]:
    """The bid; or the call, and then all dice."""
    del action
    player, table = before.current_player(), after.table(None)
    if not after.is_terminal():
        bid = table["bids"][-1]
        return [Message(say("bid", player=player, quantity=bid["quantity"], face=bid["face"]))]
    shown = [say("shown", player=seat, dice=numbers(dice)) for seat, dice in enumerate(table["shown"])]
    return [Message(line) for line in (say("calls", player=player), *shown)]


def board(position: Position) -> Sentence:
    """The bids, and all dice at the end."""
    return observation_string(position.view(None))


def outcome(position: Position) -> Sentence:
    """Who won, and how many dice the bid found (LD-3)."""
    view = position.view(None)
    table, points = view["table"], view["points"]
    quantity, face = table["bids"][-1]["quantity"], table["bids"][-1]["face"]
    found = sum(die in (face, table["faces"]) for dice in table["shown"] for die in dice)
    won, lost = points.index(max(points)), points.index(min(points))
    return say("outcome", quantity=quantity, face=face, found=found, winner=won, loser=lost)
