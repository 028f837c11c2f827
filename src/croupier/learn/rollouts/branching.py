"""Branching: the advantage of a decision from playing on with every legal answer, all else equal.

GAE compares what came of a decision with what was expected; most of the difference is luck. Here the table is
cloned for each legal answer a, with the hidden cards, the future random events and the agents' random words as
they are, and played on by the policy until rewards stop to count. With Q(a) what the seat gains, the advantage is

    A = Q(chosen) - sum over a of pi(a) Q(a)

the counterfactual baseline of J. Foerster and others, "Counterfactual multi-agent policy gradients" (2018), with
common random numbers in place of a critic. Clones are played in a batch of their own; the tables are only read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from croupier.agents.policy import masked_softmax, sample
from croupier.core.base.errors import ConfigError, unknown
from croupier.core.base.rng import choice_words
from croupier.core.base.types import Actions, Generators, Rows, Seeds
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Bools, Floats, Records
from croupier.learn.network.inference import Inference
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.rollouts.league import ABSENT, CURRENT, League, deciders_of
from croupier.learn.rollouts.training_tables import TrainingTables
from croupier.learn.settings.config import RolloutSettings

_IDLE = -1
_UNIT = 1.0 / (1 << 53)


@dataclass(frozen=True, eq=False)
class Noted:
    """Decisions that are to be branched, and all that decides how their tables go on; D of them.

    Attributes:
        steps: step of the rollout, int64, shape (D,).
        rows: table, int64, shape (D,).
        seats: who decides, int64, shape (D,).
        actions: what was chosen, int64, shape (D,).
        records: the tables before it, shape (D,).
        rngs: their generators of chance events, uint64, shape (D,).
        seeds: seeds of their deals, uint64, shape (D,).
        plies: decisions made before, int64, shape (D,).
        roster: who sits where, int16, shape (D, players).
        points: as in `Standing`, shape (D, players).
        chances: as in `Standing`.
        trails: what led there, or None where no opponent reads it, shape (D,).
    """

    steps: Rows
    rows: Rows
    seats: Rows
    actions: Actions
    records: Records
    rngs: Generators
    seeds: Seeds
    plies: npt.NDArray[np.int64]
    roster: npt.NDArray[np.int16]
    points: Floats
    chances: Floats
    trails: npt.NDArray[np.object_]

    @classmethod
    def joined(cls, parts: list[Noted]) -> Noted:
        """All of them in one, in their order."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__annotations__))


@dataclass(frozen=True, eq=False)
class Branches:
    """What came of some decisions; D of them.

    Attributes:
        steps: step of the rollout, int64, shape (D,).
        rows: table, int64, shape (D,).
        actions: what was chosen, int64, shape (D,).
        values: Q of each legal answer, float32, shape (D, num_actions); 0 for the others.
        chances: probability of each answer, float32, shape (D, num_actions).
        advantages: float32, shape (D,).
        played: decisions that were played for it.
    """

    steps: Rows
    rows: Rows
    actions: Actions
    values: Floats
    chances: Floats
    advantages: Floats
    played: int


def branched_phases(game: Game, wanted: tuple[str, ...]) -> tuple[int, ...]:
    """Values of the phases whose decisions are branched.

    Args:
        game: the game.
        wanted: their names; none for those of abilities.

    Raises:
        ConfigError: an unknown phase, or none named in a game without abilities.
    """
    values = {phase.name: phase.value for phase in game.phases}
    for name in wanted:
        if name not in values:
            raise unknown(f"phase of {game.name} in branch_phases", name, values)
    found = tuple(phase.value for phase in game.phases if phase.name in wanted or (phase.ability and not wanted))
    if not found:
        raise ConfigError(
            f"branch_share needs phases, and {game.name} has no abilities: name some by branch_phases"
        )
    return found


