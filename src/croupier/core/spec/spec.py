"""Definition of a game: one `GameSpec` with its record type, its kernels and its words.

A position has two forms. Rules use its record: kernels take one record, `GameView` and `GameNotation` an array
with one row. Words take a `Position`, which has views of seats and no record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from croupier.core.base.english import say
from croupier.core.base.errors import ConfigError
from croupier.core.base.types import (
    ActionList,
    BotParams,
    Codes,
    Features,
    Generators,
    Mask,
    Probabilities,
    Record,
    Records,
    SeatValues,
    Weights,
)
from croupier.core.spec.evaluation import Evaluation
from croupier.core.spec.exact import ExactPlay, ExactSolver
from croupier.core.spec.options import Block, Facts, Option, Options, Phase
from croupier.core.spec.pictures import Page, Pictures
from croupier.core.spec.position import EndedRound, GameShape, Position, SeatView, WonTrick
from croupier.core.spec.prompts import GamePrompts, Names, SpokenWords
from croupier.core.spec.search import Search, default_search
from croupier.core.spec.teaching import FaceWords, Lesson, Tricks
from croupier.core.spec.training import Training

Ask = Callable[[], str]
"""Reads one line from a person; raises EOFError if no more lines come."""
Tell = Callable[[str], None]
"""Prints one line."""


@dataclass(frozen=True)
class ClassicAgent:
    """An agent at a classic terminal.

    Attributes:
        name: the agent's name.
        choose: ``choose(records, ply)``: its action in a position, a one-row array of records, after this many
            decisions of all seats.
        watch: ``watch(records, action)``: called before every decision of every seat is played; may be None.
    """

    name: str
    choose: Callable[[Records, int], int]
    watch: Callable[[Records, int], None] | None = None


Play = Callable[[Ask, Tell, Mapping[int, ClassicAgent]], None]
"""``play(ask, tell, agents)`` plays a game to its end and asks for seats without an agent. Raises EOFError if no
more lines come, and IllegalAction, with the agent's name, if an agent's choice is not legal."""


@dataclass(frozen=True, kw_only=True)
class ClassicTerminal:
    """The terminal that a game's source prescribes.

    Attributes:
        players: the source's names of the seats.
        check: ``check(options, dealt)``: raises ConfigError if the source has no game with these options, dealt or
            set up from a position.
        begin: ``begin(options, records, seed)``: a game that goes on from a position, a one-row array of records,
            or a new game if it is None. The seed is for all shuffles. Raises PositionError if the position cannot
            be played on.
    """

    players: tuple[str, ...]
    check: Callable[[Options, bool], None]
    begin: Callable[[Options, Records | None, int], Play]


CHANCE = -1
"""`player` of a record in which a chance event is due."""
TERMINAL = -4
"""`player` of a record whose game is over (OpenSpiel's number)."""

Kernel = Callable[..., Any]  # a compiled function of any arguments; the spec's fields name theirs
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]


Schema = dict[str, Any]
"""A JSON Schema (draft 2020-12) as plain data."""


class GameView(Protocol):
    """What may be seen of a game's table: a module ``view.py`` with this function and this constant.

    Everything that is shown of a game is made from it, so anything it leaves out stays hidden.
    """

    SCHEMA: Schema
    """Schema of the value of `view`; every property has a ``description``."""

    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        """The table as plain data: dicts with str keys, lists, str, int, float, bool and None.

        Args:
            records: the position, one row; a chance event may be due in it.
            seat: the seat; None is a spectator, who sees only what every seat may see.
        """
        ...


class GameNotation(Protocol):
    """A record as text, including everything hidden: a module ``notation.py`` with these functions.

    Records are an array with one row.
    """

    def format_position(self, records: Records) -> dict[str, str]:
        """Fields of the one-line text, without options."""
        ...

    def parse_position(self, records: Records, fields: Mapping[str, str]) -> None:
        """Fill a new record from these fields; raises PositionError naming field and rule."""
        ...

    def validate(self, records: Records) -> None:
        """Raise PositionError unless the record is a possible position."""
        ...


