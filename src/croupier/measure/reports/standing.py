"""Leaderboard entries compared: paired by deal, with intervals and rank ranges."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.core.base.errors import ConfigError
from croupier.core.base.rows import Cell, Number, Rows, agent_heads, dollars, in_columns, number_heads
from croupier.core.engine.game import Game
from croupier.measure.costs.lost import AgentLost, PointsLost
from croupier.measure.play.metrics import Doubles, GameCounts, finite, intervals, plain
from croupier.measure.reports.board import Board, BoardEntry
from croupier.measure.reports.plots import in_lines, plain_ticks, svg
from croupier.measure.reports.rendered import Part, Plot, to_html
from croupier.measure.stats.comparison import Difference, deals_needed, detectable, spread
from croupier.measure.stats.rating import rank_text
from croupier.table.seat_counts import READ_FAULTS, WITHHELD

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEGEND = (
    "Each agent sits in every seat of the same deals, among the same others, and stands by {what}. In brackets "
    "95% intervals from a bootstrap over deals; behind: differences deal by deal{unit}; margin: points minus the "
    "field's. Agents whose ranks overlap cannot all be told apart: ranks overlap unless the interval of the "
    "difference excludes 0. Of equal agents the better place stands first, then the larger margin."
)
_DIGITS = 9
_ABREAST = 3
"""Figures per table, so that names are not broken on a narrow terminal."""


@dataclass(frozen=True)
class BoardStanding:
    """The standing of one agent."""

    agent: str
    deals: int  # deals played
    # Best and worst possible rank, given the entries that are clearly better or worse. None if too many games are
    # forfeited or void, or the file lacks what its games were worth.
    rank: tuple[int, int] | None
    # share of the win, or utility if wins differ in value
    worth: Difference
    margin: Difference  # points minus the field's mean
    points: float
    place: float  # finishing place
    wins: float  # share of the win
    counts: GameCounts


@dataclass(frozen=True, eq=False)
class Leaderboard:
    """A board with its entries compared."""

    board: Board
    entries: tuple[BoardEntry, ...]  # best first
    standings: tuple[BoardStanding, ...]  # in the same order
    # by the names of two agents, the higher one first: worth of the first one's games minus the second's
    differences: dict[tuple[str, str], Difference] = field(repr=False)
    by_wins: bool = True  # whether entries are ordered by wins; otherwise by utility

    @property
    def scale(self) -> float:
        """Factor of displayed differences: shares of the win become percentage points."""
        return 100.0 if self.by_wins else 1.0

    def rows(self) -> Iterator[Rows]:
        """Tables of strength, and of tokens and costs of models."""
        board = self.board
        about = f"{board.game} among {', '.join(board.field)}: {board.deals} deals, seed {board.seed}"
        first = self.standings[0].agent if self.standings else ""
        cells: list[tuple[Cell, ...]] = []
        above = ""
        for one in self.standings:
            gaps = [self.differences.get((better, one.agent)) for better in (first, above)]
            behind = ["-" if gap is None else self._scaled(gap) for gap in gaps]
            worth = self._scaled(one.worth)
            cells.append(
                (one.agent, rank_text(one.rank), worth, *behind, Number(one.place, ".2f"),
                 Number(one.margin.mean, "+z.1f"))
            )  # fmt: skip
            above = one.agent
        what = "wins, %" if self.by_wins else "utility"
        heads = agent_heads("agent", "rank", what, "behind first", "behind above", "place", "margin")
        legend = LEGEND.format(
            what="its share of the wins" if self.by_wins else "its utility, which says more than who has won",
            unit=", in percentage points" if self.by_wins else "",
        )
        yield in_columns(about, heads, cells, [legend, *self._notes()])
        models = [entry for entry in self.entries if entry.model]
        if models:
            took = [_took(entry) for entry in models]
            heads = agent_heads("agent", "not accepted", "forfeited", "tokens a game", "$ a game")
            yield in_columns("What models took", heads, [row[:5] for row in took])
            heads = agent_heads("agent", "$ in all", "seconds a reply: median", "slowest tenth")
            yield in_columns("What models took in all", heads, [(row[0], *row[5:]) for row in took])
        yield from self._lost()
        labels = list(dict.fromkeys(label for entry in self.entries for label in entry.counted))
        for start in range(0, len(labels), _ABREAST):
            some = labels[start : start + _ABREAST]
            counted: list[tuple[Cell, ...]] = [
                (e.agent, *(Number(e.counted.get(label), ".3f") for label in some)) for e in self.entries
            ]
            yield in_columns("What was counted", agent_heads("agent", *some), counted)

    def _notes(self) -> Iterator[str]:
        """Remarks on entries whose games do not all count."""
        for one, entry in zip(self.standings, self.entries, strict=True):
            if less := self.board.deals - one.deals:
                yield (
                    f"{one.agent}: {less:,} of the board's {self.board.deals:,} deals are left out, since an "
                    f"endpoint's failures made games in them void ({one.counts.void:,}). For its rank and for "
                    "differences they count as lost."
                )
            yield from one.counts.sentences(one.agent)
            if one.counts.forfeited > len(entry.forfeits):
                yield (
                    f"{one.agent} was played by croupier {entry.croupier}, whose entries do not say which games "
                    "were forfeited: they count as lost, and its points are not known."
                )
            if not np.isfinite(one.worth.mean):
                yield (
                    f"{one.agent} has no rank: it was played by croupier {entry.croupier}, whose entries do not "
                    "hold utilities; play it again."
                )

    def _lost(self) -> Iterator[Rows]:
        """Costs of decisions: one table per judge, since the figures of different judges cannot be compared."""
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

    def _scaled(self, found: Difference) -> Number:
        ci95 = None if found.ci95 is None else [self.scale * bound for bound in found.ci95]
        return Number(self.scale * found.mean, "z.1f" if self.by_wins else "z.2f", ci95, "[")

    def as_dict(self) -> dict[str, Any]:
        """The leaderboard as plain data for JSON."""
        board, models = self.board, {entry.agent: dict(entry.model) for entry in self.entries if entry.model}
        return {
            "board": board.same()
            | {"croupier": board.croupier, "brackets": board.brackets, "digest": board.digest},
            "entries": [
                {
                    "agent": one.agent, "deals": one.deals, "rank": None if one.rank is None else list(one.rank),
                    "worth": plain(one.worth), "margin": plain(one.margin), "points": finite(one.points),
                    "place": one.place, "wins": one.wins, "counted": dict(entry.counted),
                    **({} if one.counts.plain else {"games": asdict(one.counts)}),
                    "digest": entry.digest, "begun": entry.begun, "ended": entry.ended, "croupier": entry.croupier,
                    **({"lost": dict(entry.lost)} if entry.lost else {}),
                    **({"model": models[one.agent]} if one.agent in models else {}),
                }
                for one, entry in zip(self.standings, self.entries, strict=True)
            ],
            "differences": [
                {"better": better, "worse": worse, **plain(found)}
                for (better, worse), found in self.differences.items()
            ],
        }  # fmt: skip


def standings_of(board: Board, entries: Sequence[BoardEntry]) -> Leaderboard:
    """Compare the entries of a board, independent of their order."""
    game = board.made()
    by_wins, ends = worth_bounds(game)
    of = {entry.agent: _worth(entry, board, ends[0], by_wins=by_wins) for entry in entries}
    games = board.deals * game.num_players
    has_rank = {
        each.agent: bool(each.counts(games).ranked and np.isfinite(of[each.agent]).all()) for each in entries
    }

    def strength(entry: BoardEntry) -> tuple[Any, ...]:
        worth, margin, place = (
            round(float(values.mean()), 6)
            for values in (of[entry.agent], entry.per_deal("margin"), entry.per_deal("places"))
        )
        figures = (-worth, place, -margin)
        return not has_rank[entry.agent], *np.nan_to_num(figures, nan=np.inf).tolist(), entry.agent

    ranked = sorted(entries, key=strength)
    gap = ends[1] - ends[0]
    found = {
        (one.agent, other.agent): difference(
            np.round(of[one.agent] - of[other.agent], _DIGITS), board.seed, (-gap, gap)
        )
        for place, one in enumerate(ranked)
        for other in ranked[place + 1 :]
    }
    signs: dict[str, list[int]] = {entry.agent: [] for entry in ranked}
    for (better, worse), each in found.items():
        if has_rank[better] and has_rank[worse]:
            signs[better].append(clear(each))
            signs[worse].append(-clear(each))

    def standing(one: BoardEntry) -> BoardStanding:
        """The standing of an entry, from its differences to entries with a rank."""
        own, wins, counts = signs[one.agent], one.per_deal("wins"), one.counts(games)
        if counts.void:
            counts = replace(counts, if_lost=float(wins.sum()) / board.deals)
        return BoardStanding(
            agent=one.agent,
            deals=len(one.numbers),
            rank=(1 + own.count(-1), 1 + len(own) - own.count(1)) if has_rank[one.agent] else None,
            worth=difference(one.worth(by_wins=by_wins), board.seed, ends),
            margin=difference(one.per_deal("margin"), board.seed),
            points=float(one.per_deal("points").mean()),
            place=float(one.per_deal("places").mean()),
            wins=float(wins.mean()),
            counts=counts,
        )

    return Leaderboard(board, tuple(ranked), tuple(map(standing, ranked)), found, by_wins)


def _worth(entry: BoardEntry, board: Board, worst: float, *, by_wins: bool) -> Doubles:
    """What an entry's games were worth in each deal, with void ones as lost."""
    found = np.full(board.deals, worst)
    found[entry.deals] = entry.worth(by_wins=by_wins)
    return found


