"""Teaching: what each card does, why a trick was won, and a guided first round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict, get_args

from croupier.core.spec.position import GameShape, TableView

Place = Literal[
    "hand", "card", "trick", "seats", "question", "score", "goal", "discards", "piles", "other", "die", "total",
    "roll", "hold",
]  # fmt: skip
"""Parts of a table that a lesson can point to; ``card`` is followed by which, like ``card:rosie``."""
PLACES: frozenset[str] = frozenset(get_args(Place))


@dataclass(frozen=True)
class Rank:
    """A step in the order of who beats whom.

    Attributes:
        faces: what stands on it, named as in views.
        words: what it is, and whom it beats.
    """

    faces: tuple[str, ...]
    words: str


@dataclass(frozen=True)
class FaceWords:
    """What the cards or the faces of a die do.

    Attributes:
        faces: a text for each that a view may name, without its name.
        order: who beats whom, the highest first; empty in games where cards do not beat each other.
    """

    faces: Mapping[str, str]
    order: tuple[Rank, ...] = ()


class Laid(TypedDict):
    """A card on the table: who played it, and which it is."""

    seat: int
    card: str


@dataclass(frozen=True)
class TrickReason:
    """Why a trick went as it did.

    Attributes:
        winner: the seat that won it; None for nobody.
        rule: id of the rule that decided.
        words: one sentence that names the winner, and why.
    """

    winner: int | None
    rule: str
    words: str


@dataclass(frozen=True)
class Tricks:
    """What a game with tricks says of them.

    Attributes:
        last: the last finished trick of a table, in the order of play; None before the first.
        why: why a finished trick went as it did; raises `PositionError` for a trick that cannot be.
    """

    last: Callable[[TableView], Sequence[Laid] | None]
    why: Callable[[GameShape, Sequence[Laid]], TrickReason]


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """Something that a lesson says, and what the learner is asked then.

    Attributes:
        says: the text.
        look: the part of the table that it is about; empty for none. See `Place`.
        asks: what the learner should do, as actions are typed; empty where it is only read.
        unless: what is said to a learner who does something else that is legal.
        then: what the others play after that, up to the next step.
    """

    says: str
    look: str = ""
    asks: str = ""
    unless: str = ""
    then: tuple[str, ...] = ()

    @classmethod
    def of_card(cls, says: str, unless: str, asks: str, *then: str) -> LessonStep:
        """Ask for the card that an action ends with, and look at it."""
        return cls.asking(says, unless, f"card:{asks.strip('[]').split()[-1]}", asks, *then)

    @classmethod
    def asking(cls, says: str, unless: str, look: str, asks: str, *then: str) -> LessonStep:
        """Ask for an action, and look at a part of the table."""
        return cls(says=says, look=look, asks=asks, unless=unless, then=then)


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A guided first round: a game from some position on, whose moves are settled.

    Attributes:
        title: what it is called.
        minutes: about how long it takes.
        start: the position that it begins at, in its one-line text form, options included.
        seed: seed of the random events after that.
        seat: the learner's.
        names: of the players, by seat; the learner's is not shown.
        steps: what is said and asked, in order.
    """

    title: str
    minutes: int
    start: str
    seed: int = 0
    seat: int = 0
    names: tuple[str, ...]
    steps: tuple[LessonStep, ...]
