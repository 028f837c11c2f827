"""Leduc at two tables at once: the kernels beside the reference, with chosen cards."""

from __future__ import annotations

import croupier
from croupier.core.engine.game import State
from croupier.core.spec.spec import CHANCE, TERMINAL
from croupier.games.leduc.rules import CARDS
from tests.games.leduc.reference import DECK, LeducGame

WORDS = ("fold", "call", "raise")


def begun(hands: tuple[str, str]) -> tuple[State, LeducGame]:
    """Both tables after a deal."""
    state = croupier.make("leduc").position(f"leduc cards={','.join(hands)}")
    return state, LeducGame(hands)


def answered(state: State, reference: LeducGame, word: str, card: str) -> State:
    """Answer at both tables; where a card is turned up, it is this one, or the first left if it is held."""
    rules = state.game.spec.rules
    rules.play(state.records[0], WORDS.index(word))
    reference.answer(word)
    assert (state.records[0]["player"] == CHANCE) == reference.awaits_card
    if reference.awaits_card:
        left = [each for each in DECK if each not in reference.hands]
        outcome = left.index(card) if card in left else 0
        assert rules.play_outcome is not None
        rules.play_outcome(state.records[0], outcome)
        reference.turn_up(left[outcome])
    return state.clone()


def assert_same(state: State, reference: LeducGame) -> None:
    """Whatever the reference says of the table."""
    record = state.records[0]
    assert tuple(CARDS[card] for card in record["cards"]) == reference.hands
    assert CARDS[record["board"]] == (reference.table or "-")
    assert record["chips"].tolist() == reference.pot
    assert record["player"] == (TERMINAL if reference.over else reference.player)
    assert [WORDS[action] for action in state.legal_actions()] == reference.answers
    hands, board = ",".join(reference.hands), reference.table or "-"
    said = "/".join("".join(word[0] for word in each) for each in reference.rounds) or "-"
    assert state.position() == f"leduc cards={hands} board={board} said={said}"
    assert state.points().tolist() == reference.won
    if reference.over:
        assert state.returns().tolist() == reference.won
