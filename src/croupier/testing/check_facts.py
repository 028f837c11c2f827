"""Check that a game's `Facts` hold, that games end, and that chance depends on the seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import numpy as np

from croupier.core.base.errors import CheckError
from croupier.core.base.rng import below
from croupier.core.base.tiers import tiered
from croupier.core.base.types import Generators, Record, Records
from croupier.core.engine.game import Game, State
from croupier.core.engine.record_position import one_line
from croupier.core.spec.spec import CHANCE, TERMINAL


def fail(what: str, state: State) -> NoReturn:
    """Raise CheckError with the fault and the position."""
    raise CheckError(f"{what}\n  position: {state.position()}\n  after: {state.history} (seed {state.seed})")


def require(condition: object, what: str, state: State) -> None:
    """Raise CheckError unless a condition holds."""
    if not condition:
        fail(what, state)


MOST_EVENTS = 10_000
"""Chance events in a row, far more than any game has between two decisions."""
SEEDS = 64
"""Generators with which a chance event is tried."""
EVENTS = 32
"""Chance events within games of which one must vary; a few may be certain, like the last card of a deck."""
PATIENCE = 200
"""Decisions after which only the kernels play a game on, to test that it ends."""


def events_end(game: Game, record: Record, rngs: Generators | None = None) -> bool:
    """Resolve the chance events that are due, and return whether they end; compiled loops would run forever."""
    rngs = np.zeros(1, dtype=np.uint64) if rngs is None else rngs
    for _ in range(MOST_EVENTS):
        if record["player"] != CHANCE:
            return True
        game.spec.rules.chance(record, rngs, 0)
    return False


def longest_game(game: Game, max_plies: int) -> int:
    """Decisions after which a game must be over, by its facts or by the caller's limit."""
    longest = game.facts.max_game_length
    return max_plies if longest is None else min(longest, max_plies)


def check_goes_on(state: State, max_plies: int) -> None:
    """Check that a game that goes on is not too long."""
    count = len(state.history)
    if count >= longest_game(state.game, max_plies):
        fail(_endless(state.game, count), state)


def check_end_comes(state: State, pick: Generators, max_plies: int) -> None:
    """Play a long game on by kernels only, which is fast, and check that it ends."""
    # Other faults are left to the checks of positions: on one, the game is not played on. `pick`, shape (1,),
    # generates the random actions of `check_game`.
    game, rules = state.game, state.game.spec.rules
    records, rngs, pick = state.records.copy(), state.rngs.copy(), pick.copy()
    mask, actions = np.zeros(game.num_actions, dtype=np.bool_), np.zeros(game.num_actions, dtype=np.int16)
    longest = longest_game(game, max_plies)
    for _ in range(longest - len(state.history)):
        if not 0 <= records["player"][0] < game.num_players:
            return
        count = int(tiered(rules.legal)(records[0], mask, actions))
        legal = sorted(actions[:count].tolist())
        if not legal or legal[0] < 0 or legal[-1] >= game.num_actions:
            return
        tiered(rules.play)(records[0], legal[int(below(pick, 0, count))])
        if not events_end(game, records[0], rngs):
            return
    if records["player"][0] != TERMINAL:
        text = one_line(game, records)
        after = f"{state.history} and {longest - len(state.history)} random actions (seed {state.seed})"
        raise CheckError(f"{_endless(game, longest)}\n  position: {text}\n  after: {after}")


def _endless(game: Game, count: int) -> str:
    said = (
        f", and the facts allow no more (max_game_length={count})" if count == game.facts.max_game_length else ""
    )
    return f"the game is not over after {count} plies{said}"


class ChanceCheck:
    """Checks that chance events vary with the generator: deals, and events within games."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._dealt = self._varies = False
        self._events = 0
        layout = game.spec.rules.layout
        self._fields = [name for name in game.spec.rules.state.names or () if name not in layout]

    def deal(self, state: State) -> None:
        """Check a new game."""
        records = self._game.new_records()
        if self._dealt or records["player"][0] != CHANCE:
            return
        self._dealt = True
        if not self._certain(records) and self._same(records):
            fail(f"{SEEDS} seeds deal the same: `chance` must draw from the generator that it is given", state)

    def event(self, records: Records, state: State) -> None:
        """Check a chance event within a game, due in a position, shape (1,)."""
        listed = self._game.spec.rules.outcomes is not None
        if (self._game.facts.draws_ahead and not listed) or self._varies or self._certain(records):
            return
        self._varies = not self._same(records)
        self._events += 1
        if not self._varies and self._events == EVENTS:
            drawn = "; where it only turns up what an earlier event has drawn, the facts say draws_ahead=True"
            fail(
                f"{EVENTS} random events within games came out the same for {SEEDS} seeds each: "
                "`chance` must draw from the generator that it is given"
                f"{'' if listed else drawn}",
                state,
            )

    def _certain(self, records: Records) -> bool:
        """Whether the listed outcomes have only one possible outcome."""
        outcomes = self._game.spec.rules.outcomes
        if outcomes is None:
            return False
        probs = np.zeros(self._game.spec.rules.max_outcomes)
        count = int(outcomes(records[0], probs))
        return int((probs[:count] > 0).sum()) == 1

    def _same(self, records: Records) -> bool:
        """Whether all generators give the same position, apart from where a card is stored."""
        first = None
        for seed in range(SEEDS):
            trial = records.copy()
            if not events_end(self._game, trial[0], np.array([seed], dtype=np.uint64)):
                return False  # another check reports it
            found = b"".join(trial[name].tobytes() for name in self._fields)
            if first is not None and found != first:
                return False
            first = found
        return True


_TOLERANCE = 1e-5  # utilities are float32
ENDLESS = "a random event is due for ever; `chance` must set `player` to the seat that moves next"


class FactsCheck:
    """Compares played games with the facts of their game."""

    def __init__(self, game: Game) -> None:
        self._game, self._facts, self._rules = game, game.facts, game.spec.rules
        self._hidden = self._random = False
        self._events = ChanceCheck(game)
        listed = self._rules.outcomes is not None
        if listed != (self._facts.chance == "listed"):
            said = f"chance={self._facts.chance!r}"
            raise CheckError(f"the facts say {said}, and the rules {'list' if listed else 'do not list'} outcomes")

    def node(self, state: State, worlds: Sequence[State]) -> None:
        """Check a position before its decision."""
        self._hidden |= any(world.records.tobytes() != state.records.tobytes() for world in worlds)
        if self._hidden and self._facts.information == "open":
            fail("the facts say that nothing is hidden, and a re-deal changes the position", state)

    def decision(self, before: State, action: int) -> None:
        """Check the result of a decision before chance events are resolved."""
        records = before.records.copy()
        tiered(self._rules.play)(records[0], action)
        self._chance(records[0], before)
        if records["player"][0] == CHANCE:
            self._events.event(records, before)

    def deal(self, seed: int) -> None:
        """Check a new game before the first chance event."""
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
        """Check a finished game."""
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
        """Check that no seat has more points and a lower utility than another."""
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
        """After all games, check that everything that the facts promise has occurred."""
        if self._facts.information == "hidden" and not self._hidden:
            raise CheckError("the facts say that something is hidden, and no re-deal has changed a position")
        if self._facts.chance != "none" and not self._random:
            raise CheckError(f"the facts say chance={self._facts.chance!r}, and no random event was met")
