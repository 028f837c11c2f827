"""Node counts: a rules bug anywhere in the tree changes a number."""

from pathlib import Path
from typing import Any

import pytest

from croupier.core.engine.making import split_position
from croupier.games.hearts.spec import SPEC
from croupier.testing.tree import perft
from tests.amounts import larger
from tests.games.counted import counted, reference_counts, shallow
from tests.games.hearts.reference import HeartsGame

DATA = Path(__file__).parent / "data" / "perft.txt"


def reference_of(text: str) -> HeartsGame:
    """The reference's game in a position."""
    game, _ = split_position(SPEC, text)
    options: dict[str, Any] = dict(game.options)
    words = dict(word.split("=") for word in text.split()[1:])
    found = HeartsGame(**options)
    found.deal([hand.split(",") for hand in words["hands"].split("/")])
    for name in ("passed", "plays"):
        for card in words[name].replace("/", ",").split(",") if name in words else ():
            found.do(card)
    return found


@pytest.mark.parametrize(("text", "counts"), counted(DATA))
@larger("deep", False, True)
def test_node_counts_are_those_of_the_file(text: str, counts: list[int], deep: bool) -> None:
    game, _ = split_position(SPEC, text)
    depths = range(1, len(counts) + 1) if deep else shallow(counts)
    found = [sum(perft(game.position(text), depth).values()) for depth in depths]
    assert found == [counts[depth - 1] for depth in depths]


@pytest.mark.parametrize(("text", "counts"), counted(DATA))
def test_the_reference_counts_the_same(text: str, counts: list[int]) -> None:
    assert reference_counts(reference_of(text), 3, HeartsGame.possible, HeartsGame.do) == counts[:3]
