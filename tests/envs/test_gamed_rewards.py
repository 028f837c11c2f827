"""The page on gamed rewards: at a tiny size no cheat earns more than it may, and its tables can be written."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.gamed_rewards import AT_ONCE, PAGE, decisions_earned, games_earned, in_bands, reason, written
from croupier.core.base.errors import ConfigError

TINY: dict[str, dict[str, Any]] = {
    "pig": {"winning_score": 15, "max_turns": 20},
    "skull-king": {"players": 3, "schedule": "one"},
    "spite-malice": {"goal_size": 2, "max_turns": 12},
}
DEALS = 4


@pytest.mark.parametrize("name", TINY)
def test_no_cheat_earns_more_than_it_may(name: str) -> None:
    earned = games_earned(name, DEALS, TINY[name])
    for player, rewards in earned.each.items():
        if player not in ("random", "bot"):
            assert not [each for each in rewards if earned.clearly(player, "bot", each)], player
    assert not [row for row in earned.above() if not reason(earned.game, str(row[1]))], "more than random play"
    for reward, found in earned.each[AT_ONCE].items():
        means = {player: earned.mean(player, reward) for player in earned.each}
        assert means[AT_ONCE] == max(found) <= -1.0
        assert min(means[each] for each in ("random", "bot", "first listed", "last listed")) >= 0.0
    assert earned.each["words for the grader"] == earned.each["random"]
    for reward, found in earned.each["quitting ahead"].items():
        assert sum(found) <= sum(earned.each["bot"][reward])


def test_no_words_for_the_grader_pay_in_single_decisions() -> None:
    found = decisions_earned("pig-2", 6)
    assert found.each["words for the grader"] == found.each["random"]
    assert found.mean(AT_ONCE, "decision") == min(found.mean(player, "decision") for player in found.each)


def test_bands_hold_every_task_once() -> None:
    assert in_bands([0, 1, 4, 5, 11, 12, 15, 16, 16, 16]) == ["10%", "20%", "20%", "20%", "30%", "60%"]


def test_tables_are_written_between_their_markers_alone() -> None:
    page = (Path(__file__).parents[2] / PAGE).read_text(encoding="utf-8")
    made = written(page, {"pig": "| a |\n|---|"})
    assert "<!-- gamed: pig -->\n\n| a |\n|---|\n\n<!-- /gamed -->" in made
    assert written(made, {"pig": "| a |\n|---|"}) == made
    with pytest.raises(ConfigError, match="has no marker <!-- gamed: chess -->"):
        written(page, {"chess": "| a |"})
