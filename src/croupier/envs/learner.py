"""Vectorised tables for one learner, with agents in the other seats: the base of the Gymnasium and SB3 adapters.

All tables advance together: the learner's actions are one step of a `Batch`. Then each opponent answers in one
call for all tables that wait for it, until the learner is to move everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent, wants_trail
from croupier.agents.names import AgentName
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError, as_whole, checked_count
from croupier.core.base.rng import as_seed, game_seed
from croupier.core.base.tiers import loop
from croupier.core.base.types import RowNumbers, Seats, Seeds
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import TERMINAL, Bools
from croupier.table.asking import ask

SeatChoice: TypeAlias = int | Literal["rotate", "random"]
Opponents: TypeAlias = str | AgentName | Agent | Sequence[str | AgentName | Agent]

MOST_SKIPPED = 1000
"""After this many games in a row without a decision for the learner, its seat counts as one that never decides."""


@loop
def _draw_seats(seeds: Seeds, players: Seats, out: Seats) -> None:
    for k in range(len(seeds)):
        out[k] = np.int64(game_seed(seeds[k], 0, 2) % np.uint64(players[k]))  # stream 1 is for agents' choices


def row_state(batch: Batch, row: int) -> State:
    """A row of a batch including everything hidden, as an independent `State`, with its trail if recorded."""
    part = slice(row, row + 1)
    records, rngs = batch.records[part].copy(), batch.rngs[part].copy()
    seed, plies = int(batch.seeds[row]), int(batch.plies[row])
    game = cast("Game", batch.game)  # every batch is made from a Game
    return State(game, records, rngs, seed, "", [], earlier=plies, trail=batch.trail(row))


def checked_action(batch: Batch, row: int, action: object) -> int:
    """An action as an int, checked to be legal in a row; arrays without dimensions are accepted."""
    number = as_whole(action)
    if number is not None and 0 <= number < batch.game.num_actions and batch.masks[row, number]:
        return number
    given: Any = action.item() if isinstance(action, np.ndarray) and action.ndim == 0 else action
    row_state(batch, row).apply_action(given)  # raises IllegalAction
    raise AssertionError(f"{batch.game!r} takes action {given!r} and its mask does not")


class LearnerBatch:
    """Tables of a game, one row each. After `reset` and after each `step` the learner is to move at all of them.

    A game that ends before the learner is to move is skipped, and the next one is dealt.

    Attributes:
        opponents: the agents in the other seats, beginning after the learner; a single one fills all seats.
        seats: the learner's seat, int64, shape (N,).
        observations: the learner's observations, float32, shape (N, observation_size).
        rewards: the learner's rewards since its last decision, float32, shape (N,).
        dones: whether its game ended, bool, shape (N,).
        truncated: whether a limit ended it, bool, shape (N,).
        last_observations: in rows that are done, its last observation.
        returns: in rows that are done, its final utility, float32, shape (N,), even with shaped rewards.
        points: in rows that are done, its score in the game's own points, float32, shape (N,).
        won: in rows that are done, whether only its utility was the highest, bool, shape (N,).
    """

    def __init__(
        self,
        game: Game,
        size: int = 1,
        seed: int = 0,
        *,
        seat: SeatChoice = "rotate",
        opponents: Opponents = "random",
        shaping: Mapping[str, float] | None = None,
        autoreset: bool = True,
        threads: int = 1,
        max_steps: int | None = None,
    ) -> None:
        """Set up the tables; `reset` deals the first games.

        Args:
            seed: seed of all deals, 0 .. 2**64 - 1. A table's game, seat and opponents' choices depend only on the
                seed, the row and the number of earlier games.
            seat: the learner's seat; "rotate" changes to the next seat with each game (the seed chooses the first,
                and row r begins r seats after row 0), "random" chooses one for each game.
            shaping: weights of the game's shaped rewards, by name, which replace its returns.
            max_steps: with autoreset, decisions of the learner after which a game is truncated; None for no limit.
        """
        self._max_steps = None if max_steps is None else checked_count("max_episode_steps", max_steps)
        self.game, self.autoreset = game, autoreset
        self._choice = _checked_seat(seat, game)
        self.opponents = checked_opponents(opponents, game, game.num_players - 1)
        self.batch = Batch(
            game,
            size,
            seed,
            threads=threads,
            autoreset=False,
            observe=False,
            shaping=shaping,
            trails=wants_trail(self.opponents),
        )
        size = len(self.batch)
        self._shaped = shaping is not None
        self.seats = np.zeros(size, dtype=np.int64)
        self.observations = np.zeros((size, game.observation_size), dtype=np.float32)
        self.last_observations = np.zeros_like(self.observations)
        self.rewards, self.returns, self.points, self._gained = (
            np.zeros(size, dtype=np.float32) for _ in range(4)
        )
        self.dones, self.truncated, self.won, self._decided = (np.zeros(size, dtype=np.bool_) for _ in range(4))
        self._skipped, self._steps = (np.zeros(size, dtype=np.int64) for _ in range(2))
        self._all = np.arange(size, dtype=np.int64)
        self._reseed(seed)

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def masks(self) -> Bools:
        """Legal actions of the learner, bool, shape (N, num_actions); overwritten by each step."""
        return self.batch.masks

    def state(self, row: int) -> State:
        """One table as an independent `State`, with its trail if an opponent wants trails."""
        return row_state(self.batch, row)

    def reset(self, seed: int | None = None) -> None:
        """Deal all tables again, as new ones with a seed would, and let the opponents play up to the learner."""
        if seed is not None:
            self._reseed(seed)
        self.dones[:], self.truncated[:] = False, False
        self.rewards[:], self._skipped[:] = 0.0, 0
        self._deal(self._all)
        self._answer()
        self.show()

    def show(self) -> None:
        """Write the learner's present observations into `observations`."""
        self.game.loops.compiled.observe(self.batch.records, self.seats, self.observations)

    def _reseed(self, seed: int) -> None:
        self.batch.reseed(seed)
        self._first_seat = int(game_seed(as_seed(seed), 0, 0)) % self.game.num_players

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        """Play the learner's actions, then the opponents' up to its next turn, where a game goes on."""
        live = np.flatnonzero(self.batch.current_players != TERMINAL)
        self.batch.step(actions)
        self.dones[:], self.truncated[:] = False, False
        self._decided[live], self._skipped[live] = True, 0
        self._steps[live] += 1
        self._collect(live)
        self._answer()
        if self._max_steps is not None and len(long := np.flatnonzero(self._steps >= self._max_steps)):
            self._end(long, cut=True)
            self._answer()
        going = ~self.dones  # a row that is done already has rewards of its next game
        self.rewards[going] = self._gained[going]
        self._gained[going] = 0.0
        self.show()

    def _deal(self, rows: RowNumbers) -> None:
        batch = self.batch
        batch.deal_again(rows)
        players = batch.records["players"][rows].astype(np.int64)
        if self._choice == "rotate":
            self.seats[rows] = (self._first_seat + rows + batch.episodes[rows]) % players
        elif self._choice == "random":
            drawn = np.empty_like(players)
            _draw_seats(batch.seeds[rows], players, drawn)
            self.seats[rows] = drawn
        else:
            self.seats[rows] = self._choice
            if players.min() <= self._choice:
                raise ConfigError(f"the learner's seat {self._choice} is not at a table of {players.min()}")
        self._decided[rows], self._steps[rows] = False, 0
        self._gained[rows] = 0.0

    def _collect(self, rows: RowNumbers) -> None:
        """Add the learner's rewards from the last step of some rows, and find the games that it ended."""
        batch = self.batch
        ended = rows[batch.dones[rows]]
        if self._shaped:
            self._gained[rows] += batch.shaped_rewards[rows, self.seats[rows]]
        elif len(ended):  # returns are zero before the end
            self._gained[ended] += batch.rewards[ended, self.seats[ended]]
        if len(ended):
            self._end(ended)

    def _end(self, rows: RowNumbers, cut: bool = False) -> None:
        batch, shown = self.batch, rows[self._decided[rows]]
        if len(shown):
            self.dones[shown], self.truncated[shown] = True, cut or batch.truncated[shown]
            self.rewards[shown] = self._gained[shown]
            self._gained[shown] = 0.0
            self._record_result(shown)
        again = rows if self.autoreset else rows[~self._decided[rows]]
        if len(again) == 0:
            return
        self._skipped[again] += ~self._decided[again]
        if self._skipped.max() > MOST_SKIPPED:
            seat = self.seats[int(self._skipped.argmax())]
            raise ConfigError(
                f"{MOST_SKIPPED} games of {self.game!r} in a row ended before Player {seat} had a decision to make"
            )
        self._deal(again)

    def _record_result(self, rows: RowNumbers) -> None:
        """Record the learner's results before the tables are dealt again."""
        batch, seats = self.batch, self.seats[rows]
        records = batch.records[rows]
        seen = np.empty((len(rows), self.game.observation_size), dtype=np.float32)
        self.game.loops.compiled.observe(records, seats, seen)
        self.last_observations[rows] = seen
        points = np.empty((len(rows), self.game.num_players), dtype=np.float32)
        self.game.loops.compiled.points(records, points)
        each = np.arange(len(rows))
        self.points[rows] = points[each, seats]
        returns = batch.rewards[rows]
        own = returns[each, seats]
        self.returns[rows] = own
        self.won[rows] = (returns >= own[:, None]).sum(axis=1) == 1

    def _answer(self) -> None:
        """Let the opponents play until the learner is to move in every game that goes on."""
        batch = self.batch
        while True:
            waiting = np.flatnonzero((batch.current_players != self.seats) & (batch.current_players != TERMINAL))
            if len(waiting) == 0:
                return
            if len(self.opponents) == 1:
                chosen = ask(self.opponents[0], self.game, batch, waiting, "opponent")
            else:
                chosen = np.empty(len(waiting), dtype=np.int64)
                after = batch.current_players[waiting] - self.seats[waiting] - 1
                asked = after % batch.records["players"][waiting]
                for index in np.unique(asked):
                    part = np.flatnonzero(asked == index)
                    chosen[part] = ask(self.opponents[index], self.game, batch, waiting[part], "opponent")
            batch.step_rows(waiting, chosen)
            self._collect(waiting)


def _checked_seat(seat: SeatChoice, game: Game) -> SeatChoice:
    number = as_whole(seat)
    named = isinstance(seat, str) and seat in ("rotate", "random")
    if not named and (number is None or not 0 <= number < game.num_players):
        raise ConfigError(f'seat must be 0..{game.num_players - 1}, "rotate" or "random", not {seat!r}')
    return seat if number is None else number


def checked_opponents(
    opponents: Opponents, game: Game, others: int, make: Callable[[str | AgentName, Game], Agent] = make_agent
) -> tuple[Agent, ...]:
    """The agents in this number of other seats; `make` makes those that are names."""
    several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    named: Sequence[str | AgentName | Agent] = opponents if several else [opponents]  # type: ignore[assignment, list-item]
    if len(named) not in (1, others):
        raise ConfigError(
            f"opponents must be one agent, or one for each of the {others} other seats, not {len(named)}"
        )
    agents = [make(each, game) if isinstance(each, str | AgentName) else each for each in named]
    for agent in agents:
        if not isinstance(agent, Agent):
            raise ConfigError(f"an opponent is an agent or the name of one, not {agent!r}")
    return tuple(agents)
