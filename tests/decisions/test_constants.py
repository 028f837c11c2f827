"""Constant answers, the weights that make each of them bad, and the sets that were made with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.arena.judge.judgement import check_judgement
from croupier.core.base.errors import ConfigError
from croupier.decisions import Row, load
from croupier.decisions.constants import FIRST, LAST, LONGEST, balanced, best_constant, constant
from croupier.decisions.making import Making, make_set, reweighted
from croupier.decisions.row import shuffled
from croupier.decisions.sets import write_set
from tests.decisions.test_sets import ROW

SECOND = {"pig-2": None, "skull-king-2": ("ABILITY_ROSIE",), "spite-malice-2": ()}
"""Sets that were made by weights, and the phases that the one of the version before was made without."""


def rows_of(*costs: dict[str, float], phase: str = "TURN") -> list[Row]:
    return [
        replace(
            ROW, id=f"r{k}", texts=tuple(each), legal=tuple(range(len(each))), behind=tuple(each.values()),
            values=tuple(-gap for gap in each.values()), errors=(0.0,) * len(each),
            behind_errors=(0.0,) * len(each), stratum={"phase": phase, "cards": 0, "seats": 2},
        )
        for k, each in enumerate(costs)
    ]  # fmt: skip


def test_the_order_of_a_row_is_decided_by_its_id_and_favours_no_place() -> None:
    assert shuffled("a", (4, 7, 9)) == shuffled("a", (4, 7, 9))
    firsts = [shuffled(f"row {k}", (4, 7, 9))[0] for k in range(3000)]
    assert np.bincount(firsts) == pytest.approx([1000] * 3, abs=100)
    assert load("pig-1").rows[0].legal == (0, 1)  # the position's own numbers stay


def test_the_best_constant_answer_is_the_best_of_all_that_ignore_the_position() -> None:
    rows = rows_of({"a": 0.0, "bb": 3.0}, {"a": 4.0, "ccc": 0.0, "bb": 1.0}, {"ccc": 0.0, "dd": 2.0})
    said = {
        name: [each[row.order[0]] if name not in row.texts else each[row.texts.index(name)]
               for row, each in zip(rows, [row.behind for row in rows], strict=True)]
        for name in ("a", "bb", "ccc", "dd")
    }  # fmt: skip
    said |= {FIRST: [row.behind[row.order[0]] for row in rows], LAST: [row.behind[row.order[-1]] for row in rows]}
    said |= {LONGEST: [3.0, 0.0, min((k for k in range(2)), key=lambda k: (-len(rows[2].texts[k]), k)) * 2.0]}
    for name, costs in said.items():
        assert constant(rows, name).regret == pytest.approx(np.mean(costs)), name
    assert best_constant(rows).regret == pytest.approx(min(map(np.mean, said.values())))
    heavy = [replace(rows[0], weight=9.0), *rows[1:]]
    assert rows[0].behind[best_constant(heavy).places[0]] == 0.0


def test_by_weights_two_answers_cost_the_same_and_every_kind_keeps_its_share() -> None:
    rows = rows_of(*[{"a": 0.0, "b": 9.0}] * 9, {"a": 5.0, "b": 0.0})
    assert constant(rows, "a").regret < 0.1 * constant(rows, "b").regret
    weighed = balanced(rows)
    assert constant(weighed, "a").regret == pytest.approx(constant(weighed, "b").regret, rel=1e-3)
    other = rows_of({"c": 0.0, "d": 1.0}, {"c": 2.0, "d": 0.0}, phase="BIDDING")
    both = balanced([*rows, *other])
    assert sum(row.weight for row in both[:10]) == pytest.approx(10.0, abs=1e-3)
    assert sum(row.weight for row in both[10:]) == pytest.approx(2.0, abs=1e-3)
    cards = rows_of(*[{f"card {k}": 0.0, "x": 1.0 + k} for k in range(20)])
    assert {row.weight for row in balanced(cards)} == {1.0}  # of so many answers none is nearly right
    assert [row.weight for row in balanced(rows_of({"a": 0.0, "b": 0.0}))] == [1.0]  # nothing is at stake


@pytest.mark.parametrize("name", ["skull-king-2", "spite-malice-2"])
def test_a_set_with_the_values_of_an_older_one_is_made_of_it_byte_by_byte(name: str, tmp_path: Path) -> None:
    old = load(name.replace("-2", "-1"))
    file = tmp_path / f"{name}.jsonl.gz"
    assert write_set(file, reweighted(old, name, SECOND[name] or ())).digest == load(name).digest
    by_id = {row.id: row for row in old.rows}
    for row in load(name).rows:
        assert replace(row, weight=1.0) == by_id[row.id]


def test_the_rows_of_pig_have_the_solvers_values_and_the_weights_of_their_stakes() -> None:
    rows, solver = load("pig-2").rows, croupier.make("pig").solver
    assert balanced(rows) == rows
    assert solver is not None
    assert solver.action_values is not None
    for row in rows[::25]:
        state = row.state()
        worth = 100.0 * solver.action_values(state.game, state.records)[list(row.legal)]
        assert row.values == pytest.approx(worth, abs=1e-4)


@pytest.mark.thorough
def test_the_command_of_the_documentation_makes_the_set_of_pig(tmp_path: Path) -> None:
    how = Making(count=1000, games=251, seed=2, judge=None, worlds=1024, agents=(), varied=True)
    made, _ = make_set(croupier.make("pig"), how, tmp_path / "pig-2.jsonl.gz", check=check_judgement)
    assert made.digest == load("pig-2").digest


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "pig-2" else pytest.mark.thorough) for name in SECOND]
)
def test_the_bot_is_clearly_above_0_in_every_kind_of_the_sets_that_ship(name: str) -> None:
    check_judgement(load(name))


def test_sets_in_which_one_answer_is_nearly_right_are_refused_by_their_kind_and_figures() -> None:
    with pytest.raises(
        ConfigError, match=r"in 500 decisions of TURN bot is not clearly better .* score is -0\.93 \("
    ):
        check_judgement(load("pig-1"))
    some = load("pig-1")
    rows = tuple(row for row in some.rows if row.best == 0)[:60]
    with pytest.raises(ConfigError, match="in 60 decisions of TURN one constant answer is always best"):
        check_judgement(replace(some, rows=rows))
    check_judgement(replace(some, rows=rows[:40]))  # too few for an interval
