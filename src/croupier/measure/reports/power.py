"""How many deals a gap takes on a leaderboard, by how much its entries differ from deal to deal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any

from croupier.core.base.errors import ConfigError
from croupier.core.base.rows import Number, Rows, in_columns, number_heads
from croupier.measure.reports.standing import Leaderboard
from croupier.measure.stats.comparison import deals_needed, detectable

NO_PAIRS = "a plan needs two entries that differ: add random and bot first, which cost nothing"
"""What is said where nothing tells how entries differ from deal to deal."""
HEADS = ("agents", "gap", "sd a deal", "deals for 80%", "power of this board", "gap it finds")


@dataclass(frozen=True)
class PairPower:
    """What it takes to tell two entries apart."""

    better: str  # the one
    worse: str  # the other
    # difference that is to be found, in percentage points of wins, or in utility where that decides; likewise
    # the spread and the smallest gap
    gap: float
    sd: float  # standard deviation of a deal's difference
    deals: int  # deals that find it with power 80%, at a two-sided level of 5%
    power: float  # probability that the board's deals find it
    finds: float  # the smallest gap that the board's deals find with power 80%


def power_of(sd: float, gap: float, deals: int) -> float:
    """The probability that so many deals find a gap: the two-sided z-test at a level of 5%."""
    normal, shift = NormalDist(), abs(gap) * sqrt(deals) / sd
    bound = normal.inv_cdf(0.975)
    return normal.cdf(shift - bound) + normal.cdf(-shift - bound)


def plan(found: Leaderboard, gap: float | None = None, among: Collection[str] = ()) -> list[PairPower]:
    """What telling entries apart takes, pair by pair."""
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
    return in_columns("Deals that a gap takes", number_heads(*HEADS), cells)


def sentence(found: Leaderboard, rows: list[PairPower]) -> str:
    """A plan in one sentence: by the pair that differs most from deal to deal."""
    deals = found.board.deals
    most = max(rows, key=lambda one: one.sd)
    return (
        f"By the pair that differs most from deal to deal, {most.better} and {most.worse}, a gap of "
        f"{most.gap:.1f} {_unit(found)} takes {most.deals:,} deals; the {deals:,} deals of this board find one of "
        f"{most.finds:.1f}, each with power 80%."
    )


def plan_data(rows: list[PairPower]) -> list[dict[str, Any]]:
    """A plan as plain data."""
    return [asdict(one) for one in rows]