class GameText(Protocol):
    """Actions and tables as text, for people and language models: a module ``text.py`` with these functions."""

    def action_to_string(self, position: Position, action: int) -> str:
        """Short text of an action of the player to move, like ``[roll]``."""
        ...

    def string_to_action(self, position: Position, text: str) -> int:
        """Read an action; raises ValueError with what is wrong with the text."""
        ...

    def observation_string(self, view: SeatView) -> str:
        """The observation of a seat for a person, made only from its view."""
        ...


@dataclass(frozen=True)
class Bot:
    """A compiled player: a kernel with its parameters.

    Attributes:
        kernel: ``choose(s, mask, params, rng, i) -> action``. It must not use what is hidden from the seat to
            move; the re-deal test checks it.
        params: an array passed to the kernel unchanged.
        exact_play: what an exact solver may assume about it; None if too little is known. A bot that draws random
            numbers has none.
        heavy: whether one decision takes seconds without compiled code, so that the first one waits for the
            compiler.
        weights: file of `params`; None without one.
    """

    kernel: Callable[[Record, Mask, BotParams, Generators, int], int]
    params: BotParams = field(default_factory=lambda: np.zeros(1))
    exact_play: ExactPlay | None = None
    heavy: bool = False
    weights: Path | None = None


BotMaker = Callable[[str, Options], Bot]
"""Makes a bot from the text after the colon (empty if none) and the game's options; raises ConfigError."""


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


def lone_bot(game: str, choose: Kernel, words: str) -> dict[str, BotEntry]:
    """The bots of a game with a single one, ``bot``, without arguments and without random numbers."""

    def make(argument: str, options: Options) -> Bot:
        del options
        if argument:
            raise ConfigError(say("bot.lone", game=game, argument=argument))
        return Bot(choose, exact_play=ExactPlay(horizon=1))

    return {"bot": BotEntry(make, words, "bot")}


def _any_options(options: Options) -> None:
    """Accept every combination of valid options."""
    del options


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules:
    """The rules of a game: its record type and its kernels (the contract is in docs/architecture.md).

    Kernels take a record by reference (``records[i]``), write to their first argument or their `out` arguments,
    and return nothing or a scalar. They check nothing: `State` and `Batch` do.

    Attributes:
        state: dtype of the record, with at least ``player``, ``phase`` and ``players``.
        setup: ``setup(s, codes)``: an empty table, before any chance event.
        legal: ``legal(s, mask, actions) -> count``: the mask of the player to move and the list of its actions.
        play: ``play(s, action)``: apply a legal action.
        chance: ``chance(s, rng, i)``: resolve the chance event that is due.
        observe: ``observe(s, seat, out)``: the observation of a seat.
        redeal: ``redeal(s, seat, rng, i)``: determinization: sample a full deal consistent with what this seat
            knows. The same knowledge and generator give the same deal.
        returns: ``returns(s, out)``: final utilities.
        points: ``points(s, out)``: the score in the game's own points.
        outcomes: ``outcomes(s, probs) -> count``: probabilities of a chance event's outcomes; only if these are
            few.
        play_outcome: ``play_outcome(s, outcome)``: apply one of them.
        max_outcomes: most outcomes of a chance event, 0 if they are not listed.
        shape: ``shape(before, action, after, weights, out)``: training rewards of one decision.
        shape_weights: names of its weights with their defaults.
        layout: fields that only say where in the record a card is stored. Records that differ only in them are one
            position with one text.
    """

    state: np.dtype[np.void]
    setup: Callable[[Record, Codes], None]
    legal: Callable[[Record, Mask, ActionList], int]
    play: Callable[[Record, int], None]
    chance: Callable[[Record, Generators, int], None]
    observe: Callable[[Record, int, Features], None]
    redeal: Callable[[Record, int, Generators, int], None]
    returns: Callable[[Record, SeatValues], None]
    points: Callable[[Record, SeatValues], None]
    outcomes: Callable[[Record, Probabilities], int] | None = None
    play_outcome: Callable[[Record, int], None] | None = None
    max_outcomes: int = 0
    shape: Callable[[Record, int, Record, Weights, SeatValues], None] | None = None
    shape_weights: Mapping[str, float] = field(default_factory=dict)
    layout: tuple[str, ...] = ()

    @classmethod
    def of(cls, module: ModuleType, **others: Any) -> Rules:
        """The rules in a module, under the names of the fields, with the record's type as ``STATE``.

        Args:
            **others: fields from elsewhere or under other names.
        """
        called = {"state": "STATE"} | {field.name: field.name for field in fields(cls)[1:]}
        found = {name: getattr(module, there) for name, there in called.items() if hasattr(module, there)}
        return cls(**found | others)

    def __post_init__(self) -> None:
        missing = [name for name in ("player", "phase", "players") if name not in (self.state.names or ())]
        if missing:
            raise ValueError(f"the record lacks {', '.join(missing)}")
        used = sum(field[0].itemsize for field in (self.state.fields or {}).values())
        if used != self.state.itemsize:
            # NumPy leaves padding bytes unwritten, and equal states must be equal bytes.
            raise ValueError(f"the record has {self.state.itemsize - used} bytes of padding; fill it")
        if (self.outcomes is None) != (self.play_outcome is None) or (self.outcomes is None) != (
            self.max_outcomes == 0
        ):
            raise ValueError("outcomes, play_outcome and max_outcomes go together: give all of them or none")

    @property
    def truncates(self) -> bool:
        """Whether a limit can cut games short; then the record has a field ``truncated``."""
        return "truncated" in (self.state.names or ())


