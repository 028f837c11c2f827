"""Node counts where chance has no listed outcomes: one sample stands for it, and is no ply."""

from typing import Any

import numpy as np

from croupier.core.base.kernel import kernel
from croupier.core.engine.game import Game
from croupier.core.engine.loops import pick_from_masks
from croupier.testing.tree import perft
from tests.changed import changed
from tests.toy import SPEC


def test_every_answer_of_every_seat_is_counted() -> None:
    state = Game(SPEC, players=3).new_initial_state(1)
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [
        {"[stay]": 1, "[fold]": 1},
        {"[stay]": 2, "[fold]": 2},
        {"[stay]": 4, "[fold]": 4},
        {"[stay]": 0, "[fold]": 0},
    ]


def test_a_game_that_is_cut_short_has_fewer_nodes() -> None:
    state = Game(SPEC, players=4, hurry=True).new_initial_state(1)
    assert perft(state, 4) == {"[stay]": 6, "[fold]": 4}  # two folds in a row end it: 16 less 6


@kernel
def play_and_shuffle(s: Any, action: int) -> None:
    """An answer after which the cards are dealt anew, so that chance events stand within the tree."""
    s["said"][s["player"]] = 1 + action
    s["player"] = -1
    if s["said"][s["players"] - 1] > 0:
        s["player"] = -4


@kernel
def chance_and_pass(s: Any, rng: Any, i: int) -> None:
    rng[i] += np.uint64(1)
    s["player"] = 0
    while s["said"][s["player"]] > 0:
        s["player"] += 1


def test_chance_events_between_the_plies_are_no_plies() -> None:
    spec = changed(SPEC, play=play_and_shuffle, chance=chance_and_pass)
    state = Game(spec, players=3).new_initial_state(1)
    assert [sum(perft(state, depth).values()) for depth in (1, 2, 3, 4)] == [2, 4, 8, 0]


def test_actions_drawn_from_masks_are_legal_and_even() -> None:
    masks = np.zeros((6000, 5), dtype=np.bool_)
    masks[:, [1, 3, 4]] = True
    masks[0] = False
    out = np.full(6000, 9, dtype=np.int64)
    pick_from_masks(masks, np.arange(6000, dtype=np.uint64), out)
    assert out[0] == 0
    counts = np.bincount(out[1:], minlength=5)
    assert counts[[0, 2]].tolist() == [0, 0]
    assert float(((counts[[1, 3, 4]] - 2000) ** 2 / 2000).sum()) < 13.82  # 99.9%, 2 degrees of freedom
