"""Deals of models' games by name, so that those of training and of evaluation are never the same.

>>> from croupier.envs.training.deals import deal_seed
>>> deal_seed("train", 0)

The seed of a deal is a hash of the split's name, the number of a series and that of the deal. Its last bit tells
the split, so that no deal is in both; it has 53 bits, which every reader of JSON keeps.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias, get_args

from croupier.agents.agent import Agent, Turns
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.table.asking import ask_turn

__all__ = ["Split", "deal_seed", "playable_deals"]

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


def drawn_seed(split: Split) -> int:
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
    drawn = drawn_seed(which)
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
