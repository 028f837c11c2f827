"""Rows of a benchmark in a table, the best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.core.base.rows import Cell, Number, Rows, agent_heads, in_columns


def ordered(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Rows of one benchmark, the best first: by wins, or by utility where a win may be worth more or less."""

    def strength(row: Mapping[str, Any]) -> tuple[float, str]:
        play = row["play"]
        return -play.get("utility", play["wins"])["mean"], row["agent"]

    return sorted(rows, key=strength)


def rows_of(rows: Sequence[Mapping[str, Any]]) -> Rows:
    """Rows of one benchmark as a table, in their order."""
    regret = f"regret, {rows[0]['decisions']['unit']}"
    heads = agent_heads("agent", "wins", "points over the opponents", regret, "clear mistakes", "CPU a decision")
    return in_columns(str(rows[0]["benchmark"]), heads, map(_cells, rows), (_about(rows[0]),))


def _cells(row: Mapping[str, Any]) -> tuple[Cell, ...]:
    play, decisions = row["play"], row["decisions"]
    return (
        row["agent"],
        _number(play["wins"], ".1%"),
        _number(play["margin"], "+.1f"),
        _number(decisions["regret"], ".2f"),
        _number(decisions["clear_mistakes"], ".1%"),
        f"{1000 * row['cpu_seconds_a_decision']:,.1f} ms",
    )


def _number(mean: Mapping[str, Any], form: str) -> Number:
    return Number(mean["mean"], form, mean["ci95"])


def _about(row: Mapping[str, Any]) -> str:
    opponents = ", ".join(row["frozen"]["opponents"])
    part = "" if row["whole"] else " NOT WHOLE: only a part of the protocol was played."
    return (
        f"{row['play']['deals']:,} deals among {opponents}, in every seat; {row['decisions']['decisions']:,} "
        f"decisions; digest {row['digest'][:12]}.{part}"
    )
