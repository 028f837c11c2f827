"""A small game of another package, for tests: two to four seats, hidden cards, secret answers.

Each seat is dealt a card that nobody else sees, and says in turn, unheard by the others, whether it stays or
folds. Among those who stay the highest card wins 1 and the rest lose 1. In a hurry, two folds one after the other
cut the game short.
"""
# ruff: noqa: ARG002  # the contracts fix the arguments, used or not

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from croupier.core.base.errors import PositionError
from croupier.core.base.kernel import kernel
from croupier.core.base.rng import below, shuffle
from croupier.core.base.types import Records
from croupier.core.engine.view import array_of, object_of, value
from croupier.core.spec.evaluation import Evaluation
from croupier.core.spec.exact import ExactSolver
from croupier.core.spec.options import Block, Facts, Option, Options, Phase
from croupier.core.spec.position import Position, SeatView
from croupier.core.spec.prompts import Message, ReplyError
from croupier.core.spec.spec import CHANCE, TERMINAL, GameSpec, Rules, Schema, Spaces, Words
from croupier.core.spec.training import Training

STAY, FOLD = 0, 1
SEATS, DECK = 4, 9
NAMES = {STAY: "[stay]", FOLD: "[fold]"}

STATE = np.dtype(
    [
        ("player", np.int8),
        ("phase", np.int8),
        ("players", np.int8),
        ("hurry", np.int8),  # 1 if two folds in a row cut the game short
        ("truncated", np.int8),  # 1 if they did
        ("deck", np.int8, (DECK,)),  # seat i holds deck[i], 1..9; zeros before the deal; its own seat sees it
        ("said", np.int8, (SEATS,)),  # 0 not yet, 1 stays, 2 folds; its own seat sees it
    ]
)


def phases(options: Options) -> tuple[Phase, ...]:
    return (Phase("ANSWER", 0, "answer", 0, 2),)


def blocks(options: Options) -> tuple[Block, ...]:
    return (
        Block("card", 1, 0.0, 1.0, "own card by nine"),
        Block("answered", SEATS, 0.0, 1.0, "which seats have answered, from this one on"),
    )


def facts(options: Options) -> Facts:
    return Facts(
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=None,
        max_game_length=int(options["players"]),
        information="hidden",
        chance="sampled",
    )


@kernel
def setup(s: Any, codes: Any) -> None:
    s["player"] = CHANCE
    s["phase"] = 0
    s["players"] = codes[0]
    s["hurry"] = codes[1]
    s["truncated"] = 0
    for k in range(DECK):
        s["deck"][k] = 0
    for seat in range(SEATS):
        s["said"][seat] = 0


@kernel
def chance(s: Any, rng: Any, i: int) -> None:
    for k in range(DECK):
        s["deck"][k] = k + 1
    shuffle(s["deck"], DECK, rng, i)
    s["player"] = 0


@kernel
def legal(s: Any, mask: Any, actions: Any) -> int:
    for action in range(2):
        mask[action] = True
        actions[action] = action
    return 2


@kernel
def play(s: Any, action: int) -> None:
    seat = s["player"]
    s["said"][seat] = 1 + action
    s["player"] += 1
    if s["hurry"] and action == FOLD and seat > 0 and s["said"][seat - 1] == 2:
        s["truncated"] = 1
    if s["truncated"] or s["player"] == s["players"]:
        s["player"] = TERMINAL


@kernel
def observe(s: Any, seat: int, out: Any) -> None:
    out[0] = np.float32(s["deck"][seat]) / np.float32(DECK)
    for k in range(SEATS):
        other = (seat + k) % SEATS
        out[1 + k] = np.float32(other < s["players"] and s["said"][other] > 0)


@kernel
def redeal(s: Any, seat: int, rng: Any, i: int) -> None:
    own, last, card = s["deck"][seat], DECK - 1, 0
    for k in range(last):  # the other cards in ascending order, whatever order they lie in
        card += 1
        card += card == own
        s["deck"][k] = card
    shuffle(s["deck"], last, rng, i)
    s["deck"][last] = s["deck"][seat]
    s["deck"][seat] = own
    for other in range(s["players"]):
        if other != seat and s["said"][other] > 0 and not s["hurry"]:  # in a hurry, answers tell of each other
            s["said"][other] = 1 + below(rng, i, 2)


@kernel
def returns(s: Any, out: Any) -> None:
    best = -1
    for seat in range(s["players"]):
        if s["said"][seat] == 1 and (best < 0 or s["deck"][seat] > s["deck"][best]):
            best = seat
    for seat in range(s["players"]):
        stays = s["said"][seat] == 1
        out[seat] = np.float32(0.0)
        if stays:
            out[seat] = np.float32(1.0) if seat == best else np.float32(-1.0)


@kernel
def points(s: Any, out: Any) -> None:
    """The same, once the game is over: before, they would tell who holds what."""
    for seat in range(s["players"]):
        out[seat] = np.float32(0.0)
    if s["player"] == TERMINAL:
        returns(s, out)


@kernel
def shape(before: Any, action: int, after: Any, weights: Any, out: Any) -> None:
    """To the seat that answered: the first weight for staying, the second for each seat before it."""
    for seat in range(after["players"]):
        out[seat] = np.float32(0.0)
    seat = before["player"]
    out[seat] = weights[1] * seat + (weights[0] if action == STAY else 0.0)


