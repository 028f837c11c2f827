"""Pig Dice in words: actions, what a seat sees, and the text environment's prompts, word for word."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from croupier.core import GameShape, Message, Position, ReplyError, SeatView, Sentence, joined
from croupier.core.base.sentence import key_of
from croupier.core.spec.prompts import ActionTool
from croupier.core.spec.teaching import FaceWords
from croupier.games.pig.english import say
from croupier.games.pig.rules import FACES, HOLD, ROLL

NAMES = {ROLL: "[roll]", HOLD: "[hold]"}
_WORD = re.compile(r"\[?\s*(roll|hold)\s*\]?", re.IGNORECASE)


def action_to_string(position: Position, action: int) -> str:
    """``[roll]`` or ``[hold]``."""
    if action not in NAMES:
        raise ValueError(f"action {action} does not exist; 0 is [roll], 1 is [hold]")
    return NAMES[action]


def string_to_action(position: Position, text: str) -> int:
    """Parse ``[roll]`` or ``[hold]``; case, spaces and the brackets do not matter."""
    found = _WORD.fullmatch(text.strip())
    if not found:
        raise ValueError(say("reply.unknown", text=text))
    return ROLL if found[1].lower() == "roll" else HOLD


def observation_string(view: SeatView) -> Sentence:
    """The whole position: nothing is hidden in Pig."""
    table, seat = view["table"], view["seat"] or 0
    own, other = table["scores"][seat], table["scores"][1 - seat]
    if view["over"]:
        result = "seen.win" if own > other else "seen.loss" if own < other else "seen.draw"
        return say("seen.over", own=own, other=other, target=table["target"], result=say(result))
    whose = say("seen.own_turn") if table["turn"] == seat else say("seen.other_turn")
    return say(
        "seen", own=own, other=other, target=table["target"], whose=whose, total=table["turn_total"],
        left=turns_left(table),
    )  # fmt: skip


def turns_left(table: Mapping[str, Any]) -> Sentence:
    """The distance to the limit (PIG-5), like ``99 turns left``."""
    return say("left.turns" if table["unit"] == "turn" else "left.actions", count=table["left"])


def limit_of(unit: object, limit: object) -> Sentence:
    """The turns or actions after which the higher score wins (PIG-5), like ``100 turns``."""
    return say("limit.turns" if unit == "turn" else "limit.actions", limit=limit)


TOOLS = (ActionTool("roll", say("tool.roll"), "[roll]"), ActionTool("hold", say("tool.hold"), "[hold]"))
"""The actions as tools of language models."""

_ACTION = re.compile(r"\[(roll|hold)\]", re.IGNORECASE)
_ENDS_TURN = ("pig.holds", "pig.loses")
"""Sentences at the end of a turn."""


def _table(view: SeatView) -> Sentence:
    """The player to move, the scores and the turn total."""
    table = view["table"]
    whose = say("whose.over") if view["over"] else say("whose.turn", player=table["turn"])
    first, second = table["scores"]
    return say("table", whose=whose, first=first, second=second, total=table["turn_total"])


def opening(position: Position, seat: int) -> Sentence:
    """The table, the rules and the actions: the same for both seats."""
    view = position.view(seat)
    return say("opening", table=_table(view), target=view["table"]["target"], actions=say("actions"))


def how_to_play(game: GameShape) -> Sentence:
    """The rules of a table for people who play by clicking."""
    options = game.options
    counted = "how_to_play.turns" if options["turn_unit"] == "turn" else "how_to_play.actions"
    return say("how_to_play", target=options["winning_score"], limit=say(counted, limit=options["max_turns"]))


def explain(game: GameShape) -> FaceWords:
    """What each face of the die does (PIG-2)."""
    return FaceWords(
        {"1": say("does.one")} | {str(face): say("does.face", value=face) for face in range(2, FACES + 1)}
    )


def guide(game: GameShape) -> Sentence:
    """Rules and actions for language models (PIG-1 to PIG-5)."""
    options = game.options
    limit = limit_of(options["turn_unit"], options["max_turns"])
    return say("guide", target=options["winning_score"], limit=limit)


def recap(lines: Sequence[str]) -> str | None:
    """The result of a turn, from the message that ends it."""
    return lines[-1] if key_of(lines[-1]) in _ENDS_TURN else None


def read(position: Position, reply: str, *, strict: bool) -> int:
    """Find ``[roll]`` or ``[hold]`` among other words; case does not matter."""
    named = [word.lower() for word in _ACTION.findall(reply)]
    if not named:
        raise ReplyError(say("reply.none"))
    if strict and len(set(named)) > 1:
        raise ReplyError(say("reply.both"))
    return ROLL if named[0] == "roll" else HOLD


def hearers(position: Position) -> Sequence[int]:
    """Both seats: nothing is secret in Pig."""
    return range(position.game.num_players)


def narrate(before: Position, action: int, after: Position) -> Sequence[Message]:
    """The die or the bank."""
    was, now = before.table(None), after.table(None)
    player, total = was["turn"], was["turn_total"]
    if action == HOLD:
        lines = [say("holds", player=player, total=total, score=now["scores"][player])]
    elif now["turn_total"] > total:
        rolled = now["turn_total"] - total
        lines = [say("rolls", player=player, die=rolled), say("total", total=now["turn_total"])]
    else:
        lines = [say("rolls", player=player, die=1), say("loses", player=player, total=total)]
    return [Message(line) for line in lines]


def shown(before: Position, after: Position) -> Sequence[Message]:
    """The table again, where the turn has changed."""
    if after.is_terminal() or after.current_player() == before.current_player():
        return []
    return [Message(joined("", [_table(after.view(None)), say("actions")]), "board")]


def board(position: Position) -> Sentence:
    """The table, the target and the limit; nothing is hidden in Pig."""
    view = position.view(None)
    table = view["table"]
    return say("board", table=_table(view), target=table["target"], left=turns_left(table))


def outcome(position: Position) -> Sentence:
    """The winner, and whether by the target or by the limit (PIG-4, PIG-5)."""
    table = position.table(None)
    scores = table["scores"]
    most, least = max(scores), min(scores)
    if most == least:
        return say("draw", limit=limit_of(table["unit"], table["limit"]), points=most)
    winner = scores.index(most)
    if most >= table["target"]:
        return say("wins", player=winner, target=table["target"], most=most, least=least)
    return say("leads", player=winner, limit=limit_of(table["unit"], table["limit"]), most=most, least=least)
