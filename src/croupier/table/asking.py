"""Asking agents, in the one way that every interface uses, and checking their answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from croupier.agents.agent import Agent, Turns
from croupier.core.base.copies import concatenated
from croupier.core.base.errors import ConfigError, IllegalAction
from croupier.core.base.types import Actions, RowNumbers
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game, State
from croupier.core.engine.record_position import RecordPosition


def ask(agent: Agent, game: Game, batch: Batch, rows: RowNumbers, called: str = "agent") -> Actions:
    """Ask an agent for its actions in some rows of a batch.

    Args:
        batch: the tables. They are not changed.
        rows: the rows in which the agent is to move, int64, shape (K,).
        called: the agent's role in error messages.

    Returns:
        Legal actions, int64, shape (K,).

    Raises:
        IllegalAction: an action is not legal; the message names agent, seat, table and deal.
        ConfigError: the answer is not one integer per row.
    """
    turns = Turns.of_rows(game, batch, rows)
    chosen, wrong = _answers(agent, turns, called)
    if wrong >= 0:
        row = int(rows[wrong])
        raise _refusal(agent, turns, wrong, int(chosen[wrong]), f"{called} {{}} at table {row}", batch.seeds[row])
    return chosen


def ask_one(agent: Agent, state: State, called: str = "agent") -> int:
    """Ask an agent for its action in one game.

    Args:
        state: a game that is not over. It is not changed.
        called: the agent's role in error messages.

    Returns:
        A legal action.

    Raises:
        IllegalAction: the action is not legal; the message names agent, seat and deal.
        ConfigError: the answer is not one integer.

    Examples:
        >>> import croupier
        >>> from croupier.agents import make_agent
        >>> pig = croupier.make("pig")
        >>> ask_one(make_agent("bot", pig), pig.new_initial_state(seed=7))
        0
    """
    return ask_turn(agent, Turns.of_state(state), state.seed, called)


def ask_turn(agent: Agent, turns: Turns, seed: int, called: str = "agent") -> int:
    """Ask an agent for its action in one decision; see `ask_one`.

    Args:
        turns: one decision.
        seed: seed of the deal, for error messages.
        called: the agent's role in error messages.
    """
    chosen, wrong = _answers(agent, turns, called)
    if wrong >= 0:
        raise _refusal(agent, turns, 0, int(chosen[0]), f"{called} {{}}", seed)
    return int(chosen[0])


def ask_turns(agent: Agent, turns: Sequence[Turns], seeds: Sequence[int], called: str = "agent") -> list[int]:
    """Ask an agent for its actions at several tables of one game at once; see `ask_one`.

    Args:
        agent: an agent that does not read trails.
        turns: decisions of the same game with the same options.
        seeds: seed of each deal, for error messages.
        called: the agent's role in error messages.
    """
    if len(turns) == 1:
        return [ask_turn(agent, turns[0], seeds[0], called)]
    records, keys = concatenated([each.records for each in turns]), np.concatenate([each.keys for each in turns])
    chosen, wrong = _answers(agent, Turns(turns[0].game, records, keys), called)
    if wrong >= 0:
        raise _refusal(agent, turns[wrong], 0, int(chosen[wrong]), f"{called} {{}}", seeds[wrong])
    return [int(action) for action in chosen]


def _answers(agent: Agent, turns: Turns, called: str) -> tuple[Actions, int]:
    """An agent's answers, and the index of the first illegal one; -1 if all are legal."""
    try:
        answer: object = agent.act(turns)
    except SystemExit as left:  # otherwise the command would end as if it had succeeded
        raise ConfigError(f"{called} {agent.name!r} has left the program instead of an answer: {left!r}") from left
    try:
        chosen = np.asarray(answer)
    except ValueError:  # rows of different lengths
        chosen = np.array(answer, dtype=object)
    if chosen.shape != (len(turns),) or chosen.dtype.kind not in "iu":
        given = f"{chosen.dtype} of shape {chosen.shape}" if chosen.dtype.kind != "O" else type(answer).__name__
        raise ConfigError(
            f"{called} {agent.name!r} answered {len(turns)} rows with {given}, "
            f"not with integers of shape ({len(turns)},)"
        )
    chosen = chosen.astype(np.int64, copy=False)
    masks = turns.masks
    inside = (chosen >= 0) & (chosen < masks.shape[1])
    legal = inside & masks[np.arange(len(chosen)), np.where(inside, chosen, 0)]
    return chosen, -1 if legal.all() else int(np.flatnonzero(~legal)[0])


def _refusal(agent: Agent, turns: Turns, place: int, action: int, who: str, seed: object) -> IllegalAction:
    """The error for an illegal action; `who` has a placeholder for the agent's name and seat."""
    player = int(turns.seats[place])
    value = int(turns.phases[place])
    phase = turns.game.phase_names.get(value, f"phase {value}")
    legal = np.flatnonzero(turns.masks[place]).tolist()
    message = (
        f"{who.format(f'{agent.name!r} (Player {player})')} (deal of seed {seed}) chose action {action}, which is "
        f"not legal in phase {phase}{_rule(turns, place, action)}; legal: {legal}"
    )
    return IllegalAction(message, action=action, player=player, phase=phase, legal=legal)


def _rule(turns: Turns, place: int, action: int) -> str:
    """The rule that forbids an action, in brackets, if the game's parser names it."""
    if not 0 <= action < turns.game.num_actions:
        return ""
    text = turns.game.spec.words.text
    position = RecordPosition(turns.game, turns.records[place : place + 1])
    try:
        text.string_to_action(position, text.action_to_string(position, action))
    except ValueError as error:
        return f" ({error})"
    return ""
