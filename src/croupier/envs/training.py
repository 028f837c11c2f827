"""What training models needs at every interface: deals by name, apart from those of evaluation, and rewards.

>>> from croupier.envs.training import Rewards, deal_seed
>>> deal_seed("train", 0)
>>> how = Rewards.of(game, "duplicate", kept_bid=0.1)
>>> episode.earned(how)

A game that came to its end earns 0 or more, whatever is rewarded. A seat's own forfeit, and a game that was cut
off, earn -`FORFEIT` or less. So giving up is always worse than the worst loss. Nobody gains by another's forfeit:
such a game does not count for the rest, and their reward is NaN.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import floor, isfinite, log10
from typing import Literal, TypeAlias, get_args

import numpy as np

from croupier.agents.agent import Agent, Turns
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.core.spec.position import EndedRound
from croupier.table.asking import ask_turn

__all__ = ["FORFEIT", "MOST", "Reward", "Rewards", "Split", "deal_seed", "playable_deals"]

# The seed of a deal is a hash of the split's name, the number of a series and that of the deal. Its last bit
# tells the split, so that no deal is in both; it has 53 bits, which every reader of JSON keeps.

Split: TypeAlias = Literal["train", "eval"]
"""Which deals: those to train on, or those to evaluate on."""
_BITS = 53
_MOST_LEFT_OUT = 1000
_log = logging.getLogger(__name__)


def check_split(split: str) -> Split:
    """Check the name of a split."""
    for known in get_args(Split):
        if split == known:
            return known  # type: ignore[no-any-return]  # get_args is not typed
    raise ConfigError(f"split must be one of {', '.join(get_args(Split))}, not {split!r}")


def deal_seed(split: Literal["train", "eval", "scale"], number: int, series: int = 0) -> int:
    """Seed of a deal of a split.

    Args:
        number: of the deal, from 0.
    """
    digest = hashlib.sha256(f"croupier {split} {series} {number}".encode()).digest()
    return int.from_bytes(digest[:8]) >> (65 - _BITS) << 1 | (split == "eval")


def random_seed(split: Split) -> int:
    """A seed of a split, drawn by chance."""
    return deal_seed(split, 0, secrets.randbits(64))


def chosen_deal(split: str, seed: int | None, deal: int | None) -> tuple[int, int]:
    """The seed of a deal, and the number by which seats are given.

    Args:
        split: ``train`` or ``eval``: which deals, where no seed is given.
        seed: the seed, whatever the split.
        deal: number of the deal in the split; None draws one.

    Raises:
        ConfigError: there is no such split.
    """
    which = check_split(split)
    if seed is not None:
        return seed, seed
    if deal is not None:
        return deal_seed(which, deal), deal
    drawn = random_seed(which)
    return drawn, drawn >> 1


def playable_deals(
    game: Game,
    seats: Callable[[int], tuple[Agent | None, ...]],
    deals: int,
    *,
    split: str,
    seed: int | None = None,
) -> Iterator[tuple[int, int]]:
    """Deals in which a model decides something, whichever seat it has; another one stands in for each other deal.

    Args:
        game: the game with its options.
        seats: the table's seats by that of the first model.
        deals: how many.
        split: which ones; it does not count where there is a seed.
        seed: plain seeds from this one on, in place of those of a split.

    Yields:
        The number and seed of each. At the end it is logged how many were left out.

    Raises:
        ConfigError: there is no such split, or the game is over too soon in a thousand deals in a row.
    """
    which = check_split(split)
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
    """Whether a model is to move before a deal is over."""
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        agent = seats[state.current_player()]
        if agent is None:
            return True
        state.apply_action(ask_turn(agent, Turns.of_state(state), seed))
    return False


Reward: TypeAlias = Literal["win", "utility", "points", "duplicate"]
"""What the end is rewarded with: the share of the win (0..1), the utility above that of the worst loss, the
points, or the points less those that `bot` makes in the same seat of the same deal."""
SeatAgents: TypeAlias = tuple[Agent | None, ...]
"""The agent in each seat; None for a model."""
MOST = 4.0
"""How many times the scale points count below nothing, and rewards on the way in either direction."""
FORFEIT = 1.0
"""How far a forfeit, or a game that was not finished, is below the least that a finished game earns."""
_SCALE_GAMES = 16


def check_reward(reward: str) -> Reward:
    """Check the name of a reward."""
    for known in get_args(Reward):
        if reward == known:
            return known  # type: ignore[no-any-return]  # get_args is not typed
    raise ConfigError(f"reward must be one of {', '.join(get_args(Reward))}, not {reward!r}")


@dataclass(frozen=True)
class Rewards:
    """What the games of models are rewarded with.

    Attributes:
        reward: what the end is rewarded with.
        round_points: by how much a round's points count when it ends, in units of the scale.
        kept_bid: what a round earns in which the seat takes the tricks that it bid, minus what a bid of 0 would
            have earned with the same tricks.
        scale: points of a usual game: points are divided by it.
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
            round_points: 0 for nothing on the way by points.
            kept_bid: 0 for nothing on the way by bids.
            scale: points that count as 1; None for those of `usual_points`, where points count.

        Raises:
            ConfigError: one of them is not valid; the game has no rounds to be rewarded, or more points are not
                better in it, or no `bot` plays it.
        """
        for name, value in (("round_points", round_points), ("kept_bid", kept_bid)):
            if not (isfinite(value) and value >= 0):
                raise ConfigError(f"{name} must be at least 0, not {value:g}")
        if scale is not None and not (isfinite(scale) and scale > 0):
            raise ConfigError(f"scale must be greater than 0, not {scale:g}")
        checked = check_reward(reward)
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
        """What the rounds that have ended earned a seat, -`MOST` .. `MOST`."""
        found = 0.0
        for ended in rounds:
            for score in () if ended is None else ended.seats:
                if score.seat == seat:
                    found += self.round_points * score.points / self.scale
                    if score.bid is not None:  # a bid of 0 earns 0, or else it would pay to bid nothing always
                        found += self.kept_bid * ((score.bid == score.won) - (score.won == 0))
        return min(max(found, -MOST), MOST)

    def of_points(self, points: float) -> float:
        """What points, or points ahead, are worth at the end: 0 or more, `MOST` for none."""
        return max(0.0, MOST + points / self.scale)


def bot_points(game: Game, seed: int, seats: SeatAgents) -> list[float]:
    """What each seat makes in a deal where `bot` sits in the seats of models.

    Args:
        seats: the agent in each seat, None for a model.
    """
    bot = make_agent("bot", game)
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        agent = seats[state.current_player()] or bot
        state.apply_action(ask_turn(agent, Turns.of_state(state), seed))
    return [float(value) for value in state.points()]


_KNOWN: dict[tuple[object, ...], float] = {}


def usual_points(game: Game) -> float:
    """Points of a usual game: the mean of what a seat makes either way among bots, in two digits."""
    key = (game.name, *sorted((name, str(value)) for name, value in game.options.items()))
    if key not in _KNOWN:
        empty: SeatAgents = (None,) * game.num_players
        made = [bot_points(game, deal_seed("scale", number), empty) for number in range(_SCALE_GAMES)]
        mean = float(np.mean(np.abs(made)))
        _KNOWN[key] = round(mean, 1 - floor(log10(mean))) if mean > 0 else 1.0
    return _KNOWN[key]