class Branching:
    """Notes decisions during a rollout, and plays their branches at its end.

    Clones are played many at a time, in as many rows as there are tables, so that the network runs on full
    batches.
    """

    def __init__(
        self, tables: TrainingTables, league: League, inference: Inference, settings: RolloutSettings
    ) -> None:
        """Make room for the clones.

        Args:
            tables: the run's tables; only read.
            league: who plays them beside the network.
            inference: device and precision.
            settings: those of the rollout.

        Raises:
            ConfigError: phases that the game has not.
        """
        self._tables, self._league, self._inference, self._settings = tables, league, inference, settings
        self._phases = branched_phases(tables.game, settings.branch_phases)
        main = tables.batch
        self._side = tables.game.batch(
            len(main),
            threads=main.threads,
            shaping=tables.objective.shaping,
            autoreset=False,
            trails=league.wants_trail,
        )
        self._standing = tables.objective.standing(self._side)
        self._roster = np.full(league.roster.shape, ABSENT, dtype=np.int16)
        self._noted: list[Noted] = []

    @classmethod
    def of(
        cls, tables: TrainingTables, league: League, inference: Inference, settings: RolloutSettings
    ) -> Self | None:
        """Branching as the settings ask for it; None where nothing is branched."""
        return cls(tables, league, inference, settings) if settings.branch_share > 0.0 else None

    def note(self, step: int, rows: Rows, actions: Actions) -> None:
        """Note which decisions of a step are branched: a function of deal and decision number.

        Args:
            step: the step.
            rows: tables at which the network decides, int64, shape (K,).
            actions: what is chosen at each of all tables, int64, shape (N,).
        """
        batch, standing = self._tables.batch, self._tables.standing
        rows = rows[np.isin(batch.phases[rows], self._phases) & (batch.legal_counts[rows] > 1)]
        words = choice_words(batch.seeds[rows], batch.plies[rows])
        drawn = (choice_words(words, np.zeros(len(rows), dtype=np.int64)) >> np.uint64(11)) * _UNIT
        rows = rows[drawn < self._settings.branch_share]
        if len(rows):
            self._noted.append(
                Noted(
                    steps=np.full(len(rows), step),
                    rows=rows,
                    seats=batch.current_players[rows].astype(np.int64),
                    actions=actions[rows],
                    records=batch.records[rows],
                    rngs=batch.rngs[rows],
                    seeds=batch.seeds[rows],
                    plies=batch.plies[rows],
                    roster=self._league.roster[rows],
                    points=standing.points[rows],
                    chances=standing.chances[rows],
                    trails=np.array([batch.trail(row) for row in rows.tolist()], dtype=np.object_),
                )
            )

    def play(self, network: PolicyNetwork, observations: Floats, masks: Bools) -> Branches:
        """Play the branches of all decisions noted, and forget them.

        Args:
            network: the policy of the rollout.
            observations: what was seen at each step and table, float32, shape (T, N, observation_size).
            masks: what was legal, bool, shape (T, N, num_actions).

        Returns:
            What came of them.
        """
        none = np.zeros(0, dtype=np.int64)
        if not self._noted:
            empty = np.zeros((0, masks.shape[2]), dtype=np.float32)
            return Branches(none, none, none, empty, empty, empty[:, 0], 0)
        noted = Noted.joined(self._noted)
        self._noted.clear()
        steps, rows = noted.steps, noted.rows
        legal = masks[steps, rows]
        decisions, answers = np.nonzero(legal)
        gained, played = self._gained(network, noted, decisions, answers)
        values = np.zeros(legal.shape, dtype=np.float32)
        values[decisions, answers] = gained
        chances = masked_softmax(self._inference.run(network, observations[steps, rows], legal)[0], legal)
        chosen = values[np.arange(len(steps)), noted.actions]
        advantages = chosen - (chances * values).sum(axis=1)
        return Branches(steps, rows, noted.actions, values, chances, advantages, played)

    def _gained(
        self, network: PolicyNetwork, noted: Noted, decisions: Rows, answers: Actions
    ) -> tuple[npt.NDArray[np.float64], int]:
        """What the deciding seat gains in each clone, and how many decisions were played for it."""
        side, objective = self._side, self._tables.objective
        running = np.full(len(side), _IDLE, dtype=np.int64)  # the clone in each row
        discounts = np.ones(len(side))
        gained = np.zeros(len(decisions))
        begun = played = 0
        while True:
            free = np.flatnonzero(running == _IDLE)[: len(decisions) - begun]
            if len(free):
                running[free] = np.arange(begun, begun + len(free))
                begun += len(free)
                self._load(free, noted, decisions[running[free]])
                discounts[free] = 1.0
            rows = np.flatnonzero(running != _IDLE)
            if not len(rows):
                return gained, played
            seats = noted.seats[decisions[running[rows]]]
            actions, deciding = self._choose(network, rows)
            fresh = np.isin(rows, free)
            actions[free] = answers[running[free]]
            discounts[rows[deciding & ~fresh & (side.current_players[rows] == seats)]] *= self._settings.gamma
            side.step_rows(rows, actions[rows])
            played += len(rows)
            rewards, closed = objective.gained(side, self._standing)
            gained[running[rows]] += discounts[rows] * rewards[rows, seats]
            cut = side.truncated[rows]
            if cut.any():
                values = self._last_values(network, rows[cut], seats[cut])
                gained[running[rows[cut]]] += discounts[rows[cut]] * self._settings.gamma * values
            running[rows[closed[rows]]] = _IDLE

    def _load(self, rows: Rows, noted: Noted, decisions: Rows) -> None:
        """Clone the tables of some decisions into some rows."""
        parts = noted.records[decisions], noted.rngs[decisions]
        seeds, plies, trails = noted.seeds[decisions], noted.plies[decisions], noted.trails[decisions].tolist()
        self._side.load(rows, *parts, trusted=True, seeds=seeds, plies=plies, trails=trails)
        self._roster[rows] = noted.roster[decisions]
        self._standing.points[rows] = noted.points[decisions]
        self._standing.chances[rows] = noted.chances[decisions]

    def _choose(self, network: PolicyNetwork, rows: Rows) -> tuple[Actions, Bools]:
        """What is played in some rows, and in which of them the network decides."""
        side = self._side
        players, counts = side.current_players[rows], side.legal_counts[rows]
        deciding, movers = deciders_of(players, counts, self._roster[rows], self._settings.skip_forced)
        actions = side.legal_actions[:, 0].astype(np.int64)
        asked = rows[deciding]
        if len(asked):
            words, masks = choice_words(side.seeds[asked], side.plies[asked]), side.masks[asked]
            logits, _ = self._inference.run(network, side.observations[asked], masks)
            drawn, logps = np.zeros(len(asked), dtype=np.int64), np.zeros(len(asked), dtype=np.float32)
            sample(logits, masks, words, drawn, logps)
            actions[asked] = drawn
        if self._league.active:
            everywhere = np.full(len(side), CURRENT, dtype=np.int16)
            everywhere[rows] = movers
            self._league.act(side, everywhere, actions)
        return actions, deciding

    def _last_values(self, network: PolicyNetwork, rows: Rows, seats: Rows) -> Floats:
        """Where games were cut short, what their seats expect of the rest."""
        return self._inference.run(network, self._side.final_observations[rows, seats])[1]
