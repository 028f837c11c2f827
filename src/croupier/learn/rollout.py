"""Rollouts: every seat of many tables plays the present network, and each seat's decisions are one trajectory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from croupier.agents.policy import sample
from croupier.core.game import Game
from croupier.core.rng import as_seed, game_seed
from croupier.core.spec import Bools, Floats
from croupier.learn.advantages import NOBODY, advantages, find_horizon, find_open
from croupier.learn.config import Config
from croupier.learn.network import MultiHeadPolicy

_CHOICES = 1  # which of the streams derived from a seed: 0 deals, 1 choices
_STAGGER = 1024  # decisions; longer than most games
_KEPT = ("observations", "masks", "actions", "logps", "values", "players", "rewards")


@dataclass(frozen=True, eq=False)
class Decisions:
    """The decisions of a rollout that can be learned from; K of M rows.

    Attributes:
        rows: which rows hold them, int64, shape (K,).
        observations: float32, shape (M, observation_size).
        masks: legal actions, bool, shape (M, num_actions).
        actions: int64, shape (M,).
        logps: logarithm of the action's probability when it was chosen, float32, shape (M,).
        values: what the network expected, float32, shape (M,).
        advantages: float32, shape (M,).
        games: games that ended in the rollout.
        truncated: how many of them were cut short by a limit.
        first_seat: mean utility of seat 0 in those games; 0 where none ended.
    """

    rows: npt.NDArray[np.int64]
    observations: Floats
    masks: Bools
    actions: npt.NDArray[np.int64]
    logps: Floats
    values: Floats
    advantages: Floats
    games: int
    truncated: int
    first_seat: float


class Collector:
    """Plays rollouts and keeps what goes on from one to the next: the tables, and the decisions still open.

    A rollout has one slot for each step, and before them one for each seat: those hold the decisions that the last
    rollout left open (see `croupier.learn.advantages`).
    """

    def __init__(self, game: Game, config: Config) -> None:
        self._config, self._game = config, game
        shaping: Mapping[str, float] | None = {} if config.shaping else None
        self._batch = game.batch(config.tables, config.seed, threads=config.threads, shaping=shaping)
        # the deals are game_seed(seed, row, game); this seed is another, so no choice repeats a deal's numbers
        choices = np.array([game_seed(as_seed(config.seed), config.tables, _CHOICES)])
        self._streams = np.array([game_seed(choices[0], row, 0) for row in range(config.tables)], dtype=np.uint64)
        self._stagger(config.seed)
        shape = (game.players + config.steps, config.tables)
        self.observations = np.zeros((*shape, game.observation_size), dtype=np.float32)
        self.masks = np.ones((*shape, game.num_actions), dtype=np.bool_)
        self.actions = np.zeros(shape, dtype=np.int64)
        self.logps = np.zeros(shape, dtype=np.float32)
        self.values = np.zeros(shape, dtype=np.float32)
        self.players = np.full(shape, NOBODY, dtype=np.int8)
        self.rewards = np.zeros((*shape, game.players), dtype=np.float32)
        self.dones = np.zeros(shape, dtype=np.bool_)
        self.ends = np.zeros((*shape, game.players), dtype=np.float32)
        self.advantages = np.zeros(shape, dtype=np.float32)
        self._open = np.zeros(shape, dtype=np.bool_)
        self._known = np.zeros((config.tables, game.players), dtype=np.bool_)
        self._owed = np.zeros((config.tables, game.players), dtype=np.float32)

    def _stagger(self, seed: int) -> None:
        """Begin every table at another moment of random play.

        Tables in step with one another would show the network one stage of the game at a time, and it would forget
        the others.
        """
        batch, tables = self._batch, self._config.tables
        moments = np.random.Generator(np.random.PCG64([seed, 1])).integers(0, _STAGGER, tables)
        begun = batch.snapshot()
        actions = np.zeros(tables, dtype=np.int64)
        batch.observing = False
        for moment in range(_STAGGER):
            rows = np.flatnonzero(moments == moment)
            if len(rows):
                for name, array in batch.snapshot().items():
                    begun[name][rows] = array[rows]
            batch.random_actions(self._streams, actions)
            batch.step(actions)
        batch.observing = True
        batch.restore(begun)

    def collect(self, network: MultiHeadPolicy, device: torch.device) -> Decisions:
        """Play one rollout.

        Args:
            network: decides for every seat, by drawing from its probabilities.
            device: where it runs.

        Returns:
            Views of this object's arrays: use them before `carry_over` and the next rollout.
        """
        seats, truncated, first_seat = self._game.players, 0, 0.0
        for slot in range(seats, len(self.players)):
            self._step(slot, network, device)
            truncated += int(self._batch.truncated.sum())
            first_seat += float(self._batch.rewards[:, 0].sum())
        now = _run(network, self._batch.observations, device)[1]
        find_open(self.players, self.dones, self._batch.players, self._known, self._open)
        slots = (self.players, self.values, self.rewards, self.dones, self.ends, self._open)
        settings = (find_horizon(self._open), self._config.gamma, self._config.trace)
        advantages(slots, (self._batch.players, now), *settings, self.advantages, self._owed)
        games = int(self.dones.sum())
        return Decisions(
            rows=np.flatnonzero((self.players != NOBODY) & ~self._open),
            observations=self.observations.reshape(self.players.size, -1),
            masks=self.masks.reshape(self.players.size, -1),
            actions=self.actions.reshape(-1),
            logps=self.logps.reshape(-1),
            values=self.values.reshape(-1),
            advantages=self.advantages.reshape(-1),
            games=games,
            truncated=truncated,
            first_seat=first_seat / max(games, 1),
        )

    def _step(self, slot: int, network: MultiHeadPolicy, device: torch.device) -> None:
        """Decide at every table and step it, noting all in one slot."""
        batch = self._batch
        self.observations[slot] = batch.observations
        self.masks[slot] = batch.masks
        self.players[slot] = batch.players
        logits, self.values[slot] = _run(network, self.observations[slot], device)
        sample(logits, self.masks[slot], self._streams, self.actions[slot], self.logps[slot])
        batch.step(self.actions[slot])
        self.rewards[slot] = batch.shaped_rewards if self._config.shaping else batch.rewards
        self.dones[slot] = batch.dones
        self.ends[slot] = 0.0
        cut = np.flatnonzero(batch.truncated)
        if len(cut):
            last = batch.final_observations[cut].reshape(-1, self._game.observation_size)
            self.ends[slot][cut] = _run(network, last, device)[1].reshape(len(cut), -1)

    def carry_over(self) -> None:
        """Take the open decisions over into the first slots of the next rollout, one for each seat."""
        seats = self._game.players
        slots, tables = np.nonzero(self._open)
        owners = self.players[slots, tables].copy()
        kept = {name: getattr(self, name)[slots, tables].copy() for name in _KEPT}
        kept["rewards"] = np.zeros_like(kept["rewards"])
        kept["rewards"][np.arange(len(owners)), owners] = self._owed[tables, owners]
        self._clear(seats)
        for name, rows in kept.items():
            getattr(self, name)[owners, tables] = rows

    def _clear(self, seats: int) -> None:
        self.players[:seats] = NOBODY
        self.observations[:seats] = 0.0
        self.masks[:seats] = True
        for array in (self.actions, self.logps, self.values, self.rewards, self.dones, self.ends):
            array[:seats] = 0
        self._open[:] = False

    def snapshot(self) -> dict[str, npt.NDArray[Any]]:
        """All that decides the next rollouts, after `carry_over`; `restore` takes it back."""
        seats = self._game.players
        saved = {f"batch.{name}": array for name, array in self._batch.snapshot().items()}
        saved |= {f"open.{name}": getattr(self, name)[:seats].copy() for name in _KEPT}
        return saved | {"streams": self._streams.copy()}

    def restore(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from a snapshot.

        Raises:
            ValueError: an array is missing or has another shape or type.
        """
        seats = self._game.players
        ours = self.snapshot()
        for name, array in ours.items():
            if name not in saved or saved[name].shape != array.shape or saved[name].dtype != array.dtype:
                raise ValueError(f"{name!r} does not fit {self._config.tables} tables of {self._game!r}")
        self._batch.restore({name.removeprefix("batch."): array for name, array in saved.items()})
        self._clear(seats)
        for name in _KEPT:
            getattr(self, name)[:seats] = saved[f"open.{name}"]
        self._streams = saved["streams"].copy()


def _run(network: MultiHeadPolicy, observations: Floats, device: torch.device) -> tuple[Floats, Floats]:
    with torch.inference_mode():
        logits, values = network(torch.from_numpy(observations).to(device))
        return logits.cpu().numpy(), values.cpu().numpy()
