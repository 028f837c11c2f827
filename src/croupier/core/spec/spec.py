"""Definition of a game: one `GameSpec` with its record type, its kernels and its words.

A game at some moment has two forms. Whatever keeps the rules takes its record: kernels one of them, `GameView` and
`GameNotation` an array with one row. Words take a `Position`, which has views of seats and no record.
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
"""Gives one line that a person types; raises EOFError where no more lines come."""
Tell = Callable[[str], None]
"""Shows one line."""


@dataclass(frozen=True)
class ClassicAgent:
    """An agent at a classic terminal.

    Attributes:
        name: the agent's name.
        choose: ``choose(records, ply)``: the action that it plays in a position, a one-row array of records, in
            which this many decisions were made before, by all seats.
        watch: ``watch(records, action)``: told of every decision, of all seats, before it is played; None where
            nobody wants to know.
    """

    name: str
    choose: Callable[[Records, int], int]
    watch: Callable[[Records, int], None] | None = None


Play = Callable[[Ask, Tell, Mapping[int, ClassicAgent]], None]
"""``play(ask, tell, agents)`` plays a game to its end; seats without an agent are asked. Raises EOFError where
no more lines come, and IllegalAction, with the agent's name, where one chose what is not legal."""


@dataclass(frozen=True, kw_only=True)
class ClassicTerminal:
    """The classic terminal of a game.

    Attributes:
        players: what the source calls who sits in each seat.
        check: ``check(options, dealt)``: raises ConfigError where the source knows no game with these options,
            dealt or set up from a position.
        begin: ``begin(options, records, seed)``: a game that goes on from a position, a one-row array of records,
            or one that is dealt where it is None. The seed is that of all shuffles. Raises PositionError where the
            position cannot be played on.
    """

    players: tuple[str, ...]
    check: Callable[[Options, bool], None]
    begin: Callable[[Options, Records | None, int], Play]


CHANCE = -1
"""`player` of a record in which a random event is due."""
TERMINAL = -4
"""`player` of a record whose game is over (OpenSpiel's number)."""

Kernel = Callable[..., Any]  # a compiled function of any arguments; the spec's fields name theirs
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]


Schema = dict[str, Any]
"""A JSON Schema (draft 2020-12) as plain data."""


class GameView(Protocol):
    """What may be seen of a game's table: a module ``view.py`` with this function and this constant.

    All that is shown of a game is made from it, so whatever it leaves out stays hidden.
    """

    SCHEMA: Schema
    """Describes what `view` returns; every property has a ``description``."""

    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        """The table as plain data: dicts with str keys, lists, str, int, float, bool and None.

        Args:
            records: the position, one row; a random event may be due in it.
            seat: who looks; None is a spectator, who knows only what every seat may know.
        """
        ...


class GameNotation(Protocol):
    """How a record is written down, hidden parts included: a module ``notation.py`` with these functions.

    Records are an array with one row.
    """

    def format_position(self, records: Records) -> dict[str, str]:
        """Fields of the one-line text form, options apart."""
        ...

    def parse_position(self, records: Records, fields: Mapping[str, str]) -> None:
        """Fill a fresh record from those fields; raises PositionError naming field and rule."""
        ...

    def validate(self, records: Records) -> None:
        """Raise PositionError unless the record is a possible position."""
        ...


class GameText(Protocol):
    """How people and language models read and write a game: a module ``text.py`` with these functions."""

    def action_to_string(self, position: Position, action: int) -> str:
        """Short text of an action of the player to move, like ``[roll]``."""
        ...

    def string_to_action(self, position: Position, text: str) -> int:
        """Read an action; raises ValueError saying what is wrong with the text."""
        ...

    def observation_string(self, view: SeatView) -> str:
        """All that a seat may know, for a person, from its view alone."""
        ...


