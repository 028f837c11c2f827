"""Leduc poker: record, kernels, facts and table. Ids like LED-2: docs/rules/leduc-and-liars-dice.md."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from croupier.core.base.errors import PositionError
from croupier.core.base.kernel import kernel
from croupier.core.base.rng import below
from croupier.core.base.types import (
    ActionList,
    Codes,
    Features,
    Generators,
    Mask,
    Probabilities,
    Record,
    Records,
    SeatValues,
)
from croupier.core.engine.view import array_of, by_seat, card_name, object_of, value
from croupier.core.spec.options import Block, Facts, Options, Phase
from croupier.core.spec.spec import CHANCE, TERMINAL, Schema
from croupier.games.leduc.english import say

FOLD, CALL, RAISE = 0, 1, 2
ANSWERS, LETTERS = ("[fold]", "[call]", "[raise]"), "fcr"
CARDS = ("-", "Js", "Jh", "Qs", "Qh", "Ks", "Kh")  # 0 is not dealt yet
DEALS, MOST = 30, 8  # ordered pairs of cards; answers in a game, four a round
FIELDS = [
    ("player", np.int8),  # seat to move, CHANCE while cards are dealt, TERMINAL; all see it
    ("phase", np.int8),  # always 0, ANSWER; all see it
    ("players", np.int8),  # 2; all see it
    ("raises", np.int8),  # in this round, 0..2; all see it
    ("count", np.int8),  # answers so far; all see it
    ("opened", np.int8),  # answers before the board was turned up, 0 until then; all see it
    ("board", np.int8),  # card on the table, 0 in the first round; all see it
    ("cards", np.int8, (2,)),  # one of each seat, 0 before the deal; its own seat sees it, all at a showdown
    ("chips", np.int8, (2,)),  # what each seat has put in, 1..13; all see them
    ("said", np.int8, (MOST,)),  # the answers in their order, 1 + action; 0 not yet; all see them
]
PHASES = (Phase("ANSWER", 0, "answer", 0, 3),)
BLOCKS = (
    Block("card", 6, 0.0, 1.0, "own card, one-hot"),
    Block("board", 6, 0.0, 1.0, "card on the table, one-hot; zeros in the first round"),
    Block("said", 3 * MOST, 0.0, 1.0, "for each answer in its order: fold, call, raise"),
    Block("chips", 2, 0.0, 1.0, "own chips in the pot, then the other's, by 13"),
    Block("to_move", 1, 0.0, 1.0, "1 if it is this seat's turn"),
)


def facts(options: Options) -> Facts:
    """With two raises of 2 and two of 4, a seat loses its one chip and 12 more at most (LED-3)."""
    return Facts(
        min_utility=-13.0, max_utility=13.0, utility_sum=0.0, max_game_length=MOST, information="hidden",
        chance="listed", public_positions=466, worst_points=-13.0, best_points=13.0,
    )  # fmt: skip


@kernel
def setup(s: Record, codes: Codes) -> None:
    """LED-1: one chip of each seat is in the pot, and the cards are to be dealt."""
    s["player"], s["phase"], s["players"] = CHANCE, 0, 2
    s["raises"], s["count"], s["opened"], s["board"] = 0, 0, 0, 0
    s["cards"][:], s["chips"][:], s["said"][:] = 0, 1, 0


@kernel
def turn_up(s: Record, card: int) -> None:
    """LED-4: a card on the table begins the second round."""
    s["board"], s["opened"], s["raises"], s["player"] = card, s["count"], 0, 0


@kernel
def nth_card(n: int, one: int, other: int) -> int:
    """The n-th card, from 0 on, that is neither of two."""
    card = 0
    while n >= 0:
        card += 1
        if card != one and card != other:  # numbers of two types, which no tuple holds
            n -= 1
    return card


@kernel
def play_outcome(s: Record, outcome: int) -> None:
    """LED-1, LED-4: a card for each seat, or one of the other four for the table."""
    if s["cards"][0] == 0:
        s["cards"][0] = 1 + outcome // 5
        s["cards"][1] = nth_card(outcome % 5, s["cards"][0], 0)
        s["player"] = 0
    else:
        turn_up(s, nth_card(outcome, s["cards"][0], s["cards"][1]))


@kernel
def outcomes(s: Record, probs: Probabilities) -> int:
    """LED-1, LED-4: each card is as likely as the others."""
    count = DEALS if s["cards"][0] == 0 else 4
    probs[:count] = 1.0 / count
    return count


@kernel
def chance(s: Record, rng: Generators, i: int) -> None:
    """LED-1, LED-4: deal."""
    play_outcome(s, below(rng, i, DEALS if s["cards"][0] == 0 else 4))


@kernel
def legal(s: Record, mask: Mask, actions: ActionList) -> int:
    """LED-2, LED-3: fold before a raise alone, call always, raise twice a round."""
    mask[FOLD], mask[CALL], mask[RAISE] = s["chips"][0] != s["chips"][1], True, s["raises"] < 2
    count = 0
    for action in range(3):
        if mask[action]:
            actions[count] = action
            count += 1
    return count


@kernel
def play(s: Record, action: int) -> None:
    """LED-2 to LED-5: a call after a raise or after a call ends the round; a fold ends the game."""
    seat, first = s["player"], s["count"] == s["opened"]
    s["said"][s["count"]] = 1 + action
    s["count"] += 1
    s["chips"][seat] = s["chips"][seat] if action == FOLD else s["chips"][1 - seat]
    if action == RAISE:
        s["chips"][seat] += 2 if s["board"] == 0 else 4
        s["raises"] += 1
    if action == RAISE or (action == CALL and first):
        s["player"] = 1 - seat
    else:
        s["player"] = CHANCE if action == CALL and s["board"] == 0 else TERMINAL


@kernel
def folded(s: Record) -> bool:
    """Whether the last answer was a fold: then no card is shown (LED-5)."""
    return bool(s["count"] > 0 and s["said"][s["count"] - 1] == 1 + FOLD)


@kernel
def strength(s: Record, seat: int) -> int:
    """LED-6: a pair with the table beats every rank; jack, queen, king are 0, 1, 2."""
    rank = (int(s["cards"][seat]) - 1) // 2
    return rank + 3 if rank == (int(s["board"]) - 1) // 2 else rank


@kernel
def returns(s: Record, out: SeatValues) -> None:
    """LED-5, LED-6: the winner gets what the other put in; equal hands part the pot."""
    lead = s["chips"][0] - s["chips"][1] if folded(s) else strength(s, 0) - strength(s, 1)
    won = np.sign(lead) * min(s["chips"][0], s["chips"][1])
    out[0], out[1] = won, -won


@kernel
def points(s: Record, out: SeatValues) -> None:
    """Chips won at the end; before, they would tell who holds what."""
    out[:] = 0.0
    if s["player"] == TERMINAL:
        returns(s, out)


@kernel
def observe(s: Record, seat: int, out: Features) -> None:
    """LED-1: own card, the table and all answers: nothing that the seat has seen is forgotten."""
    out[:] = 0.0
    if s["cards"][seat] > 0:
        out[s["cards"][seat] - 1] = 1.0
    if s["board"] > 0:
        out[5 + s["board"]] = 1.0
    for k in range(s["count"]):
        out[11 + 3 * k + s["said"][k]] = 1.0
    for k in range(2):
        out[36 + k] = np.float32(s["chips"][seat if k == 0 else 1 - seat]) / np.float32(13)
    out[38] = np.float32(s["player"] == seat)


@kernel
def redeal(s: Record, seat: int, rng: Generators, i: int) -> None:
    """LED-1, LED-5: the other card is any that the seat does not see, each as likely, unless it was shown."""
    if s["cards"][seat] > 0 and (s["player"] != TERMINAL or folded(s)):
        s["cards"][1 - seat] = nth_card(below(rng, i, 4 if s["board"] > 0 else 5), s["cards"][seat], s["board"])


SCHEMA: Schema = object_of(
    "The table of Leduc poker.",
    card=card_name("the own card; null for a spectator", null=True),
    board=card_name("the card on the table; null in the first round (LED-4)", null=True),
    chips=by_seat(value("integer", "chips"), "what each seat has put into the pot (LED-3)"),
    answers=array_of(
        array_of(value("string", "`[fold]`, `[call]` or `[raise]`"), "of one round, by the seats in turn"),
        "what was answered in each round that has begun (LED-2)",
    ),
    shown=by_seat(card_name("a card"), "both cards, only at a showdown; else null (LED-5)", null=True),
)


def rounds(s: Record, names: tuple[str, ...] | str) -> list[list[str]]:
    """The answers of each round that has begun."""
    said = [names[each - 1] for each in s["said"] if each]
    return [said[: s["opened"]], said[s["opened"] :]] if s["board"] else [said]


def view(records: Records, seat: int | None) -> dict[str, Any]:
    """What a seat sees, or a spectator."""
    s = records[0]
    cards, over = [CARDS[card] for card in s["cards"]], s["player"] == TERMINAL and not folded(s)
    return {
        "card": None if seat is None or not s["cards"][0] else cards[seat],
        "board": CARDS[s["board"]] if s["board"] else None,
        "chips": s["chips"].tolist(),
        "answers": rounds(s, ANSWERS),
        "shown": cards if over else None,
    }


def format_position(records: Records) -> dict[str, str]:
    """Cards, the table and the answers, like ``cards=Js,Qh board=Kh said=crc/rc``."""
    s = records[0]
    said = "/".join("".join(each) for each in rounds(s, LETTERS))
    return {"cards": ",".join(CARDS[card] for card in s["cards"]), "board": CARDS[s["board"]], "said": said or "-"}


def parse_position(records: Records, fields: Mapping[str, str]) -> None:
    """Deal the cards and play the answers; fields left out are not dealt or said yet."""
    card = "(?:-|[JQK][sh])"
    form = {"cards": f"{card},{card}", "board": card, "said": "-|[fcr]{0,4}(?:/[fcr]{0,4})?"}
    for name, text in fields.items():
        if name not in form or not re.fullmatch(form[name], text):
            raise PositionError(say("position.field", name=name, text=text))
    cards = [CARDS.index(each) for each in fields.get("cards", "-,-").split(",")]
    said = [LETTERS.index(each) for each in fields.get("said", "").replace("-", "").replace("/", "")]
    s, board = records[0], CARDS.index(fields.get("board", "-"))
    if any(cards):
        if 0 in cards or len({*cards, board}) < 3:
            raise PositionError(say("position.cards"))
        s["cards"], s["player"] = cards, 0
    mask, listed = np.zeros(3, dtype=np.bool_), np.zeros(3, dtype=np.int16)
    for action in [*said, None]:
        if s["player"] == CHANCE and s["count"] > 0 and board:
            turn_up(s, board)
        if action is not None:
            if s["player"] < 0 or action not in listed[: legal(s, mask, listed)]:
                raise PositionError(say("position.answers"))
            play(s, action)
    if s["board"] != board:
        raise PositionError(say("position.board"))
    if format_position(records)["said"] != (fields.get("said") or "-"):
        raise PositionError(say("position.round", said=fields["said"]))


def validate(records: Records) -> None:
    """LED-1 to LED-4: the record is the one that its cards and answers lead to."""
    s, again = records[0], np.zeros_like(records)
    if min(*s["cards"], s["board"], *s["said"]) < 0 or max(*s["cards"], s["board"]) > 6 or max(s["said"]) > 3:
        raise PositionError(say("position.values"))
    setup(again[0], np.zeros(0, dtype=np.int64))
    parse_position(again, format_position(records))
    if again.tobytes() != records.tobytes():
        raise PositionError(say("position.values"))
