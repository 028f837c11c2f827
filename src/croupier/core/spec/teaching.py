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
"""Parts of a table that a lesson can point to; ``card`` is followed by a name, like ``card:rosie``."""
PLACES: frozenset[str] = frozenset(get_args(Place))


@dataclass(frozen=True)
class Rank:
    """A step in the order of cards.

    Attributes:
        faces: the cards of this step, named as in views.
        words: what they are, and which cards they beat.
    """

    faces: tuple[str, ...]
    words: str


@dataclass(frozen=True)
class FaceWords:
    """What the cards or the faces of a die do.

    Attributes:
        faces: a text for each name in views, which does not repeat the name.
        order: which cards beat which, the highest first; empty in games where cards do not beat each other.
    """

    faces: Mapping[str, str]
    order: tuple[Rank, ...] = ()


class Laid(TypedDict):
    """A card on the table and the seat that played it."""

    seat: int
    card: str


@dataclass(frozen=True)
class TrickReason:
    """Why a trick was won.

    Attributes:
        winner: the seat that won it; None for nobody.
        rule: id of the rule that decided.
        words: one sentence with the winner and the reason.
    """

    winner: int | None
    rule: str
    words: str


@dataclass(frozen=True)
class Tricks:
    """Explanations of tricks.

    Attributes:
        last: the last finished trick of a table, in the order of play; None before the first.
        why: why a finished trick was won; raises `PositionError` for an impossible trick.
    """

    last: Callable[[TableView], Sequence[Laid] | None]
    why: Callable[[GameShape, Sequence[Laid]], TrickReason]


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """One step of a lesson: a text, and what the learner is asked to do.

    Attributes:
        says: the text.
        look: the part of the table that it is about; empty for none. See `Place`.
        asks: what the learner should do, as actions are typed; empty for a step that is only read.
        unless: the answer to another legal action.
        then: actions of the others after that, up to the next step.
    """

    says: str
    look: str = ""
    asks: str = ""
    unless: str = ""
    then: tuple[str, ...] = ()

    @classmethod
    def of_card(cls, says: str, unless: str, asks: str, *then: str) -> LessonStep:
        """Ask for the card that an action ends with, and point to it."""
        return cls.asking(says, unless, f"card:{asks.strip('[]').split()[-1]}", asks, *then)

    @classmethod
    def asking(cls, says: str, unless: str, look: str, asks: str, *then: str) -> LessonStep:
        """Ask for an action, and point to a part of the table."""
        return cls(says=says, look=look, asks=asks, unless=unless, then=then)


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A guided first round: a game from some position on, with fixed moves.

    Attributes:
        title: its title.
        minutes: about how long it takes.
        start: the first position, in its one-line text form, options included.
        seed: seed of later chance events.
        seat: the learner's seat.
        names: of the players, by seat; the learner's is not shown.
        steps: the steps, in order.
    """

    title: str
    minutes: int
    start: str
    seed: int = 0
    seat: int = 0
    names: tuple[str, ...]
    steps: tuple[LessonStep, ...]
