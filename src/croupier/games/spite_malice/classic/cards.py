"""Card, PlayStack, Hand and shuffle: Tasks 1 to 4 of the Mini Spite and Malice programming assignment.

`classic` is their public face, where `Game`, the fifth task, joins them. Nothing here is fast: it is meant to be
read beside the rules, whose ids (SM-1 to SM-15) stand where the rules are kept.

What the assignment leaves open is marked (D) where it is decided.
"""

# The assignment names its methods in camelCase, so N802 and N803 do not apply. It also asks for a plain
# `Exception`, told apart from AssertionError, so TRY002 does not either.
# ruff: noqa: N802, N803, TRY002

import random
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeGuard

FACES = "0123456789*"  # a face stands at the index of its value: the joker's -1 is the last
JOKER = -1
HAND_SIZE = 5
RIGHTMOST = object()  # stands for the position that Hand.pop was not given


class RandomSource(Protocol):
    """What `shuffle` needs: the random module has it, and so has a random.Random."""

    def randrange(self, start: int, /) -> int:
        """An int from 0 to start - 1."""
        ...


def isInteger(thing: object) -> TypeGuard[int]:
    """Whether this is an int and not a bool in disguise."""
    return isinstance(thing, int) and not isinstance(thing, bool)


def checkValue(value: object) -> None:
    """Raise an AssertionError unless this is the value of a card, -1 to 9."""
    if not isInteger(value) or not JOKER <= value <= 9:
        raise AssertionError(f"Error: The value of a card is an int from -1 to 9, not {value!r}")


class Card:
    """A card: its face stays, and only a joker's value can change.

    Raises:
        AssertionError: The value is not an int from -1 (a joker) to 9.
    """

    def __init__(self, value: int) -> None:
        checkValue(value)
        self.__face = FACES[value]
        self.__value = value

    def assign(self, value: int) -> None:
        """Give a joker a value; -1 makes it wild again.

        Raises:
            AssertionError: The value is not an int from -1 to 9.
            Exception: The card is not a joker.
        """
        checkValue(value)
        if self.__face != "*":
            raise Exception(f"Error: Only a joker can be given a value, not {self}")
        self.__value = value

    def getValue(self) -> int:
        """The value; -1 for a joker that has none yet."""
        return self.__value

    def getFace(self) -> str:
        """The face, "0" to "9" or "*"."""
        return self.__face

    def __str__(self) -> str:
        return f"[{self.__face}]"

    def __repr__(self) -> str:
        return f"{self}.{self.__value}"


class PlayStack:
    """A stack built upwards from 0; the 9 empties it. The end of the list is the top, so a push is O(1)."""

    def __init__(self) -> None:
        self.__cards: list[Card] = []

    def peekValue(self) -> int:
        """The value of the top card; an Exception if there is none."""
        return self.__top().getValue()

    def peekFace(self) -> str:
        """The face of the top card; an Exception if there is none."""
        return self.__top().getFace()

    def __top(self) -> Card:
        if not self.__cards:
            raise Exception("Error: No cards in the playing stack")
        return self.__cards[-1]

    def playCard(self, card: Card) -> list[str]:
        """Push a card that continues the stack (SM-6).

        (D) A joker without a value takes the one needed, as "takes on the appropriate value" says.
        (D) A 9 that empties the stack also makes its jokers wild again, whoever may still hold them.

        Returns:
            The faces from the bottom up when the 9 empties the stack (SM-7), otherwise an empty list.

        Raises:
            Exception: The card is rejected; it and the stack stay as they were.
        """
        needed = self.peekValue() + 1 if self.__cards else 0
        if not isinstance(card, Card) or card.getValue() not in (needed, JOKER):
            raise Exception("Error: Card rejected")
        if card.getValue() == JOKER:
            card.assign(needed)
        self.__cards.append(card)
        return self.__clear() if needed == 9 else []

    def __clear(self) -> list[str]:
        faces = self.faces()
        for card in self.__cards:
            if card.getFace() == "*":
                card.assign(JOKER)
        self.__cards.clear()
        return faces

    def faces(self) -> list[str]:
        """The faces from the bottom up. (D) Beyond the assignment: a game has to see its stacks."""
        return [card.getFace() for card in self.__cards]

    def __str__(self) -> str:
        return f"|{''.join(map(str, self.__cards))}|"


class Hand:
    """Up to five cards."""

    def __init__(self) -> None:
        self.__hand: list[Card] = []

    def sort(self) -> None:
        """Put the cards in ascending order of value, jokers first."""
        self.__hand.sort(key=Card.getValue)

    def pop(self, i: object = RIGHTMOST) -> Card:
        """Remove and return the card at position i, counted from 0, or the rightmost one.

        Raises:
            AssertionError: i is given and is not the int of a position in the hand.
            Exception: i is not given and the hand is empty.
        """
        if i is RIGHTMOST:
            if not self.__hand:
                raise Exception("Error: No cards in the hand")
            return self.__hand.pop()
        if not isInteger(i) or not 0 <= i < self.size():
            raise AssertionError(f"Error: No position {i!r} in a hand of {self.size()}")
        return self.__hand.pop(i)

    def index(self, v: int) -> int:
        """The position of the first card of value v, or -1; an AssertionError if v is no card's value."""
        checkValue(v)
        return next((i for i, card in enumerate(self.__hand) if card.getValue() == v), -1)

    def check0(self) -> int:
        """The position of the first card of value 0, or -1. (D) A joker that was given 0 counts as one."""
        return self.index(0)

    def size(self) -> int:
        """How many cards there are."""
        return len(self.__hand)

    def add(self, cardList: Iterable[Card]) -> None:
        """Add all these cards on the right, or none of them.

        Raises:
            Exception: The hand would hold more than five. (D) Also for anything that is not a Card.
        """
        cards = list(cardList)
        if not all(isinstance(card, Card) for card in cards):
            raise Exception("Error: A hand holds only cards")
        if self.size() + len(cards) > HAND_SIZE:
            raise Exception(f"Error: {self.size()} + {len(cards)} cards are more than the {HAND_SIZE} of a hand")
        self.__hand.extend(cards)

    def values(self) -> list[int]:
        """The values from the left. (D) Beyond the assignment: a game has to see its hands."""
        return [card.getValue() for card in self.__hand]

    def __str__(self) -> str:
        return f"[{''.join(map(str, self.__hand))}]"


def shuffle(cards: Sequence[Card], rng: RandomSource = random) -> list[Card]:
    """The same cards in a new list: draw an index, move that card over, and so on until none is left."""
    rest = list(cards)
    result = []
    while rest:
        result.append(rest.pop(rng.randrange(len(rest))))
    return result
