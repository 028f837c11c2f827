"""Node counts: a rules bug anywhere in the tree changes a number."""

from math import comb
from pathlib import Path

import pytest

from croupier.core.engine.game import State
from croupier.core.engine.making import split_position
from croupier.games.liars_dice.spec import SPEC
from croupier.testing.tree import perft
from tests.amounts import larger
from tests.games.counted import counted, reference_counts, shallow
from tests.games.liars_dice.reference import LiarsGame, LostDice

DATA = Path(__file__).parent / "data" / "perft.txt"


def set_up(text: str) -> State:
    game, _ = split_position(SPEC, text)
    return game.position(text)


def reference_of(text: str) -> LiarsGame | LostDice:
    """The reference's game in a position."""
    words = dict(word.split("=") for word in text.split()[1:])
    game = LiarsGame([[int(die) for die in cup] for cup in words["cups"].split("/")], int(words.get("faces", 6)))
    if "lost_dice" in words:
        lost = LostDice([len(cup) for cup in game.cups], game.faces)
        for cup in game.cups:
            for die in cup:
                lost.roll(die)
        return lost
    for said in words["bids"].split(",") if "bids" in words else ():
        quantity, face = said.split("x")
        game.say((int(quantity), int(face)))
    return game


@pytest.mark.parametrize(("text", "counts"), counted(DATA))
@larger("deep", False, True)
def test_node_counts_are_those_of_the_file(text: str, counts: list[int], deep: bool) -> None:
    depths = range(1, len(counts) + 1) if deep else shallow(counts)[:8]
    found = [sum(perft(set_up(text), depth).values()) for depth in depths]
    assert found == [counts[depth - 1] for depth in depths]


@pytest.mark.parametrize(("text", "counts"), counted(DATA))
def test_the_reference_counts_the_same(text: str, counts: list[int]) -> None:
    game = reference_of(text)
    if isinstance(game, LostDice):
        assert reference_counts(game, len(counts), LostDice.possible, LostDice.play) == counts
    else:
        assert reference_counts(game, 3, LiarsGame.possible, LiarsGame.say) == counts[:3]


def test_from_the_start_the_counts_are_binomial_coefficients() -> None:
    # n plies are n bids out of 12, in order, or n - 1 of them and the call
    counts = dict(counted(DATA))["liars-dice dice=1 cups=3/5"]
    assert len(counts) == 13
    assert counts == [12, *(comb(12, n) + comb(12, n - 1) for n in range(2, 14))]
