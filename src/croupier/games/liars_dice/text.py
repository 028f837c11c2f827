"""Text forms of Liar's Dice: actions and observations."""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.core.base.errors import NotLegalNowError
from croupier.core.base.sentence import Sentence, joined
from croupier.core.spec.position import Position
from croupier.core.spec.seat_view import SeatView
from croupier.games.liars_dice.english import say


def action_to_string(position: Position, action: int) -> str:
    """``[bid 3x5]`` (three fives) or ``[liar]``."""
    faces, call = int(position.game.options["faces"]), position.game.num_actions - 1
    if not 0 <= action <= call:
        raise ValueError(say("no_number", action=action, last=call))
    return "[liar]" if action == call else f"[bid {action // faces + 1}x{action % faces + 1}]"


def string_to_action(position: Position, text: str) -> int:
    """Read ``[bid 3x5]`` or ``[liar]``; case, spaces, the brackets and ``bid`` do not matter."""
    faces, call = int(position.game.options["faces"]), position.game.num_actions - 1
    found = re.fullmatch(r"\[?\s*(?:liar|(?:bid\s*)?(\d{1,2})\s*x\s*(\d))\s*\]?", text.strip(), re.IGNORECASE)
    quantity, face = (int(found[1]), int(found[2])) if found and found[1] else (1, 1)
    if not found or not (1 <= quantity <= call // faces and 1 <= face <= faces):
        raise ValueError(say("no_action", text=text, most=call // faces, faces=faces))
    action = (quantity - 1) * faces + face - 1 if found[1] else call
    if action not in position.legal_actions():
        raise NotLegalNowError(say("not_now.bid" if found[1] else "not_now.liar", text=text))
    return action


def numbers(dice: Sequence[int]) -> str:
    """Dice as they are written, like ``2 2 6``."""
    return " ".join(map(str, dice))


def observation_string(view: SeatView) -> Sentence:
    """The own dice, all bids, and all dice at the end."""
    table = view["table"]
    own = [say("own", dice=numbers(table["dice"]))] if table["dice"] else []
    bids = [say("bid", player=bid["seat"], quantity=bid["quantity"], face=bid["face"]) for bid in table["bids"]]
    called = [say("calls", player=table["caller"])] if view["over"] else []
    shown = [say("shown", player=seat, dice=numbers(dice)) for seat, dice in enumerate(table["shown"] or ())]
    count = say("in_all", total=sum(table["numbers"]), faces=table["faces"])
    return joined(" ", [*own, count, *(bids or [say("no_bid")]), *called, *shown])
