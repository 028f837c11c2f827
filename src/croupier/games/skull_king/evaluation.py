"""Evaluation of agents for Skull King: opponents, table sizes, bid accuracy and ability use.

The four ability metrics are those that the game's source asks for; (D) marks decisions where its words leave room.
All are computed from records, for any kind of agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from croupier.core import Evaluation, EvaluationChart, Number, Records, ReportRow, Rows, in_columns, number_heads
from croupier.core.base.types import RowNumbers
from croupier.games.skull_king.record import state
from croupier.games.skull_king.record.cards import NONE, is_escape
from croupier.games.skull_king.rewards import is_winner

if TYPE_CHECKING:
    from matplotlib.axes import Axes


_MOST = 11
_NOBODY, _SELF, _OTHER = 0, 1, 2
_COUNTED = {
    "rosie": ("choices", "named_self", "strategic"),
    "bendt": ("cards", "quality"),
    "roatan": ("asked", "bets", "bets_won", "points"),
    "jade": ("looks",),
    "harry": ("asked", "changed", "saved", "could_save", "spoiled"),
}
_SHAPES: dict[str, tuple[int, ...]] = {name: (len(counted),) for name, counted in _COUNTED.items()} | {
    "bids": (_MOST, _MOST),  # by the bid and the tricks won
    "rounds": (_MOST, 2),  # by the cards dealt: all, and those with an exact bid
}


class SkullKingMeasures:
    """Counts over many tables, for one seat at each.

    * Rosie, strategic rate: (D) a choice was strategic if the next trick helped the player: named oneself while a
      trick was needed and won it, or named another while none was needed and did not win it.
    * Bendt, discard quality: the mean over discarded cards of +1 for an escape or loot with a bid above zero, +1
      for a
      card that wins tricks with a bid of zero, -1 for a card that wins tricks with a bid above zero, otherwise 0.
    * Roatan, bet accuracy: the share of bets above 0 that were won.
    * Harry, save rate: the share of changed bids that were exact by the change, and of those that could be saved.
    """

    def __init__(self, tables: int) -> None:
        self._named = np.zeros(tables, dtype=np.int8)
        self._needed = np.zeros(tables, dtype=np.bool_)
        self._counts = {name: np.zeros((tables, *shape), dtype=np.int64) for name, shape in _SHAPES.items()}
        self._merged = {name: np.zeros(shape, dtype=np.int64) for name, shape in _SHAPES.items()}

    def add(
        self, tables: RowNumbers, seats: RowNumbers, before: Records, actions: RowNumbers, after: Records
    ) -> None:
        """Count one decision, by any seat, at each of some distinct tables, for the counted seats."""
        done, scored = state.trick_ended(before, after), state.round_ended(before, after)
        self._end_tricks(tables[done], seats[done], after[done])
        own = before["player"] == seats
        self._decide(tables[own], seats[own], before[own], actions[own])
        self._end_rounds(tables[scored], seats[scored], before[scored], after[scored])

    def counts(self) -> dict[str, npt.NDArray[np.int64]]:
        """All counts so far by table; see `Measures`."""
        return self._counts

    def merge(self, counts: Mapping[str, npt.NDArray[np.int64]]) -> None:
        """Add counts of other tables."""
        for name in self._merged:
            self._merged[name] += counts[name]

    def _count(self, ability: str, tables: RowNumbers, **found: Any) -> None:
        """Add to the counts of an ability, at distinct tables."""
        for name, more in found.items() if len(tables) else ():
            self._counts[ability][tables, _COUNTED[ability].index(name)] += more

    def change_tables(self) -> None:
        """Start other games at all tables; a choice of Rosie whose trick was not played out is not strategic."""
        self._named[:] = _NOBODY

    def _decide(self, tables: RowNumbers, seats: RowNumbers, before: Records, actions: RowNumbers) -> None:
        phases = before["phase"]
        need = _of(before["bids"], seats) - _of(before["won"], seats)
        rosie = phases == state.ROSIE_PHASE
        oneself = actions[rosie] - state.ROSIE_ACTION == seats[rosie]
        self._named[tables[rosie]] = np.where(oneself, _SELF, _OTHER)
        self._needed[tables[rosie]] = need[rosie] > 0
        self._count("rosie", tables[rosie], choices=1, named_self=oneself)
        for row in np.flatnonzero((phases == state.BENDT_1) | (phases == state.BENDT_2)):
            card = int(before["hands"][row, seats[row], actions[row] - state.BENDT_ACTION])
            quality = discard_quality(card, int(before["bids"][row, seats[row]]))
            self._count("bendt", tables[[row]], cards=1, quality=quality)
        roatan = phases == state.ROATAN_PHASE
        self._count("roatan", tables[roatan], asked=1, bets=actions[roatan] > state.ROATAN_ACTION)
        self._count("jade", tables[phases == state.JADE_PHASE], looks=1)
        harry = phases == state.HARRY_PHASE
        missing, change = need[harry], actions[harry] - state.HARRY_ACTION - 1
        wanted, changed = np.where(np.abs(missing) == 1, -missing, 0), change != 0
        said = _of(before["bids"][harry], seats[harry]) + wanted
        self._count(
            "harry", tables[harry], asked=1, changed=changed, saved=changed & (change == wanted),
            could_save=(wanted != 0) & (said >= 0) & (said <= before["cards"][harry]),
            spoiled=changed & (missing == 0),
        )  # fmt: skip

    def _end_tricks(self, tables: RowNumbers, seats: RowNumbers, after: Records) -> None:
        named = self._named[tables]
        won = after["last_winner"] == seats
        needed = self._needed[tables]
        good = ((named == _SELF) & needed & won) | ((named == _OTHER) & ~needed & ~won)
        self._count("rosie", tables[good], strategic=1)
        self._named[tables] = _NOBODY

    def _end_rounds(self, tables: RowNumbers, seats: RowNumbers, before: Records, after: Records) -> None:
        by_trick = before["tricks"] < before["cards"]
        won = _of(before["won"], seats) + (by_trick & (after["last_winner"] == seats))
        bid, cards = _of(before["bids"], seats), before["cards"].astype(np.int64)
        self._counts["bids"][tables, bid, won] += 1
        self._counts["rounds"][tables, cards, 0] += 1
        self._counts["rounds"][tables, cards, 1] += bid == won
        wagers, exact = _of(before["wagers"], seats), _of(after["missed"], seats) == 0
        self._count("roatan", tables, bets_won=(wagers > 0) & exact, points=np.where(exact, wagers, -wagers))

    def result(self) -> dict[str, Any]:
        """All counts and rates; a rate of nothing is None."""
        sums = {name: self._merged[name] + counted.sum(axis=0) for name, counted in self._counts.items()}
        named = {name: dict(zip(each, sums[name].tolist(), strict=True)) for name, each in _COUNTED.items()}
        rosie, bendt, roatan, harry = (named[name] for name in ("rosie", "bendt", "roatan", "harry"))
        bids, rounds = sums["bids"], sums["rounds"].tolist()
        return {
            "rosie": rosie | {"strategic_rate": _rate(rosie["strategic"], rosie["choices"])},
            "bendt": {"cards": bendt["cards"], "discard_quality": _rate(bendt["quality"], bendt["cards"])},
            "roatan": roatan | {"bet_accuracy": _rate(roatan["bets_won"], roatan["bets"])},
            "jade": named["jade"],
            "harry": harry
            | {
                "save_rate": _rate(harry["saved"], harry["changed"]),
                "saved_of_savable": _rate(harry["saved"], harry["could_save"]),
            },
            "bids": {
                "counts": bids.tolist(),
                "exact_rate": _rate(int(np.trace(bids)), int(bids.sum())),
                "by_cards": {
                    str(cards): {"rounds": all_of, "exact_rate": _rate(exact, all_of)}
                    for cards, (all_of, exact) in enumerate(rounds)
                    if all_of
                },
                "by_bid": {
                    str(bid): {"rounds": int(won.sum()), "mean_won": float(won @ np.arange(_MOST) / won.sum())}
                    for bid, won in enumerate(bids)
                    if won.any()
                },
            },
        }


def _of(rows: npt.NDArray[Any], seats: RowNumbers) -> RowNumbers:
    """Each row's entry of its seat."""
    entries: RowNumbers = rows[np.arange(len(seats)), seats].astype(np.int64)
    return entries


