"""Ability metrics of Skull King, computed from recorded games."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import State
from croupier.games.skull_king.evaluation import SkullKingMeasures
from croupier.games.skull_king.record.state import SEATS
from croupier.table.game_file import PlayedGame, game_data, read_games
from croupier.table.recorded import by_options, dealt_again, plies, recorded_game

GAME = "skull-king"
_AT_ONCE = 256
"""Games that are replayed together."""

Recorded: TypeAlias = str | os.PathLike[str] | PlayedGame | State | Mapping[str, Any]
"""A game file of one or many games, or a game from `load_game`, `read_games` or a `State`."""
_KINDS = (str, os.PathLike, PlayedGame, State, Mapping)


class AbilityMetrics:
    """How well abilities were used in recorded games; rates are shares 0..1, and None without any use.

    `croupier arena` reports the same numbers: `croupier.games.skull_king.evaluation` defines and counts them.

    Attributes:
        rosie_strategic_rate: share of Rosie's choices after which the next trick was good for the player.
        bendt_discard_quality: mean quality of a discard, -1..1.
        roatan_bet_accuracy: share of the bets above 0 that were won.
        harry_save_rate: share of Harry's changes after which the bid was exact.
        counts: all counts behind them, with those of bids and of Jade; empty before the first evaluation.
    """

    def __init__(self) -> None:
        self.rosie_strategic_rate: float | None = None
        self.bendt_discard_quality: float | None = None
        self.roatan_bet_accuracy: float | None = None
        self.harry_save_rate: float | None = None
        self.counts: dict[str, Any] = {}

    def evaluate(
        self, episode_data: Recorded | Iterable[Recorded], *, seat: int | None = None, agent: str | None = None
    ) -> dict[str, float | None]:
        """Replay recorded games and measure the use of abilities in them.

        Args:
            episode_data: a game file (``.json`` or ``.jsonl``), a loaded game, or any number of these.
            seat: the seat to measure; None measures all.
            agent: name of the agent to measure, in any seat; None measures all.

        Returns:
            The four numbers by name, which the attributes then hold too.

        Raises:
            FileError: a file is missing or broken, contains another game or version, or illegal actions.
            ConfigError: the same for a loaded game; there is no game, or no game with the seat or agent.
        """
        look = _Look(seat, agent)
        for where, games in _parts(episode_data):
            try:
                look.add(games)
            except ValueError as error:  # includes ConfigError, IllegalAction and PositionError
                raise (FileError if where else ConfigError)(f"{where}{error}") from error
        found = look.result()
        self.counts = found
        self.rosie_strategic_rate = found["rosie"]["strategic_rate"]
        self.bendt_discard_quality = found["bendt"]["discard_quality"]
        self.roatan_bet_accuracy = found["roatan"]["bet_accuracy"]
        self.harry_save_rate = found["harry"]["save_rate"]
        names = ("rosie_strategic_rate", "bendt_discard_quality", "roatan_bet_accuracy", "harry_save_rate")
        return {name: getattr(self, name) for name in names}


def _parts(given: Recorded | Iterable[Recorded]) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """The games, some hundred at a time, each part with the name of its file for errors."""
    for each in [given] if isinstance(given, _KINDS) else given:
        if isinstance(each, str | os.PathLike):
            games = read_games(Path(each))
            number = 1
            while part := list(islice(games, _AT_ONCE)):
                yield f"{each}, in the games from {number} on: ", part
                number += len(part)
        elif isinstance(each, PlayedGame):
            yield "", [game_data(each.state, each.agents, each.forfeited)]
        elif isinstance(each, State):
            yield "", [game_data(each)]
        elif isinstance(each, Mapping):
            yield "", [each]
        else:
            raise ConfigError(f"games are given as files or loaded games, not as {type(each).__name__}")


class _Look:
    """Counts for one seat, one agent, or all seats."""

    def __init__(self, seat: int | None, agent: str | None) -> None:
        self._seat, self._agent = seat, agent
        self._measures = SkullKingMeasures(_AT_ONCE * SEATS)
        self._names: set[str] = set()
        self._games, self._seats = 0, 0

    def add(self, games: list[Mapping[str, Any]]) -> None:
        """Count the use of abilities in some games."""
        for data in games:
            self._names.update(data["agents"])
        for alike in by_options(games):
            self._replay(alike)
        self._games += len(games)

    def _replay(self, games: list[Mapping[str, Any]]) -> None:
        game = recorded_game(games, GAME)
        batch = dealt_again(game, games, observe=False)
        wanted = np.array([self._wanted(data["agents"], game.num_players) for data in games])
        self._seats += int(wanted.sum())
        self._measures.change_tables()
        for actions, going in plies(batch, games):
            before = batch.records.copy()
            batch.step(actions)
            rows, seats = np.nonzero(wanted & going[:, None])
            self._measures.add(rows * SEATS + seats, seats, before[rows], actions[rows], batch.records[rows])

    def _wanted(self, agents: list[str], players: int) -> npt.NDArray[np.bool_]:
        """Which seats of a game are measured."""
        seats = np.ones(players, dtype=np.bool_)
        if self._seat is not None:
            seats &= np.arange(players) == self._seat
        if self._agent is not None:
            seats &= np.array([name == self._agent for name in agents or [""] * players])
        return seats

    def result(self) -> dict[str, Any]:
        """All counts and rates."""
        if self._games == 0:
            raise ConfigError("there are no games to evaluate")
        if self._seats == 0:
            who = f"seat {self._seat}" if self._agent is None else repr(self._agent)
            where = "" if self._seat is None or self._agent is None else f" in seat {self._seat}"
            raise ConfigError(
                f"{who} plays in none of these games{where}; their agents are "
                f"{', '.join(sorted(self._names)) or 'not noted'}"
            )
        return self._measures.result()
