"""Check that games and random events end, and that random events follow the seed; part of `check_game`."""

from __future__ import annotations

import numpy as np

from croupier.core.base.errors import CheckError
from croupier.core.base.rng import below
from croupier.core.base.tiers import tiered
from croupier.core.base.types import Generators, Record, Records
from croupier.core.engine.game import Game
from croupier.core.engine.record_position import one_line
from croupier.core.engine.state import State
from croupier.core.spec.spec import CHANCE, TERMINAL
from croupier.testing.check_failure import fail

MOST_EVENTS = 10_000
"""Random events in a row, far more than any game has between two decisions."""
SEEDS = 64
"""Generators under which a random event is tried."""
EVENTS = 32
"""Random events within games of which one must vary: a few may be certain, as when the last card is drawn."""
PATIENCE = 200
"""Decisions after which a game is played on by the kernels alone, to see that it ends."""


def events_end(game: Game, record: Record, rngs: Generators | None = None) -> bool:
    """Resolve the random events that are due, if they come to an end: the compiled loops would run for ever.

    Args:
        rngs: the generator, shape (1,), advanced; one that starts at 0 where none is given.
    """
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
    """See that a game that goes on may still do so."""
    count = len(state.history)
    if count >= longest_game(state.game, max_plies):
        fail(_endless(state.game, count), state)


def check_end_comes(state: State, pick: Generators, max_plies: int) -> None:
    """Play a long game on by the kernels alone, which takes little time, and see that it ends.

    What else may be wrong is left to the checks of each position: where it is met, the game is not played on.

    Args:
        state: the position, which is not changed.
        pick: generator of the random actions, shape (1,), not changed: they are those that `check_game` plays.
    """
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
    """Sees that random events come out otherwise under other generators: deals, and events within games."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._dealt = self._varies = False
        self._events = 0
        layout = game.spec.rules.layout
        self._fields = [name for name in game.spec.rules.state.names or () if name not in layout]

    def deal(self, state: State) -> None:
        """Look at a new game."""
        records = self._game.new_records()
        if self._dealt or records["player"][0] != CHANCE:
            return
        self._dealt = True
        if not self._certain(records) and self._same(records):
            fail(f"{SEEDS} seeds deal the same: `chance` must draw from the generator that it is given", state)

    def event(self, records: Records, state: State) -> None:
        """Look at a random event within a game.

        Args:
            records: the position in which it is due, shape (1,).
        """
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
        """Whether the listed outcomes say that but one thing can come."""
        outcomes = self._game.spec.rules.outcomes
        if outcomes is None:
            return False
        probs = np.zeros(self._game.spec.rules.max_outcomes)
        count = int(outcomes(records[0], probs))
        return int((probs[:count] > 0).sum()) == 1

    def _same(self, records: Records) -> bool:
        """Whether all generators give one position; what only says where a card is kept does not count."""
        first = None
        for seed in range(SEEDS):
            trial = records.copy()
            if not events_end(self._game, trial[0], np.array([seed], dtype=np.uint64)):
                return False  # said by another check
            found = b"".join(trial[name].tobytes() for name in self._fields)
            if first is not None and found != first:
                return False
            first = found
        return True