@dataclass(frozen=True)
class Bot:
    """A compiled player: a kernel with its parameters.

    Attributes:
        kernel: ``choose(s, mask, params, rng, i) -> action``. It must not look at what the seat to move cannot
            know; the re-deal test checks it.
        params: an array given to the kernel unchanged.
        exact_play: what is known of its choices for exact values; None where too little is. A bot that draws
            random numbers has none.
        heavy: whether one decision takes seconds without compiled code, so that the first waits for the compiler.
        weights: file that `params` were read from; None without one.
    """

    kernel: Callable[[Record, Mask, BotParams, Generators, int], int]
    params: BotParams = field(default_factory=lambda: np.zeros(1))
    exact_play: ExactPlay | None = None
    heavy: bool = False
    weights: Path | None = None


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


def lone_bot(game: str, choose: Kernel, words: str) -> dict[str, BotEntry]:
    """The bots of a game that has one, ``bot``: nothing stands behind a colon, and no random number is drawn.

    Args:
        game: the game's name.
        choose: its kernel.
        words: one sentence.
    """

    def make(argument: str, options: Options) -> Bot:
        del options
        if argument:
            raise ConfigError(say("bot.lone", game=game, argument=argument))
        return Bot(choose, exact_play=ExactPlay(horizon=1))

    return {"bot": BotEntry(make, words, "bot")}


def _any_options(options: Options) -> None:
    """Every combination of valid options goes together."""
    del options


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules:
    """The rules of a game: its record type and its kernels (the contract is in docs/architecture.md).

    Kernels get a record by reference (``records[i]``), write their first argument or their `out` arguments, and
    return nothing or a scalar. They do not check: `State` and `Batch` do.

    Attributes:
        state: dtype of the record; has at least ``player``, ``phase`` and ``players``.
        setup: ``setup(s, codes)``: an empty table, before any chance event.
        legal: ``legal(s, mask, actions) -> count``: the mask of the player to move and the list of its actions.
        play: ``play(s, action)``.
        chance: ``chance(s, rng, i)``: resolve the random event that is due.
        observe: ``observe(s, seat, out)``.
        redeal: ``redeal(s, seat, rng, i)``: determinization: sample a full deal consistent with what this seat
            knows. It depends on that and on the generator alone: whatever is hidden from the seat, the same
            generator deals the same world.
        returns: ``returns(s, out)``: final utilities.
        points: ``points(s, out)``: the score in the game's own points.
        outcomes: ``outcomes(s, probs) -> count``, only where chance has few outcomes.
        play_outcome: ``play_outcome(s, outcome)``, as above.
        max_outcomes: most outcomes that a chance event has, 0 where they are not listed.
        shape: ``shape(before, action, after, weights, out)``: training rewards of one decision.
        shape_weights: names of its weights with their defaults.
        layout: fields that only say where in the record a card is kept: records that differ in nothing else are
            one position, and its text tells nothing of them.
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
        """The rules of a module that has them under the names of the fields, and the record's type as ``STATE``.

        Args:
            module: a game's ``rules``.
            **others: fields that lie elsewhere, or have other names there.
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
        """Whether games can be cut short by a limit; then the record has a field ``truncated``."""
        return "truncated" in (self.state.names or ())


@dataclass(frozen=True, kw_only=True)
class Spaces:
    """Who acts and what is seen, under some options: the shapes that networks and adapters are made for.

    Attributes:
        num_players: number of seats.
        phases: the phases, each with its slice of the flat action space.
        blocks: the blocks of the flat observation.
        observation_version: changes when the observation's layout or meaning does.
    """

    num_players: Callable[[Options], int]
    phases: Callable[[Options], tuple[Phase, ...]]
    blocks: Callable[[Options], tuple[Block, ...]]
    observation_version: int = 1