@dataclass(frozen=True, kw_only=True)
class Spaces:
    """Seats, actions and observation as functions of the options: the shapes for networks and adapters.

    Attributes:
        num_players: number of seats.
        phases: the phases, each with its slice of the flat action space.
        blocks: the blocks of the flat observation.
        observation_version: changes with the observation's layout or meaning.
    """

    num_players: Callable[[Options], int]
    phases: Callable[[Options], tuple[Phase, ...]]
    blocks: Callable[[Options], tuple[Block, ...]]
    observation_version: int = 1


@dataclass(frozen=True, kw_only=True)
class Words:
    """A game in words; the functions take a `Position`.

    Attributes:
        text: the functions of `GameText`.
        prompts: the functions of `GamePrompts`, if the game has a text environment.
        how_to_play: ``how_to_play(game)``: the rules for people at a table in the browser. Each paragraph and
            point (``- ``) is a line.
        round_score: ``round_score(before, action, after)``: the scores of the round that a decision has ended, see
            `ended_round`. Only for games scored by rounds.
        won_trick: ``won_trick(before, action)``: the trick that a decision finishes; None if it finishes none, or
            nobody wins it. The best one is shown at the end of a game. Only for games with tricks.
        disguise: relabelled names of the game and its cards; see `croupier.core.spec.prompts.Names`.
        explain: ``explain(game)``: what each card or face of a die does under these options.
        tricks: why a finished trick was won; only for games with tricks.
        rules_by_number: ``rules_by_number()``: each rule by its number (``SK-5``).
        asks: ``asks(view)``: short question shown instead of *Your turn* (no full stop), for example when several
            cards are chosen; None keeps *Your turn*.
        labels: names for people of the parts of a view, and of its values that are words, like suits. A part
            without one shows its own name, like *Last trick*.
        spoken: reads actions in other words than their spelling. Without it such replies are rejected. See
            `croupier.core.spec.prompts`.
    """

    text: GameText
    prompts: GamePrompts | None = None
    how_to_play: Callable[[GameShape], str] | None = None
    round_score: Callable[[Position, int, Position], EndedRound | None] | None = None
    won_trick: Callable[[Position, int], WonTrick | None] | None = None
    disguise: tuple[Names, ...] = ()
    explain: Callable[[GameShape], FaceWords] | None = None
    tricks: Tricks | None = None
    rules_by_number: Callable[[], Mapping[str, str]] | None = None
    asks: Callable[[SeatView], str | None] | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    spoken: Callable[[], SpokenWords] | None = None

    def ended_round(self, before: Position, action: int, after: Position) -> EndedRound | None:
        """Scores of the round that a decision has ended; None if no round ended, or the game has none.

        `after` is the position at the next decision, or the end.
        """
        return None if self.round_score is None else self.round_score(before, action, after)


