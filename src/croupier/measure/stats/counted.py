"""The game's own measures in recorded games, beyond wins and points, with intervals by deal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.spec.evaluation import Evaluation, Measures, ReportRow
from croupier.measure.play.metrics import around_one_value, bootstrap_sums, middle
from croupier.measure.play.results import at
from croupier.table.recorded import by_options, deal_key, dealt_again, plies, recorded_game

RecordedGame = Mapping[str, Any]
Counting = Callable[[int], Measures]
"""Makes a counter for this many tables."""
CountArrays = Mapping[str, npt.NDArray[np.int64]]
_BLOCKS = 64
"""Most blocks of deals for resampling; each is counted separately."""
_GAMES_AT_ONCE = 256
_SEED = 0
_LEAST = 0.95
"""Share of the resamples in which a figure must be defined for an interval."""


@dataclass(frozen=True, eq=False)
class Counted:
    """The game's measures of one agent."""

    figures: Mapping[str, Any]  # `Measures.result` over all games
    # 95% bootstrap intervals over deals of the figures in reports, by the keys of the figure. Left out for a
    # single deal or too few cases, and for figures without bounds if all cases are equal (see `around_one_value`).
    intervals: Mapping[tuple[str, ...], tuple[float, float]]

    def data(self) -> dict[str, Any]:
        """Plain data for JSON: the figures, and under ``ci95`` the intervals by the joined keys."""
        return {**self.figures, "ci95": {".".join(keys): list(found) for keys, found in self.intervals.items()}}


def count_games(judged: Evaluation, games: Sequence[RecordedGame]) -> dict[str, Counted]:
    """The game's measures of each agent: the games are replayed and each seat is counted."""
    if judged.measures is None or not games:
        return {}
    names = [name for data in games for name in data["agents"]]
    counts, deals = _by_seat(judged.measures, games), _blocks(games)
    found = {}
    for name in dict.fromkeys(names):
        own = np.array([each == name for each in names])
        blocks = [np.flatnonzero(own & (deals == block)) for block in np.unique(deals[own])]
        sums = [{kind: each[rows].sum(axis=0) for kind, each in counts.items()} for rows in blocks]
        found[name] = _counted(judged.measures, judged.rows, sums)
    return found


def _blocks(games: Sequence[RecordedGame]) -> npt.NDArray[np.int64]:
    """The block of each seat of each game: whole deals, at most `_BLOCKS` blocks."""
    keys = [json.dumps([data["options"], deal_key(data), data.get("start")], sort_keys=True) for data in games]
    places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    parts = np.array_split(np.arange(len(places)), min(_BLOCKS, len(places)))
    block = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    return np.repeat(block[[places[key] for key in keys]], [len(data["agents"]) for data in games])


def _by_seat(measures: Counting, games: Sequence[RecordedGame]) -> CountArrays:
    """The counts of each seat of each game, in order."""
    ends = np.cumsum([len(data["agents"]) for data in games])
    counter, first = measures(int(ends[-1])), dict(zip(map(id, games), [0, *ends.tolist()], strict=False))
    for group in by_options(games):
        game = recorded_game(group, group[0]["game"])
        for start in range(0, len(group), _GAMES_AT_ONCE):
            some = group[start : start + _GAMES_AT_ONCE]
            begin = np.array([first[id(data)] for data in some])
            with dealt_again(game, some, observe=False) as batch:
                for actions, going in plies(batch, some):
                    before = batch.records.copy()
                    batch.step(actions)
                    rows = np.flatnonzero(going)
                    for seat in range(game.num_players):
                        seats = np.full(len(rows), seat)
                        counter.add(begin[rows] + seat, seats, before[rows], actions[rows], batch.records[rows])
    return counter.counts()


def _counted(measures: Counting, rows: Sequence[ReportRow], blocks: Sequence[CountArrays]) -> Counted:
    """Add up the blocks, and resample them for intervals."""
    shapes = {name: values.shape for name, values in blocks[0].items()}
    flat = np.array([np.concatenate([block[name].ravel() for name in shapes]) for block in blocks])
    figures = _figures(measures, flat.sum(axis=0), shapes)
    if len(blocks) < 2 or not rows:
        return Counted(figures, {})

    def of(counts: Iterable[npt.NDArray[Any]]) -> npt.NDArray[np.float64]:
        found = (_figures(measures, sums.astype(np.int64), shapes) for sums in counts)
        return np.array(
            [[np.nan if (x := at(one, row.value)) is None else float(x) for row in rows] for one in found]
        )

    drawn, apart = of(bootstrap_sums(flat.astype(np.float64), _SEED)), of(flat)
    found = zip(rows, (_interval(*columns) for columns in zip(rows, drawn.T, apart.T, strict=True)), strict=True)
    return Counted(figures, {row.value: interval for row, interval in found if interval is not None})


def _interval(
    row: ReportRow, drawn: npt.NDArray[np.float64], apart: npt.NDArray[np.float64]
) -> tuple[float, float] | None:
    """A figure's interval, from its values in resamples and in each block separately."""
    known, blocks = drawn[~np.isnan(drawn)], apart[~np.isnan(apart)]
    if len(known) < _LEAST * len(drawn):
        return None
    low, high = middle(known)
    if blocks.min() < blocks.max():
        return (float(low), float(high)) if low < high else None
    return None if row.bounds is None else around_one_value(float(blocks[0]), len(blocks), row.bounds)


def _figures(measures: Counting, sums: npt.NDArray[np.int64], shapes: Mapping[str, tuple[int, ...]]) -> Any:
    """`Measures.result` of concatenated counts."""
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes.values()])
    parts = np.split(sums, ends[:-1])
    counter = measures(0)
    counter.merge({name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)})
    return counter.result()
