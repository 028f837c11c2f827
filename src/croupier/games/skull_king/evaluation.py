"""How players of Skull King are judged: opponents, table sizes, and the report on abilities and bids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.core.base.rows import Number, Rows, in_columns, number_heads
from croupier.core.base.types import Records
from croupier.core.spec.evaluation import Evaluation, EvaluationChart, ReportRow
from croupier.games.skull_king.measures import SkullKingMeasures
from croupier.games.skull_king.record.cards import NONE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SHARE = (0.0, 1.0)
"""Least and greatest value of a share."""


def draw_bids(found: Mapping[str, Any], axes: Axes) -> None:
    """Plot calibration of the bids: for each the mean of the tricks won, the middle 80%, how often it was made.

    Args:
        found: what `SkullKingMeasures.result` gives.
        axes: where it is drawn.
    """
    bids = found["bids"]
    counts = np.array(bids["counts"])
    made = np.flatnonzero(counts.sum(axis=1) >= 10)
    won = np.arange(counts.shape[1])
    means = [(counts[bid] * won).sum() / counts[bid].sum() for bid in made]
    cumulated = [np.cumsum(counts[bid]) / counts[bid].sum() for bid in made]
    low = [int(np.searchsorted(part, 0.1)) for part in cumulated]
    high = [int(np.searchsorted(part, 0.9)) for part in cumulated]
    axes.plot([0, made.max(initial=1)], [0, made.max(initial=1)], color="0.6", linestyle="--", label="exact")
    axes.vlines(made, low, high, color="tab:blue", alpha=0.35, linewidth=9, label="80% of the rounds")
    axes.plot(made, means, "o-", color="tab:blue", label="mean")
    for bid, mean in zip(made, means, strict=True):
        axes.annotate(
            f"n={counts[bid].sum()}", (bid, mean), textcoords="offset points", xytext=(6, -12), fontsize=8
        )
    axes.margins(x=0.15)
    axes.set_xticks(range(made.max(initial=0) + 1))
    axes.set(xlabel="bid", ylabel="tricks won", title=f"Bids: {bids['exact_rate']:.1%} exact")
    axes.legend(loc="upper left")


def exact_bids(found: Mapping[str, Any]) -> Rows:
    """How often bids were exact, by the cards dealt; from what `SkullKingMeasures.result` gives."""
    rows = found["bids"]["by_cards"].items()
    cells = [(cards, each["rounds"], Number(each["exact_rate"], ".1%")) for cards, each in rows]
    return in_columns("Exact bids by the cards dealt", number_heads("cards", "rounds", "exact"), cells)


def tricks_won(found: Mapping[str, Any]) -> Rows:
    """The mean of the tricks won for each bid; from what `SkullKingMeasures.result` gives."""
    rows = found["bids"]["by_bid"].items()
    cells = [(bid, each["rounds"], Number(each["mean_won"], ".2f")) for bid, each in rows]
    return in_columns("Tricks won for each bid", number_heads("bid", "rounds", "mean won"), cells)


def forget_jade(records: Records) -> None:
    """Take from records, in place, what Jade has shown to the seats to move, as if nobody had used her (SK-14)."""
    shown = records["jade_seat"] == records["player"]
    records["jade_seat"][shown] = NONE
    records["jade_size"][shown] = 0


EVALUATION = Evaluation(
    opponents=("bot", "bot:simple", "random"),
    table_sizes=(3, 4, 6),
    rule_based="bot",
    source="bot:source-abilities",
    unseen={"jade": forget_jade},
    measures=SkullKingMeasures,
    rows_title="How abilities and bids were used",
    rows=(
        ReportRow("Rosie: strategic choices", ("rosie", "strategic_rate"), ("rosie", "choices"), _SHARE),
        ReportRow(
            "Bendt: quality of a discard, -1..1", ("bendt", "discard_quality"), ("bendt", "cards"), (-1.0, 1.0)
        ),
        ReportRow("Roatan: bets won", ("roatan", "bet_accuracy"), ("roatan", "bets"), _SHARE),
        ReportRow("Harry: changed bids that were saved", ("harry", "save_rate"), ("harry", "changed"), _SHARE),
        ReportRow(
            "Harry: saved of those that could be", ("harry", "saved_of_savable"), ("harry", "could_save"), _SHARE
        ),
        ReportRow("bids made exactly", ("bids", "exact_rate"), bounds=_SHARE),
    ),
    pictures=(EvaluationChart("bids.png", draw_bids),),
    tables=(exact_bids, tricks_won),
)
