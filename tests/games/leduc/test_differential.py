"""The kernels against the slow reference, one by one, in a batch, and from chosen cards; and node counts."""

from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import croupier
from croupier.core.engine.game import State
from croupier.games.leduc.rules import CARDS
from croupier.testing.tree import perft
from tests.games.counted import counted
from tests.games.leduc.reference import DECK, LeducGame
from tests.games.leduc.tables import WORDS, answered, assert_same, begun
from tests.splitmix import SplitMix64

DATA = Path(__file__).parent / "data" / "perft.txt"


@pytest.mark.parametrize("block", range(2))
def test_random_games_agree_with_the_reference(block: int) -> None:
    draw = SplitMix64(block)
    for hands in permutations(DECK, 2):
        for _ in range(8):
            state, reference = begun(hands)
            while not reference.over:
                assert_same(state, reference)
                word = reference.answers[draw.below(len(reference.answers))]
                state = answered(state, reference, word, DECK[draw.below(6)])
            assert_same(state, reference)


def hands_of(record: Any) -> tuple[str, str]:
    return (CARDS[record["cards"][0]], CARDS[record["cards"][1]])


def test_a_batch_agrees_with_references_through_many_games() -> None:
    batch, size = croupier.make("leduc").batch(32, seed=5), 32
    generators, actions = np.arange(size, dtype=np.uint64), np.zeros(size, dtype=np.int64)
    references = [LeducGame(hands_of(record)) for record in batch.records]
    ended = 0
    for _ in range(60):
        batch.random_actions(generators, actions)
        batch.step(actions)
        for row, reference in enumerate(references):
            reference.answer(WORDS[actions[row]])
            record = batch.records[row]
            assert batch.dones[row] == reference.over
            assert batch.rewards[row].tolist() == reference.won
            if reference.over:
                references[row] = LeducGame(hands_of(record))
                ended += 1
            elif reference.awaits_card:
                reference.turn_up(CARDS[record["board"]])
            assert record["chips"].tolist() == references[row].pot
            assert record["player"] == references[row].player
            assert batch.masks[row].tolist() == [word in references[row].answers for word in WORDS]
    assert ended > 300


class TwoLeducTables(RuleBasedStateMachine):
    """Chosen cards and answers; saved, cloned and set up again between any two of them."""

    state: State
    reference: LeducGame

    @initialize(hands=st.permutations(DECK))
    def deal(self, hands: list[str]) -> None:
        self.state, self.reference = begun((hands[0], hands[1]))

    @precondition(lambda self: not self.reference.over)
    @rule(choice=st.integers(0, 2), card=st.sampled_from(DECK))
    def answer(self, choice: int, card: str) -> None:
        word = self.reference.answers[choice % len(self.reference.answers)]
        self.state = answered(self.state, self.reference, word, card)

    @rule()
    def set_up_from_its_text(self) -> None:
        self.state = self.state.game.position(self.state.position())

    @rule()
    def save_and_restore(self) -> None:
        self.state = self.state.game.deserialize_state(self.state.serialize())

    @invariant()
    def agrees(self) -> None:
        assert_same(self.state, self.reference)


TwoLeducTables.TestCase.settings = settings(
    max_examples=20, stateful_step_count=16, deadline=None, derandomize=True
)
TestTwoLeducTables = TwoLeducTables.TestCase


def count(state: State, reference: LeducGame, depth: int) -> int:
    """Sequences of so many plies of the reference; a card that is turned up is a ply of its own."""
    if depth == 0:
        return 1
    if reference.awaits_card:
        left = [card for card in DECK if card not in reference.hands]
        return sum(count(state, _after(reference, card=card), depth - 1) for card in left)
    return sum(count(state, _after(reference, word=word), depth - 1) for word in reference.answers)


def _after(reference: LeducGame, word: str = "", card: str = "") -> LeducGame:
    made = LeducGame(
        reference.hands, reference.table, list(reference.pot), [list(each) for each in reference.rounds],
        reference.folder, reference.finished,
    )  # fmt: skip
    if word:
        made.answer(word)
    else:
        made.turn_up(card)
    return made


@pytest.mark.parametrize(("text", "counts"), counted(DATA))
def test_node_counts_are_those_of_the_file_and_of_the_reference(text: str, counts: list[int]) -> None:
    state = croupier.make("leduc").position(text)
    assert [sum(perft(state, depth).values()) for depth in range(1, len(counts) + 1)] == counts
    fields = dict(word.split("=") for word in text.split()[1:])
    one, other = fields["cards"].split(",")
    reference = LeducGame((one, other))
    for letter in fields.get("said", ""):
        if letter == "/":
            reference.turn_up(fields["board"])
        else:
            reference.answer(next(word for word in WORDS if word[0] == letter))
    assert [count(state, reference, depth) for depth in range(1, len(counts) + 1)] == counts
