"""Check that what a game states of itself (`Facts`) holds on played games; part of `check_game`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from croupier.core.check_failure import fail
from croupier.core.errors import CheckError
from croupier.core.game import Game
from croupier.core.position import one_line
from croupier.core.spec import CHANCE
from croupier.core.state import State
from croupier.core.types import Record

_TOLERANCE = 1e-5  # utilities are float32
MOST_EVENTS = 10_000
"""Random events in a row, far more than any game has between two decisions."""
ENDLESS = "a random event is due for ever; `chance` must set `player` to the seat that moves next"


def events_end(game: Game, record: Record) -> bool:
    """Whether the random events that are due come to an end; the compiled loops would run for ever otherwise.

    Args:
        game: the game.
        record: the position, which is changed; a random event may be due in it.
    """
    rngs = np.zeros(1, dtype=np.uint64)
    for _ in range(MOST_EVENTS):
        if record["player"] != CHANCE:
            return True
        game.spec.rules.chance(record, rngs, 0)
    return False


class FactsCheck:
    """Compares played games with the facts of their game, one node after the other."""

    def __init__(self, game: Game) -> None:
        self._game, self._facts, self._rules = game, game.facts, game.spec.rules
        self._hidden = self._random = False
        listed = self._rules.outcomes is not None
        if listed != (self._facts.chance == "listed"):
            said = f"chance={self._facts.chance!r}"
            raise CheckError(f"the facts say {said}, and the rules {'list' if listed else 'do not list'} outcomes")

    def node(self, state: State, worlds: Sequence[State]) -> None:
        """Look at a position before its decision.

        Args:
            state: the position.
            worlds: by seat, the position with what this seat cannot know dealt anew.

        Raises:
            CheckError: a re-deal changes what is said to be open.
        """
        self._hidden |= any(world.records.tobytes() != state.records.tobytes() for world in worlds)
        if self._hidden and self._facts.information == "open":
            fail("the facts say that nothing is hidden, and a re-deal changes the position", state)

    def decision(self, before: State, action: int) -> None:
        """Look at what a decision leads to before chance events are resolved.

        Raises:
            CheckError: a random event where there is to be none, or listed outcomes that are no probabilities.
        """
        record = before.records.copy()[0]
        self._rules.play(record, action)
        self._chance(record, before)

    def deal(self, seed: int) -> None:
        """Look at a new game before the first chance event.

        Raises:
            CheckError: as for `decision`, or random events without end.
        """
        records = self._game.new_records()
        if not events_end(self._game, records[0]):
            raise CheckError(f"{ENDLESS}\n  position: {one_line(self._game, records)}\n  after: [] (seed {seed})")
        self._chance(self._game.new_records()[0], self._game.new_initial_state(seed))

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
        """Look at a finished game.

        Raises:
            CheckError: utilities outside the range or with another sum, or a game that is too long.
        """
        facts, returns = self._facts, state.returns()
        low, high = facts.min_utility - _TOLERANCE, facts.max_utility + _TOLERANCE
        if returns.min() < low or returns.max() > high:
            fail(f"utilities {returns} leave the range {facts.min_utility} to {facts.max_utility}", state)
        total = float(returns.sum())
        if facts.utility_sum is not None and abs(total - facts.utility_sum) > _TOLERANCE:
            fail(f"utilities {returns} add up to {total:g}, not to {facts.utility_sum:g}", state)
        if facts.max_game_length is not None and len(state.history) > facts.max_game_length:
            fail(f"the game had {len(state.history)} decisions, not at most {facts.max_game_length}", state)

    def finish(self) -> None:
        """After all games: what is said to exist was met.

        Raises:
            CheckError: nothing was ever hidden, or no random event came, though the facts say so.
        """
        if self._facts.information == "hidden" and not self._hidden:
            raise CheckError("the facts say that something is hidden, and no re-deal has changed a position")
        if self._facts.chance != "none" and not self._random:
            raise CheckError(f"the facts say chance={self._facts.chance!r}, and no random event was met")
