"""The report on one player: what is played, what is compared, and the page."""

import json
from pathlib import Path

import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.arena.evaluation import Plan, ability_arms, evaluate, lineups, tables
from croupier.arena.evaluation_page import PAGE, REPORT, page, percent, points, write_report
from croupier.arena.match import silent
from croupier.arena.strength import standard_opponents
from croupier.core.errors import ConfigError, FileError
from croupier.core.evaluation import Evaluation, ReportRow
from croupier.core.game import Game
from croupier.learn.curves import Curves, read_curves
from tests.changed import changed

game = croupier.make("skull-king", players=3, schedule="one")


def test_tables_have_several_sizes_and_line_ups() -> None:
    sizes = tables(game)
    assert [table.num_players for table in sizes] == [3, 4, 6]
    assert all(table.options["schedule"] == "one" for table in sizes)
    assert lineups(sizes[1])["mix"] == ("bot", "bot:simple", "random")
    assert lineups(croupier.make("pig")) == {name: (name,) for name in ("optimal", "bot:hold-20", "random")}


def test_the_arms_change_one_kind_of_decision_each() -> None:
    arms = ability_arms(game, make_agent("random", game))
    assert list(arms) == [
        "own", "rule-based", "source", "random",
        "rule-based rosie", "rule-based bendt", "rule-based roatan", "rule-based harry",
    ]  # fmt: skip


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
        if row["abilities"] not in ("source", "random"):
            assert row["own_gains_points"] == {"mean": 0.0, "ci95": [0.0, 0.0]}
    assert report["measures"]["own"] == report["measures"]["rule-based"] != report["measures"]["random"]
    assert report["measures"]["own"] != report["measures"]["source"]
    files = write_report(report, {"strength": [(0, 0.1), (1, 0.4)]}, tmp_path / "new")
    assert [file.name for file in files] == [PAGE, REPORT, "bids.png", "abilities.png", "curves.png"]
    assert all(file.stat().st_size > 0 for file in files)
    assert json.loads((tmp_path / "new" / REPORT).read_text()) == report
    text = (tmp_path / "new" / PAGE).read_text()
    assert "| 6 | mix |" in text
    assert "| rule-based harry |" in text
    assert "![bids](bids.png)" in text
    assert "| what | own | rule-based | source | random |" in text
    better, worse = {"mean": 1.0, "ci95": [0.5, 1.5]}, {"mean": -1.0, "ci95": [-1.5, -0.5]}
    for row in report["abilities"][1:]:
        row["own_gains_points"] = {"source": better, "random": worse}.get(
            row["abilities"], row["own_gains_points"]
        )
    text = page(report, [])
    assert "- In points its own decisions are better than: source.\n" in text
    assert "- In points its own decisions are worse than: random.\n" in text
    same = "rule-based, rule-based rosie, rule-based bendt, rule-based roatan, rule-based harry"
    assert f"- In points its own decisions are not shown to differ from: {same}.\n" in text


def test_a_game_that_does_not_say_how_it_is_judged_meets_its_bot_and_chance() -> None:
    silent_game = Game(changed(game.spec, evaluation=None), **game.options)
    assert standard_opponents(silent_game) == ("bot", "random")
    assert tables(silent_game) == [silent_game]
    assert list(ability_arms(silent_game, make_agent("random", game)))[:3] == ["own", "rule-based", "random"]
    assert standard_opponents(Game(changed(game.spec, evaluation=None, bots={}))) == ("random",)
    with pytest.raises(ConfigError, match="names no rule-based agent"):
        ability_arms(Game(changed(game.spec, evaluation=None, bots={})), make_agent("random", game))


def test_rows_without_anything_that_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="rows and pictures show what `measures` counts"):
        Evaluation(opponents=("random",), rows=(ReportRow("won", ("won",)),))
    with pytest.raises(ValueError, match="at least one opponent"):
        Evaluation(opponents=())


def test_games_without_abilities_have_tables_only(tmp_path: Path) -> None:
    pig = croupier.make("pig", winning_score=20)
    report = {"player": "me"} | evaluate(pig, lambda table: make_agent("random", table), Plan(2, 2), silent)
    assert (report["abilities"], report["measures"], len(report["tables"])) == ([], {}, 3)
    assert "abilities" not in page(report, [])
    assert [file.name for file in write_report(report, {}, tmp_path)] == [PAGE, REPORT]


def test_a_report_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match=r"the report in .*file cannot be written"):
        write_report({}, {}, tmp_path / "file")


def test_one_deal_gives_no_interval() -> None:
    with pytest.raises(ConfigError, match="deals must be at least 2, not 1"):
        Plan(deals=1)


def test_numbers_for_people() -> None:
    assert percent({"mean": 0.45312, "ci95": [0.4391, 0.466]}) == "45.3% (43.9 to 46.6)"
    assert percent({"mean": 0.5, "ci95": None}) == "50.0%"
    assert points({"mean": -12.34, "ci95": [-20.0, 1.25]}) == "-12.3 (-20.0 to 1.2)"


def test_curves_are_read_back(tmp_path: Path) -> None:
    curves = Curves(tmp_path, 0)
    for update in range(3):
        curves.add({"strength/against_bot": update / 4, "learning/entropy": 1.0}, update)
    curves.close()
    assert read_curves(tmp_path, "strength/") == {"strength/against_bot": [(0, 0.0), (1, 0.25), (2, 0.5)]}
