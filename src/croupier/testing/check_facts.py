"""Check that what a game states of itself (`Facts`) holds on played games; part of `check_game`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from croupier.core.base.errors import CheckError
from croupier.core.base.tiers import tiered
from croupier.core.base.types import Record
from croupier.core.engine.game import Game
from croupier.core.engine.record_position import one_line
from croupier.core.engine.state import State
from croupier.core.spec.spec import CHANCE
from croupier.testing.check_chance import ChanceCheck, events_end
from croupier.testing.check_failure import fail

_TOLERANCE = 1e-5  # utilities are float32
ENDLESS = "a random event is due for ever; `chance` must set `player` to the seat that moves next"


class FactsCheck:
    """Compares played games with the facts of their game, one node after the other."""

    def __init__(self, game: Game) -> None:
        self._game, self._facts, self._rules = game, game.facts, game.spec.rules
        self._hidden = self._random = False
        self._events = ChanceCheck(game)
        listed = self._rules.outcomes is not None
        if listed != (self._facts.chance == "listed"):
            said = f"chance={self._facts.chance!r}"
            raise CheckError(f"the facts say {said}, and the rules {'list' if listed else 'do not list'} outcomes")

    def node(self, state: State, worlds: Sequence[State]) -> None:
        """Look at a position before its decision."""
        self._hidden |= any(world.records.tobytes() != state.records.tobytes() for world in worlds)
        if self._hidden and self._facts.information == "open":
            fail("the facts say that nothing is hidden, and a re-deal changes the position", state)

    def decision(self, before: State, action: int) -> None:
        """Look at what a decision leads to before chance events are resolved."""
        records = before.records.copy()
        tiered(self._rules.play)(records[0], action)
        self._chance(records[0], before)
        if records["player"][0] == CHANCE:
            self._events.event(records, before)

    def deal(self, seed: int) -> None:
        """Look at a new game before the first chance event."""
        records = self._game.new_records()
        if not events_end(self._game, records[0]):
            raise CheckError(f"{ENDLESS}\n  position: {one_line(self._game, records)}\n  after: [] (seed {seed})")
        state = self._game.new_initial_state(seed)
        self._chance(self._game.new_records()[0], state)
        self._events.deal(state)

    def _chance(self, record: Record, state: State) -> None:
        if record["player"] != CHANCE:
            return
        self._random = True
        if self._facts.chance == "none":
            fail("the facts say that there are no random events, and one is due", state)
        if self._rules.outcomes is not None:
            probs = np.zeros(self._rules.max_outcomes)
            count = self._rules.outcomes(record, probs)
            if not 1 <= count <= len(probs) or (probs < 0).any() or not np.isclose(probs[:count].sum(), 1.0):
                fail(f"the {count} outcomes of a random event have the probabilities {probs}", state)

    def end(self, state: State) -> None:
        """Look at a finished game."""
        facts, returns = self._facts, state.returns()
        low, high = facts.min_utility - _TOLERANCE, facts.max_utility + _TOLERANCE
        if returns.min() < low or returns.max() > high:
            fail(f"utilities {returns} leave the range {facts.min_utility} to {facts.max_utility}", state)
        total = float(returns.sum())
        if facts.utility_sum is not None and abs(total - facts.utility_sum) > _TOLERANCE:
            fail(f"utilities {returns} add up to {total:g}, not to {facts.utility_sum:g}", state)
        points, (worst, best) = state.points(), facts.points_range
        if points.min() < worst - _TOLERANCE or points.max() > best + _TOLERANCE:
            fail(
                f"points {points} leave the range {worst:g} to {best:g} that the facts give by worst_points and "
                "best_points",
                state,
            )
        if facts.ranked_by_points:
            self._check_ranks(state)

    def _check_ranks(self, state: State) -> None:
        """Nobody ends with more points and a lower utility than another."""
        points, returns = state.points(), state.returns()
        for one in range(len(points)):
            for other in range(len(points)):
                if points[one] > points[other] and returns[one] < returns[other] - _TOLERANCE:
                    ours, theirs = (
                        f"seat {seat} ends with {points[seat]:g} points and utility {returns[seat]:g}"
                        for seat in (one, other)
                    )
                    fail(
                        f"{ours}, {theirs}: `returns` or `points` gives to the wrong seat; where more points are "
                        "not better, the facts say ranked_by_points=False",
                        state,
                    )

    def finish(self) -> None:
        """After all games: what is said to exist was met."""
        if self._facts.information == "hidden" and not self._hidden:
            raise CheckError("the facts say that something is hidden, and no re-deal has changed a position")
        if self._facts.chance != "none" and not self._random:
            raise CheckError(f"the facts say chance={self._facts.chance!r}, and no random event was met")
