"""check_game finds what tells a secret: one faulty game for each exit."""
# ruff: noqa: ARG002  # the contracts fix the arguments, used or not

from collections.abc import Sequence
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

# ------------------------------------------------------------------------------------- views that tell secrets


class NeighboursCard(View):
    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        card = int(records[0]["deck"][0 if seat is None else 1 - seat])
        return super().view(records, seat) | {"card": None if seat is None else card}


class OpenCard(View):
    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        shown = super().view(records, seat)
        return shown if seat is not None else shown | {"card": int(records[0]["deck"][0])}


# ---------------------------------------------------------------------------------- views that are no plain data


class NumberOfNumPy(View):
    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        return super().view(records, seat) | {"card": records[0]["deck"][seat or 0]}


class Tuple(View):
    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        return super().view(records, seat) | {"answered": ()}


class NoNumber(View):
    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        return super().view(records, seat) | {"card": float("nan")}


class Undescribed(View):
    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        return super().view(records, seat) | {"mood": "good"}


class Incomplete(View):
    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        shown = super().view(records, seat)
        del shown["answer"]
        return shown


# ----------------------------------------------------------------------------------- prompts that tell secrets


class TellingOpening(Prompts):
    def opening(self, position: Any, seat: int) -> str:
        return f"The other holds {position.records[0]['deck'][1 - seat]}."


class HearersByTheDeck(Prompts):
    def hearers(self, position: Any) -> Sequence[int]:
        return [0, 1] if position.records[0]["deck"][1] > 5 else [position.current_player()]


class AllHear(Prompts):
    def hearers(self, position: Any) -> Sequence[int]:
        return range(position.game.num_players)


class TellingTheAction(Prompts):
    def narrate(self, before: Any, action: int, after: Any) -> Sequence[Message]:
        return [Message(f"Player {before.current_player()} says {NAMES[action]}.")]


class TellingTheDeck(Prompts):
    """To a seat that may not know the card; whatever the action, so only another deal of the position finds it."""

    def narrate(self, before: Any, action: int, after: Any) -> Sequence[Message]:
        return [Message(f"Player 1 holds {before.records[0]['deck'][1]}.", to=0)]


class TellingAtTheTerminal(Prompts):
    STYLES: dict[str, str] = {}  # noqa: RUF012  # as a module has it

    def tell(self, before: Any, action: int, after: Any, seat: int) -> list[str]:
        return [f"Player {before.current_player()} says {NAMES[action]}."]


class Remembering(View):
    """A view that keeps what it was made of, where the picture finds it."""

    records: Records

    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        self.records = records
        return super().view(records, seat)


def drawing(*, spectators: bool) -> dict[str, Any]:
    """Parts of a game whose picture shows a card of each hand: to a seat, or to a spectator alone."""
    source = Remembering()

    def table(view: SeatView) -> Picture:
        tells = spectators == (view["seat"] is None)
        return Picture(f"<g>{source.records[0]['deck'] if tells else ''}</g>", "a table", 1, 1)

    pictures = Pictures(faces={}, table=table, legend="", example="")
    return {"view": source, "pictures": lambda: pictures}


def telling_the_new_hand(before: Any, action: int, after: Any) -> Sequence[Message]:
    """What a random event brought: the hand that Player 1 is dealt for the next round."""
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
    ("view", changed(TOY, view=NeighboursCard()), "the view of seat 0 shows hidden things at table.card"),
    (
        "spectator",
        changed(TOY, view=OpenCard()),
        "the spectator's view shows what is hidden from seat 1 at table.card",
    ),
    ("opening", changed(TOY, prompts=TellingOpening()), "the opening to seat 0 tells hidden things"),
    (
        "hearers",
        changed(TOY, prompts=HearersByTheDeck()),
        "who hears the reply depends on what is hidden from seat 0",
    ),
    (
        "reply",
        changed(TOY, prompts=AllHear()),
        r"seat 1 hears the reply of player 0, which tells hidden things",
    ),
    (
        "action",
        changed(TOY, prompts=TellingTheAction()),
        r"the messages to seat 1 tell hidden things: \['\[GAME\] Player 0 says \[",
    ),
    (
        "deck",
        changed(TOY, prompts=TellingTheDeck()),
        r"the messages to seat 0 tell hidden things: \['\[GAME\] Player 1 holds \d\.'\]",
    ),
    (
        "terminal",
        changed(TOY, prompts=TellingAtTheTerminal()),
        r"the terminal's words to seat 1 tell hidden things: \['Player 0 says \[",
    ),
    (
        "claim",
        changed(TOY, claims=lambda: PEEKING),
        "what becomes of seat [01]'s claim of the tricks depends on hidden things",
    ),
    ("picture", changed(TOY, **drawing(spectators=False)), "the picture for seat 0 shows hidden things"),
    (
        "spectator's picture",
        changed(TOY, **drawing(spectators=True)),
        "the spectator's picture shows what is hidden from seat 0",
    ),
    (
        "deal",
        changed(SKULL_KING, prompts=skull_kings(narrate=telling_the_new_hand)),
        r"the messages to seat 0 tell hidden things: \[\"\[GAME\] Player 1 was dealt \[",
    ),
    (
        "NumPy",
        changed(TOY, view=NumberOfNumPy()),
        "the view of seat 0 is no plain data: .*int8 is not JSON serializable",
    ),
    ("nan", changed(TOY, view=NoNumber()), "the view of seat 0 is no plain data: Out of range float values"),
    ("tuple", changed(TOY, view=Tuple()), "the view of seat 0 changes in JSON at table.answered"),
    ("unknown", changed(TOY, view=Undescribed()), "the view of seat 0 has mood, which its schema has not"),
    ("missing", changed(TOY, view=Incomplete()), "the view of seat 0 lacks answer, which its schema requires"),
]


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
