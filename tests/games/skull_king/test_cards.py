"""What each card is said to do and why tricks are said to be won, compared with the kernels."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import PositionError
from croupier.core.base.sentence import Sentence
from croupier.core.spec.teaching import Laid
from croupier.games.skull_king.record.cards import (
    COPIES,
    ESCAPE,
    KRAKEN,
    LOOT,
    NONE,
    TIGRESS,
    TIGRESS_ESCAPE,
    TIGRESS_PIRATE,
    TYPES,
    WHALE,
    is_escape,
    is_number,
    is_pirate,
    name_of,
    read_card,
)
from croupier.games.skull_king.record.tricks import capture_of, leading_place, winning_place
from croupier.games.skull_king.words.cards import explain, last, why
from tests.amounts import larger
from tests.games.skull_king.reference_cards import BY_NAME
from tests.games.skull_king.reference_tricks import Play, resolve

WHOLE = croupier.make("skull-king", loot=True, kraken=True, whale=True)
SUITS = ("green", "yellow", "purple", "black")
FIGHTERS = [card for card in range(70) if card not in (TIGRESS, KRAKEN, WHALE)]
"""What can lie on the table, Kraken and Whale apart."""
KINDS: dict[str, Callable[[int], bool]] = {
    "numbers": is_number, "escapes": is_escape, "pirates": is_pirate, "mermaids": lambda card: card == 64,
    "king": lambda card: card == 63, "black": lambda card: is_number(card) and card // 14 == 3,
    "colours": lambda card: card < 42,
}  # fmt: skip


def wins(*cards: int) -> int:
    """The card that wins a trick; NONE for none."""
    trick = np.array(cards, dtype=np.int8)
    place = winning_place(trick, len(cards))
    return NONE if place == NONE else place


def said(text: str) -> Iterator[Sentence]:
    """The sentences of which one is made, itself included."""
    assert isinstance(text, Sentence)
    yield text
    for part in (
        each for value in text.params.values() for each in (value if isinstance(value, tuple) else (value,))
    ):
        if isinstance(part, Sentence):
            yield from said(part)


def named_by(text: str, card: int) -> set[int]:
    """The cards that a sentence about one names, like all pirates."""
    found: set[int] = set()
    for each in said(text):
        kind = each.key.removeprefix("skull-king.kind.")
        if kind in KINDS:
            found |= {other for other in FIGHTERS if KINDS[kind](other)}
        elif kind in ("lower", "higher"):
            assert each.params["suit"] == SUITS[card // 14]
            same = range(card // 14 * 14, card // 14 * 14 + 14)
            found |= {other for other in same if (other < card if kind == "lower" else other > card)}
    return found


@pytest.mark.parametrize("card", FIGHTERS, ids=name_of)
def test_sk_6_whom_each_card_is_said_to_beat(card: int) -> None:
    text = explain(WHOLE).faces[name_of(TIGRESS_ESCAPE if card == LOOT else card)]
    told = {each.key.removeprefix("skull-king.does."): each for each in said(text)}
    beats = named_by(
        next((told[key] for key in ("beats", "beats_led") if key in told), Sentence("", "", {})), card
    )
    loses = named_by(next(each for key, each in told.items() if key.startswith("loses")), card)
    if is_escape(card):
        assert named_by(explain(WHOLE).faces["escape"], card) == loses
    for other in FIGHTERS:
        if other == card and (other >= TYPES or COPIES[other] == 1):
            continue
        first, second = wins(card, other) == 0, wins(other, card) == 1
        assert (other in beats) == (first and second), name_of(other)
        assert (other in loses) == (not first and not second), name_of(other)
        if "beats_led" in told and is_number(other) and other < 42 and other // 14 != card // 14:
            assert (first, second) == (True, False)
            assert SUITS[other // 14] in (told["beats_led"].params["one"], told["beats_led"].params["other"])


@pytest.mark.parametrize(
    "options", [{}, {"rascal": True}, {"bendt": False, "harry": False}, {"players": 2, "whale": True}]
)
def test_what_is_said_of_cards_goes_by_the_options(options: dict[str, Any]) -> None:
    game = croupier.make("skull-king", **options)
    words = explain(game)
    assert (
        ("whale" in words.faces)
        == bool(options.get("whale"))
        == (("whale",) in [each.faces for each in words.order])
    )
    assert {"loot", "kraken"}.isdisjoint(words.faces)
    for name, text in words.faces.items():
        keys = {each.key.removeprefix("skull-king.") for each in said(text)}
        assert ("bonus.rascal" in keys) == (options.get("rascal", False) and name in worth())
        assert ("bonus.usual" in keys) == (not options.get("rascal", False) and name in worth())
        if name in ("rosie", "bendt", "roatan", "jade", "harry"):
            assert ("does.no_ability" in keys) == (not game.options[name])
            assert (f"ability.{name}" in keys) == bool(game.options[name])


def worth() -> set[str]:
    """Cards that bring points where one of them is captured, or captures."""
    pairs = itertools.product(FIGHTERS, FIGHTERS)
    taking = [(card, by) for card, by in pairs if capture_of(card, by) and (is_number(card) or card != by)]
    return {name_of(card) for card, _ in taking} | {name_of(by) for card, by in taking if not is_number(card)}


def test_sk_6_what_is_said_of_three_cards() -> None:
    once = [57, 58, 63, TIGRESS_PIRATE]
    for cards in itertools.product([0, 30, 45, ESCAPE, 64, *once], repeat=3):
        if any(cards.count(card) > 1 for card in once) or cards.count(64) > COPIES[64]:
            continue
        winner = cards[wins(*cards)]
        if {63, 64} <= set(cards):
            assert winner == 64  # whatever else is in the trick
        elif 63 in cards:
            assert winner == 63
        elif pirates := [card for card in cards if is_pirate(card)]:
            assert winner == pirates[0]  # of several pirates the first


def laid(cards: Sequence[int], leader: int = 0) -> list[Laid]:
    return [{"seat": (leader + place) % len(cards), "card": name_of(card)} for place, card in enumerate(cards)]


@larger("tricks", 1_500, 100_000)
def test_sk_6_to_sk_10_why_agrees_with_kernels_and_reference(tricks: int) -> None:
    """Random tricks, with more special cards than a deck deals."""
    rng = random.Random(5)  # noqa: S311  # no secrets
    specials = [56, 56, 57, 58, 61, TIGRESS_ESCAPE, TIGRESS_PIRATE, 63, 64, 64, 65, 65, 66, 67]
    keys: set[str] = set()
    for _ in range(tricks):
        count = rng.randint(3, 8)
        deck = [*rng.sample(range(56), 8), *rng.sample(specials, 6)]
        cards = rng.sample(deck, count)
        if {TIGRESS_ESCAPE, TIGRESS_PIRATE} <= set(cards):
            continue
        plays, trick = laid(cards, rng.randrange(count)), np.array(cards, dtype=np.int8)
        game = croupier.make("skull-king", players=count, loot=True, kraken=True, whale=True)
        reason, place, leads = why(game, plays), winning_place(trick, count), leading_place(trick, count)
        assert reason.winner == (None if place == NONE else plays[place]["seat"]), plays
        known = [
            Play(each["seat"], BY_NAME[each["card"].partition(":")[0]], tigress(each["card"])) for each in plays
        ]
        expected = resolve(known)
        assert reason.winner == (None if expected.winner is None else expected.winner.seat)
        sentence = reason.words
        assert isinstance(sentence, Sentence)
        keys.add(sentence.key)
        who = sentence.params["leader"] if reason.winner is None else sentence.params["who"]
        assert who == f"Player {plays[leads]['seat']}"
        leviathans = [card for card in cards if card in (KRAKEN, WHALE)]
        assert reason.rule == {0: "SK-6", 2: "SK-10"}.get(len(leviathans), "SK-8" if KRAKEN in cards else "SK-9")
        if "card" in sentence.params:
            assert sentence.params["card"] == name_of(cards[place])
        if "count" in sentence.params:
            assert sentence.params["count"] == rivals(cards, cards[place])
        if "equal" in sentence.key:
            assert sum(is_number(card) and card % 14 == cards[place] % 14 for card in cards) > 1
    every = {f"skull-king.{key}" for key in WHY}
    assert keys == every


WHY = (
    "why.mermaid_takes_king", "why.king", "why.pirate", "why.tigress", "why.mermaid", "why.black", "why.suit",
    "why.first", "why.kraken", "why.kraken_second", "why.whale", "why.whale_equal", "why.whale_second",
    "why.whale_second_equal", "why.whale_empty",
)  # fmt: skip


def tigress(card: str) -> bool | None:
    return card == "tigress:pirate" if card.startswith("tigress") else None


def rivals(cards: Sequence[int], winner: int) -> int:
    """How many cards of a trick are of the winner's kind."""
    kinds = [KINDS["pirates"], KINDS["mermaids"], KINDS["black"]]
    return next(sum(kind(card) for card in cards) for kind in kinds if kind(winner))


