"""Node counts: a rules bug anywhere in the tree changes a number."""

from pathlib import Path
from typing import Any

import pytest

from croupier.core.engine.making import split_position
from croupier.games.oh_hell.spec import SPEC
from croupier.testing.tree import perft
from tests.games.counted import counted, reference_counts
from tests.games.oh_hell.reference import OhHellGame

DATA = Path(__file__).parent / "data" / "perft.txt"


def reference_of(text: str) -> OhHellGame:
    """The reference's game in a position."""
    game, _ = split_position(SPEC, text)
    options: dict[str, Any] = dict(game.options)
    words = dict(word.split("=") for word in text.split()[1:])
    found = OhHellGame(**options)
    found.deal([hand.split(",") for hand in words["hands"].split("/")], words.get("turned"), found.players - 1)
    for bid in words["bids"].split(",") if "bids" in words else ():
        found.do(int(bid))
    for card in words["plays"].split(",") if "plays" in words else ():
        found.do(card)
    return found


@pytest.mark.parametrize(("text", "counts"), counted(DATA))
def test_node_counts_are_those_of_the_file(text: str, counts: list[int]) -> None:
    game, _ = split_position(SPEC, text)
    found = [sum(perft(game.position(text), depth).values()) for depth in range(1, len(counts) + 1)]
    assert found == counts


@pytest.mark.parametrize(("text", "counts"), counted(DATA))
def test_the_reference_counts_the_same(text: str, counts: list[int]) -> None:
    assert reference_counts(reference_of(text), 4, OhHellGame.possible, OhHellGame.do) == counts[:4]
