"""Training of models at every interface: deals by name, separate from those of evaluation, and rewards.

Examples:
    >>> import croupier
    >>> from croupier.envs.training import Rewards, deal_seed
    >>> deal_seed("train", 0), deal_seed("eval", 0)
    (1199357145594332, 8805911112089051)
    >>> Rewards.of(croupier.make("pig"), "win").reward
    'win'

A finished game earns 0 or more under any reward. A seat's own forfeit, and a game that was cut off, earn
-`FORFEIT` or less, so giving up is always worse than the worst loss. Nobody gains by another seat's forfeit: the
rewards of the others are NaN.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import floor, isfinite, log10
from typing import Literal, TypeAlias

import numpy as np

from croupier.agents.agent import Agent
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError, one_of
from croupier.core.engine.game import Game
from croupier.core.spec.position import EndedRound
from croupier.table.asking import ask_one

__all__ = ["FORFEIT", "MOST", "Reward", "Rewards", "Split", "deal_seed", "playable_deals"]

# The seed of a deal is a hash of the split's name, the number of a series and that of the deal. Its last bit
# encodes the split, so that no deal is in both. It has 53 bits, which every JSON reader can represent.

Split: TypeAlias = Literal["train", "eval"]
"""Deals for training or for evaluation."""
_BITS = 53
_MOST_LEFT_OUT = 1000
_log = logging.getLogger(__name__)


def deal_seed(split: Literal["train", "eval", "scale"], number: int, series: int = 0) -> int:
    """Seed of a deal of a split; deals are numbered from 0."""
    digest = hashlib.sha256(f"croupier {split} {series} {number}".encode()).digest()
    return int.from_bytes(digest[:8]) >> (65 - _BITS) << 1 | (split == "eval")


def chosen_deal(split: str, seed: int | None, deal: int | None) -> tuple[int, int]:
    """The seed of a deal, and the number that decides the seats.

    Args:
        split: ``train`` or ``eval``: the deals, if no seed is given.
        seed: the seed, in any split.
        deal: number of the deal in the split; None for a random one.

    Raises:
        ConfigError: there is no such split.
    """
    which: Split = one_of("split", split, Split)
    if seed is not None:
        return seed, seed
    if deal is not None:
        return deal_seed(which, deal), deal
    drawn = deal_seed(which, 0, secrets.randbits(64))
    return drawn, drawn >> 1


def playable_deals(
    game: Game,
    seats: Callable[[int], tuple[Agent | None, ...]],
    deals: int,
    *,
    split: str,
    seed: int | None = None,
) -> Iterator[tuple[int, int]]:
    """Deals in which a model decides something in every seat it may have; other deals are replaced.

    Args:
        game: the game with its options.
        seats: the table's seats by the first model's seat.
        deals: number of deals.
        split: the split, unless there is a seed.
        seed: first of consecutive seeds, instead of those of a split.

    Yields:
        The number and seed of each. At the end it logs how many were left out.

    Raises:
        ConfigError: there is no such split, or the game is over too soon in a thousand deals in a row.
    """
    which: Split = one_of("split", split, Split)
    number = found = 0
    while found < deals:
        dealt = deal_seed(which, number) if seed is None else seed + number
        number += 1
        if all(_asked(game, dealt, seats(first)) for first in range(game.num_players)):
            yield number - 1, dealt
            found += 1
        elif number - found > _MOST_LEFT_OUT + 10 * found:
            raise ConfigError(f"{game.name} is over before a model is asked in nearly every deal: make it longer")
    if number > deals:
        _log.warning("%d of %d deals are left out: over before a model was asked", number - deals, number)


def _asked(game: Game, seed: int, seats: tuple[Agent | None, ...]) -> bool:
    """Whether a model is to move before the game is over."""
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        agent = seats[state.current_player()]
        if agent is None:
            return True
        state.apply_action(ask_one(agent, state))
    return False


Reward: TypeAlias = Literal["win", "utility", "points", "duplicate"]
"""Reward of the end: the share of the win (0..1), the utility above that of the worst loss, the points, or the
points minus those of `bot` in the same seat of the same deal."""
SeatAgents: TypeAlias = tuple[Agent | None, ...]
"""The agent in each seat; None for a model."""
MOST = 4.0
"""Bound, in units of the scale, on points below zero, and on rewards on the way."""
FORFEIT = 1.0
"""Difference between the least reward of a finished game and that of a forfeit or an unfinished game."""
_SCALE_GAMES = 16


@dataclass(frozen=True)
class Rewards:
    """Rewards of models' games.

    Attributes:
        reward: reward of the end.
        round_points: weight of a round's points when it ends, in units of the scale.
        kept_bid: reward of a round in which the seat takes exactly the tricks that it bid, minus the reward of a
            bid of 0 with the same tricks.
        scale: points of a usual game, by which points are divided.
    """

    reward: Reward = "win"
    round_points: float = 0.0
    kept_bid: float = 0.0
    scale: float = 1.0

    @classmethod
    def of(
        cls,
        game: Game,
        reward: str = "win",
        *,
        round_points: float = 0.0,
        kept_bid: float = 0.0,
        scale: float | None = None,
    ) -> Rewards:
        """Check rewards against a game, and find its scale.

        Args:
            game: the game with its options.
            reward: see `Reward`.
            round_points: 0 for no rewards for rounds' points.
            kept_bid: 0 for no rewards for bids.
            scale: points that count as 1; None for `usual_points`, if points count.

        Raises:
            ConfigError: a value is not valid; the game has no rounds to reward, more points are not better in it,
                or no `bot` plays it.
        """
        for name, value in (("round_points", round_points), ("kept_bid", kept_bid)):
            if not (isfinite(value) and value >= 0):
                raise ConfigError(f"{name} must be at least 0, not {value:g}")
        if scale is not None and not (isfinite(scale) and scale > 0):
            raise ConfigError(f"scale must be greater than 0, not {scale:g}")
        checked: Reward = one_of("reward", reward, Reward)
        if (round_points or kept_bid) and game.spec.words.round_score is None:
            raise ConfigError(
                f"{game.name} is not scored by rounds: it has no rewards on the way, so leave out "
                "round_points and kept_bid"
            )
        counts = checked in ("points", "duplicate") or round_points > 0
        if counts and not game.facts.ranked_by_points:
            raise ConfigError(f"more points are not better in {game.name}: choose the reward win or utility")
        if (checked == "duplicate" or (counts and scale is None)) and "bot" not in game.spec.bots:
            raise ConfigError(f"no bot plays {game.name}, with which points are compared: choose another reward")
        if scale is None:
            scale = usual_points(game) if counts else 1.0
        return cls(checked, round_points, kept_bid, scale)

    @property
    def on_the_way(self) -> bool:
        """Whether rounds are rewarded as they end."""
        return self.round_points > 0 or self.kept_bid > 0

    def of_rounds(self, rounds: Iterable[EndedRound | None], seat: int) -> float:
        """Rewards of a seat for finished rounds, -`MOST` .. `MOST`."""
        found = 0.0
        for ended in rounds:
            for score in () if ended is None else ended.seats:
                if score.seat == seat:
                    found += self.round_points * score.points / self.scale
                    if score.bid is not None:  # a bid of 0 earns 0; otherwise always bidding 0 would pay
                        found += self.kept_bid * ((score.bid == score.won) - (score.won == 0))
        return min(max(found, -MOST), MOST)

    def of_points(self, points: float) -> float:
        """Reward of points, or points ahead, at the end: at least 0, and `MOST` for 0 points."""
        return max(0.0, MOST + points / self.scale)


def bot_points(game: Game, seed: int, seats: SeatAgents) -> list[float]:
    """Points of each seat in a deal with `bot` in the models' seats (None)."""
    bot = make_agent("bot", game)
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        agent = seats[state.current_player()] or bot
        state.apply_action(ask_one(agent, state))
    return [float(value) for value in state.points()]


_KNOWN: dict[tuple[object, ...], float] = {}


def usual_points(game: Game) -> float:
    """Points of a usual game: the mean absolute points of a seat among bots, to two significant digits."""
    key = (game.name, *sorted((name, str(value)) for name, value in game.options.items()))
    if key not in _KNOWN:
        empty: SeatAgents = (None,) * game.num_players
        made = [bot_points(game, deal_seed("scale", number), empty) for number in range(_SCALE_GAMES)]
        mean = float(np.mean(np.abs(made)))
        _KNOWN[key] = round(mean, 1 - floor(log10(mean))) if mean > 0 else 1.0
    return _KNOWN[key]
