"""check_game finds phases that say they are sealed, and are not."""

from typing import Any

import pytest

import croupier
from croupier.core.base.errors import CheckError
from croupier.core.base.kernel import kernel
from croupier.core.base.types import Records
from croupier.core.engine.game import Game
from croupier.core.spec.options import Options, Phase
from croupier.core.spec.position import is_sealed, sealed_turns
from croupier.testing.checks import check_game
from tests.changed import changed
from tests.toy import FOLD, STAY, View
from tests.toy import SPEC as TOY


def sealed_phases(options: Options) -> tuple[Phase, ...]:
    return (Phase("ANSWER", 0, "answer", 0, 2, sealed=True),)


SEALED = changed(TOY, phases=sealed_phases)


@kernel
def nobody_folds_twice(s: Any, mask: Any, actions: Any) -> int:
    """Who answers next may fold only if the seat before has stayed."""
    seat = s["player"]
    may_fold = seat <= 0 or s["said"][seat - 1] != 2
    mask[STAY] = True
    mask[FOLD] = may_fold
    actions[0] = STAY
    if may_fold:
        actions[1] = FOLD
    return 2 if may_fold else 1


class OpenAnswers(View):
    """A view that shows answers as soon as they are made."""

    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        said = records[0]["said"].tolist()
        shown = [-other - 1 if said[other] == FOLD + 1 else other for other in range(4) if said[other]]
        return super().view(records, seat) | {"answered": shown}


def test_a_game_whose_answers_are_sealed_passes() -> None:
    assert check_game(Game(SEALED, players=3), games=4, fuzz=0) > 0


@pytest.mark.parametrize(
    ("spec", "options", "message"),
    [
        (
            changed(SEALED, legal=nobody_folds_twice), {"players": 3},
            r"phase ANSWER is sealed, and what is legal in it depends on another seat's answer: after \[stay\] "
            r"and \[fold\] of seat 0 the seats \{1: \(0, 1\).*\} and \{1: \(0,\)",
        ),
        (SEALED, {"players": 4, "hurry": True}, "phase ANSWER is sealed, and what is legal in it depends on"),
        (
            changed(SEALED, view=OpenAnswers()), {"players": 3},
            r"phase ANSWER is sealed, and seat 1 sees another table after \[stay\] and \[fold\] of seat 0",
        ),
    ],
    ids=["legal actions", "who is asked", "open answers"],
)  # fmt: skip
def test_a_phase_that_is_not_sealed_is_found(spec: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(CheckError, match=message):
        check_game(Game(spec, **options), games=4, fuzz=0)


def test_the_seats_that_are_still_to_answer_are_those_of_this_stretch() -> None:
    state = croupier.make("skull-king", players=3, schedule="fives").new_initial_state(2)
    first = state.current_player()
    order = [(first + k) % 3 for k in range(3)]
    assert sealed_turns(state) == {seat: tuple(range(6)) for seat in order}
    state.apply_action(2)
    assert list(sealed_turns(state, {first})) == order[1:]
    assert list(sealed_turns(state, order[:2])) == []  # it was asked already, so this would be another stretch
    state.apply_action(0)
    state.apply_action(1)
    assert not is_sealed(state)
    assert sealed_turns(state) == {}
    state = Game(SEALED, players=2).new_initial_state(1)
    for _ in range(2):
        state.apply_action(STAY)
    assert sealed_turns(state) == {}
