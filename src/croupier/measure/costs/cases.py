"""Decisions whose values are known: rows of a set, or decisions of played games that are valued now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from croupier.agents.agent import Turns
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress, silent
from croupier.core.engine.state import State
from croupier.measure.costs.case import AgentChoices, JudgedCase, certain
from croupier.measure.costs.drawn import stratum_of
from croupier.measure.costs.row import Row, game_of
from croupier.measure.costs.sets import DecisionSet
from croupier.measure.costs.valued import Valuer, Values
from croupier.table.game_file import MANY, PlayedGame, load_game, read_games


def cases_of_set(found: DecisionSet, count: int | None = None) -> list[JudgedCase]:
    """The decisions of a set."""
    if count is not None and count > len(found.rows):
        raise ConfigError(f"{found.name} has {len(found.rows)} decisions, not {count}: leave --count out for all")
    return [_of_row(row) for row in found.rows[:count]]


def _of_row(row: Row) -> JudgedCase:
    row.state()  # a row that leads nowhere is refused before anybody is asked
    game = game_of(row.game, row.options)
    return JudgedCase(
        row.id, row.id, game, row.stratum, row.legal, row.texts, row.behind, row.behind_errors,
        lambda: game.position(row.start, row.seed), row.actions, row.weight, row.id,
    )  # fmt: skip


@dataclass(frozen=True)
class Played:
    """Decisions that were made in played games.

    Attributes:
        cases: the decisions.
        answers: what was chosen there, by who sat in the seat.
        unit: what values are counted in.
        judge: what the values assume.
        game: name of the game.
    """

    cases: list[JudgedCase]
    answers: list[AgentChoices]
    unit: str
    judge: Mapping[str, Any]
    game: str


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
        raise ConfigError(f"--games takes games of one kind, not of {' and '.join(kinds) or 'none'}")
    due = [(name, each, before) for name, each in games for before in _choices(each)]
    if not due:
        raise ConfigError("nobody had a choice to make in these games")
    if count is not None and count < len(due):
        drawn = np.random.Generator(np.random.PCG64(seed)).permutation(len(due))[:count]
        due = [due[k] for k in sorted(drawn.tolist())]
    valuers = lru_cache(maxsize=64)(lambda game: Valuer(game, agent, worlds=worlds, seed=seed))
    report, made = progress or silent, []

    def one(what: tuple[str, PlayedGame, State]) -> tuple[JudgedCase, int, str, Values]:
        return _valued(*what, valuers(what[1].state.game))

    with ThreadPoolExecutor(threads) as pool:
        for found in pool.map(one, due):
            made.append(found)
            report(len(made) / len(due))
    cases = [case for case, *_ in made]
    players = dict.fromkeys(player for *_, player, _ in made)
    answers = [
        AgentChoices(name, tuple(certain(case, action) if who == name else None for case, action, who, _ in made))
        for name in players
    ]
    values = made[0][-1]
    return Played(cases, answers, values.unit, values.judge, kinds[0])


def _read(file: Path) -> list[tuple[str, PlayedGame]]:
    """The games of a file, played again, each with a name."""
    if file.suffix != MANY:
        return [(str(file), load_game(file))]
    lines = sum(1 for _ in read_games(file))
    return [(f"{file} line {line}", load_game(file, line)) for line in range(1, lines + 1)]


def _choices(played: PlayedGame) -> list[State]:
    """The decisions with more than one legal action."""
    return [before for before, _, _ in played.moves() if len(before.legal_actions()) > 1]


def _valued(name: str, played: PlayedGame, before: State, valuer: Valuer) -> tuple[JudgedCase, int, str, Values]:
    """A decision with its values, what was chosen, and by whom."""
    state, ply = played.state, before.plies
    history = tuple(state.history)
    found, seat = valuer.of(Turns.of_state(before)), before.current_player()
    case = JudgedCase(
        f"{name} ply {ply}", name, state.game, stratum_of(before), found.legal, found.texts, found.behind,
        found.behind_errors, state.initial_state, history[:ply],
    )  # fmt: skip
    who = played.agents[seat] if played.agents else f"Player {seat}"
    return case, found.legal.index(history[ply]), who, found
