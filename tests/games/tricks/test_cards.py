"""The deck of 52: names, following suit, and who wins a trick."""

import numpy as np
import pytest

from croupier.games.tricks.cards import (
    CARDS,
    DECK,
    NOBODY,
    SUIT_LETTERS,
    list_playable,
    names_of,
    read_card,
    winning_place,
)


def cards(text: str) -> list[int]:
    """Numbers of cards by their names."""
    found = [read_card(name) for name in text.split()]
    assert None not in found
    return [card for card in found if card is not None]


def test_every_card_is_read_as_it_is_written() -> None:
    assert len(set(CARDS)) == DECK
    assert [read_card(name) for name in CARDS] == list(range(DECK))
    assert names_of(cards("2C AC 2D 10H AS")) == ["2C", "AC", "2D", "10H", "AS"]


@pytest.mark.parametrize("text", ["10h", "TH", "th", "10♥", "t♥", " 10H "])
def test_people_may_write_a_card_in_other_ways(text: str) -> None:
    assert read_card(text) == CARDS.index("10H")


@pytest.mark.parametrize("text", ["", "H", "1H", "11H", "10", "10X", "10HH", "110H", "10H 9H"])
def test_what_is_no_card_is_not_read(text: str) -> None:
    assert read_card(text) is None


@pytest.mark.parametrize(
    ("held", "led", "playable"),
    [
        ("2C AC 5H", "C", "2C AC"),
        ("2C AC 5H", "H", "5H"),
        ("2C AC 5H", "S", "2C AC 5H"),
        ("2C AC 5H", "", "2C AC 5H"),
        ("AS", "D", "AS"),
    ],
)
def test_the_suit_that_was_led_is_followed(held: str, led: str, playable: str) -> None:
    where = np.full(DECK, 1, dtype=np.int8)
    where[cards(held)] = 2
    mask, actions = np.zeros(DECK, dtype=np.bool_), np.zeros(DECK, dtype=np.int16)
    count = list_playable(where, 2, SUIT_LETTERS.index(led) if led else NOBODY, mask, actions)
    assert names_of(actions[:count]) == names_of(mask.nonzero()[0]) == playable.split()


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("5H 9H 2H", "", "9H"),
        ("5H AS AD", "", "5H"),
        ("5H 2S AH", "S", "2S"),
        ("5H 2S 3S AH", "S", "3S"),
        ("5S 2S AH", "S", "5S"),
        ("5H 2S AH", "D", "AH"),
        ("10H 9H JH QH", "C", "QH"),
        ("2C", "C", "2C"),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_card_of_the_suit_that_was_led(
    trick: str, trump: str, winner: str
) -> None:
    laid = np.array([*cards("AS AH"), *cards(trick)], dtype=np.int8)
    suit = SUIT_LETTERS.index(trump) if trump else NOBODY
    place = winning_place(laid, 2, len(laid) - 2, suit)
    assert trick.split()[place] == winner
    assert winning_place(laid, 2, 0, suit) == NOBODY
