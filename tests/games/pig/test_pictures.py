"""Pictures of Pig Dice: the faces of the die, and the table."""

import re

import croupier
from croupier.games.pig.pictures import PICTURES
from tests.games.drawn import words
from tests.splitmix import SplitMix64


def test_a_face_has_as_many_spots_and_the_1_a_snout() -> None:
    assert list(PICTURES.faces) == ["1", "2", "3", "4", "5", "6"]
    assert [picture.svg.count("<circle") for picture in PICTURES.faces.values()] == [0, 2, 3, 4, 5, 6]
    assert PICTURES.faces["1"].svg.count("<ellipse") == 3


def test_the_table_shows_scores_target_and_turn_total() -> None:
    state = croupier.make("pig").position("pig scores=41,24 turn=1 total=16 turns=3")
    assert words(state.svg(None)) == [
        "First to 100", "Player 1 is to roll or hold", "497 turns left", "turn total 16", "Player 0", "41",
        "Player 1", "24",
    ]  # fmt: skip
    assert "Player 1 (you)" in words(state.svg(1))


def test_the_bars_end_at_the_target_whatever_is_banked_or_at_risk() -> None:
    draw = SplitMix64(5)
    for _ in range(200):
        scores, total = (draw.below(100), draw.below(100)), draw.below(300)
        svg = croupier.make("pig").position(f"pig scores={scores[0]},{scores[1]} turn=0 total={total}").svg(None)
        for x, width in re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="1[04]"', svg):
            assert float(x) + float(width) <= 680.01
