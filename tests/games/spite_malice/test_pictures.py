"""Pictures of Mini Spite and Malice: all cards, and all that is open on the table (SM-4)."""

import re

import croupier
from croupier.games.spite_malice.classic.cards import FACES
from croupier.games.spite_malice.pictures import PICTURES
from tests.games.drawn import faces, words


def test_every_face_has_a_picture() -> None:
    assert list(PICTURES.faces) == list(FACES)
    assert PICTURES.faces["*"].label == "joker"


def test_a_card_says_its_value_and_has_an_arc_for_each_step_done() -> None:
    for value in range(10):
        picture = PICTURES.faces[str(value)]
        assert words(picture.svg) == [str(value)] * 3
        arcs = re.findall(r'<path d="M[^"]*A[^"]*" fill="none" stroke="([^"]*)"', picture.svg)
        colour = re.findall(r'font-weight="800"[^>]* fill="([^"]*)"', picture.svg)[0]
        assert len(arcs) == 9
        assert [arc == colour for arc in arcs] == [True] * value + [False] * (9 - value)


def test_sm_4_both_hands_are_drawn_for_everybody_and_no_card_under_a_goal() -> None:
    text = "spite-malice turn=0 hands=12/34 goals=85/96 discards=7,-,-,-/-,-,-,- piles=-,-,-,- shoe=88"
    state = croupier.make("spite-malice").position(text)
    shown = {"1", "2", "3", "4", "5", "6", "7"}
    for seat in (0, 1, None):
        svg = state.svg(seat)
        assert faces(svg, PICTURES.faces) == shown
        assert {"goal: 2 left", "shoe: 2", "1: needs 0"} <= set(words(svg))


def test_the_own_side_lies_below() -> None:
    state = croupier.make("spite-malice").new_initial_state(1)
    for seat in (0, 1):
        names = [line.split(" is ")[0] for line in words(state.svg(seat)) if line.startswith("Player")]
        assert names == [f"Player {1 - seat}", f"Player {seat} (you)"]


def test_a_covered_discard_shows_its_face_at_the_corner() -> None:
    text = "spite-malice turn=0 hands=12/34 goals=5/6 discards=9877,-,-,-/-,-,-,- piles=-,-,-,- shoe=88"
    shown = words(croupier.make("spite-malice").position(text).svg(None))
    label = shown.index("discards 1")
    before = [word for word in shown if word in ("7", "8", "9")]
    assert label > 0
    assert before == ["9", "8", "7", "7", "7", "7"]  # three covered ones, and one with both corners and the middle