def worth_bounds(game: Game) -> tuple[bool, tuple[float, float]]:
    """Whether a game is played for wins only, and the least and greatest worth of one game to a seat."""
    by_wins = game.facts.counts_wins(game.num_players)
    return by_wins, (0.0, 1.0) if by_wins else (game.facts.min_utility, game.facts.max_utility)


def difference(values: Doubles, seed: int, bounds: tuple[float, float] | None = None) -> Difference:
    """A mean over deals with interval and standard deviation; `bounds` are those of one deal's value."""
    (interval,) = intervals(values[:, None], seed, [bounds])
    sd = float(values.std(ddof=1)) if spread(values) else None
    return Difference(float(values.mean()), interval, sd, len(values))


def clear(found: Difference) -> int:
    """1 if a difference is clearly positive, -1 if clearly negative, otherwise 0."""
    if found.ci95 is None:
        return 0
    return int(found.ci95[0] > 0) - int(found.ci95[1] < 0)


def _took(entry: BoardEntry) -> tuple[Cell, ...]:
    model = entry.model
    games, replies = max(model["games"], 1), max(model["replies"], 1)
    refused = sum(model.get(name, 0) for name in (*READ_FAULTS, *WITHHELD))  # older entries have fewer of them
    about = "~" if model["estimated"] else ""
    tokens = f"{about}{(model['tokens_in'] + model['tokens_out']) / games:,.0f}"
    sums = (model["cost"] / games, model["cost"])
    costs = (f"{about}{dollars(cost).removeprefix('$')}" if model["priced"] else "-" for cost in sums)
    seconds = (Number(model.get(f"seconds_{name}"), ".2f") for name in ("p50", "p90"))
    rates = Number(refused / replies, ".1%"), Number(model["forfeited"] / games, ".1%")
    return (entry.agent, *rates, tokens, *costs, *seconds)


