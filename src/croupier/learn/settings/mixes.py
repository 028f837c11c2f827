"""Mixes: options sampled for each game, as a function of its deal's seed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError, unknown
from croupier.core.base.rng import game_seed, uniform
from croupier.core.base.tiers import loop
from croupier.core.base.types import Codes, Seeds
from croupier.core.engine.game import Game
from croupier.core.spec import options as option_codes
from croupier.core.spec.options import Value
from croupier.core.spec.training import NO_MIX, SIZES, Mix, mixes_by_name

_OWN = -1
"""Instead of a sampled value: the game has the options of the run."""


@loop
def _draw(seeds: Seeds, share: float, upto: npt.NDArray[np.float64], out: npt.NDArray[np.int64]) -> None:
    """Draw a value for each option of each game, or `_OWN` for all of them."""
    # The stream starts where neither the deal nor the choices in it start (`croupier.core.base.rng.choice_word`).
    word = np.zeros(1, dtype=np.uint64)
    for k in range(len(seeds)):
        word[0] = game_seed(seeds[k], 0, 2)
        drawn = uniform(word, 0) < share
        for option in range(upto.shape[0]):
            place, at = 0, uniform(word, 0)
            while at >= upto[option, place]:
                place += 1
            out[k, option] = place if drawn else _OWN


def mix_of(game: Game, name: str) -> Mix | None:
    """The mix with this name; None for `NO_MIX`."""
    if name == NO_MIX:
        return None
    known = mixes_by_name(game.training, game.spec.options)
    if name == SIZES and name not in known:
        raise ConfigError(
            f"mix={SIZES} needs a game whose number of people is an option; that of {game.name} is fixed"
        )
    if name not in known:
        raise unknown(f"mix of {game.name}", name, [NO_MIX, *known])
    return known[name]


def changed_game(game: Game, changes: Mapping[str, Value], where: str) -> Game:
    """A game with some other options; an error says `where` they are from."""
    try:
        return Game(game.spec, **{**game.options, **changes})
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from error


class OptionMix:
    """The options of a run's games, some of them sampled."""

    def __init__(self, game: Game, name: str = NO_MIX, share: float = 1.0) -> None:
        """Look up the options that this share of the games samples; they must fit actions and observation."""
        mix = mix_of(game, name)
        self.own, self._share, self._where = game, share, f"mix {name} of {game.name}"
        self.active = mix is not None and share > 0.0  # whether anything is sampled
        given = {} if mix is None else mix.options
        kept = {option: self._fitting(option, weights) for option, weights in given.items()}
        self.game = self._widest(kept)  # has room for the largest table; without sampling the run's
        declared = {option.name: option for option in game.spec.options}
        self._places = np.array([list(declared).index(option) for option in kept], dtype=np.int64)
        self._values = [np.array([declared[option].encode(value) for value in kept[option]]) for option in kept]
        self._upto = np.ones((len(kept), max([1, *map(len, kept.values())])))
        for row, weights in zip(self._upto, kept.values(), strict=True):
            chances = np.array([*weights.values()]) / sum(weights.values())
            row[: len(weights) - 1] = np.cumsum(chances)[:-1]  # rounding must not change the last entry, 1

    def _fits(self, other: Game) -> bool:
        return (other.phases, other.blocks) == (self.own.phases, self.own.blocks)

    def _fitting(self, option: str, given: Mapping[Value, float]) -> dict[Value, float]:
        """The values of an option that change neither actions nor observation, with their weights."""
        games = {value: changed_game(self.own, {option: value}, self._where) for value in given}
        kept = {value: weight for value, weight in given.items() if self._fits(games[value])}
        if not kept:
            raise ConfigError(f"{self._where}: no value of {option} fits actions and observation of {self.own!r}")
        return kept

    def _widest(self, kept: Mapping[str, Mapping[Value, float]]) -> Game:
        """The game with the most seats; making it also checks options in pairs."""
        widest = self.own
        changes: list[dict[str, Value]] = [{option: value} for option, values in kept.items() for value in values]
        changes += [one | other for one, other in combinations(changes, 2) if one.keys() != other.keys()]
        for each in changes:
            other = changed_game(self.own, each, self._where)
            if not self._fits(other):
                words = ", ".join(f"{option}={value}" for option, value in each.items())
                raise ConfigError(f"{self._where}: {words} needs other actions or another observation")
            if other.num_players > widest.num_players:
                widest = other
        return widest

    def codes(self, seeds: Seeds, stage: Mapping[str, Value] | None = None) -> Codes:
        """The options of K games by their seeds, as codes for `Batch.set_codes`, int64, shape (K, options)."""
        fixed: dict[str, Any] = dict(stage or {})
        declared = self.own.spec.options
        own = option_codes.encode(declared, {**self.own.options, **fixed})
        found = np.tile(own, (len(seeds), 1))
        if self.active:
            drawn = np.empty((len(seeds), len(self._places)), dtype=np.int64)
            _draw(seeds, self._share, self._upto, drawn)
            for place, values, chosen in zip(self._places, self._values, drawn.T, strict=True):
                if declared[place].name not in fixed:
                    found[:, place] = np.where(chosen == _OWN, own[place], values[chosen])
        return found
