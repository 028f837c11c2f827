"""Sets of decisions for tests: of games by random play, with made-up values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import croupier
from croupier.core.base.rng import below
from croupier.measure.costs.cases import stream
from croupier.measure.costs.making import dealt
from croupier.measure.costs.sets import DecisionSet, Row, write_set


def made_up(folder: Path, name: str, count: int, **options: object) -> Path:
    """Decisions of a game by random play: action k of n is worth -k, in every second one the other way round."""
    rows: list[Row] = []
    rng, game = stream(7, name), croupier.make(name, **options)
    state = game.new_initial_state(3)
    while len(rows) < count:
        if state.is_terminal():
            state = game.new_initial_state(3 + len(rows))
        legal = state.legal_actions()
        bare = dealt(state, state.plies)
        if len(legal) > 1 and isinstance(bare, Row):
            gaps = tuple(map(float, range(len(legal))))[:: -1 if len(rows) % 2 else 1]
            rows.append(replace(bare, values=tuple(-gap for gap in gaps), behind=gaps, worlds=2, differ=True))
        state.apply_action(legal[int(below(rng, 0, len(legal)))])
    return written(folder / f"{name}.jsonl.gz", name, rows)


def written(path: Path, game: str, rows: Iterable[Row]) -> Path:
    """A file of some rows."""
    made = DecisionSet(
        name=path.name.split(".")[0], game=game, digest="", judge={"continuation": "none", "worlds": 2},
        unit="points", canary="canary of tests", rows=tuple(rows), made={},
    )  # fmt: skip
    write_set(path, made)
    return path
