"""Constant answers, the weights that make each of them bad, and the sets that were made with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.measure import Row, load
from croupier.measure.costs.answers import MOST_APART, MOST_SHARE, balanced, best_constant, effective, kind_of
from croupier.measure.costs.making import WON, Making, check_judgement, make_set, wins_at_once
from croupier.measure.costs.sets import shuffled
from tests.measure.test_sets import ROW

SECOND: dict[str, tuple[str, ...]] = {
    "pig-2": (), "skull-king-2": ("ABILITY_BENDT_1", "ABILITY_HARRY", "ABILITY_ROSIE"), "spite-malice-2": (),
}  # fmt: skip
"""Sets with weights, and the phases of the set before that they leave out."""


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


def first_of(row: Row, word: str, among: str, otherwise: str) -> float:
    """What a blind rule costs, worked out with other code than that under test."""
    listed = [row.texts[place] for place in row.order]
    orders = {
        "first listed": listed, "last listed": listed[::-1], "longest text": sorted(listed, key=len)[::-1],
        "first by name": sorted(listed), "last by name": sorted(listed, reverse=True),
        "first in the game's order": list(row.texts), "last in the game's order": list(row.texts)[::-1],
    }  # fmt: skip
    having = [text for text in orders[among] if word in (text, *text.strip("[]").split())]
    return row.behind[row.texts.index((having or orders[otherwise])[0])]


@pytest.mark.parametrize("name", ["pig-1", "pig-2", "spite-malice-2"])
def test_no_rule_that_ignores_the_position_is_better_than_the_zero(name: str) -> None:
    rows = load(name).rows[:100]
    weights = [row.weight for row in rows]
    zero = best_constant(rows)
    assert zero.regret == pytest.approx(
        np.average([row.behind[place] for row, place in zip(rows, zero.places, strict=True)], weights=weights)
    )
    words = {"", *(word for row in rows for text in row.texts for word in (text, *text.strip("[]").split()))}
    orders = ("first listed", "last listed", "first by name", "last by name", "first in the game's order")
    rng = np.random.Generator(np.random.PCG64(5))
    for word in sorted(words):
        among, otherwise = rng.choice(orders, 2).tolist()
        cost = np.average([first_of(row, word, among, otherwise) for row in rows], weights=weights)
        assert cost >= zero.regret - 1e-6, (word, among, otherwise)
    for order in orders:
        assert np.average([first_of(row, "", order, order) for row in rows], weights=weights) >= zero.regret - 1e-6


def test_the_zero_has_a_rule_for_each_kind_of_decision_and_says_it_in_words() -> None:
    cards = rows_of(
        {"[p g]": 0.0, "[x a]": 3.0}, {"[x a]": 4.0, "[p h]": 2.0, "[p g]": 0.0}, {"[x a]": 0.0, "[x b]": 1.0}
    )
    bids = rows_of({"[bid 1]": 0.0, "[bid 2]": 2.0}, phase="BIDDING")
    assert best_constant(cards).name == "[p g], else first listed"
    both = best_constant([*cards, *bids])
    assert (both.regret, both.name) == (0.0, "BIDDING [bid 1], else first listed; TURN [p g], else first listed")
    plays = rows_of(*[{f"[p {k}]": 0.0, f"[x {k}]": 3.0} for k in range(9)])
    plays += rows_of(*[{f"[a {k}]": 3.0, f"[p {k}]": 0.0} for k in range(9)])
    assert best_constant(plays).name == "p (first listed), else first listed"


def test_by_weights_every_constant_answer_loses_much_and_no_few_decisions_hold_most_of_the_stakes() -> None:
    rows = rows_of(*[{"a": 0.0, "b": 9.0}] * 90, *[{"a": 9.0, "b": 0.0}] * 10, {"a": 400.0, "b": 0.0})
    weighed = balanced(rows)
    assert best_constant(weighed).regret > 2.0 * best_constant(rows[:-1]).regret
    stakes = sorted((row.weight * max(row.behind) for row in weighed), reverse=True)
    assert stakes[0] == pytest.approx(MOST_SHARE * np.mean(stakes), rel=1e-3)
    assert sum(stakes[:5]) <= 0.2 * sum(stakes)
    even = sorted(row.weight for row in balanced(rows[:-1]))
    assert 4.0 * even[0] < even[-1] <= MOST_APART**2 * even[0] + 1e-3
    other = rows_of({"c": 0.0, "d": 1.0}, {"c": 2.0, "d": 0.0}, phase="BIDDING")
    both = balanced([*rows, *other])
    assert sum(row.weight for row in both) == pytest.approx(103.0, abs=1e-2)
    assert [row.weight for row in balanced(rows_of({"a": 0.0, "b": 0.0}))] == [1.0]  # nothing is at stake


@pytest.mark.parametrize("name", SECOND)
def test_in_no_set_that_ships_a_twentieth_holds_more_than_a_fifth_of_the_stakes(name: str) -> None:
    rows = load(name).rows
    for some in (rows, *([row for row in rows if kind_of(row) == kind] for kind in set(map(kind_of, rows)))):
        stakes = sorted((row.weight * max(row.behind) for row in some), reverse=True)
        assert sum(stakes[: len(stakes) // 20]) <= 0.2 * sum(stakes)
    assert effective(rows) > 0.5 * len(rows)
    assert effective([replace(row, weight=1.0) for row in rows]) == pytest.approx(len(rows))


def test_a_decision_in_which_the_game_can_be_won_at_once_is_not_in_a_set(tmp_path: Path) -> None:
    assert not any(map(wins_at_once, load("pig-2").rows))
    ends = [row for row in load("pig-1").rows if wins_at_once(row)]
    assert ends
    for row in ends:
        state = row.state()
        state.apply_action(row.best)
        assert (state.is_terminal(), row.texts[row.place(row.best)]) == (True, "[hold]")
    how = Making(count=10, games=8, seed=2, judge=None, worlds=2, agents=("bot",), varied=True)
    made, _ = make_set(croupier.make("pig"), how, tmp_path / "mine.jsonl.gz")
    assert made.made["left_out"][WON] > 0
    assert not any(map(wins_at_once, made.rows))
    best = [row.answer for row in made.rows if row.differ]
    assert (best.count("[roll]"), best.count("[hold]")) == (5, 4)
    for rows in (made.rows, load("pig-2").rows):
        answers = [row.answer for row in rows]
        share = answers.count("[hold]") / len(answers)
        assert all(abs(answers[:some].count("[hold]") - share * some) < 2.0 for some in range(len(answers)))


def test_the_rows_of_pig_have_the_solvers_values() -> None:
    rows, solver = load("pig-2").rows, croupier.make("pig").solver
    assert solver is not None
    assert solver.action_values is not None
    for row in rows[::25]:
        state = row.state()
        worth = 100.0 * solver.action_values(state.game, state.records)[list(row.legal)]
        assert row.values == pytest.approx(worth, abs=1e-4)


@pytest.mark.thorough
def test_the_command_of_the_documentation_makes_the_set_of_pig(tmp_path: Path) -> None:
    how = Making(count=1000, games=501, seed=2, judge=None, worlds=1024, agents=(), varied=True)
    made, _ = make_set(croupier.make("pig"), how, tmp_path / "pig-2.jsonl.gz", check=check_judgement)
    assert made.digest == load("pig-2").digest


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "pig-2" else pytest.mark.thorough) for name in SECOND]
)
def test_the_bot_is_clearly_above_0_in_every_kind_of_the_sets_that_ship(name: str) -> None:
    check_judgement(load(name))


def test_sets_in_which_one_answer_is_nearly_right_or_a_kind_has_too_few_decisions_are_refused() -> None:
    some = load("pig-1")
    rolls = tuple(row for row in some.rows if row.best == 0)  # answered by one word
    bids = tuple(replace(row, stratum={**row.stratum, "phase": "BIDDING"}) for row in rolls[:3])
    for rows, said in (
        (some.rows, r"in 500 decisions of TURN bot is not clearly better .* score is -0\.93 \("),
        (rolls[:60], "in 60 decisions of TURN one constant answer is always best"),
        (rolls[:40], "fewer than 50 decisions tell too little: 40 of TURN; add --without TURN"),
        ((*bids, *some.rows[40:]), "3 of BIDDING; add --without BIDDING, or make more"),
    ):
        with pytest.raises(ConfigError, match=said):
            check_judgement(replace(some, rows=rows))
