"""Benchmarks: one row per agent, from a leaderboard's deals against frozen opponents and a set of decisions.

A benchmark is a board whose file has the digests of the set of decisions of the same name and of the opponents'
files. A row is one JSON file.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Unpack

from croupier.agents.agent import Agent
from croupier.agents.recipes import files_of
from croupier.agents.registry import make_agent, make_computing
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.progress import Progress, part_of
from croupier.core.base.rows import Cell, Number, Rows, agent_heads, in_columns
from croupier.core.engine.game import Game
from croupier.measure.costs.answers import best_constant, choices, references
from croupier.measure.costs.cases import cases_of_set
from croupier.measure.costs.sets import DecisionSet, load
from croupier.measure.costs.table import judge
from croupier.measure.play.deals import How
from croupier.measure.play.metrics import plain
from croupier.measure.play.trial import mean_and_interval
from croupier.measure.reports.board import (
    Board,
    canonical,
    check_kinds,
    folder_of,
    play_entry,
    read_board,
    read_json,
)
from croupier.provenance import provenance

ROW, VERSION = "croupier-benchmark-row", 1
_ROW_KINDS: dict[str, type] = {
    "benchmark": str, "digest": str, "agent": str, "whole": bool, "play": dict, "decisions": dict,
    "cpu_seconds_a_decision": float, "provenance": dict,
}  # fmt: skip
_PARTS = ((0.0, 0.8), (0.8, 1.0))
"""Parts of the progress for games and for decisions."""


@dataclass(frozen=True)
class Benchmark:
    """What all rows of a benchmark share."""

    name: str  # name of the benchmark, its board and its set of decisions
    board: Board  # deals and opponents
    decisions: DecisionSet

    def data(self) -> dict[str, Any]:
        """The frozen parts as plain data."""
        opponents = {name: dict(files) for name, files in self.board.opponents.items()}
        return {"name": self.name, "board": self.board.digest, "set": self.board.set, "opponents": opponents}

    @property
    def digest(self) -> str:
        """SHA-256 of the frozen parts, in hexadecimal digits, which is equal if rows can be compared."""
        return sha256(canonical(self.data())).hexdigest()


def read_benchmark(name: str) -> Benchmark:
    """A benchmark that ships, checked against its frozen digests."""
    folder = folder_of(name)
    found = Benchmark(name, read_board(folder), load(name))
    game, board = found.board.made(), found.board
    opponents = {text: files_of(make_agent(text, game), game) for text in dict.fromkeys(board.field)}
    for part, frozen, here in (
        ("set", board.set, found.decisions.digest), ("opponents", board.opponents, opponents)
    ):  # fmt: skip
        if frozen != here:
            raise FileError(f"{folder}: this croupier has another {part} than was frozen ({here}, not {frozen})")
    return found


def entrant(benchmark: Benchmark, name: str) -> Agent:
    """The agent of a row, which must not be a text agent."""
    refusal = f"{name} answers in words: croupier benchmark add and croupier judge measure it"
    return make_computing(name, benchmark.board.made(), refusal)


def play_row(
    benchmark: Benchmark,
    agent: Agent,
    *,
    deals: int | None = None,
    count: int | None = None,
    seed: int = 0,
    **how: Unpack[How],
) -> dict[str, Any]:
    """Play and judge an agent, and return its row."""
    progress = how.get("progress")
    board = benchmark.board
    if deals is not None and deals > board.deals:
        raise ConfigError(f"{benchmark.name} has {board.deals} deals, not {deals}: leave --deals out for all")
    game = board.made()
    source = provenance([(game, [agent, *board.field])], [board.seed])
    games, rest = (None if progress is None else part_of(progress, *ends) for ends in _PARTS)
    shorter = replace(board, deals=board.deals if deals is None else deals)
    how["progress"] = games
    play = _played(shorter, game, agent, seed, **how)
    decisions, spent = _judged(benchmark.decisions, agent.name, count, seed, how.get("threads", 1), rest)
    whole = shorter.deals == board.deals and decisions["decisions"] == len(benchmark.decisions.rows)
    return {
        "format": ROW, "version": VERSION, "benchmark": benchmark.name, "digest": benchmark.digest,
        "frozen": benchmark.data(), "agent": agent.name, "whole": whole, "play": play, "decisions": decisions,
        "cpu_seconds_a_decision": spent, "provenance": source,
    }  # fmt: skip


def _played(board: Board, game: Game, agent: Agent, seed: int, **how: Unpack[How]) -> dict[str, Any]:
    entry = play_entry(board, game, agent, **how)
    measures: dict[str, tuple[str, tuple[float, float] | None]] = {
        "margin": ("margin", None), "wins": ("wins", (0.0, 1.0)), "points": ("points", None),
    }  # fmt: skip
    if entry.utilities:  # more informative than wins
        measures["utility"] = ("utilities", (game.facts.min_utility, game.facts.max_utility))
    return {
        "deals": board.deals, "games": board.deals * game.num_players, "par": 1 / game.num_players,
        **{
            name: mean_and_interval(entry.per_deal(measure), seed, bounds)
            for name, (measure, bounds) in measures.items()
        },
        "counted": dict(entry.counted),
    }  # fmt: skip


def _judged(
    found: DecisionSet, name: str, count: int | None, seed: int, threads: int, progress: Progress | None
) -> tuple[dict[str, Any], float]:
    """Costs of an agent's decisions, and processor seconds per decision."""
    cases = cases_of_set(found, count)
    choices(cases[:1], name)  # compile and load before measuring time
    begun = time.process_time()
    answers = choices(cases, name, threads=threads, progress=progress)
    spent = (time.process_time() - begun) / len(cases)
    (figures,) = judge(cases, [answers], seed=seed, worst=0).agents
    return {
        "decisions": len(cases), "unit": found.unit,
        **{name: plain(getattr(figures, name)) for name in ("regret", "clear_regret", "clear_mistakes")},
    }, round(spent, 6)  # fmt: skip


