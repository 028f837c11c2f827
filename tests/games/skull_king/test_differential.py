"""The kernels against the reference, over all options: the same decks, the same decisions, compared every time."""

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.amounts import daily, larger
from tests.conftest import INTERPRETED
from tests.games.skull_king.pair import SWITCHES, Pair, main, play_pair, random_options
from tests.games.skull_king.reference import SCHEDULES, Phase


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311  # a test's randomness need not be unguessable


@larger("games", 8 if INTERPRETED else 20, 250)
def test_random_games_are_the_same_in_both(games: int) -> None:
    seen: set[Phase] = set()
    for seed in range(games):
        rng = seeded(seed)
        pair = Pair(random_options(rng), seed)
        while not pair.over:
            seen.add(pair.reference.phase)
            action, decision = rng.choice(sorted(pair.legal().items()))
            pair.take(action, decision)
    assert seen >= {phase for phase in Phase if phase.value <= Phase.TIGRESS.value}


@pytest.mark.parametrize("players", daily([8, 2, *range(3, 8)], 2))
def test_every_number_of_players_is_the_same_in_both(players: int) -> None:
    for seed, rascal in enumerate((False, True)):
        options = dict.fromkeys(("loot", "kraken", "whale"), True) | {"players": players, "rascal": rascal}
        pair = play_pair({**options, "schedule": "tens"}, seed, seeded(seed))
        assert pair.reference.phase is Phase.OVER


@pytest.mark.parametrize("schedule", sorted(SCHEDULES))
def test_every_schedule_is_the_same_in_both(schedule: str) -> None:
    pair = play_pair({"players": 3, "schedule": schedule}, 5, seeded(5))
    assert pair.record["rounds"] == len(SCHEDULES[schedule]) == len(pair.reference.round_points)


def test_a_difference_is_found_and_told() -> None:
    pair = Pair({"players": 3, "schedule": "one"}, 0)
    pair.record["bonuses"][1] = 10
    with pytest.raises(AssertionError, match=r"bonuses: the reference has \(0, 0, 0\), the kernels \(0, 10, 0\)"):
        pair.compare()


def test_the_command_plays_and_reports(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["3", "--seed", "40", "--progress", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[0] for line in lines] == ["2 games", "3 games"]
    assert all("no difference" in line for line in lines)


class Together(RuleBasedStateMachine):
    """Hypothesis chooses options and decisions, and shrinks what makes the two differ."""

    pair: Pair

    @initialize(
        players=st.integers(2, 8),
        schedule=st.sampled_from(sorted(SCHEDULES)),
        off=st.sets(st.sampled_from(SWITCHES)),
        seed=st.integers(0, 2**32),
    )
    def begin(self, players: int, schedule: str, off: set[str], seed: int) -> None:
        switches = {switch: switch not in off for switch in SWITCHES}
        self.pair = Pair({"players": players, "schedule": schedule, **switches}, seed)

    @precondition(lambda self: not self.pair.over)
    @rule(choice=st.integers(0, 2**16))
    def decide(self, choice: int) -> None:
        legal = sorted(self.pair.legal().items())
        self.pair.take(*legal[choice % len(legal)])

    @precondition(lambda self: self.pair.over)
    @rule()
    def nothing_follows(self) -> None:
        assert self.pair.reference.legal() == []


TestTogether = Together.TestCase
TestTogether.settings = settings(
    max_examples=5 if INTERPRETED else 20,
    stateful_step_count=80,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
