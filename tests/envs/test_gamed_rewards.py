"""The page on gamed rewards: at a tiny size no cheat earns more than it may."""

from typing import Any

import pytest

from benchmarks.gamed_rewards import AT_ONCE, decisions_earned, games_earned, reason

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
