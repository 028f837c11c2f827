"""A decision as a row of a set: in a world dealt from what its seat knows, with a matching history."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np

from croupier.core.engine import record_position
from croupier.core.engine.game import State
from croupier.measure.costs.drawn import stratum_of, word
from croupier.measure.costs.row import CLEAR, Row
from croupier.measure.costs.sets import line_of
from croupier.measure.costs.valued import Values
from croupier.testing.agent_check import elsewhere

TRIES = 32
"""Worlds that are dealt for a decision, until one has a trail that fits it."""
LEAST = 0.1
"""By how much an action must be clearly behind the best one at least, so that a decision matters: in the unit."""
_DIGITS = 4
"""Digits of values in a file, behind the point."""


@dataclass(frozen=True)
class LeftOut:
    """A decision that does not get into a set."""

    reason: str  # why, in a few words


def dealt(state: State, key: int) -> Row | LeftOut:
    """A decision in another world that its seat holds possible, without values yet.

    Nothing of it depends on what the seat to move cannot know.
    """
    for number in range(TRIES):
        world = state.resample_hidden(state.current_player(), word(key, number))
        begun = _begun(state, world)
        if begun is None:
            continue
        start, actions = begun
        bare = _bare(state, start, actions)
        return bare if _leads_to(bare, state, world) else LeftOut("played again, it is another decision")
    return LeftOut("no world has a trail that fits it")


def _begun(state: State, world: State) -> tuple[str, tuple[int, ...]] | None:
    """Where a world's stretch began, and what was decided since; the world itself where nobody reads that."""
    search = None if state.game.spec.search is None else state.game.spec.search()
    if search is None or search.history is None:
        return world.position(), ()
    trail = elsewhere(state, state.trail(), world.records)
    if trail is None:
        return None
    start = record_position.one_line(state.game, trail.present.start)
    return start, tuple(map(int, trail.present.actions))


def _bare(state: State, start: str, actions: tuple[int, ...]) -> Row:
    """A row without values; its id and its seed are functions of the other fields alone."""
    game, legal = state.game, tuple(state.legal_actions())
    named = sha256(line_of({"options": game.options, "start": start, "actions": actions})).hexdigest()
    none = (0.0,) * len(legal)
    return Row(
        id=named[:12], game=game.name, options=dict(game.options), start=start, seed=int(named[12:24], 16),
        actions=actions, texts=tuple(map(state.action_to_string, legal)), legal=legal, values=none, errors=none,
        behind=none, behind_errors=none, worlds=0, stratum=stratum_of(state), differ=False,
    )  # fmt: skip


def _leads_to(row: Row, state: State, world: State) -> bool:
    """Whether a row leads to the world that it was made of, and its seat sees there what it saw at the table."""
    try:
        again = row.state()
    except ValueError:  # a position that cannot be set up, like one whose past the text does not tell
        return False
    seat = state.current_player()
    return (
        again.position() == world.position()
        and again.view(seat) == state.view(seat)
        and bool((again.observation_tensor(seat) == state.observation_tensor(seat)).all())
        and tuple(map(again.action_to_string, again.legal_actions())) == row.texts
    )


def wins_at_once(row: Row) -> bool:
    """Whether the game can be won by a single action: to see that takes no judgement, and much is at stake."""
    state = row.state()
    seat = state.current_player()
    for action in row.legal:
        after = state.clone()
        after.apply_action(action)
        if after.is_terminal() and after.returns()[seat] > np.delete(after.returns(), seat).max():
            return True
    return False


def with_values(row: Row, found: Values) -> Row:
    """A row with what its legal actions are worth."""
    matters = any(
        gap > max(CLEAR * error, LEAST) for gap, error in zip(found.behind, found.behind_errors, strict=True)
    )
    return replace(
        row, worlds=found.worlds, differ=matters, values=_short(found.gains), errors=_short(found.errors),
        behind=_short(found.behind), behind_errors=_short(found.behind_errors),
    )  # fmt: skip


def _short(numbers: tuple[float, ...]) -> tuple[float, ...]:
    """Numbers with as many digits as a file holds; zero without a sign."""
    return tuple(round(each, _DIGITS) + 0.0 for each in numbers)
