"""Decisions of known value: rows of a set, or decisions of played games valued now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress
from croupier.core.engine.game import Game, State
from croupier.measure.costs.answers import AgentChoices, certain
from croupier.measure.costs.drawn import stratum_of
from croupier.measure.costs.row import Row
from croupier.measure.costs.sets import DecisionSet
from croupier.measure.costs.valued import Values, value_all
from croupier.table.game_file import MANY, PlayedGame, load_game, read_games


def cases_of_set(found: DecisionSet, count: int | None = None) -> list[Row]:
    """The decisions of a set, or only the first, among which every kind has about its share."""
    if count is not None and count > len(found.rows):
        raise ConfigError(f"{found.name} has {len(found.rows)} decisions, not {count}: leave --count out for all")
    rows = list(found.rows[:count])
    for row in rows:
        row.state()  # a row that leads nowhere is refused before anybody is asked
    return rows


@dataclass(frozen=True, eq=False)
class PlayedRow(Row):
    """A decision of a played game."""

    played: PlayedGame | None = None  # the game
    name: str = ""  # its file

    @property
    def group(self) -> str:
        """Decisions of a game share their luck."""
        return self.name

    def made(self) -> Game:
        """Its game with its options."""
        return self._game().state.game

    def begin(self) -> State:
        """A new state from which the decision is led to."""
        return self._game().state.initial_state()

    @property
    def order(self) -> tuple[int, ...]:
        """The position's own order."""
        return tuple(range(len(self.legal)))

    def _game(self) -> PlayedGame:
        if self.played is None:
            raise AssertionError("it is of a game")
        return self.played


@dataclass(frozen=True)
class Played:
    """Decisions that were made in played games."""

    cases: Sequence[Row]  # the decisions
    answers: list[AgentChoices]  # what was chosen there, by who sat in the seat
    unit: str  # what values are counted in
    judge: Mapping[str, Any]  # what the values assume
    game: str  # name of the game


def cases_of_games(
    files: Sequence[Path],
    *,
    agent: str | None = None,
    worlds: int = 1024,
    count: int | None = None,
    seed: int = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> Played:
    """Value the decisions of played games."""
    games = [each for file in files for each in _read(file)]
    kinds = sorted({each.state.game.name for _, each in games})
    if len(kinds) != 1:
        raise ConfigError(f"--game takes games of one kind, not of {' and '.join(kinds) or 'none'}")
    due = [(name, each, before) for name, each in games for before in _choices(each)]
    if not due:
        raise ConfigError("nobody had a choice to make in these games")
    if count is not None and count < len(due):
        drawn = np.random.Generator(np.random.PCG64(seed)).permutation(len(due))[:count]
        due = [due[k] for k in sorted(drawn.tolist())]
    decisions = [(played.state.game, before) for _, played, before in due]
    valued = value_all(decisions, agent, worlds=worlds, seed=seed, threads=threads, progress=progress)
    rows = [_row(name, each, before, found) for (name, each, before), found in zip(due, valued, strict=True)]
    chose = [_chosen(each, before) for _, each, before in due]
    answers = [
        AgentChoices(
            name,
            tuple(
                certain(row, row.place(action)) if who == name else None
                for row, (who, action) in zip(rows, chose, strict=True)
            ),
        )
        for name in dict.fromkeys(who for who, _ in chose)
    ]
    return Played(rows, answers, valued[0].unit, valued[0].judge, kinds[0])


def _read(file: Path) -> list[tuple[str, PlayedGame]]:
    """The games of a file, played again, each with a name."""
    if file.suffix != MANY:
        return [(str(file), load_game(file))]
    lines = sum(1 for _ in read_games(file))
    return [(f"{file} line {line}", load_game(file, line)) for line in range(1, lines + 1)]


def _choices(played: PlayedGame) -> list[State]:
    """The decisions with more than one legal action."""
    return [before for before, _, _ in played.moves() if len(before.legal_actions()) > 1]


def _chosen(played: PlayedGame, before: State) -> tuple[str, int]:
    """Who decided, and what."""
    seat = before.current_player()
    who = played.agents[seat] if played.agents else f"Player {seat}"
    return who, played.state.history[before.plies]


def _row(name: str, played: PlayedGame, before: State, found: Values) -> PlayedRow:
    """A decision with its values."""
    state, ply = played.state, before.plies
    return PlayedRow(
        id=f"{name} ply {ply}", game=state.game.name, options=state.game.options, start="", seed=0,
        actions=tuple(state.history)[:ply], texts=found.texts, legal=found.legal, values=found.gains,
        errors=found.errors, behind=found.behind, behind_errors=found.behind_errors, worlds=found.worlds,
        stratum=stratum_of(before), differ=True, played=played, name=name,
    )  # fmt: skip