@dataclass(frozen=True, kw_only=True)
class Words:
    """A game in words, which are given a `Position`.

    Attributes:
        text: the functions of `GameText`.
        prompts: the functions of `GamePrompts`, where the game has a text environment.
        how_to_play: ``how_to_play(game)``: the rules of a table in words, for people who see it and click.
            Paragraphs and points (``- ``) are lines.
        round_score: ``round_score(before, action, after)``: the scores of the round that a decision has ended, as
            `ended_round` says. Only games that are scored by rounds have it.
        won_trick: ``won_trick(before, action)``: the trick that a decision finishes, if somebody wins it; None
            otherwise. The best one is shown at the end of a game; only games with tricks have it.
        disguise: other names for the game and its cards; see `croupier.core.spec.prompts.Names`.
        explain: ``explain(game)``: what each card or face of a die does under these options, for people who do not
            know them.
        tricks: why a finished trick went as it did; only games with tricks have it.
        rules_by_number: ``rules_by_number()``: each rule by its number (``SK-5``), for people who meet the number.
        asks: ``asks(view)``: what is asked of the seat to move, in a few words that need no full stop, where *Your
            turn* says too little, as of several cards of which some are chosen; None where it does not.
        labels: what people call the parts of a view, by their names there, and what it says in a word, as a suit;
            a part without one has its name, as *Last trick*.
        spoken: its actions in other words than its spelling, for replies that do not keep to it; without it such
            replies are refused. See `croupier.core.spec.prompts`.
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
        """Scores of the round that a decision has ended; None where it has ended none, or the game has no rounds.

        Args:
            before: the position.
            action: what its player decided.
            after: the position at the next decision, or the end.
        """
        return None if self.round_score is None else self.round_score(before, action, after)


@dataclass(frozen=True)
class Claims:
    """How a seat's claim of all remaining tricks of a round is judged, and how these are played then.

    Attributes:
        left: ``left(record)``: how many decisions are left in the round; 0 where the seat to move may claim
            nothing.
        proven: ``proven(record, seat)``: whether the seat to move takes all of them in every deal that it holds
            possible, whatever the others play. A function of what that seat knows, as `check_game` checks.
        hand: ``hand(record, seat)``: names of the seat's cards.
        next: ``next(record, seat, legal)``: the action that is played next, as the seat has claimed the rest.
    """

    left: Callable[[Record], int]
    proven: Callable[[Record, int], bool]
    hand: Callable[[Record, int], list[str]]
    next: Callable[[Record, int, Sequence[int]], int]


@dataclass(frozen=True, kw_only=True, eq=False)
class GameSpec:
    """A game: its names, options, rules, words, facts and players, and what else it brings along.

    Attributes:
        name: name in the registry.
        title: name for people.
        summary: one sentence.
        version: changes when the same seed and actions no longer give the same game.
        options: the declared options.
        spaces: seats, phases and the observation's blocks under some options.
        rules: the record type and the kernels.
        view: what may be seen of the table, as data: the functions of `GameView`.
        notation: records as text, read back and checked: the functions of `GameNotation`.
        words: actions, tables and prompts in words.
        facts: what adapters and searches ask of a game under some options; `check_game` checks them.
        bots: named compiled players.
        check_options: raises ConfigError where options that are each valid do not go together.
        variants: named option sets, like ``PigDice-v0-short``.
        table: options of a table of people who chose none, where they are not the defaults.
        policies: folder of the trained policies that ship with it, see `croupier.agents.shipped`.
        decisions: folder of the sets of decisions that ship with it, see `croupier.measure`.
        strengths: file of its agents' measured strengths, see `croupier.core.spec.evaluation`.
        languages: folder of its sentences in other languages, see `croupier.core.languages.reading`.
        page: what draws its table in the browser; None where that is drawn from its view, text and pictures.
        training: what it brings for its training.
        evaluation: how its players are judged.
        exact: its exact solver.
        search: where rollouts stop, what they gain, and how history is read; None for `default_search`.
        score_sheet: ``score_sheet(text)``: a sheet of people who play with real cards or dice, as JSON, with all
            points added; raises ConfigError where it is no sheet, or a round in it cannot have been played.
        classic: the terminal that its source prescribes.
        pictures: its cards or dice, and a table, as pictures.
        lesson: its guided first round.
        claims: how somebody takes all remaining tricks at once.

    The last nine are parts that a game may have: functions that import the part only when it is asked for.
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
        """What search needs of it: its own part, or else `default_search`."""
        return default_search(self.rules.returns) if self.search is None else self.search()


def phase_names(phases: Sequence[Phase]) -> dict[int, str]:
    """Names of phases by their value."""
    return {phase.value: phase.name for phase in phases}