def _rate(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def discard_quality(card: int, bid: int) -> int:
    """Quality of a discard for Bendt: +1, 0 or -1, with the signs of the source's rewards."""
    if is_escape(card):
        return 1 if bid > 0 else 0
    if is_winner(card):
        return 1 if bid == 0 else -1
    return 0


_SHARE = (0.0, 1.0)
"""Bounds of a share."""


def draw_bids(found: Mapping[str, Any], axes: Axes) -> None:
    """Calibration plot of bids: mean and middle 80% of tricks won per bid, and how often it was made."""
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
    """Share of exact bids by cards dealt, from `SkullKingMeasures.result`."""
    rows = found["bids"]["by_cards"].items()
    cells = [(cards, each["rounds"], Number(each["exact_rate"], ".1%")) for cards, each in rows]
    return in_columns("Exact bids by the cards dealt", number_heads("cards", "rounds", "exact"), cells)


def tricks_won(found: Mapping[str, Any]) -> Rows:
    """Mean tricks won for each bid, from `SkullKingMeasures.result`."""
    rows = found["bids"]["by_bid"].items()
    cells = [(bid, each["rounds"], Number(each["mean_won"], ".2f")) for bid, each in rows]
    return in_columns("Tricks won for each bid", number_heads("bid", "rounds", "mean won"), cells)


def forget_jade(records: Records) -> None:
    """Remove, in place, what Jade has shown to the seats to move, as if nobody had used her (SK-14)."""
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
