"""Single decisions of a set as tasks: what is asked, what every reply earns, and sets that are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from croupier.core.base.errors import ConfigError, FileError, one_of
from croupier.envs.decision import DecisionTasks, Mode, check_no_options
from croupier.measure import Row, load
from croupier.measure.costs.making import dealt
from croupier.measure.costs.sets import question_of
from tests.amounts import daily
from tests.envs.sets import made_up, written


@pytest.fixture(scope="module")
def pig() -> DecisionTasks:
    return DecisionTasks("pig-2", penalty=0.25)


def test_the_best_action_earns_1_and_each_other_less_by_its_regret_and_weight(pig: DecisionTasks) -> None:
    weight = sum(row.weight for row in pig.rows) / len(pig.rows)
    for row in pig.rows[:60]:
        table = pig.rewards(row)
        for text, action in zip(row.texts, row.legal, strict=True):
            graded = pig.grade(row, f"Let me see. {text}")
            assert (graded.action, graded.fault, graded.refusal) == (action, "", "")
            assert graded.reward == table[text]
            share = row.weight / weight * row.regret(action) / pig.constant.regret
            assert table[text] == pytest.approx(1.0 - share)
            assert graded.regret == row.regret(action)
            assert graded.metrics()["best_rate"] == float(row.regret(action) == 0.0)
            assert graded.metrics()["clear_mistake_rate"] == float(row.is_clear(action))
        best = pig.grade(row, row.texts[row.legal.index(row.best)])
        assert best.reward == 1.0
    with pytest.warns(DeprecationWarning, match=r"DecisionTasks\.constant\.regret"):
        assert pig.spread > 0.0


@pytest.mark.parametrize("name", ["pig-2", "spite-malice-2"])
def test_no_constant_answer_earns_more_than_0_on_the_mean_and_the_best_one_earns_0(name: str) -> None:
    tasks = DecisionTasks(name)
    tables = [tasks.rewards(row) for row in tasks.rows]
    firsts = [row.texts[row.order[0]] for row in tasks.rows]
    texts = {text for row in tasks.rows for text in row.texts}
    earned = {
        text: sum(table.get(text, table[first]) for table, first in zip(tables, firsts, strict=True)) / len(tables)
        for text in texts
    }
    assert max(earned.values()) <= 1e-9
    places = zip(tables, tasks.rows, tasks.constant.places, strict=True)
    assert sum(table[row.texts[place]] for table, row, place in places) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize(
    ("reply", "fault"),
    daily(
        [(said, "unparsable") for said in ("", "I pass.", "[bid 3]")] + [("<think>\nIs it [hold]?", "truncated")],
        2,
    ),
)
def test_a_reply_that_names_no_legal_action_earns_less_than_the_worst_one_by_the_penalty(
    pig: DecisionTasks, reply: str, fault: str
) -> None:
    row = next(row for row in pig.rows if row.differ)
    graded = pig.grade(row, reply)
    assert (graded.action, graded.fault, graded.regret) == (None, fault, max(row.behind))
    assert graded.reward == min(pig.rewards(row).values()) - 0.25
    assert graded.refusal
    metrics = graded.metrics()
    assert metrics["invalid_rate"] == metrics[f"{fault}_rate"] == 1.0
    assert sum(metrics[f"{each}_rate"] for each in ("unparsable", "illegal", "truncated")) == 1.0
    assert metrics["best_rate"] == 0.0
    unasked = DecisionTasks("pig-2").grade(row, reply).reward
    assert unasked == min(pig.rewards(row).values()), "no penalty unless asked"


def test_thoughts_are_no_answer_and_what_a_limit_has_cut_off_counts_as_cut_off(pig: DecisionTasks) -> None:
    row = next(row for row in pig.rows if row.texts == ("[roll]", "[hold]"))
    assert pig.grade(row, "<think>[roll]? No.</think>\nI bank: [hold]").action == row.legal[1]
    cut = pig.grade(row, "I bank: [hold]", cut_off=True)
    assert (cut.action, cut.fault) == (None, "truncated")


def test_an_action_that_is_not_legal_in_the_row_is_counted_as_that(mini: DecisionTasks) -> None:
    row = next(row for row in mini.rows if len(row.legal) < 12)
    absent = next(f"[x{card} 1]" for card in range(1, 6) if f"[x{card} 1]" not in row.texts)
    graded = mini.grade(row, absent)
    assert (graded.action, graded.fault) == (None, "illegal")
    assert graded.reward == min(mini.rewards(row).values())


@pytest.mark.parametrize(
    ("name", "options"), daily([("skull-king", {"players": 3}), ("spite-malice", {}), ("pig", {})])
)
def test_a_decision_is_asked_in_the_words_of_the_table_in_the_world_of_its_row(
    name: str, options: dict[str, object], tmp_path: Path
) -> None:
    decisions = DecisionTasks(made_up(tmp_path, name, 8, **options), game=name)
    bare = DecisionTasks(decisions.source, prompt="nolist")
    for row in decisions.rows:
        state, asked = row.state(), question_of(row)
        system, user = decisions.chat(row)
        assert (system["role"], user["role"]) == ("system", "user")
        assert system == bare.chat(row)[0]
        assert user["content"] == asked.situation
        assert user["content"].startswith(f"You are Player {state.current_player()}.")
        assert all(text in user["content"] for text in row.texts)
        assert sorted(asked.view["actions"], key=lambda each: each["action"]) == state.view(asked.seat)["actions"]
        assert [each["action"] for each in asked.view["actions"]] == [row.legal[place] for place in row.order]
        assert asked.legal == tuple(row.texts[place] for place in row.order)
        assert bare.chat(row)[1]["content"] != user["content"]
        for text, gap in zip(row.texts, row.behind, strict=True):
            assert decisions.grade(row, text).regret == gap
    assert len({decisions.chat(row)[1]["content"] for row in decisions.rows}) > 6


def test_what_a_question_says_does_not_depend_on_hidden_cards(tmp_path: Path) -> None:
    rows = DecisionTasks(made_up(tmp_path, "skull-king", 13, players=4)).rows
    differ = 0
    for row in rows:
        state = row.state()
        others = dealt(state, 99)
        assert isinstance(others, Row)
        others = replace(others, id=row.id)  # which decides the order of the list
        assert question_of(others).situation == question_of(row).situation
        differ += others.state().position() != state.position()
    assert differ > 10


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> DecisionTasks:
    """Decisions of Mini Spite and Malice with values that are made up."""
    return DecisionTasks(made_up(tmp_path_factory.mktemp("sets"), "spite-malice", 12))


def test_a_set_that_cannot_be_is_refused_in_one_clear_line(tmp_path: Path, pig: DecisionTasks) -> None:
    for source, settings, kind, why in (
        ("pig-9", {}, ConfigError, r"unknown set of decisions 'pig-9'"),
        ("", {}, ConfigError, "no set of decisions is named"),
        ("pig-2", {"game": "skull-king"}, ConfigError, "pig-2 is a set of decisions of pig, not of skull-king"),
        ("pig-2", {"game": "chess"}, ConfigError, "unknown game 'chess'"),
        ("pig-2", {"prompt": "source"}, ConfigError, "by the prompt list or nolist, not 'source'"),
        ("pig-2", {"penalty": -0.5}, ConfigError, r"penalty must be a number of at least 0, not -0\.5"),
        ("pig-2", {"penalty": float("nan")}, ConfigError, "penalty must be a number"),
        ("pig-2", {"digest": "0" * 64}, ConfigError, "where that of a task is 0000"),
        (tmp_path / "none.jsonl.gz", {}, FileError, "cannot be read"),
    ):
        with pytest.raises(kind, match=why) as caught:
            DecisionTasks(source, **settings)
        assert "\n" not in str(caught.value)
    assert DecisionTasks("pig-2", game="PigDice-v0", digest=load("pig-2").digest).set == load("pig-2")
    with pytest.raises(ConfigError, match="has the options of its row: leave out players"):
        check_no_options({"players": 4})
    with pytest.raises(ConfigError, match="mode must be one of game, decision, not 'decisions'"):
        one_of("mode", "decisions", Mode)


def test_a_set_that_teaches_nothing_is_refused(tmp_path: Path) -> None:
    same = [replace(row, behind=(0.0, 0.0)) for row in load(made_up(tmp_path, "pig", 4)).rows]
    nothing = r"teaches nothing: the constant answer '\[hold\], else first listed' is always best"
    with pytest.raises(ConfigError, match=nothing):
        DecisionTasks(written(tmp_path / "same.jsonl.gz", "pig", same))