def board_page(found: Leaderboard) -> str:
    """The HTML page of a leaderboard."""
    board = found.board
    read = ", read in square brackets alone" if board.brackets else ""
    about = (
        f"Rules of version {board.game_version}. Models are asked in the mode {board.prompt} and answer as "
        f"{board.answer}{read}; at most {board.retries} replies to a decision may be refused. Prompt "
        f"{board.prompt_hash or 'none'}, board {board.digest}."
    )
    parts: list[Part] = [*found.rows(), about, Plot(*strength_against_dollars(found)), *_served(found)]
    return to_html(f"Board of {board.game} among {', '.join(board.field)}", parts)


def _served(found: Leaderboard) -> Iterator[str]:
    """Sentences on the models that replied, and when each entry was played."""
    for entry in found.entries:
        served = "; ".join(
            f"{name or 'a model without a name'} {mark}".strip() for name, mark, _ in entry.model.get("served", ())
        )
        by = f", served by {served}" if served else ""
        yield f"{entry.agent}: {entry.begun} to {entry.ended}, croupier {entry.croupier}{by}."


def strength_against_dollars(found: Leaderboard) -> tuple[str, str]:
    """The chart as SVG, and in words: priced models by cost per game, all others as horizontal lines."""
    costs = {
        entry.agent: entry.model["cost"] / max(entry.model["games"], 1)
        for entry in found.entries
        if entry.model and entry.model["priced"] and entry.model["cost"] > 0
    }

    unit = "percent of the wins" if found.by_wins else "utility"
    drawn = [one for one in found.standings if math.isfinite(one.worth.mean)]

    def draw(axes: Axes) -> None:
        low, high = min(costs.values(), default=1.0), max(costs.values(), default=1.0)
        for one in drawn:
            _draw(axes, one, found.scale, costs.get(one.agent), math.sqrt(low * high))
        axes.margins(y=0.12)
        if costs:
            axes.set(xscale="log", xlim=(low / 1.5, high * 1.5))
            plain_ticks(axes.xaxis, "${}")
        else:
            axes.set_xticks([])
        axes.set(xlabel="dollars a game" if costs else "no entry with a price", ylabel=unit)
        axes.set_title("Strength against dollars")
        axes.grid(alpha=0.3)

    told = "; ".join(
        f"{one.agent} {found.scale * one.worth.mean:.1f}"
        + (f" at ${costs[one.agent]:.4f} a game" if one.agent in costs else " at no price")
        for one in drawn
    )
    return svg(draw, 4.2), f"Strength, in {unit}, against dollars: {told}."


