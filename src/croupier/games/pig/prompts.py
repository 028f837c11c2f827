"""The prompts of Pig Dice's text environment, word for word; docs/rules/pig.md quotes them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.core.spec.position import Position
from croupier.core.spec.prompts import Message, ReplyError
from croupier.core.spec.seat_view import SeatView
from croupier.core.spec.shape import GameShape
from croupier.core.spec.tools import ActionTool
from croupier.games.pig.rules import HOLD, ROLL
from croupier.games.pig.text import turns_left

TOOLS = (
    ActionTool("roll", "Roll the die.", "[roll]"),
    ActionTool("hold", "Bank the turn total and end the turn.", "[hold]"),
)
"""The actions as tools of language models."""

_ACTION = re.compile(r"\[(roll|hold)\]", re.IGNORECASE)
_TURN_ENDS = re.compile(r"Player \d (holds and banks|loses the turn total)")
_AVAILABLE = "Available actions: '[roll]', '[hold]'"


def _table(view: SeatView) -> str:
    """Whose turn it is, the scores and the turn total."""
    table = view["table"]
    whose = "the game is over" if view["over"] else f"Player {table['turn']}'s turn"
    return (
        f"Pig Dice Game - {whose}\n"
        "\n"
        f"Player 0 score: {table['scores'][0]}\n"
        f"Player 1 score: {table['scores'][1]}\n"
        "\n"
        f"Current turn total: {table['turn_total']}\n"
        "\n"
    )


def opening(position: Position, seat: int) -> str:
    """The table, the rules and the actions: the same for both seats."""
    view = position.view(seat)
    return (
        f"{_table(view)}"
        "Rules:\n"
        "- Roll a 2-6: Add to your turn total\n"
        "- Roll a 1: Lose turn total and end turn\n"
        "- Hold: Add turn total to your score and end turn\n"
        f"- First to {view['table']['target']} points wins\n"
        "\n"
        f"{_AVAILABLE}"
    )


def how_to_play(game: GameShape) -> str:
    """The rules of a table for people who see it and click."""
    options = game.options
    unit = "turns" if options["turn_unit"] == "turn" else "rolls and holds"
    return (
        f"Be the first to reach {options['winning_score']} points.\n\n"
        "- Roll as often as you dare: a 2 to 6 is added to your turn total.\n"
        "- A 1 loses the turn total and ends your turn. What you have banked stays.\n"
        "- Hold: the turn total is banked, and the turn is the other's.\n"
        f"- After {options['max_turns']} {unit} the higher score wins; equal scores are a draw."
    )


def guide(game: GameShape) -> str:
    """Rules and actions for language models (PIG-1 to PIG-5)."""
    target, limit, unit = (game.options[name] for name in ("winning_score", "max_turns", "turn_unit"))
    return f"""\
Pig Dice, for two players, Player 0 and Player 1. They take turns with one die. Player 0 begins.
- In your turn you roll the die as often as you like.
- A roll of 2 to 6 is added to your turn total, and your turn goes on.
- A roll of 1 loses the whole turn total and ends your turn. Points that you have banked are safe.
- When you hold, the turn total is added to your score (banked), and your turn ends.
- Whoever first has {target} banked points or more wins. The turn total does not count until it is banked.
- After {limit} {unit}s of both players together the higher score wins; equal scores are a draw.

You have two actions, written in brackets:
- [roll] rolls the die.
- [hold] banks the turn total."""


def recap(lines: Sequence[str]) -> str | None:
    """What a turn came to: the message that ends it says it."""
    return lines[-1] if _TURN_ENDS.match(lines[-1]) else None


def read(position: Position, reply: str, *, strict: bool) -> int:
    """Find ``[roll]`` or ``[hold]`` among other words; case does not matter.

    Raises:
        ReplyError: neither is there, or (strict) both are.
    """
    del position
    named = [word.lower() for word in _ACTION.findall(reply)]
    if not named:
        raise ReplyError("it names no action; answer with '[roll]' or '[hold]'")
    if strict and len(set(named)) > 1:
        raise ReplyError("it names both actions; answer with '[roll]' or with '[hold]'")
    return ROLL if named[0] == "roll" else HOLD


def hearers(position: Position) -> Sequence[int]:
    """Both seats: nothing is secret in Pig."""
    return range(position.game.num_players)


def narrate(before: Position, action: int, after: Position) -> Sequence[Message]:
    """The die or the bank."""
    was, now = before.table(None), after.table(None)
    player, total = was["turn"], was["turn_total"]
    if action == HOLD:
        lines = [f"Player {player} holds and banks {total} points. Total score: {now['scores'][player]}"]
    elif now["turn_total"] > total:
        rolled = now["turn_total"] - total
        lines = [f"Player {player} rolls a {rolled}.", f"Turn total is now {now['turn_total']}."]
    else:
        lines = [f"Player {player} rolls a 1.", f"Player {player} loses the turn total of {total}."]
    return [Message(line) for line in lines]


def shown(before: Position, after: Position) -> Sequence[Message]:
    """The table again, where the turn has changed."""
    if after.is_terminal() or after.current_player() == before.current_player():
        return []
    return [Message(_table(after.view(None)) + _AVAILABLE, "board")]


def board(position: Position) -> str:
    """The table, the target and the limit; nothing is hidden in Pig."""
    view = position.view(None)
    table = view["table"]
    return f"{_table(view)}First to {table['target']} points wins; {turns_left(table)}"


def outcome(position: Position) -> str:
    """Who won, and whether by the target or by the limit (PIG-4, PIG-5)."""
    table = position.table(None)
    scores = table["scores"]
    tally = f"{max(scores)} points to {min(scores)}"
    limit = f"the limit of {table['limit']} {table['unit']}s"
    if scores[0] == scores[1]:
        return f"A draw at {limit}: {scores[0]} points each."
    winner = scores.index(max(scores))
    reached = max(scores) >= table["target"]
    why = f"reaches the target of {table['target']}" if reached else f"leads at {limit}"
    return f"Player {winner} {why} and wins, {tally}."
