"""The entries of a leaderboard compared: paired by deal, with intervals, in bands that cannot be told apart."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from croupier.arena.board.board import Board
from croupier.arena.board.entry import BoardEntry
from croupier.arena.play.metrics import Doubles, intervals
from croupier.arena.stats.comparison import Difference
from croupier.arena.stats.lost import AgentLost, PointsLost
from croupier.arena.stats.rating import rank_text
from croupier.core.base.errors import ConfigError
from croupier.core.base.rows import Cell, Number, Rows, agent_heads, dollars, in_columns
from croupier.table.seat_counts import READ_FAULTS, WITHHELD

HEADS = ("agent", "rank", "deals", "points less the field's", "behind the first", "behind the one above", "place",
         "wins")  # fmt: skip
COSTS = ("agent", "not accepted", "forfeited", "tokens a game", "$ a game")
TIMES = ("agent", "$ in all", "seconds a reply: median", "slowest tenth")
LEGEND = (
    "Each agent sits in every seat of the same deals, among the same others. In brackets 95% intervals from a "
    "bootstrap over deals; behind: differences in the deals that both have played. Agents whose ranks overlap "
    "cannot all be told apart: a rank leaves out who is clearly better or worse, by the difference's interval. "
    "Of equal points the better place stands first, then the more wins."
)
_DIGITS = 9
_ABREAST = 3
"""Figures of a game that stand beside each other, so that their names are whole on a narrow terminal."""


@dataclass(frozen=True)
class BoardStanding:
    """Where one agent stands.

    Attributes:
        agent: its name.
        deals: how many it has played.
        rank: best and worst rank that it may have: who is clearly better or worse is left out.
        margin: points less the field's mean, with its interval.
        points: its points.
        place: finishing place.
        wins: share of the win.
    """

    agent: str
    deals: int
    rank: tuple[int, int]
    margin: Difference
    points: float
    place: float
    wins: float


@dataclass(frozen=True, eq=False)
class Leaderboard:
    """A board with its entries compared.

    Attributes:
        board: what they have in common.
        entries: the entries, the best first.
        standings: where each stands, likewise.
        differences: by two agents' names, the better first: the first's margin less the second's.
    """

    board: Board
    entries: tuple[BoardEntry, ...]
    standings: tuple[BoardStanding, ...]
    differences: dict[tuple[str, str], Difference] = field(repr=False)

    def rows(self) -> Iterator[Rows]:
        """Tables: strength, and what models took."""
        board = self.board
        about = f"{board.game} among {', '.join(board.field)}: {board.deals} deals, seed {board.seed}"
        first = self.standings[0].agent if self.standings else ""
        cells: list[tuple[Cell, ...]] = []
        above = ""
        for one in self.standings:
            behind: list[Cell] = [self._behind(better, one.agent) for better in (first, above)]
            cells.append(
                (one.agent, rank_text(one.rank), one.deals, _number(one.margin), *behind, Number(one.place, ".2f"),
                 Number(one.wins, ".1%"))
            )  # fmt: skip
            above = one.agent
        yield in_columns(about, agent_heads(*HEADS), cells, [LEGEND, *self._left_out()])
        models = [entry for entry in self.entries if entry.model]
        if models:
            took = [_took(entry) for entry in models]
            yield in_columns("What models took", agent_heads(*COSTS), [row[:5] for row in took])
            yield in_columns("What models took in all", agent_heads(*TIMES), [(row[0], *row[5:]) for row in took])
        yield from self._lost()
        labels = list(dict.fromkeys(label for entry in self.entries for label in entry.counted))
        for start in range(0, len(labels), _ABREAST):
            some = labels[start : start + _ABREAST]
            counted: list[tuple[Cell, ...]] = [
                (e.agent, *(Number(e.counted.get(label), ".3f") for label in some)) for e in self.entries
            ]
            yield in_columns("What was counted", agent_heads("agent", *some), counted)

    def _left_out(self) -> Iterator[str]:
        """Entries without some of the board's deals."""
        for entry in self.entries:
            if less := self.board.deals - len(entry.numbers):
                void = entry.model.get("void", 0)
                yield (
                    f"{entry.agent}: {less:,} of the board's {self.board.deals:,} deals are left out, since an "
                    f"endpoint's failures made games in them void ({void:,})."
                )

    def _lost(self) -> Iterator[Rows]:
        """What decisions cost: a table for each who valued them, since figures of two are not comparable."""
        by_judge: dict[str, tuple[str, Mapping[str, Any], list[AgentLost]]] = {}
        for entry in self.entries:
            if entry.lost:
                judge: Mapping[str, Any] = {
                    name: value for name, value in entry.lost["judge"].items() if name != "version"
                }
                key = json.dumps([entry.lost["unit"], judge], sort_keys=True)
                rows = by_judge.setdefault(key, (entry.lost["unit"], judge, []))[2]
                named = {"agent": entry.agent, **entry.lost}
                rows.append(AgentLost(**{name: named[name] for name in AgentLost._fields}))
        for unit, judge, rows in by_judge.values():
            yield PointsLost(unit, judge, tuple(rows)).rows()

    def _behind(self, better: str, worse: str) -> Cell:
        found = self.differences.get((better, worse))
        return "-" if found is None else _number(found)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        board, models = self.board, {entry.agent: dict(entry.model) for entry in self.entries if entry.model}
        return {
            "board": {**asdict(board), "digest": board.digest},
            "entries": [
                {
                    "agent": one.agent, "deals": one.deals, "rank": list(one.rank), "margin": _plain(one.margin),
                    "points": one.points, "place": one.place, "wins": one.wins, "counted": dict(entry.counted),
                    "digest": entry.digest, "begun": entry.begun, "ended": entry.ended, "croupier": entry.croupier,
                    **({"lost": dict(entry.lost)} if entry.lost else {}),
                    **({"model": models[one.agent]} if one.agent in models else {}),
                }
                for one, entry in zip(self.standings, self.entries, strict=True)
            ],
            "differences": [
                {"better": better, "worse": worse, **_plain(found)}
                for (better, worse), found in self.differences.items()
            ],
        }  # fmt: skip


