"""Liar's Dice in words: actions, what a seat sees, prompts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from croupier.core import GameShape, Message, NotLegalNowError, Position, ReplyError, SeatView, Sentence, joined
from croupier.games.liars_dice.english import ENGLISH, say

_ACTION = r"(?:liar|(?:bid\s*)?(\d{1,2})\s*x\s*(\d))"


LABELS = ENGLISH.named("view.")
"""Names of the parts of a view for people."""


def action_to_string(position: Position, action: int) -> str:
    """``[bid 3x5]`` (three fives) or ``[liar]``."""
    faces, call = int(position.game.options["faces"]), position.game.num_actions - 1
    if not 0 <= action <= call:
        raise ValueError(say("no_number", action=action, last=call))
    return "[liar]" if action == call else f"[bid {action // faces + 1}x{action % faces + 1}]"


def string_to_action(position: Position, text: str) -> int:
    """Read ``[bid 3x5]`` or ``[liar]``; case, spaces, the brackets and ``bid`` do not matter."""
    faces, call = int(position.game.options["faces"]), position.game.num_actions - 1
    found = re.fullmatch(rf"\[?\s*{_ACTION}\s*\]?", text.strip(), re.IGNORECASE)
    quantity, face = (int(found[1]), int(found[2])) if found and found[1] else (1, 1)
    if not found or not (1 <= quantity <= call // faces and 1 <= face <= faces):
        raise ValueError(say("no_action", text=text, most=call // faces, faces=faces))
    action = (quantity - 1) * faces + face - 1 if found[1] else call
    if action not in position.legal_actions():
        raise NotLegalNowError(say("not_now.bid" if found[1] else "not_now.liar", text=text))
    return action


def _shown(table: Mapping[str, Any]) -> list[Sentence]:
    """All dice, once they are shown."""
    dice = [" ".join(map(str, each)) for each in table["shown"] or ()]
    return [say("shown", player=seat, dice=each) for seat, each in enumerate(dice)]


def observation_string(view: SeatView) -> Sentence:
    """The own dice, all bids, and all dice at the end."""
    table = view["table"]
    own = [say("own", dice=" ".join(map(str, table["dice"])))] if table["dice"] else []
    bids = [say("bid", player=bid["seat"], quantity=bid["quantity"], face=bid["face"]) for bid in table["bids"]]
    called = [say("calls", player=table["caller"])] if view["over"] else []
    count = say("in_all", total=sum(table["numbers"]), faces=table["faces"])
    return joined(" ", [*own, count, *(bids or [say("no_bid")]), *called, *_shown(table)])


def how_to_play(game: GameShape) -> Sentence:
    """The rules of a table for people who see it and click."""
    return say("how_to_play", faces=game.options["faces"])


def opening(position: Position, seat: int) -> Sentence:
    """Rules, the spelling of actions, and what the seat sees."""
    seen = joined(" ", [say("you", player=seat), observation_string(position.view(seat))])
    return joined("\n\n", [how_to_play(position.game), say("spelling"), seen])


def read(position: Position, reply: str, *, strict: bool) -> int:
    """The first action in brackets; with `strict` there must be no other."""
    named = [found[0].lower() for found in re.finditer(rf"\[\s*{_ACTION}\s*\]", reply, re.IGNORECASE)]
    if not named or (strict and len({"".join(each.split()) for each in named}) > 1):
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
    player, table = before.current_player(), after.table(None)
    if after.is_terminal():
        return [Message(line) for line in (say("calls", player=player), *_shown(table))]
    bid = table["bids"][-1]
    return [Message(say("bid", player=player, quantity=bid["quantity"], face=bid["face"]))]


def board(position: Position) -> Sentence:
    """The bids, and all dice at the end."""
    return observation_string(position.view(None))


def outcome(position: Position) -> Sentence:
    """Who won, and how many dice the bid found (LD-3)."""
    table, points = position.table(None), position.view(None)["points"]
    quantity, face = table["bids"][-1]["quantity"], table["bids"][-1]["face"]
    found = sum(die in (face, table["faces"]) for dice in table["shown"] for die in dice)
    won, lost = points.index(max(points)), points.index(min(points))
    return say("outcome", quantity=quantity, face=face, found=found, winner=won, loser=lost)
