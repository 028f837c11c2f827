"""Node counts: a rules bug anywhere in the tree changes a number."""

import copy
from pathlib import Path

import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import State
from croupier.core.engine.making import split_position
from croupier.games.pig.spec import SPEC
from croupier.testing.tree import perft
from tests.games.counted import counted
from tests.games.pig.reference import PigGame

DATA = Path(__file__).parent / "data" / "perft.txt"


def set_up(text: str) -> State:
    game, _ = split_position(SPEC, text)
    return game.position(text)


def reference_of(text: str) -> PigGame:
    """The reference's game in a position."""
    words = dict(word.split("=") for word in text.split()[1:])
    game = PigGame(int(words.get("winning_score", 100)), int(words.get("max_turns", 500)))
    game.turn_unit = words.get("turn_unit", "turn")
    game.scores = [int(score) for score in words["scores"].split(",")]
    game.player, game.turn_total = int(words.get("turn", 0)), int(words.get("total", 0))
    game.turns = game.actions = int(words["turns"])
    return game


def count(game: PigGame, depth: int) -> int:
    """Sequences of so many plies, by trying all."""
    if depth == 0:
        return 1
    if game.over:
        return 0
    held = copy.deepcopy(game)
    held.hold()
    total = count(held, depth - 1)
    if depth == 1:
        return total + 1
    for face in range(1, 7):
        rolled = copy.deepcopy(game)
        rolled.roll(face)
        total += count(rolled, depth - 2)
    return total


@pytest.mark.parametrize(("text", "counts"), counted(DATA))
def test_node_counts_are_those_of_the_file(text: str, counts: list[int]) -> None:
    found = [sum(perft(set_up(text), depth).values()) for depth in range(1, len(counts) + 1)]
    assert found == counts, {depth: perft(set_up(text), depth) for depth in range(1, len(counts) + 1)}


@pytest.mark.parametrize(("text", "counts"), counted(DATA))
def test_the_reference_counts_the_same(text: str, counts: list[int]) -> None:
    assert [count(reference_of(text), depth) for depth in range(1, min(len(counts), 6) + 1)] == counts[:6]


def test_from_the_start_each_count_follows_from_the_two_before() -> None:
    # every position has both actions; a roll is followed by one of six faces: D(n) = D(n-1) + 6 D(n-2)
    counts = [1, *dict(counted(DATA))["pig scores=0,0 turn=0 total=0 turns=0"]]
    assert len(counts) == 8
    assert counts[1] == 2
    for n in range(2, 8):
        assert counts[n] == counts[n - 1] + 6 * counts[n - 2]


def test_the_counts_are_told_by_the_first_action() -> None:
    assert perft(croupier.make("pig").new_initial_state(), 3) == {"[roll]": 12, "[hold]": 8}
    assert perft(set_up("pig scores=99,0 total=1"), 2) == {"[roll]": 6, "[hold]": 0}


@pytest.mark.parametrize("depth", [0, -1, True, 2.0])
def test_depths_out_of_range_are_refused(depth: int) -> None:
    with pytest.raises(ConfigError, match="depth must be an integer of at least 1, not"):
        perft(croupier.make("pig").new_initial_state(), depth)
