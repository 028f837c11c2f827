"""check_game finds what tells a secret: one faulty game for each exit."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.core.base.errors import CheckError
from croupier.core.base.types import Records
from croupier.core.engine.game import Game
from croupier.core.spec.pictures import Picture, Pictures
from croupier.core.spec.position import SeatView
from croupier.core.spec.prompts import GamePrompts, Message
from croupier.core.spec.spec import Claims, GameSpec
from croupier.games.pig.rules import HOLD, ROLL
from croupier.games.pig.spec import SPEC as PIG
from croupier.games.pig.text import narrate
from croupier.games.skull_king import text as skull_king
from croupier.games.skull_king.spec import SPEC as SKULL_KING
from croupier.testing.check_secrets import check_narration
from croupier.testing.checks import check_game
from tests.changed import changed
from tests.toy import NAMES, Prompts, View
from tests.toy import SPEC as TOY


def showing(change: Callable[[dict[str, Any], Any, int | None], dict[str, Any]]) -> GameSpec:
    """The toy with another view, made of its own, the record and the seat."""

    class Changed(View):
        def view(self, records: Records, seat: int | None) -> dict[str, Any]:
            return change(super().view(records, seat), records[0], seat)

    return changed(TOY, view=Changed())


def card(seat: int | None, record: Any) -> dict[str, Any]:
    """The other's card, for a seat."""
    return {"card": None if seat is None else int(record["deck"][1 - seat])}


def speaking(**methods: Any) -> GameSpec:
    """The toy with other prompts."""
    return changed(TOY, prompts=type("Changed", (Prompts,), methods)())


def says(before: Any, action: int) -> str:
    return f"Player {before.current_player()} says {NAMES[action]}."


class Remembering(View):
    """A view that keeps what it was made of, where the picture finds it."""

    records: Records

    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        self.records = records
        return super().view(records, seat)


def drawing(*, spectators: bool) -> GameSpec:
    """The toy with a picture that shows a card of each hand: to a seat, or to a spectator alone."""
    source = Remembering()

    def table(view: SeatView) -> Picture:
        tells = spectators == (view["seat"] is None)
        return Picture(f"<g>{source.records[0]['deck'] if tells else ''}</g>", "a table", 1, 1)

    pictures = Pictures(faces={}, table=table, legend="", example="")
    return changed(TOY, view=source, pictures=lambda: pictures)


def telling_the_new_hand(before: Any, action: int, after: Any) -> Sequence[Message]:
    """What a random event brought: the hand that Player 1 is dealt for the next round."""
    del action
    hand = after.view(1)["table"]["hand"]
    new = after.records[0]["round"] != before.records[0]["round"]
    return [Message(f"Player 1 was dealt {hand}.")] if new and not after.is_terminal() else []


def skull_kings(**parts: Any) -> Any:
    names = [name for name in dir(GamePrompts) if not name.startswith("_")]
    return SimpleNamespace(**{name: getattr(skull_king, name) for name in names} | parts)


PEEKING = Claims(
    left=lambda _: 1,
    proven=lambda s, seat: bool(s["deck"][1 - seat] % 2),
    hand=lambda *_: [],
    next=lambda _s, _seat, legal: legal[0],
)
LEAKS: list[tuple[str, GameSpec, str]] = [
    # views that tell secrets
    ("view", showing(lambda shown, s, seat: shown | card(seat, s)),
     "the view of seat 0 shows hidden things at table.card"),
    ("spectator", showing(lambda shown, s, seat: shown if seat is not None else shown | card(1, s)),
     "the spectator's view shows what is hidden from seat 1 at table.card"),
    # prompts that tell secrets
    ("opening", speaking(opening=lambda _, at, seat: f"The other holds {at.records[0]['deck'][1 - seat]}."),
     "the opening to seat 0 tells hidden things"),
    ("hearers", speaking(hearers=lambda _, at: [0, 1] if at.records[0]["deck"][1] > 5 else [at.current_player()]),
     "who hears the reply depends on what is hidden from seat 0"),
    ("reply", speaking(hearers=lambda _, at: range(at.game.num_players)),
     r"seat 1 hears the reply of player 0, which tells hidden things"),
    ("action", speaking(narrate=lambda _, before, action, __: [Message(says(before, action))]),
     r"the messages to seat 1 tell hidden things: \['\[GAME\] Player 0 says \["),
    # whatever the action, so only another deal of the position finds it
    ("deck", speaking(narrate=lambda _, at, *__: [Message(f"Player 1 holds {at.records[0]['deck'][1]}.", to=0)]),
     r"the messages to seat 0 tell hidden things: \['\[GAME\] Player 1 holds \d\.'\]"),
    ("terminal", speaking(STYLES={}, tell=lambda _, before, action, *__: [says(before, action)]),
     r"the terminal's words to seat 1 tell hidden things: \['Player 0 says \["),
    ("deal", changed(SKULL_KING, prompts=skull_kings(narrate=telling_the_new_hand)),
     r"the messages to seat 0 tell hidden things: \[\"\[GAME\] Player 1 was dealt \["),
    # other exits
    ("claim", changed(TOY, claims=lambda: PEEKING), "what becomes of seat [01]'s claim of the tricks depends on"),
    ("picture", drawing(spectators=False), "the picture for seat 0 shows hidden things"),
    ("spectator's picture", drawing(spectators=True), "the spectator's picture shows what is hidden from seat 0"),
    # views that are no plain data
    ("NumPy", showing(lambda shown, s, seat: shown | {"card": s["deck"][seat or 0]}),
     "the view of seat 0 is no plain data: .*int8 is not JSON serializable"),
    ("nan", showing(lambda shown, *_: shown | {"card": float("nan")}),
     "the view of seat 0 is no plain data: Out of range float values"),
    ("tuple", showing(lambda shown, *_: shown | {"answered": ()}),
     "the view of seat 0 changes in JSON at table.answered"),
    ("unknown", showing(lambda shown, *_: shown | {"mood": "good"}),
     "the view of seat 0 has mood, which its schema has not"),
    ("missing", showing(lambda shown, *_: {name: shown[name] for name in shown if name != "answer"}),
     "the view of seat 0 lacks answer, which its schema requires"),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "message"), [case[1:] for case in LEAKS], ids=[case[0] for case in LEAKS])
def test_a_game_that_tells_a_secret_fails_and_the_message_names_seat_and_exit(
    spec: GameSpec, message: str
) -> None:
    options = {} if spec.name == "toy" else {"players": 3, "schedule": "even"}
    with pytest.raises(CheckError, match=message) as caught:
        check_game(Game(spec, **options), games=4, seed=1, fuzz=0)
    assert f"position: {spec.name}" in str(caught.value)


def test_what_was_public_and_is_forgotten_may_be_told() -> None:
    """Holding at 0 and rolling a 1 lead to the same position of Pig; that they are told apart is no leak."""
    game = Game(PIG, winning_score=25)
    for seed in range(30):
        before = game.new_initial_state(seed)
        held, rolled = before.clone(), before.clone()
        held.apply_action(HOLD)
        rolled.apply_action(ROLL)
        if held.records.tobytes() == rolled.records.tobytes():
            assert str(narrate(before, HOLD, held)[0]) != str(narrate(before, ROLL, rolled)[0])
            worlds = [before.resample_hidden(seat, 1) for seat in range(2)]
            check_narration(before, HOLD, held, worlds)
            return
    raise AssertionError("no seed rolls a 1")
