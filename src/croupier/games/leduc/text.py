"""Leduc poker in words: actions, what a seat sees, prompts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.core import GameShape, Message, Position, ReplyError, SeatView, Sentence, joined
from croupier.games.leduc.english import ENGLISH, say
from croupier.games.leduc.rules import ANSWERS, FOLD, RAISE

_NAMED = re.compile(r"\[\s*(fold|call|check|raise)\s*\]", re.IGNORECASE)


LABELS = ENGLISH.named("view.")
"""Names of the parts of a view for people."""


def action_to_string(position: Position, action: int) -> str:
    """``[fold]``, ``[call]`` or ``[raise]``."""
    if action not in range(3):
        raise ValueError(say("no_number", action=action))
    return ANSWERS[action]


def string_to_action(position: Position, text: str) -> int:
    """Read an action; ``[check]`` is a call."""
    named = _NAMED.fullmatch(f"[{text.strip().strip('[]')}]")
    if not named:
        raise ValueError(say("no_action", text=text))
    return ANSWERS.index(f"[{named[1].lower().replace('check', 'call')}]")


def observation_string(view: SeatView) -> Sentence:
    """The seat's card, table, pot and answers; at a showdown both cards."""
    table = view["table"]
    said = ", ".join(" ".join(each) for each in table["answers"] if each)
    lines = [say("card", card=table["card"])] if table["card"] else []
    lines += [say("board", card=table["board"]) if table["board"] else say("board.none")]
    lines += [say("pot", first=table["chips"][0], second=table["chips"][1])]
    lines += [say("said", said=said)] if said else []
    lines += [say("shown", first=table["shown"][0], second=table["shown"][1])] if table["shown"] else []
    return joined(" ", lines)


def how_to_play(game: GameShape) -> Sentence:
    """The rules for people who play by clicking."""
    return say("how_to_play")


def opening(position: Position, seat: int) -> Sentence:
    """The rules, and the seat's view."""
    rules = joined("\n", ENGLISH.named("rule.").values())
    return say("opening", rules=rules, seat=seat, seen=observation_string(position.view(seat)))


def read(position: Position, reply: str, *, strict: bool) -> int:
    """The first action in brackets; with `strict` there must be no other."""
    named = [string_to_action(position, each) for each in _NAMED.findall(reply)]
    if not named or (strict and len(set(named)) > 1):
        raise ReplyError(say("reply"))
    return named[0]


def hearers(position: Position) -> Sequence[int]:
    """Both seats: answers are public."""
    return range(2)


def narrate(before: Position, action: int, after: Position) -> Sequence[Message]:
    """The answer, a card that is turned up, and the cards that are shown."""
    was, now, player = before.table(None), after.table(None), before.current_player()
    if action == RAISE:
        lines = [say("raise", player=player, chips=now["chips"][player])]
    else:
        calls = "call" if was["chips"][0] != was["chips"][1] else "check"
        lines = [say("fold" if action == FOLD else calls, player=player)]
    if now["board"] != was["board"]:
        lines += [say("board", card=now["board"])]
    if now["shown"]:
        lines += [say("shown", first=now["shown"][0], second=now["shown"][1])]
    return [Message(line) for line in lines]


def board(position: Position) -> Sentence:
    """A spectator's view."""
    return observation_string(position.view(None))


def outcome(position: Position) -> Sentence:
    """The winner and the amount."""
    won = position.view(None)["points"]
    return say("wins", player=won.index(max(won)), chips=f"{max(won):g}") if max(won) else say("draw")
