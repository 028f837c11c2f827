"""Tables of Liar's Dice at which the kernels and the reference play the same game."""

from __future__ import annotations

from typing import Any

import croupier
from croupier.core.engine.game import Game
from croupier.core.engine.state import State
from croupier.core.spec.spec import TERMINAL
from tests.games.liars_dice.reference import Bid, LiarsGame
from tests.splitmix import SplitMix64


def numbers_of(game: Game) -> list[int]:
    """How many dice each seat has."""
    each, first = int(game.options["dice"]), int(game.options["first_dice"])
    return [first or each, *[each] * (game.num_players - 1)]


def rolled(game: Game, seed: int) -> LiarsGame:
    """The reference's game with the dice that a seed says."""
    draw, faces = SplitMix64(seed), int(game.options["faces"])
    cups = [sorted(draw.below(faces) + 1 for _ in range(count)) for count in numbers_of(game)]
    return LiarsGame(cups, faces)


def number_of(reference: LiarsGame, what: Bid | None) -> int:
    """The action that says so."""
    if what is None:
        return reference.total * reference.faces
    return (what[0] - 1) * reference.faces + what[1] - 1


def assert_same(record: Any, reference: LiarsGame) -> None:
    """The record is what the reference says."""
    over = reference.caller is not None
    assert record["player"] == (TERMINAL if over else reference.player)
    for seat, cup in enumerate(reference.cups):
        shown = [face + 1 for face in range(6) for _ in range(record["held"][seat][face])]
        assert shown == sorted(cup)
    made = [number_of(reference, bid) for bid in reference.bids]
    assert record["bids"].nonzero()[0].tolist() == made
    assert record["count"] == len(made)
    assert record["bid"] == (made[-1] + 1 if made else 0)


def assert_same_state(state: State, reference: LiarsGame) -> None:
    assert_same(state.records[0], reference)
    assert state.legal_actions() == [number_of(reference, what) for what in reference.possible()]
    assert state.returns().tolist() == state.points().tolist() == reference.utilities


def random_game(draw: SplitMix64) -> Game:
    """Liar's Dice under any options."""
    return croupier.make(
        "liars-dice", players=2 + draw.below(4), dice=1 + draw.below(5), first_dice=draw.below(6),
        faces=2 + draw.below(5),
    )  # fmt: skip
