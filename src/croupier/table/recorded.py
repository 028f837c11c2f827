"""Batched replay: recorded games, dealt again and stepped side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.batch import Batch
from croupier.core.errors import ConfigError
from croupier.core.game import Game
from croupier.core.registry import make, spec
from croupier.core.rng import as_seed


def by_options(games: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Recorded games in groups of equal options, which can be played again side by side."""
    groups: list[list[Mapping[str, Any]]] = []
    for data in games:
        for group in groups:
            if group[0]["options"] == data["options"]:
                group.append(data)
                break
        else:
            groups.append([data])
    return groups


def table_of(games: Sequence[Mapping[str, Any]], name: str) -> Game:
    """The game, with its options, of which all of some recorded games of equal options are.

    Args:
        games: as `read_games` gives them, at least one.
        name: the game that they must be of.

    Raises:
        ConfigError: one is of another game or another version of its rules, or an option is not valid.
    """
    version = spec(name).version
    for data in games:
        if data["game"] != name:
            raise ConfigError(f"a game of {data['game']}, not of {name}")
        if data["version"] != version:
            raise ConfigError(f"a game by version {data['version']} of the rules, not {version}")
    return make(name, **games[0]["options"])


def dealt_again(table: Game, games: Sequence[Mapping[str, Any]], *, observe: bool = True) -> Batch:
    """Recorded games side by side, each as it began; `plies` says what was played.

    Args:
        table: the game with the options that all of them have.
        games: as `read_games` gives them.
        observe: whether the batch writes observations.

    Raises:
        ConfigError: a seed that is none, or agents for another number of seats.
        PositionError: a position that a game began from is not possible.
    """
    for data in games:
        if len(data["agents"]) not in (0, table.num_players):
            raise ConfigError(f"a game with {len(data['agents'])} agents for {table.num_players} seats")
    try:
        seeds = np.array([as_seed(data["seed"]) for data in games], dtype=np.uint64)
    except ValueError as error:
        raise ConfigError(str(error)) from error
    batch = Batch(table, len(games), autoreset=False, observe=observe, seeds=seeds)
    for row, data in enumerate(games):
        if data["start"]:
            state = table.position(data["start"], data["seed"])
            batch.records[row], batch.rngs[row] = state.records[0], state.rngs[0]
    batch.refresh()
    return batch


def plies(
    batch: Batch, games: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]]:
    """The actions of recorded games, ply by ply; step the batch of `dealt_again` with each.

    Args:
        batch: the games.
        games: the same, as `read_games` gives them.

    Yields:
        An action for each row, int64, shape (N,), to step the batch with, and which of them were recorded: any
        legal action stands in rows whose record has ended before the game.

    Raises:
        ConfigError: an entry that is no action, or a game that goes on after its end.
    """
    lengths = np.array([len(data["actions"]) for data in games])
    played = np.zeros((len(games), lengths.max(initial=0)), dtype=np.int64)
    for row, data in enumerate(games):
        for action in data["actions"]:
            if type(action) is not int or not 0 <= action < batch.game.num_actions:
                raise ConfigError(f"{action!r} among the actions of a game, which is none of {batch.game.name}")
        played[row, : lengths[row]] = data["actions"]
    for ply in range(played.shape[1]):
        going = ply < lengths
        if bool((going & (batch.legal_counts == 0)).any()):
            raise ConfigError("a game that goes on after its end")
        yield np.where(going, played[:, ply], batch.legal_actions[:, 0]), going