def read_row(path: Path) -> dict[str, Any]:
    """Read a row."""
    data = read_json(path, "a row of a benchmark", ROW, VERSION)
    check_kinds(path, data, _ROW_KINDS)
    return data


def ordered(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Rows of one benchmark, best first, by wins, or by utility if wins differ in value."""

    def strength(row: Mapping[str, Any]) -> tuple[float, str]:
        play = row["play"]
        return -play.get("utility", play["wins"])["mean"], row["agent"]

    return sorted(rows, key=strength)


def rows_of(rows: Sequence[Mapping[str, Any]]) -> Rows:
    """Rows of one benchmark as a table, in their order, followed by the reference answers."""
    name, decisions = str(rows[0]["benchmark"]), rows[0]["decisions"]
    heads = agent_heads(
        "agent", "wins", "points over the opponents", f"regret, {decisions['unit']}", "clear mistakes",
        "CPU a decision",
    )  # fmt: skip
    found = load(name)
    cases, zero = cases_of_set(found, decisions["decisions"]), best_constant(found.rows)
    blind = judge(cases, references(cases, zero.rules, [row["agent"] for row in rows]), worst=0).agents
    cells = [
        *map(_cells, rows),
        *((each.agent, "", "", *_lost(plain(each.regret), plain(each.clear_mistakes)), "") for each in blind),
    ]
    return in_columns(name, heads, cells, (f"Best constant answer: {zero.name}.", _about(rows[0])))


def _cells(row: Mapping[str, Any]) -> tuple[Cell, ...]:
    play, decisions = row["play"], row["decisions"]
    return (
        row["agent"],
        _number(play["wins"], ".1%"),
        _number(play["margin"], "+.1f"),
        *_lost(decisions["regret"], decisions["clear_mistakes"]),
        f"{1000 * row['cpu_seconds_a_decision']:,.1f} ms",
    )


def _lost(regret: Mapping[str, Any], mistakes: Mapping[str, Any]) -> tuple[Number, Number]:
    return _number(regret, ".2f"), _number(mistakes, ".1%")


def _number(mean: Mapping[str, Any], form: str) -> Number:
    return Number(mean["mean"], form, mean["ci95"])


def _about(row: Mapping[str, Any]) -> str:
    opponents = ", ".join(row["frozen"]["opponents"])
    part = "" if row["whole"] else " NOT WHOLE: only a part of the protocol was played."
    return (
        f"{row['play']['deals']:,} deals among {opponents}, in every seat; {row['decisions']['decisions']:,} "
        f"decisions; digest {row['digest'][:12]}.{part}"
    )
