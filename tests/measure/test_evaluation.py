"""The report on one player: what is played, what is compared, and the page."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.progress import silent
from croupier.core.engine.game import Game
from croupier.measure.reports.player import (
    Plan,
    PlayerReport,
    ability_arms,
    evaluate,
    games_at_sizes,
    lineups,
)
from croupier.measure.reports.rendered import write_report
from croupier.measure.stats.strength import standard_opponents
from tests.changed import changed

game = croupier.make("skull-king", players=3, schedule="one")
NEVER = 999


def page(report: dict[str, Any]) -> str:
    """The report as text: cells with strokes between, sentences as they are."""
    lines: list[str] = []
    for part in PlayerReport(report).parts():
        if isinstance(part, str):
            lines.append(part)
        else:
            lines += [*(" | ".join(row) for row in (part.names(), *part.texts())), *part.notes]
    return "\n".join(lines) + "\n"


def test_tables_have_several_sizes_and_line_ups() -> None:
    sizes = games_at_sizes(game)
    assert [table.num_players for table in sizes] == [3, 4, 6]
    assert all(table.options["schedule"] == "one" for table in sizes)
    assert lineups(sizes[1])["mix"] == ("bot", "bot:simple", "random")
    assert lineups(croupier.make("pig")) == {name: (name,) for name in ("optimal", "bot:hold-20", "random")}


def test_the_arms_change_one_kind_of_decision_each() -> None:
    arms = ability_arms(game, make_agent("random", game))
    assert list(arms) == [
        "own", "rule-based", "source", "random",
        "rule-based rosie", "source rosie", "random rosie",
        "rule-based bendt", "source bendt", "random bendt",
        "rule-based roatan", "source roatan", "random roatan",
        "rule-based harry", "source harry", "random harry",
        "unseen jade",
    ]  # fmt: skip
    assert {arm.ability for arm in arms.values()} == {"", "rosie", "bendt", "roatan", "harry", "jade"}
    assert all(name == f"{arm.by} {arm.ability}".strip() == arm.agent.name for name, arm in list(arms.items())[1:])


def test_each_arm_decides_its_own_ability_alone() -> None:
    """A player that never chooses an action itself shows which phases another decides."""
    refusing = SimpleNamespace(name="own", act=lambda turns: np.full(len(turns), NEVER, dtype=np.int64))
    arms = ability_arms(game, refusing)
    turns = game.batch(9, seed=1)
    turns.records["phase"][:] = range(9)
    for name, arm in arms.items():
        phases = {"all": (2, 3, 4, 5, 6, 7), "rosie": (2,), "bendt": (3, 4), "roatan": (5,), "harry": (7,)}
        other = phases["all"] if not arm.ability and name != "own" else phases.get(arm.ability, ())
        chosen = arm.agent.act(Turns(game, turns.records, np.zeros(9, dtype=np.uint64)))
        assert np.flatnonzero(chosen != NEVER).tolist() == list(other), name


@pytest.mark.thorough
def test_a_player_whose_abilities_are_the_rules_gains_nothing_over_them(tmp_path: Path) -> None:
    shares: list[float] = []
    short = croupier.make("skull-king", players=3, schedule="even")
    report = {"player": "bot"} | evaluate(
        short, lambda table: make_agent("bot", table), Plan(deals=2, ability_deals=4, seed=5), shares.append
    )
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert [(row["players"], row["against"]) for row in report["tables"]] == [
        (players, against) for players in (3, 4, 6) for against in ("bot", "bot:simple", "random", "mix")
    ]
    for row in report["abilities"][1:]:
        if row["by"] == "rule-based":
            assert row["own_gains_points"] == {"mean": 0.0, "ci95": None}
    assert [(row["by"], row["ability"]) for row in report["abilities"]][-1] == ("unseen", "jade")
    assert report["measures"]["own"] == report["measures"]["rule-based"] != report["measures"]["random"]
    assert report["measures"]["own"] != report["measures"]["source"]
    files = write_report(PlayerReport(report, {"strength": [(0, 0.1), (1, 0.4)]}), tmp_path / "new")
    assert [file.name for file in files] == ["report.html", "report.json"]
    assert json.loads(files[1].read_text()) == report
    assert files[0].read_text().count("<img ") == 3  # bids, abilities, curves
    text = page(report)
    assert "6 | mix |" in text
    assert "harry | rule-based | 0.0% (-52.7 to 52.7) | 0.0" in text
    assert all(f"{each} | {by} |" in text for each in ("rosie", "roatan") for by in ("source", "random"))
    assert "jade | unseen | " in text
    choices = report["choices"]
    assert (choices["deals"], choices["unit"], choices["rows"][-1]["ability"]) == (2, "points", "harry")
    for row in choices["rows"]:
        assert list(row["gains"]) == ["own", "rule-based", "source", "search"]
        assert row["gains"]["own"] == row["gains"]["rule-based"]
    assert "ability | decisions | in a game | own | rule-based | source | search\n" in text
    assert "what | own | rule-based | source | random\n" in text
    better, worse = {"mean": 1.0, "ci95": [0.5, 1.5]}, {"mean": -1.0, "ci95": [-1.5, -0.5]}
    for row in report["abilities"][1:]:
        if row["by"] != "rule-based":
            row["own_gains_points"] = better if row["by"] == "source" else worse
    text = page(report)
    for said, *by in (
        ("better than", "source"), ("worse than", "random", "unseen"), ("not shown to differ from", "rule-based"),
    ):  # fmt: skip
        arms = ", ".join(row["abilities"] for row in report["abilities"][1:] if row["by"] in by)
        assert f"- In points its own decisions are {said}: {arms}.\n" in text


def test_without_the_library_of_the_search_all_but_the_values_of_choices_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    shares: list[float] = []
    plan = Plan(deals=2, ability_deals=2, seed=5)
    report = {"player": "bot"} | evaluate(game, lambda table: make_agent("bot", table), plan, shares.append)
    assert shares[-1] == 1.0
    assert len(report["tables"]) == 3 * 4
    assert len(report["abilities"]) == len(ability_arms(game, make_agent("bot", game)))
    assert "onnxruntime" in report["choices"]["left_out"]
    assert f"The choices were not valued: {report['choices']['left_out']}" in page(report)


def test_a_game_that_does_not_say_how_it_is_judged_meets_its_bot_and_chance() -> None:
    silent_game = Game(changed(game.spec, evaluation=None), **game.options)
    assert standard_opponents(silent_game) == ("bot", "random")
    assert games_at_sizes(silent_game) == [silent_game]
    assert list(ability_arms(silent_game, make_agent("random", game)))[:3] == ["own", "rule-based", "random"]
    assert standard_opponents(Game(changed(game.spec, evaluation=None, bots={}))) == ("random",)


def test_games_without_abilities_have_tables_only(tmp_path: Path) -> None:
    pig = croupier.make("pig", winning_score=20)
    report = {"player": "me"} | evaluate(pig, lambda table: make_agent("random", table), Plan(2, 2), silent)
    assert (report["abilities"], report["measures"], len(report["tables"])) == ([], {}, 3)
    assert "abilities" not in page(report)
    assert "<img " not in write_report(PlayerReport(report), tmp_path)[0].read_text()