def _draw(axes: Axes, one: BoardStanding, scale: float, cost: float | None, middle: float) -> None:
    """Draw an entry with its name, on the side of its point with more room."""
    mean, name = scale * one.worth.mean, in_lines(one.agent)
    if cost is None:
        axes.axhline(mean, color="0.5", linestyle="--", linewidth=1)
        at: dict[str, Any] = {
            "xycoords": axes.get_yaxis_transform(),
            "xytext": (-4, 1),
            "textcoords": "offset points",
        }
        axes.annotate(name, (1.0, mean), ha="right", va="bottom", fontsize=8, color="0.3", **at)
        return
    if one.worth.ci95 is not None:
        axes.plot([cost, cost], [scale * bound for bound in one.worth.ci95], color="tab:blue", linewidth=2)
    axes.plot(cost, mean, "o", color="tab:blue")
    side, away = ("right", -5) if cost > middle else ("left", 5)
    axes.annotate(name, (cost, mean), xytext=(away, 3), textcoords="offset points", ha=side, fontsize=8)


NO_PAIRS = "a plan needs two entries that differ: add random and bot first, which cost nothing"
"""Printed if the entries show no spread from deal to deal."""


@dataclass(frozen=True)
class PairPower:
    """What it takes to tell two entries apart."""

    better: str
    worse: str
    # difference to detect, in percentage points of wins, or in utility if that decides; also the unit of `sd` and
    # `finds`
    gap: float
    sd: float  # standard deviation of a deal's difference
    deals: int  # deals that detect it with 80% power, at a two-sided level of 5%
    power: float  # probability that the board's deals detect it
    finds: float  # smallest gap that the board's deals detect with 80% power


def power_of(sd: float, gap: float, deals: int) -> float:
    """Probability that this many deals detect a gap: the two-sided z-test at a level of 5%."""
    normal, shift = NormalDist(), abs(gap) * sqrt(deals) / sd
    bound = normal.inv_cdf(0.975)
    return normal.cdf(shift - bound) + normal.cdf(-shift - bound)


def plan(found: Leaderboard, gap: float | None = None, among: Collection[str] = ()) -> list[PairPower]:
    """What it takes to tell entries apart, by pair."""
    if gap is not None and not 0 < gap < float("inf"):
        raise ConfigError(f"--gap is a difference in {_unit(found)} above 0, not {gap:g}")
    known = [one.agent for one in found.standings if one.agent in among]
    rows = []
    for (better, worse), each in found.differences.items():
        wanted, sd = found.scale * each.mean if gap is None else gap, found.scale * (each.sd or 0.0)
        if not sd or not wanted or (len(known) > 1 and not {better, worse} <= set(known)):
            continue
        deals = found.board.deals
        rows.append(
            PairPower(
                better, worse, wanted, sd, deals_needed(sd, wanted), power_of(sd, wanted, deals),
                detectable(sd, deals),
            )
        )  # fmt: skip
    return rows


def _unit(found: Leaderboard) -> str:
    return "percentage points of wins" if found.by_wins else "utility"


def plan_rows(rows: list[PairPower]) -> Rows:
    """A plan as a table."""
    cells = [
        (f"{one.better} - {one.worse}", Number(one.gap, ".1f"), Number(one.sd, ".1f"), one.deals,
         Number(one.power, ".0%"), Number(one.finds, ".1f"))
        for one in rows
    ]  # fmt: skip
    heads = number_heads("agents", "gap", "sd a deal", "deals for 80%", "power of this board", "gap it finds")
    return in_columns("Deals that a gap takes", heads, cells)


def sentence(found: Leaderboard, rows: list[PairPower]) -> str:
    """A plan as a sentence, for the pair with the largest spread."""
    deals = found.board.deals
    most = max(rows, key=lambda one: one.sd)
    return (
        f"By the pair that differs most from deal to deal, {most.better} and {most.worse}, a gap of "
        f"{most.gap:.1f} {_unit(found)} takes {most.deals:,} deals; the {deals:,} deals of this board find one of "
        f"{most.finds:.1f}, each with power 80%."
    )
