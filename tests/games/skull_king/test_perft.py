"""Node counts from text positions in every phase: a rules bug anywhere in the tree changes a number.

``data/perft.txt`` holds the counts. The reference walks the same trees.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from croupier.core.engine.game import State
from croupier.core.engine.making import split_position
from croupier.games.skull_king.record.cards import NONE, name_of
from croupier.games.skull_king.spec import SPEC
from croupier.testing.tree import perft
from tests.amounts import daily
from tests.conftest import INTERPRETED
from tests.games.counted import reference_counts
from tests.games.skull_king.judges import decision
from tests.games.skull_king.reference import SCHEDULES, Options, ReferenceGame
from tests.games.skull_king.reference_cards import named

DATA = Path(__file__).parent / "data" / "perft.txt"
REFERENCE_NODES = 300 if INTERPRETED else 3000
"""The reference, which copies itself at every node, counts the depths with at most so many nodes."""


def lines() -> list[tuple[str, list[str], list[int]]]:
    """Positions, the actions to be played from them first, and the counts from there."""
    found = []
    for line in DATA.read_text().splitlines():
        if line and not line.startswith("#"):
            text, _, counts = line.rpartition(" : ")
            position, _, actions = text.partition(" > ")
            found.append((position, re.findall(r"\[.*?\]", actions), [int(word) for word in counts.split()]))
    return found


def dealt(position: str) -> State:
    game, _ = split_position(SPEC, position)
    return game.position(position)


def reached(position: str, actions: list[str]) -> State:
    """The state after the actions, set up anew from its text."""
    state = dealt(position)
    for action in actions:
        state.apply_action(state.string_to_action(action))
    return state.game.position(state.position())


def reference(position: str, actions: list[str]) -> ReferenceGame:
    """The reference in the same position: dealt the same cards, then played to it."""
    state = dealt(position)
    s, options = state.records[0], dict[str, Any](state.game.options)
    game = ReferenceGame(Options(**options | {"schedule": SCHEDULES[options["schedule"]]}))
    hands = [int(card) for hand in s["hands"][: s["seats"]] for card in hand if card != NONE]
    pile = [int(card) for card in s["pile"][: s["pile_size"]]][::-1]
    game.deal(named(*map(name_of, [*hands, *pile])), int(s["dealer"]))
    for action in actions:
        game.apply(decision(action))
    return game


@pytest.mark.parametrize(("position", "actions", "counts"), lines())
def test_node_counts_are_those_of_the_file(position: str, actions: list[str], counts: list[int]) -> None:
    state = reached(position, actions)
    for depth, expected in enumerate(counts[:4] if INTERPRETED else counts, start=1):
        breakdown = perft(state, depth)
        assert sum(breakdown.values()) == expected, (depth, breakdown)


@pytest.mark.parametrize(("position", "actions", "counts"), daily(lines(), 2))
def test_the_reference_counts_the_same(position: str, actions: list[str], counts: list[int]) -> None:
    few = [number for number in counts if number <= REFERENCE_NODES]
    found = reference_counts(reference(position, actions), len(few), ReferenceGame.legal, ReferenceGame.apply)
    assert found == few


def test_the_counts_begin_in_every_phase() -> None:
    phases = {phase.name for phase in SPEC.spaces.phases({"players": 4})}
    assert {reached(position, actions).phase for position, actions, _ in lines()} == phases
