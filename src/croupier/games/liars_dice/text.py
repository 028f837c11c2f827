"""Liar's Dice in words: actions, what a seat sees, prompts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.core import (
    EndedRound,
    GameShape,
    Message,
    NotLegalNowError,
    Position,
    ReplyError,
    SeatScore,
    SeatView,
    Sentence,
    joined,
)
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
    """Parse ``[bid 3x5]`` or ``[liar]``; case, spaces, the brackets and ``bid`` do not matter."""
    faces, call = int(position.game.options["faces"]), position.game.num_actions - 1
    found = re.fullmatch(rf"\[?\s*{_ACTION}\s*\]?", text.strip(), re.IGNORECASE)
    quantity, face = (int(found[1]), int(found[2])) if found and found[1] else (1, 1)
    if not found or not (1 <= quantity <= call // faces and 1 <= face <= faces):
        raise ValueError(say("no_action", text=text, most=call // faces, faces=faces))
    action = (quantity - 1) * faces + face - 1 if found[1] else call
    if action not in position.legal_actions():
        if quantity > (total := sum(position.table(None)["numbers"])):
            raise NotLegalNowError(say("not_now.dice", text=text, total=total))
        raise NotLegalNowError(say("not_now.bid" if found[1] else "not_now.liar", text=text))
    return action


def _shown(shown: Sequence[Sequence[int]] | None) -> list[Sentence]:
    dice = [" ".join(map(str, each)) for each in shown or ()]
    return [say("shown", player=seat, dice=each) for seat, each in enumerate(dice) if each]


def observation_string(view: SeatView) -> Sentence:
    """The seat's own dice, all bids, and all dice at the end."""
    table, last = view["table"], view["table"]["last"] if view["over"] else None
    own = [say("own", dice=" ".join(map(str, table["dice"])))] if table["dice"] else []
    made = [{**last, "seat": last["bidder"]}] if last else table["bids"]
    bids = [say("bid", player=bid["seat"], quantity=bid["quantity"], face=bid["face"]) for bid in made]
    called = [say("calls", player=table["caller"])] if view["over"] else []
    count = [] if last else [say("in_all", total=sum(table["numbers"]), faces=table["faces"])]
    if table["round"]:
        count += [say("has", player=seat, count=number) for seat, number in enumerate(table["numbers"])]
    return joined(" ", [*own, *count, *(bids or [say("no_bid")]), *called, *_shown(table["shown"])])


def how_to_play(game: GameShape) -> Sentence:
    """The rules of a table for people who play by clicking."""
    return say("how_to_play.lost" if game.options["lost_dice"] else "how_to_play", faces=game.options["faces"])


def opening(position: Position, seat: int) -> Sentence:
    """Rules, the spelling of actions, and the seat's view."""
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
    """All seats: bids are public."""
    return range(position.game.num_players)


def narrate(before: Position, action: int, after: Position) -> Sequence[Message]:
    """The bid; or the call, then all dice, and the result of the round (LD-5, LD-6)."""
    player, table = before.current_player(), after.table(None)
    if action < before.game.num_actions - 1:
        bid = table["bids"][-1]
        return [Message(say("bid", player=player, quantity=bid["quantity"], face=bid["face"]))]
    last = table["last"]
    lines = [say("calls", player=player), *_shown(last["shown"] if last else table["shown"])]
    if last:
        quantity, face, found, loser = last["quantity"], last["face"], last["found"], last["loser"]
        lines.append(say("lost", quantity=quantity, face=face, found=found, loser=loser))
        lines += [say("out", player=loser)] if not table["numbers"][loser] else []
        lines += [] if after.is_terminal() else [say("round", round=table["round"], player=after.current_player())]
    return [Message(line) for line in lines]


def round_score(before: Position, action: int, after: Position) -> EndedRound | None:
    """The die that a call has cost, and the dice left (LD-5); None if no round has ended."""
    last = after.table(None)["last"] if action == before.game.num_actions - 1 else None
    if not last:
        return None
    left = enumerate(after.table(None)["numbers"])
    scores = [SeatScore(seat, -int(seat == last["loser"]), number) for seat, number in left]
    return EndedRound(before.table(None)["round"], tuple(scores))


def board(position: Position) -> Sentence:
    """The bids, and all dice at the end."""
    return observation_string(position.view(None))


def outcome(position: Position) -> Sentence:
    """The winner, and how many dice matched the bid (LD-3), or who has dice left (LD-6)."""
    table, points = position.table(None), position.view(None)["points"]
    won, lost = points.index(max(points)), points.index(min(points))
    if table["round"]:
        return say("won", player=won, count=table["numbers"][won])
    quantity, face = table["bids"][-1]["quantity"], table["bids"][-1]["face"]
    found = sum(die in (face, table["faces"]) for dice in table["shown"] for die in dice)
    return say("outcome", quantity=quantity, face=face, found=found, winner=won, loser=lost)
