"""Tables of Liar's Dice at which the kernels and the reference play the same game."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import TERMINAL
from tests.games import recorded
from tests.games.liars_dice.reference import Bid, LiarsGame, LostDice
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


def cup(record: Any, seat: int) -> list[int]:
    """The dice that a seat has rolled."""
    return [face + 1 for face in range(6) for _ in range(record["held"][seat][face])]


def assert_same(record: Any, reference: LiarsGame) -> None:
    """The record is what the reference says."""
    over = reference.caller is not None
    assert record["player"] == (TERMINAL if over else reference.player)
    assert [cup(record, seat) for seat in range(len(reference.cups))] == [sorted(dice) for dice in reference.cups]
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


def assert_same_lost(state: State, reference: LostDice) -> None:
    """The same in the game of lost dice, whose actions are numbered by the dice of its beginning."""
    record = state.records[0]
    assert record["dice"].tolist()[: len(reference.dice)] == reference.dice
    assert state.returns().tolist() == pytest.approx(reference.utilities)
    assert state.points().tolist() == reference.points
    table = state.view(None)["table"]
    if (last := reference.last) is not None:
        shown = [last.cups[k] for k in sorted(range(len(last.cups)), key=lambda k: reference.before[k])]
        assert [dice for dice in table["last"]["shown"] if dice] == shown
        assert (table["last"]["quantity"], table["last"]["face"]) == last.bids[-1]
        assert [table["last"][name] for name in ("bidder", "caller", "loser")] == reference.people
    if reference.round is None:
        assert state.is_terminal() == reference.is_over
        return
    assert state.current_player() == reference.player
    assert [cup(record, seat) for seat in reference.order] == reference.round.cups
    assert [(bid["seat"], bid["quantity"], bid["face"]) for bid in table["bids"]] == [
        (reference.order[k % len(reference.order)], *bid) for k, bid in enumerate(reference.round.bids)
    ]
    assert state.legal_actions() == [number_in(reference, what) for what in reference.round.possible()]


def number_in(reference: LostDice, what: Bid | None) -> int:
    """The action that says so in the game of lost dice."""
    return reference.most * reference.faces if what is None else (what[0] - 1) * reference.faces + what[1] - 1


def roll_as(record: Any, reference: LostDice) -> None:
    """Roll what was rolled at the other table."""
    for seat in range(len(reference.dice)):
        for face in cup(record, seat):
            reference.roll(face)


def set_up(position: str) -> tuple[State, LiarsGame | LostDice]:
    """Both tables in a position in which nothing is said; the round before is played from its last bid."""
    state = recorded.set_up("liars-dice", f"liars-dice {position}")
    record, faces, last = state.records[0], int(state.game.options["faces"]), state.view(None)["table"]["last"]
    if not state.game.options["lost_dice"]:
        return state, LiarsGame([cup(record, seat) for seat in range(state.game.num_players)], faces)
    reference = LostDice(numbers_of(state.game), faces)
    if last is not None:
        reference.dice, reference.first = [len(dice) for dice in last["shown"]], last["bidder"]
        reference.out = [int(seat) for seat in position.partition("out=")[2].partition(" ")[0].split(",") if seat]
        reference.begin()
        for face in [face for dice in last["shown"] for face in dice]:
            reference.roll(face)
        reference.play((last["quantity"], last["face"]))
        reference.play(None)
    roll_as(record, reference)
    return state, reference
