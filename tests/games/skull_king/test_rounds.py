"""Rounds played by hand, by the kernels and by the reference alike: the cases of ``data/rounds.txt``."""

import pytest

from tests.games.scripts import read_cases
from tests.games.skull_king.judges import JUDGES
from tests.games.skull_king.rounds import DATA, dealt, take


@pytest.mark.parametrize(("hands", "steps"), read_cases(DATA / "rounds.txt"))
def test_sk_3_to_sk_15_a_round_goes_as_the_file_says(hands: str, steps: list[str]) -> None:
    for judge in JUDGES:
        played = dealt(judge.start, hands)
        for step in steps:
            take(played, step)