def compare_entries_of(board: Board, entries: Sequence[BoardEntry]) -> Leaderboard:
    """Compare the entries of a board; in whatever order they are given, the result is the same.

    Args:
        board: the board.
        entries: its entries.

    Raises:
        ConfigError: two of them have no deal in common.
    """
    ranked = sorted(entries, key=_strength)
    found = {
        (one.agent, other.agent): paired(one, other, board.seed)
        for place, one in enumerate(ranked)
        for other in ranked[place + 1 :]
    }
    return Leaderboard(board, tuple(ranked), tuple(_standing(board, one, found) for one in ranked), found)


def paired(one: BoardEntry, other: BoardEntry, seed: int) -> Difference:
    """The difference of two agents' margins in the deals that both have played.

    Raises:
        ConfigError: there is none.
    """
    values = paired_values(one, other)
    if not len(values):
        raise ConfigError(f"{one.agent} and {other.agent} have no deal in common: each has void games in it")
    return difference(values, seed)


def paired_values(one: BoardEntry, other: BoardEntry) -> Doubles:
    """Deal by deal, the one's margin less the other's."""
    _, own, theirs = np.intersect1d(one.deals, other.deals, return_indices=True)
    found: Doubles = np.round(one.per_deal("margin")[own] - other.per_deal("margin")[theirs], _DIGITS)
    return found


def difference(values: Doubles, seed: int) -> Difference:
    """A mean over deals with its interval and spread."""
    spread = len(values) > 1 and values.min() < values.max()
    (interval,) = intervals(values[:, None], seed)
    return Difference(float(values.mean()), interval, float(values.std(ddof=1)) if spread else None, len(values))


def clear(found: Difference) -> int:
    """1 where a difference is clearly above 0, -1 where it is clearly below, else 0."""
    if found.ci95 is None or found.sd is None:
        return 0
    return int(found.ci95[0] > 0) - int(found.ci95[1] < 0)


def _strength(entry: BoardEntry) -> tuple[float, float, float, str]:
    margin, place, wins = (round(float(entry.per_deal(name).mean()), 6) for name in ("margin", "places", "wins"))
    return -margin, place, -wins, entry.agent


def _standing(board: Board, one: BoardEntry, found: dict[tuple[str, str], Difference]) -> BoardStanding:
    signs = [clear(each) for (better, _), each in found.items() if better == one.agent]
    signs += [-clear(each) for (_, worse), each in found.items() if worse == one.agent]
    return BoardStanding(
        agent=one.agent,
        deals=len(one.numbers),
        rank=(1 + signs.count(-1), 1 + len(signs) - signs.count(1)),
        margin=difference(one.per_deal("margin"), board.seed),
        points=float(one.per_deal("points").mean()),
        place=float(one.per_deal("places").mean()),
        wins=float(one.per_deal("wins").mean()),
    )


def _number(found: Difference) -> Number:
    return Number(found.mean, "+z.1f", found.ci95, "[")


def _plain(found: Difference) -> dict[str, Any]:
    return {**asdict(found), "ci95": None if found.ci95 is None else list(found.ci95)}


def _took(entry: BoardEntry) -> tuple[Cell, ...]:
    model = entry.model
    games, replies = max(model["games"], 1), max(model["replies"], 1)
    refused = sum(model.get(name, 0) for name in (*READ_FAULTS, *WITHHELD))  # older entries know fewer of them
    about = "~" if model["estimated"] else ""
    tokens = f"{about}{(model['tokens_in'] + model['tokens_out']) / games:,.0f}"
    sums = (model["cost"] / games, model["cost"])
    costs = (f"{about}{dollars(cost).removeprefix('$')}" if model["priced"] else "-" for cost in sums)
    seconds = (Number(model.get(f"seconds_{name}"), ".2f") for name in ("p50", "p90"))
    rates = Number(refused / replies, ".1%"), Number(model["forfeited"] / games, ".1%")
    return (entry.agent, *rates, tokens, *costs, *seconds)
