"""The prompts of Pig Dice's text environment, word for word; docs/rules/pig.md quotes them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.core.prompts import Message, ReplyError
from croupier.core.state import State
from croupier.games.pig.rules import HOLD, ROLL
from croupier.games.pig.text import turns_left

_ACTION = re.compile(r"\[(roll|hold)\]", re.IGNORECASE)
_AVAILABLE = "Available actions: '[roll]', '[hold]'"


def _table(state: State) -> str:
    """Whose turn it is, the scores and the turn total."""
    s = state.records[0]
    whose = "the game is over" if state.is_terminal() else f"Player {s['turn']}'s turn"
    return (
        f"Pig Dice Game - {whose}\n"
        "\n"
        f"Player 0 score: {s['scores'][0]}\n"
        f"Player 1 score: {s['scores'][1]}\n"
        "\n"
        f"Current turn total: {s['total']}\n"
        "\n"
    )


def opening(state: State, seat: int) -> str:
    """The table, the rules and the actions: the same for both seats."""
    del seat
    return (
        f"{_table(state)}"
        "Rules:\n"
        "- Roll a 2-6: Add to your turn total\n"
        "- Roll a 1: Lose turn total and end turn\n"
        "- Hold: Add turn total to your score and end turn\n"
        f"- First to {state.records[0]['winning_score']} points wins\n"
        "\n"
        f"{_AVAILABLE}"
    )


def read(state: State, reply: str, *, strict: bool) -> int:
    """Find ``[roll]`` or ``[hold]`` among other words; case does not matter.

    Raises:
        ReplyError: neither is there, or (strict) both are.
    """
    del state
    named = [word.lower() for word in _ACTION.findall(reply)]
    if not named:
        raise ReplyError("it names no action; answer with '[roll]' or '[hold]'")
    if strict and len(set(named)) > 1:
        raise ReplyError("it names both actions; answer with '[roll]' or with '[hold]'")
    return ROLL if named[0] == "roll" else HOLD


def hearers(state: State) -> Sequence[int]:
    """Both seats: nothing is secret in Pig."""
    return range(state.game.num_players)


def narrate(before: State, action: int, after: State) -> Sequence[Message]:
    """The die or the bank, and the table again where the turn has changed."""
    was, now = before.records[0], after.records[0]
    player, total = int(was["turn"]), int(was["total"])
    if action == HOLD:
        lines = [f"Player {player} holds and banks {total} points. Total score: {now['scores'][player]}"]
    elif now["total"] > total:
        lines = [f"Player {player} rolls a {now['total'] - total}.", f"Turn total is now {now['total']}."]
    else:
        lines = [f"Player {player} rolls a 1.", f"Player {player} loses the turn total of {total}."]
    messages = [Message(line) for line in lines]
    if not after.is_terminal() and now["turn"] != player:
        messages.append(Message(_table(after) + _AVAILABLE, "board"))
    return messages


def board(state: State) -> str:
    """The table, the target and the limit; nothing is hidden in Pig."""
    target = state.records[0]["winning_score"]
    return f"{_table(state)}First to {target} points wins; {turns_left(state.records)}"


def outcome(state: State) -> str:
    """Who won, and whether by the target or by the limit (PIG-4, PIG-5)."""
    s = state.records[0]
    scores = [int(score) for score in s["scores"]]
    tally = f"{max(scores)} points to {min(scores)}"
    limit = f"the limit of {s['max_turns']} {'actions' if s['per_action'] else 'turns'}"
    if scores[0] == scores[1]:
        return f"A draw at {limit}: {scores[0]} points each."
    winner = scores.index(max(scores))
    reached = max(scores) >= s["winning_score"]
    why = f"reaches the target of {s['winning_score']}" if reached else f"leads at {limit}"
    return f"Player {winner} {why} and wins, {tally}."
