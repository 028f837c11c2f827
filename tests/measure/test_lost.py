"""What decisions of the played games cost, against an independent count, and where reports say it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.agents.registry import make_agent
from croupier.cli import app
from croupier.core.base.errors import ConfigError
from croupier.core.engine.making import make
from croupier.measure.costs import lost as module
from croupier.measure.costs.lost import first_games, lost_in
from croupier.measure.costs.table import Cost
from croupier.measure.play.tournament import play_tournament
from croupier.measure.reports.player import Plan, lost_of_player
from tests.models.runs import careful, play, report
from tests.models.scripted import KEY

PIG = {"winning_score": 30, "max_turns": 14}
SHORT = ["-o", "winning_score=15", "-o", "max_turns=12"]


def test_all_decisions_valued_come_to_what_the_solver_says_by_itself() -> None:
    game = make("pig", **PIG)
    agents = [make_agent(name, game) for name in ("optimal", "bot:hold-5", "random")]
    games = first_games(game, agents, 2, seed=5)
    assert len(games) == 2 * 6
    found = lost_in(games, 10**6)
    costs: dict[str, list[float]] = {agent.name: [] for agent in agents}
    solver = game.solver
    assert solver is not None
    assert solver.action_values is not None
    for data in games:
        state = game.new_initial_state(data["seed"])
        for action in data["actions"]:
            legal = state.legal_actions()
            if len(legal) > 1:
                worth = np.round(100.0 * solver.action_values(game, state.records), 10)
                costs[data["agents"][state.current_player()]].append(float(worth[legal].max() - worth[action]))
            state.apply_action(action)
    assert {each.agent: each.decisions for each in found.agents} == {name: len(own) for name, own in costs.items()}
    for each in found.agents:
        assert each.lost == pytest.approx(np.mean(costs[each.agent]))
        assert each.clear == each.lost  # exact values have no error
        if each.agent == "optimal":  # which loses nothing anywhere: no chance is seen
            assert each.ci95 is None
            continue
        assert each.ci95 is not None
        assert each.ci95[0] <= each.lost <= each.ci95[1]
    by_name = {each.agent: each.lost for each in found.agents}
    assert by_name["optimal"] == 0.0 < by_name["bot:hold-5"] < by_name["random"]


def test_the_games_that_are_valued_are_those_of_the_report() -> None:
    game = make("pig", **PIG)
    agents = [make_agent(name, game) for name in ("bot", "random", "bot:hold-5")]
    played = play_tournament(game, agents, 3, seed=9)
    points: dict[str, list[float]] = {agent.name: [] for agent in agents}
    for data in first_games(game, agents, 3, seed=9):
        for name, own in zip(data["agents"], data["points"], strict=True):
            points[name].append(own)
    for row in played.agents:
        assert np.mean(points[row.agent]) == pytest.approx(row.mean_points)


def test_a_sample_is_drawn_of_each_agent_and_neither_threads_nor_other_agents_change_it() -> None:
    game = make("skull-king", players=2, schedule="one")
    games = first_games(game, [make_agent(name, game) for name in ("bot", "random")], 6, seed=3)
    one, two = (lost_in(games, 5, worlds=4, seed=1, threads=threads) for threads in (1, 2))
    assert one == two
    assert [each.decisions for each in one.agents] == [5, 5]
    assert (one.unit, one.judge["worlds"]) == ("points", 4)
    assert all(each.ci95 is None for each in one.agents)


def test_reports_say_it_in_text_json_and_html(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["arena", "pig", *SHORT, "optimal", "random", "--deals", "20"]
    result = CliRunner().invoke(app, [*words, "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert "Lost a decision" in result.output
    found = json.loads((out / "report.json").read_text())["lost"]
    assert found["unit"] == "percentage points of winning"
    assert [(each["agent"], each["decisions"], each["lost"] > 0) for each in found["agents"]] == [
        ("optimal", 40, False), ("random", 40, True),
    ]  # fmt: skip
    page = (out / "report.html").read_text()
    assert "Lost a decision" in page
    assert "exact values" in page
    quiet = CliRunner().invoke(app, [*words, "--json"])
    assert "lost" not in json.loads(quiet.stdout)
    turned = ["arena", "pig", *SHORT, "random", "optimal", "--deals", "20", "--json", "--valued", "3"]
    asked = json.loads(CliRunner().invoke(app, turned).stdout)
    assert [each["agent"] for each in asked["agents"]] == ["random", "optimal"]
    lost = [(each["agent"], each["decisions"]) for each in asked["lost"]["agents"]]
    assert lost == [("optimal", 3), ("random", 3)]  # in the order of their wins


def test_a_run_of_models_says_it_without_asking_them_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    words = ["arena", "pig", *SHORT, "llm:m", "bot", "--deals", "1", "--out"]
    _, without = play(tmp_path, careful, *words, str(tmp_path / "a"), "--valued", "0")
    result, requests = play(tmp_path, careful, *words, str(tmp_path / "b"))
    assert result.exit_code == 0, result.output
    assert len(requests) == len(without)
    assert "lost" not in report(tmp_path / "a")
    assert {each["agent"] for each in report(tmp_path / "b")["lost"]["agents"]} == {"llm:m", "bot"}


def test_an_evaluation_says_it_of_the_player_at_each_size_of_table(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["arena", "pig", "bot:hold-5", *SHORT, "--deals", "12"]
    result = CliRunner().invoke(app, [*words, "--out", str(out), "--json"])
    assert result.exit_code == 0, result.output
    (row,) = json.loads(result.stdout)["lost"]
    assert (row["players"], row["agent"], row["decisions"]) == (2, "bot:hold-5", 40)
    assert row["ci95"][0] < row["lost"] < row["ci95"][1]
    assert "<caption><span>Lost a decision</span></caption>" in (out / "report.html").read_text()
    quiet = CliRunner().invoke(app, [*words, "--json"])
    assert "lost" not in json.loads(quiet.stdout)
    game = make("skull-king", schedule="one")
    rows = lost_of_player(game, lambda sized: make_agent("bot", sized), Plan(deals=2), 1, lambda _share: None)
    assert [(each["players"], each["decisions"], each["unit"]) for each in rows] == [
        (size, 1, "points") for size in (3, 4, 6)
    ]


def test_what_cannot_be_valued_is_said_and_refused_where_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ConfigError("nobody can play on")

    monkeypatch.setattr(module, "lost_in", broken)
    words = ["arena", "pig", *SHORT, "bot", "random", "--deals", "2"]
    result = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert "what decisions cost is left out: nobody can play on" in result.output
    assert CliRunner().invoke(app, [*words, "--valued", "1"]).exit_code == 2


def test_the_agents_stand_in_the_order_of_their_wins_and_one_without_decisions_is_named_with_the_reason() -> None:
    game = make("pig", **PIG)
    games = first_games(game, [make_agent(name, game) for name in ("random", "bot:hold-5")], 8, seed=5)
    silent = {**games[0], "agents": ["mute", "bot:hold-5"], "actions": [], "forfeited": 0}
    found = lost_in([*games, silent], 5).in_order(["mute", "bot:hold-5", "random"])
    assert [each.agent for each in found.agents] == ["bot:hold-5", "random"]
    assert found.without == {"mute": "it forfeited 1 of its 1 games, and made no choice in any"}
    rows = found.rows()
    assert [row[0] for row in rows.cells] == ["bot:hold-5", "random", "mute"]
    assert "mute has no decision here: it forfeited 1 of its 1 games, and made no choice in any." in rows.notes
    assert found.as_dict()["without_decisions"] == found.without
    assert any("Fewer than 100 decisions of an agent were valued" in note for note in rows.notes)
    many = lost_in(games, 5)
    enough = replace(many, agents=tuple(each._replace(decisions=100) for each in many.agents))
    assert not any("Fewer than" in note for note in enough.rows().notes)


@pytest.mark.parametrize("cost", [0.1, 1 / 3, 2.7, 100.1])
def test_decisions_that_all_cost_alike_have_no_interval_whatever_sums_round_to(cost: float) -> None:
    deals = [str(game) for game in range(12) for _ in range(1 + game % 5)]
    row = Cost("", "", "a", {}, "", "", cost, 0.0, cost, 1.0)
    found = module._agent([replace(row, deal=deal) for deal in deals], 0)
    assert (found.ci95, found.clear_ci95) == (None, None)
    assert found.lost == pytest.approx(cost)
    rows = [replace(row, deal=deal, cost=cost + k % 2, clear_cost=0.0) for k, deal in enumerate(deals)]
    other = module._agent(rows, 0)
    assert other.ci95 is not None
    assert other.ci95[0] < other.lost < other.ci95[1]
    assert other.clear_ci95 is None
