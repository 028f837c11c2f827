"""Definition of a game: one `GameSpec` with its record type, its kernels and its text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from croupier.core import types
from croupier.core.options import Option, Options
from croupier.core.phases import Block, Phase
from croupier.core.prompts import GamePrompts
from croupier.core.types import (
    ActionList,
    BotParams,
    Codes,
    Features,
    Generators,
    Mask,
    Probabilities,
    Record,
    SeatValues,
    Weights,
)

CHANCE = -1
"""`player` of a record in which a random event is due."""
TERMINAL = -4
"""`player` of a record whose game is over (OpenSpiel's number)."""

Kernel = Callable[..., Any]  # a compiled function of any arguments; the spec's fields name theirs
Records = types.Records
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]


class GameText(Protocol):
    """How people and language models read and write a game: a module ``text.py`` with these functions.

    Every function takes a one-row array of records, as the kernels do.
    """

    def action_to_string(self, records: Records, action: int) -> str:
        """Short text of an action in this position, like ``[roll]``."""
        ...

    def string_to_action(self, records: Records, text: str) -> int:
        """Read an action; raises ValueError saying what is wrong with the text."""
        ...

    def observation_string(self, records: Records, seat: int) -> str:
        """All that this seat may know, for a person; never more."""
        ...

    def format_position(self, records: Records) -> dict[str, str]:
        """Fields of the one-line text form, options apart."""
        ...

    def parse_position(self, records: Records, fields: Mapping[str, str]) -> None:
        """Fill a fresh record from those fields; raises PositionError naming field and rule."""
        ...

    def validate(self, records: Records) -> None:
        """Raise PositionError unless the record is a possible position."""
        ...


@dataclass(frozen=True)
class Bot:
    """A compiled player: a kernel with its parameters.

    Attributes:
        kernel: ``choose(s, mask, params, rng, i) -> action``. It must not look at what the seat to move cannot
            know; the re-deal test checks it.
        params: an array given to the kernel unchanged.
    """

    kernel: Callable[[Record, Mask, BotParams, Generators, int], int]
    params: BotParams = field(default_factory=lambda: np.zeros(1))


BotMaker = Callable[[str, Options], Bot]
"""Makes a bot from the text behind the colon (empty if none) and the game's options; raises ConfigError."""


@dataclass(frozen=True)
class BotEntry:
    """A named compiled player of a game.

    Attributes:
        make: builds it.
        help: one sentence.
        example: a name as it is typed, like ``bot:hold-20``.
    """

    make: BotMaker
    help: str
    example: str


class Measures(Protocol):
    """What a game counts of one seat at each of many tables, beside wins and points, for `croupier evaluate`."""

    def add(
        self,
        tables: npt.NDArray[np.int64],
        seats: npt.NDArray[np.int64],
        before: Records,
        actions: npt.NDArray[np.int64],
        after: Records,
    ) -> None:
        """Count one decision at each of some tables, shape (K,) each: whoever made it, seen from `seats`."""
        ...

    def result(self) -> dict[str, Any]:
        """All that was counted, as plain data for JSON."""
        ...


def _any_options(options: Options) -> None:
    """Every combination of valid options goes together."""
    del options


@dataclass(frozen=True, kw_only=True, eq=False)
class GameSpec:
    """A game: its record and kernels (the contract is in docs/architecture.md), names and text.

    Kernels get a record by reference (``records[i]``), write their first argument or their `out` arguments, and
    return nothing or a scalar. They do not check: `State` and `Batch` do.

    Attributes:
        name: name in the registry.
        title: name for people.
        summary: one sentence.
        version: changes when the same seed and actions no longer give the same game.
        observation_version: changes when the observation's layout or meaning does.
        state: dtype of the record; has at least ``player``, ``phase`` and ``players``.
        options: the declared options.
        num_players: number of seats under some options.
        phases: the phases under some options.
        blocks: the blocks of the observation under some options.
        setup: ``setup(s, codes)``: an empty table, before any chance event.
        legal: ``legal(s, mask, actions) -> count``: the mask of the player to move and the list of its actions.
        play: ``play(s, action)``.
        chance: ``chance(s, rng, i)``: resolve the random event that is due.
        observe: ``observe(s, seat, out)``.
        redeal: ``redeal(s, seat, rng, i)``: determinization: sample a full deal consistent with what this seat
            knows.
        returns: ``returns(s, out)``: final utilities.
        points: ``points(s, out)``: the score in the game's own points.
        text: the functions of `GameText`.
        bots: named compiled players.
        outcomes: ``outcomes(s, probs) -> count``, only where chance has few outcomes.
        play_outcome: ``play_outcome(s, outcome)``, likewise.
        max_outcomes: most outcomes that a chance event has, 0 where they are not listed.
        shape: ``shape(before, action, after, weights, out)``: training rewards of one decision.
        shape_weights: names of its weights with their defaults.
        check_options: raises ConfigError where options that are each valid do not go together.
        variants: named option sets, like ``PigDice-v0-short``.
        measures: makes a `Measures` for so many tables, where the game has some.
        prompts: the functions of `GamePrompts`, where it has a text environment.
        layout: fields that only say where in the record a card is kept: records that differ in nothing else are
            one position, and its text tells nothing of them.
    """

    name: str
    title: str
    summary: str
    version: int
    observation_version: int
    state: np.dtype[np.void]
    options: tuple[Option, ...]
    num_players: Callable[[Options], int]
    phases: Callable[[Options], tuple[Phase, ...]]
    blocks: Callable[[Options], tuple[Block, ...]]
    setup: Callable[[Record, Codes], None]
    legal: Callable[[Record, Mask, ActionList], int]
    play: Callable[[Record, int], None]
    chance: Callable[[Record, Generators, int], None]
    observe: Callable[[Record, int, Features], None]
    redeal: Callable[[Record, int, Generators, int], None]
    returns: Callable[[Record, SeatValues], None]
    points: Callable[[Record, SeatValues], None]
    text: GameText
    bots: Mapping[str, BotEntry]
    outcomes: Callable[[Record, Probabilities], int] | None = None
    play_outcome: Callable[[Record, int], None] | None = None
    max_outcomes: int = 0
    shape: Callable[[Record, int, Record, Weights, SeatValues], None] | None = None
    shape_weights: Mapping[str, float] = field(default_factory=dict)
    check_options: Callable[[Options], None] = _any_options
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    measures: Callable[[int], Measures] | None = None
    prompts: GamePrompts[Any] | None = None  # of a State, which stands on the spec
    layout: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        missing = [name for name in ("player", "phase", "players") if name not in (self.state.names or ())]
        if missing:
            raise ValueError(f"the record of {self.name} lacks {', '.join(missing)}")
        used = sum(field[0].itemsize for field in (self.state.fields or {}).values())
        if used != self.state.itemsize:
            # NumPy leaves padding bytes unwritten, and equal states must be equal bytes.
            raise ValueError(
                f"the record of {self.name} has {self.state.itemsize - used} bytes of padding; fill it"
            )

    @property
    def truncates(self) -> bool:
        """Whether its games can be cut short by a limit; then the record has a field ``truncated``."""
        return "truncated" in (self.state.names or ())


def phase_names(phases: Sequence[Phase]) -> dict[int, str]:
    """Names of phases by their value."""
    return {phase.value: phase.name for phase in phases}
