"""Claims of all remaining tricks: what is proven is what trying out all deals, lines and plays finds."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.engine.game import State
from croupier.games.tricks.cards import CARDS, SUIT_LETTERS
from croupier.games.tricks.claims import _beaten
from tests.amounts import larger

SAMPLED = 200
"""Worlds that are drawn for a seat; two others with two cards each have six ways to share them out."""


def worlds(state: State, seat: int) -> list[State]:
    """Every deal that a seat holds possible."""
    drawn = (state.resample_hidden(seat, seed) for seed in range(SAMPLED))
    return list({world.records["where"].tobytes(): world for world in drawn}.values())


def takes_all(state: State, seat: int, line: tuple[int, ...]) -> bool:
    """Whether a seat that leads these cards in this order takes all tricks, whatever the others play."""
    if not line:
        return int(state.records[0]["last_winner"]) == seat
    if state.current_player() != seat or line[0] not in state.legal_actions():
        return False
    tables = [after(state, line[0])]
    for _ in range(state.game.num_players - 1):
        tables = [after(table, action) for table in tables for action in table.legal_actions()]
    return all(takes_all(table, seat, line[1:]) for table in tables)


def after(state: State, action: int) -> State:
    played = state.clone()
    played.apply_action(action)
    return played


@pytest.mark.parametrize(
    ("name", "options"),
    [("hearts", {"players": 3, "max_deals": 1}), ("oh-hell", {"players": 3, "largest": 17, "rounds": "one"})],
)
@larger("games", 6, 100)
def test_a_claim_is_proven_where_some_line_takes_all_tricks_in_every_deal(
    name: str, options: dict[str, Any], games: int
) -> None:
    game, draw, found = croupier.make(name, **options), Random(1), Counter[bool]()  # noqa: S311  # no secret
    part = game.spec.claims
    assert part is not None
    claims = part()
    for seed in range(games):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            record, seat = state.records[0], state.current_player()
            if claims.left(record) == 6:
                hand = np.flatnonzero(record["where"] == seat).tolist()
                deals = worlds(state, seat)
                lines = permutations(hand)
                true = any(all(takes_all(deal, seat, line) for deal in deals) for line in lines)
                assert claims.proven(record, seat) == true, state.position()
                found[true] += 1
            state.apply_action(draw.choice(state.legal_actions()))
    assert found[True]
    assert found[False]


@pytest.mark.parametrize(
    ("line", "unseen", "proven"),
    [
        ("KH 2H", "AH 3C 4C 5C", False),
        ("AH 2H", "3H 3C 4C 5C", True),  # the one heart that is out falls under the ace
        ("AH 2H", "3H 4H 4C 5C", False),  # both may be in one hand
        ("AH KD", "3H 4H 4C 5C", True),
        ("AH KH", "3H 4H 4C 2S", False),  # a trump is out
        ("AS KH", "3H 4H 4C 2S", True),  # and falls under the ace of trumps
        ("AS KH", "3H 4H 3S 2S", False),
        ("AH KD", "3H 4H 3D 2S", False),  # who has the trump may have no diamond left
        ("AH", "3H 2S", False),
    ],
)
def test_a_card_is_beaten_by_a_higher_one_that_was_kept_or_by_a_trump(
    line: str, unseen: str, proven: bool
) -> None:
    cards = {CARDS.index(card) for card in unseen.split()}
    own = [CARDS.index(card) for card in line.split()]
    assert _beaten(own, SUIT_LETTERS.index("S"), {1: cards, 2: cards}) != proven