@dataclass(frozen=True)
class Claims:
    """How to check a seat's claim of all remaining tricks of a round, and how to play them out.

    Attributes:
        left: ``left(record)``: number of decisions left in the round; 0 if the seat to move may not claim.
        proven: ``proven(record, seat)``: whether the seat to move wins all of them in every deal that is possible
            for it, whatever the others play. It uses only what that seat knows, as `check_game` checks.
        hand: ``hand(record, seat)``: names of the seat's cards.
        next: ``next(record, seat, legal)``: the next action, after the seat has claimed the rest.
    """

    left: Callable[[Record], int]
    proven: Callable[[Record, int], bool]
    hand: Callable[[Record, int], list[str]]
    next: Callable[[Record, int, Sequence[int]], int]


@dataclass(frozen=True, kw_only=True, eq=False)
class GameSpec:
    """A game: its names, options, rules, words, facts, players and optional parts.

    The last nine attributes are optional parts: functions that import a part only when it is needed.

    Attributes:
        name: name in the registry.
        title: name for people.
        summary: one sentence.
        version: changes if the same seed and actions no longer give the same game.
        options: the declared options.
        spaces: seats, phases and the observation's blocks under some options.
        rules: the record type and the kernels.
        view: what may be seen of the table, as data: the functions of `GameView`.
        notation: records as text, read back and checked: the functions of `GameNotation`.
        words: actions, tables and prompts in words.
        facts: facts for adapters and searches under some options; `check_game` checks them.
        bots: named compiled players.
        check_options: raises ConfigError if options that are each valid do not go together.
        variants: named option sets, like ``PigDice-v0-short``.
        table: options of tables in the browser and of `croupier play` if nobody chose others.
        policies: folder of its trained policies, see `croupier.agents.shipped`.
        decisions: folder of its sets of decisions, see `croupier.measure`.
        strengths: file of its agents' measured strengths, see `croupier.core.spec.evaluation`.
        languages: folder of its translations, see `croupier.core.languages.reading`.
        page: draws its table in the browser; None to draw it from view, text and pictures.
        training: its part for training.
        evaluation: how its players are evaluated.
        exact: its exact solver.
        search: where rollouts stop, their gain, and how to read history; None for `default_search`.
        score_sheet: ``score_sheet(text)``: a sheet of a game with real cards or dice, as JSON, with all points
            added. Raises ConfigError if it is not a sheet, or has an impossible round.
        classic: the terminal that its source prescribes.
        pictures: pictures of its cards or dice, and of a table.
        lesson: its guided first round.
        claims: claims of all remaining tricks.
    """

    name: str
    title: str
    summary: str
    version: int
    options: tuple[Option, ...]
    spaces: Spaces
    rules: Rules
    view: GameView
    notation: GameNotation
    words: Words
    facts: Callable[[Options], Facts]
    bots: Mapping[str, BotEntry] = field(default_factory=dict)
    check_options: Callable[[Options], None] = _any_options
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    table: Mapping[str, Any] = field(default_factory=dict)
    policies: Path | None = None
    decisions: Path | None = None
    strengths: Path | None = None
    languages: Path | None = None
    page: Page | None = None
    training: Callable[[], Training] | None = None
    evaluation: Callable[[], Evaluation] | None = None
    exact: Callable[[], ExactSolver] | None = None
    search: Callable[[], Search] | None = None
    score_sheet: Callable[[str], dict[str, Any]] | None = None
    classic: Callable[[], ClassicTerminal] | None = None
    pictures: Callable[[], Pictures] | None = None
    lesson: Callable[[], Lesson] | None = None
    claims: Callable[[], Claims] | None = None

    @property
    def search_part(self) -> Search:
        """Its search part, or else `default_search`."""
        return default_search(self.rules.returns) if self.search is None else self.search()


def phase_names(phases: Sequence[Phase]) -> dict[int, str]:
    """Names of phases by their value."""
    return {phase.value: phase.name for phase in phases}