@pytest.mark.parametrize(
    ("trick", "told"),
    [
        ("green 7, green 9, yellow 14", "Player 1 wins: green was led, and green 9 is the highest green"),
        ("skull king, mermaid, rosie", "Player 1 wins: where a mermaid and the Skull King are in one trick"),
        ("escape, loot, tigress:escape", "Player 0 wins: escapes win nothing, and where all are escapes"),
        ("green 7, kraken, black 2", "Nobody wins: the Kraken takes the trick. Player 2 would have"),
        ("green 7, whale, yellow 7", "Player 0 wins: with the White Whale only numbers count, and green 7 is"),
    ],
)  # fmt: skip
def test_why_is_one_sentence(trick: str, told: str) -> None:
    game = croupier.make("skull-king", players=3, loot=True, kraken=True, whale=True)
    reason = why(game, laid([read_card(card, on_table=True) for card in trick.split(", ")]))
    assert reason.words.startswith(told)


def test_sk_15_graybeard_has_his_name() -> None:
    reason = why(croupier.make("skull-king", players=2), laid([0, 1, 2]))
    assert reason.words.startswith("Graybeard wins: green was led")


@pytest.mark.parametrize(
    "plays",
    [
        laid([0, 1]), laid([0, 1, 2, 3]), [*laid([0, 1]), {"seat": 1, "card": "green 3"}],
        [*laid([0, 1]), {"seat": 2, "card": "green 99"}], laid([63, 63, 1]), laid([TIGRESS, 0, 1]),
        laid([TIGRESS_ESCAPE, TIGRESS_PIRATE, 1]),
    ],
)  # fmt: skip
def test_tricks_that_cannot_be_are_refused(plays: list[Laid]) -> None:
    with pytest.raises(PositionError):
        why(croupier.make("skull-king", players=3), plays)


def test_the_last_trick_of_a_table_is_explained() -> None:
    state = croupier.make("skull-king", players=4).new_initial_state(3)
    found = 0
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
        table = state.table(None)
        plays = last(table)
        if plays is not None:
            found += 1
            assert why(state.game, plays).winner == table["last_trick"]["winner"]
    assert found > 100
