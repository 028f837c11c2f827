"""croupier judge problems: positions to solve at the terminal."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from croupier.measure import load
from croupier.measure.costs.problems import problems_of, read_problems
from croupier.measure.costs.sets import write_set
from tests.cli.conftest import Run

FIRST = problems_of("pig").number(1)
BEST, WORST = (FIRST.row.texts[FIRST.row.behind.index(cost)].strip("[]") for cost in (0.0, max(FIRST.row.behind)))


def test_a_choice_is_told_what_it_costs_and_who_misses_it(run: Run) -> None:
    result = run("judge", "problems", "pig", "--number", "1", text=f"{WORST}\n")
    words = " ".join(result.stdout.split())
    assert "Problem 1 of 30 (easy): Pig Dice. You are Player" in words
    cost = max(FIRST.row.behind)
    assert f"[{WORST}] costs {cost:.1f} percentage points of winning: [{BEST}] is best." in words
    assert "Missed by bot; found by search/fast; random play misses it in 50%." in words
    assert (
        run("judge", "problems", "pig", "--number", "1", text=f"{BEST}\n").stdout.count(f"Right: [{BEST}] is best")
        == 1
    )


def test_problems_are_asked_in_order_until_one_leaves(run: Run) -> None:
    result = run("judge", "problems", "pig", text=f"{BEST}\nq\ny\n")
    assert result.stdout.index("Problem 1 of") < result.stdout.index("Problem 2 of")
    assert result.stderr == "You left: 1 of 1 problem solved.\n"


def test_a_seed_shuffles_them(run: Run) -> None:
    def order(*words: str) -> list[int]:
        told = json.loads(run("judge", "problems", "pig", "--json", *words).stdout)
        return [each["number"] for each in told["problems"]]

    assert order() == list(range(1, 31))
    assert order("--seed", "3") == order("--seed", "3") != order("--seed", "4")
    assert sorted(order("--seed", "3")) == order()


def test_json_gives_position_and_answer(run: Run) -> None:
    (told,) = json.loads(run("judge", "problems", "pig", "--number", "1", "--json").stdout)["problems"]
    assert told["id"] == FIRST.row.id
    assert told["view"]["seat"] == told["seat"]
    assert next(each["action"] for each in told["actions"]) == FIRST.row.best
    assert told["missed_by"] == ["bot"]


def test_problems_of_a_set_are_chosen_into_a_file_and_asked(run: Run, tmp_path: Path) -> None:
    file, few = (tmp_path / f"{name}.jsonl.gz" for name in ("mine", "few"))
    write_set(few, replace(load("pig-1"), name="few", rows=load("pig-1").rows[:150]))
    words = ("judge", "problems", "pig", "--choose", str(few), "--count", "2", "--out", str(file), "--json")
    made = json.loads(run(*words).stdout)
    assert made["problems"] == sum(made["levels"].values()) == len(read_problems(file).problems) == 2
    told = json.loads(run("judge", "problems", "pig", "--file", str(file), "--json").stdout)
    assert [each["number"] for each in told["problems"]] == [1, 2]


@pytest.mark.thorough
def test_a_set_or_file_of_another_game_is_refused(refused: Callable[..., str], run: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "mine.jsonl.gz")
    line = refused("judge", "problems", "skull-king", "--choose", "pig-1", "--out", out)
    assert "pig-1 is a set of pig, not of skull-king" in line
    run("judge", "problems", "pig", "--choose", "pig-1", "--count", "1", "--out", out)
    assert "has problems of pig, not of skull-king" in refused("judge", "problems", "skull-king", "--file", out)