class View:
    """The own card and answer, and who has answered; at the end the cards of those who stay."""

    SCHEMA: Schema = object_of(
        "The table of High Card.",
        card=value("integer", "the own card; null for a spectator", null=True),
        answer=value("string", "the own answer; null before, and for a spectator", null=True),
        answered=array_of(value("integer", "a seat"), "who has answered"),
        staying=array_of(
            object_of("who stays", seat=value("integer", "the seat"), card=value("integer", "its card")),
            "once the game is over, those who stay; null before",
            null=True,
        ),
    )

    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        s = records[0]
        said, deck = s["said"].tolist(), s["deck"].tolist()
        staying = [{"seat": other, "card": deck[other]} for other in range(SEATS) if said[other] == 1]
        return {
            "card": None if seat is None else deck[seat],
            "answer": None if seat is None or not said[seat] else NAMES[said[seat] - 1],
            "answered": [other for other in range(SEATS) if said[other]],
            "staying": staying if s["player"] == TERMINAL else None,
        }


class Text:
    """Actions and what a seat sees, in words."""

    def action_to_string(self, position: Position, action: int) -> str:
        return NAMES[action]

    def string_to_action(self, position: Position, text: str) -> int:
        for action, name in NAMES.items():
            if text == name:
                return action
        raise ValueError(f"{text!r} is neither [stay] nor [fold]")

    def observation_string(self, view: SeatView) -> str:
        spoken = [str(seat) for seat in view["table"]["answered"]]
        return f"Your card: {view['table']['card']}. Have answered: {', '.join(spoken) or 'none'}."


class Notation:
    """The deck and the answers as text."""

    def format_position(self, records: Records) -> dict[str, str]:
        return {name: ",".join(str(n) for n in records[0][name]) for name in ("deck", "said")}

    def parse_position(self, records: Records, fields: Mapping[str, str]) -> None:
        s = records[0]
        for name, text in fields.items():
            size = {"deck": DECK, "said": SEATS}.get(name)
            if size is None or not re.fullmatch(rf"\d(,\d){{{size - 1}}}", text):
                raise PositionError(f"{name}={text!r} is no field of a position")
            s[name][:] = [int(n) for n in text.split(",")]
        spoken = int((s["said"] > 0).sum())
        if s["deck"].any():
            folds = s["said"][max(spoken - 2, 0) : spoken].tolist() == [2, 2]
            s["truncated"] = s["hurry"] and folds
            s["player"] = TERMINAL if s["truncated"] or spoken == s["players"] else spoken

    def validate(self, records: Records) -> None:
        s = records[0]
        self.check_deck(s)
        said, players = s["said"].tolist(), int(s["players"])
        spoken = sum(answer != 0 for answer in said)
        in_turn = spoken <= players and all(answer in (1, 2) for answer in said[:spoken])
        if not in_turn or (spoken and not s["deck"].any()):
            raise PositionError(f"the answers are {said}")
        if s["hurry"] and any(said[k : k + 2] == [FOLD + 1] * 2 for k in range(spoken - 2)):
            raise PositionError(f"two folds end the game, and the answers are {said}")

    def check_deck(self, s: Any) -> None:
        """Raise PositionError unless the deck is whole, or not dealt."""
        deck = sorted(s["deck"].tolist())
        if deck not in (list(range(1, DECK + 1)), [0] * DECK):
            raise PositionError(f"the deck holds {deck}")


class Prompts:
    """The words of the text environment: answers are secret, cards are told to their seats only."""

    def opening(self, position: Position, seat: int) -> str:
        card = position.table(seat)["card"]
        return f"You are player {seat} of {position.game.num_players}. Your card is {card}."

    def read(self, position: Position, reply: str, *, strict: bool) -> int:
        named = [action for action, name in NAMES.items() if name in reply]
        if len(named) != 1:
            raise ReplyError("say [stay] or [fold]")
        return named[0]

    def hearers(self, position: Position) -> Sequence[int]:
        return [position.current_player()]

    def narrate(self, before: Position, action: int, after: Position) -> Sequence[Message]:
        player = before.current_player()
        messages = [Message(f"Player {player} has answered."), Message("Noted.", to=player)]
        staying = after.table(None)["staying"]
        if staying is not None:
            stays = [f"{side['seat']} with {side['card']}" for side in staying]
            messages.append(Message(f"Staying: {', '.join(stays) or 'nobody'}.", "board"))
        return messages

    def shown(self, before: Position, after: Position) -> Sequence[Message]:
        return []  # who holds one card needs no table to see it again

    def board(self, position: Position) -> str:
        spoken = [f"Player {seat}" for seat in position.table(None)["answered"]]
        return f"Have answered: {', '.join(spoken) or 'none'}."

    def outcome(self, position: Position) -> str:
        return "All have answered."


def training() -> Training:
    from tests.toy_training import TRAINING

    return TRAINING


def _exact() -> ExactSolver:
    from tests.toy_judged import EXACT

    return EXACT


SPEC = GameSpec(
    name="toy",
    title="High Card",
    summary="Stay or fold.",
    version=1,
    options=(
        Option("players", "int", 2, "number of seats", low=2, high=SEATS),
        Option("hurry", "bool", False, "two folds in a row cut the game short"),
    ),
    variants={"HighCard-v0": {"players": 2}, "HighCard-v0-four": {"players": 4}},
    spaces=Spaces(num_players=lambda options: int(options["players"]), phases=phases, blocks=blocks),
    rules=Rules(
        state=STATE,
        setup=setup,
        legal=legal,
        play=play,
        chance=chance,
        observe=observe,
        redeal=redeal,
        returns=returns,
        points=points,
        shape=shape,
        shape_weights={"stay": 0.5, "order": 0.0},
    ),
    view=View(),
    notation=Notation(),
    words=Words(text=Text(), prompts=Prompts()),
    facts=facts,
    training=training,
    evaluation=lambda: Evaluation(opponents=("random",), table_sizes=(2, 3)),
    exact=_exact,
)
