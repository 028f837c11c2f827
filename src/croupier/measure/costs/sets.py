"""Sets of decisions: rows (position, legal actions and their values), and their files of gzipped JSON Lines.

The files contain no code. They are read up to a size limit. The digest, the game's version and the format of the
header and of every row are checked before anything is used.
"""

from __future__ import annotations

import gzip
import json
import math
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from croupier.agents.search.settings import MOST_WORLDS
from croupier.agents.speech import PromptMode, Question
from croupier.core.base.errors import ConfigError, FileError, IllegalAction, PositionError, unknown
from croupier.core.base.files import writing
from croupier.core.engine.game import Game, State
from croupier.core.engine.making import make
from croupier.core.spec import registry
from croupier.table.briefing import check_words, question
from croupier.table.table import Table

CLEAR = 3.0
"""An action further behind than this many standard errors is clearly behind the best of several."""
_TEXTS = ("id", "start")
_MOST = 1e12
"""Limit of values, far above those of any game."""
_NUMBERS = ("values", "errors", "behind", "behind_errors")


class Priced:
    """A decision with the cost of each legal action."""

    legal: tuple[int, ...]
    texts: tuple[str, ...]
    behind: tuple[float, ...]
    behind_errors: tuple[float, ...]

    def place(self, action: int) -> int:
        """The place of a legal action in `legal`."""
        if action not in self.legal:
            raise ConfigError(f"action {action} is not legal here: {', '.join(map(str, self.legal))}")
        return self.legal.index(action)

    def regret(self, action: int) -> float:
        """How far a legal action is behind the best one, in the unit of values; raises like `place`."""
        return self.behind[self.place(action)]

    def is_clear(self, action: int) -> bool:
        """Whether a legal action is behind the best one by more than three standard errors."""
        return self.clear[self.place(action)]

    @property
    def clear(self) -> tuple[bool, ...]:
        """Whether each action is clearly behind, in the order of `legal`."""
        return tuple(gap > CLEAR * error for gap, error in zip(self.behind, self.behind_errors, strict=True))

    @property
    def best(self) -> int:
        """The action with the greatest value; ties go to the first."""
        return self.legal[self.best_place]

    @property
    def best_place(self) -> int:
        """Place of the best action in `legal`."""
        return self.behind.index(min(self.behind))

    @property
    def worst_place(self) -> int:
        """Place of the worst action in `legal`."""
        return self.behind.index(max(self.behind))

    @property
    def answer(self) -> str:
        """The text of the best action."""
        return self.texts[self.best_place]


@dataclass(frozen=True)
class Row(Priced):
    """One decision of a set, in a world sampled from what the seat to move knows.

    Attributes:
        id: its name, unique across sets.
        game: name of the game.
        options: every option of the game.
        start: text of the position at the start of the round, in the sampled world.
        seed: seed of chance after `start`.
        actions: the actions of all seats since `start`.
        texts: name of each legal action.
        legal: the legal actions, ascending.
        values: mean gain of each legal action, in the order of `legal`.
        errors: standard error of each mean; 0 if exact.
        behind: how far each is behind the best one, in the same worlds; 0 for the best.
        behind_errors: standard error of each of these differences.
        worlds: number of sampled worlds; 0 if values are exact.
        stratum: the kind of decision: ``phase``, ``cards`` left, ``seats``.
        differ: whether some action is clearly behind the best one.
        weight: weight of the decision in means over its set; see `croupier.measure.costs.answers.balanced`.
    """

    id: str
    game: str
    options: Mapping[str, Any]
    start: str
    seed: int
    actions: tuple[int, ...]
    texts: tuple[str, ...]
    legal: tuple[int, ...]
    values: tuple[float, ...]
    errors: tuple[float, ...]
    behind: tuple[float, ...]
    behind_errors: tuple[float, ...]
    worlds: int
    stratum: Mapping[str, str | int]
    differ: bool
    weight: float = 1.0

    @property
    def group(self) -> str:
        """Key for clustered intervals: decisions of one deal share it; each decision of a set is its own group."""
        return self.id

    def made(self) -> Game:
        """The game with its options."""
        return game_of(self.game, self.options)

    def begin(self) -> State:
        """A new state at the start of the actions that lead to the decision."""
        return self.made().position(self.start, self.seed)

    def state(self) -> State:
        """The state at which the decision is due, with its trail if the game is played in rounds.

        Raises:
            FileError: the row leads to no decision, or to one with other legal actions or texts.
        """
        try:
            state = self.begin()
            for action in self.actions:
                state.apply_action(action)
        except (ConfigError, IllegalAction, OverflowError, PositionError, ValueError) as error:
            raise FileError(f"row {self.id} leads to no decision: {error}") from error
        if tuple(state.legal_actions()) != self.legal:
            raise FileError(f"row {self.id} leads to a decision with other legal actions: {state.legal_actions()}")
        if tuple(map(state.action_to_string, self.legal)) != self.texts:
            raise FileError(f"row {self.id} calls its legal actions by other texts than its game does")
        return state

    @property
    def order(self) -> tuple[int, ...]:
        """Places in `legal`, in the order in which actions are listed in a question."""
        return shuffled(self.id, self.legal)

    def data(self) -> dict[str, Any]:
        """The row as in a set's file; a weight of 1 is left out, as in files of version 1."""
        left_out = ("game", "weight") if self.weight == 1.0 else ("game",)
        return {name: getattr(self, name) for name in self.__dataclass_fields__ if name not in left_out}


def shuffled(name: str, legal: Sequence[int]) -> tuple[int, ...]:
    """Places of legal actions in an order that depends on the decision's name, so that no place is favoured."""
    return tuple(sorted(range(len(legal)), key=lambda k: sha256(f"{name} {legal[k]}".encode()).digest()))


def game_of(name: str, options: Mapping[str, Any]) -> Game:
    """A game by name and options; the same object for the same ones, while cached."""
    return _game(name, json.dumps(dict(options), sort_keys=True))


@lru_cache(maxsize=256)
def _game(name: str, options: str) -> Game:
    return make(name, **json.loads(options))


_FIELDS = frozenset(Row.__dataclass_fields__) - {"game", "weight"} | {"canary"}


def read_row(data: object, game: str, canary: str) -> Row:
    """A row from a line of a set's file."""
    if not isinstance(data, dict) or data.keys() - {"weight"} != _FIELDS:
        odd = set(data) - {"weight"} ^ _FIELDS if isinstance(data, dict) else _FIELDS
        raise FileError(f"its fields are not those of a row: {', '.join(sorted(map(str, odd)))}")
    if data["canary"] != canary:
        raise FileError(f"its canary is another than the set's: {data['canary']!r}")
    count = len(data["legal"]) if isinstance(data["legal"], list) else 0
    _check(all(_is_line(data[name]) for name in _TEXTS), "id and start are texts of a line")
    _check(_are(data["texts"], str) and len(data["texts"]) == count > 0, "texts has a text a legal action")
    for name in ("legal", "actions"):
        _check(_are(data[name], int), f"{name} is a list of integers")
        _check(
            not data[name] or 0 <= min(data[name]) <= max(data[name]) < 1 << 31, f"{name} has numbers of actions"
        )
    _check(data["legal"] == sorted(set(data["legal"])), "legal is ascending")
    for name in _NUMBERS:
        fits = _are(data[name], int, float) and len(data[name]) == count
        # none is NaN, which `parsed` refuses
        _check(fits and max(map(abs, data[name])) <= _MOST, f"{name} has a number an action")
    for name in _NUMBERS[1:]:
        _check(min(data[name]) >= 0, f"{name} has no number below 0")
    _check(0 in data["behind"], "behind is 0 for the best action")
    for name in ("seed", "worlds"):
        _check(_are([data[name]], int) and 0 <= data[name] < 1 << 64, f"{name} is an integer of at least 0")
    _check(isinstance(data["options"], dict) and isinstance(data["stratum"], dict), "options and stratum are maps")
    _check(all(isinstance(each, str | int | float) for each in data["options"].values()), "options are values")
    _check("name" not in data["options"], "name is no option")  # it would be taken for the name of the game
    _check(_are([*data["stratum"].values()], str, int), "stratum holds texts and integers")
    _check("phase" in data["stratum"], "stratum has the phase")
    _check(isinstance(data["differ"], bool), "differ is true or false")
    weight = data.get("weight", 1.0)
    _check(_are([weight], int, float) and 0 < weight <= _MOST, "weight is a number above 0")
    lists = {name: tuple(map(float, data[name])) for name in _NUMBERS}
    lists |= {name: tuple(data[name]) for name in ("actions", "texts", "legal")}
    kept = {name: data[name] for name in _FIELDS - {"canary"}}
    return Row(**{**kept, **lists, "game": game, "weight": float(weight)})


def _are(values: object, *kinds: type) -> bool:
    """Whether something is a list of values of some types; bool does not count as int."""
    return isinstance(values, list) and set(kinds).issuperset(map(type, values))


def _is_line(text: object) -> bool:
    return isinstance(text, str) and bool(text) and text.isprintable()


def _check(fits: bool, rule: str) -> None:
    if not fits:
        raise FileError(f"it breaks a rule: {rule}")


ENDING = ".jsonl.gz"
MOST_BYTES = 1 << 26
"""Most bytes of a set, unpacked."""
_CHUNK = 1 << 20
_Line = TypeVar("_Line")


@dataclass(frozen=True)
class DecisionSet:
    """A set of decisions.

    Attributes:
        name: its name.
        game: name of the game.
        digest: SHA-256 of its header (without the digest) and rows, in hexadecimal digits.
        judge: assumptions of its values: ``continuation`` (the agent that plays on), ``policy`` (digests of its
            files), ``worlds``, ``belief``, ``opponents``, ``floor``, ``seed``, and ``version`` of croupier.
        unit: unit of values.
        canary: a text found in no other file. If it is in a model's training data, so was the set.
        rows: the decisions.
        made: how it was made: agents, strata, and the number of decisions left out, by reason.
    """

    name: str
    game: str
    digest: str
    judge: Mapping[str, Any]
    unit: str
    canary: str
    rows: tuple[Row, ...]
    made: Mapping[str, Any]

    def row(self, name: str) -> Row:
        """A row by its id.

        Raises:
            ConfigError: the set has no such row.
        """
        for each in self.rows:
            if each.id == name:
                return each
        raise unknown(f"row of {self.name}", name, [each.id for each in self.rows[:5]])


def shipped_folders() -> Iterator[tuple[str, Path]]:
    """The games that ship with decisions, and the folder of each."""
    for name in registry.registered_games():
        folder = None
        with suppress(ConfigError):  # another package is broken, which does not concern the caller
            folder = registry.spec(name).decisions
        if folder is not None:
            yield name, folder


def shipped_sets() -> dict[str, Path]:
    """The sets that ship with the games, by name."""
    files = (file for _, folder in shipped_folders() for file in sorted(folder.glob(f"*{ENDING}")))
    return {file.name.removesuffix(ENDING): file for file in files}


def load(name_or_path: str | Path) -> DecisionSet:
    """Read a set of decisions.

    Args:
        name_or_path: a set that ships, like ``pig-2``; or the path or the name, with its ending ``.jsonl.gz``, of
            a file written by ``croupier judge make``.

    Raises:
        ConfigError: no set of that name ships.
        FileError: the file is missing, truncated, too large, changed, or of another format, game or version.
    """
    if Path(name_or_path).suffix in (".json", ".jsonl"):
        raise FileError(
            f"{name_or_path} is no set of decisions: that is a file NAME{ENDING}, as croupier judge make writes "
            "it; croupier judge --game FILE judges games"
        )
    if isinstance(name_or_path, str) and Path(name_or_path).name == name_or_path:
        shipped = shipped_sets()
        if name_or_path in shipped:
            return _shipped(shipped[name_or_path])
        if not name_or_path.endswith(ENDING):
            raise unknown("set of decisions", name_or_path, shipped)
    return _read(Path(name_or_path))


def remark(found: DecisionSet) -> str:
    """A remark if a set is not the shipped one of its name, or was replaced by a later one; otherwise empty."""
    shipped = shipped_sets()
    if found.name not in shipped:
        return ""
    if (ships := _shipped(shipped[found.name]).digest) != found.digest:
        return f"this is not the {found.name} that ships: its digest is {found.digest[:8]}, not {ships[:8]}"
    stem, _, number = found.name.rpartition("-")
    if (later := f"{stem}-{int(number) + 1}") not in shipped:
        return ""
    return (
        f"{later} has taken the place of {found.name}, whose decisions have no weights: scores in the two cannot "
        "be compared"
    )


@dataclass(frozen=True)
class Packed:
    """A kind of packed file: a header and lines of JSON, both checked."""

    what: str  # name of the kind
    form: str
    versions: tuple[int, ...]  # versions that can be read; the last is written
    counted: str  # name of its lines
    again: str  # advice if the rules of its game have changed
    own: Mapping[str, type]  # header fields that only this kind has

    def check_name(self, path: Path) -> None:
        """Check the name of a file before it is written."""
        if not path.name.endswith(ENDING):
            raise ConfigError(f"a {self.what} is a file NAME{ENDING}, not {path.name}")

    def write(self, path: Path, game: str, lines: Sequence[bytes], header: Mapping[str, Any]) -> None:
        """Write a file; equal headers and lines give the same bytes."""
        self.check_name(path)
        whole = {
            **header, "format": self.form, "version": self.versions[-1], "game": game,
            "game_version": registry.spec(game).version, self.counted: len(lines),
        }  # fmt: skip
        text = line_of({**whole, "digest": digest_of(whole, lines)}) + b"".join(lines)
        with writing(path) as out:
            out.write(gzip.compress(text, compresslevel=9, mtime=0))

    def read(
        self, path: Path, read: Callable[[Any, Mapping[str, Any]], _Line]
    ) -> tuple[dict[str, Any], tuple[_Line, ...]]:
        """The header of a file, and its parsed lines."""
        first, *lines = unpacked(path).splitlines(keepends=True) or [b""]
        header = parsed(path, first, "its header")
        self._check(path, header)
        digest, count = digest_of(header, lines), header[self.counted]
        if digest != header["digest"]:
            raise FileError(
                f"{path} was changed: its digest is {digest}, where its header says {header['digest']}"
            )
        if len(lines) != count or not lines:
            raise FileError(f"{path} has {len(lines)} {self.counted}, where its header says {count}, at least 1")
        found = []
        for number, line in enumerate(lines, 2):
            try:
                found.append(read(parsed(path, line, f"line {number}"), header))
            except FileError as error:
                raise FileError(f"{path}, line {number}: {error}") from error
        return header, tuple(found)

    def _check(self, path: Path, header: Any) -> None:
        """Check the header of a file."""
        if not isinstance(header, dict) or header.get("format") != self.form:
            raise FileError(f"{path} is no {self.what}: its first line says no format {self.form!r}")
        if header.get("version") not in self.versions:
            known = " and ".join(map(str, self.versions))
            raise FileError(
                f"{path} has version {header.get('version')} of the format; this croupier reads {known}"
            )
        kinds: dict[str, type] = {
            "format": str, "version": int, "game": str, "game_version": int, self.counted: int, "digest": str,
            "judge": dict, "unit": str, "canary": str, **self.own,
        }  # fmt: skip
        for name, kind in kinds.items():
            if type(header.get(name)) is not kind:
                raise FileError(
                    f"{path}: {name} of its header is {header.get(name)!r}, not of type {kind.__name__}"
                )
        continuation, worlds = header["judge"].get("continuation"), header["judge"].get("worlds")
        if not isinstance(continuation, str) or not continuation.isprintable():
            raise FileError(f"{path}: the judge in its header names no agent that plays on, but {continuation!r}")
        if type(worlds) is not int or not 0 <= worlds <= MOST_WORLDS:
            raise FileError(f"{path}: the judge in its header has from 0 to {MOST_WORLDS} worlds, not {worlds!r}")
        game, version = header["game"], header["game_version"]
        if game not in registry.registered_games():
            raise FileError(f"{path} is of the game {game!r}, which is not installed")
        if version != (here := registry.spec(game).version):
            raise FileError(
                f"{path} is of version {version} of {game}, whose rules are of version {here} here: {self.again}"
            )


SETS = Packed(
    "set of decisions", "croupier-decisions", (1, 2), "rows", "make it again", {"name": str, "made": dict}
)
"""Set files; version 1 has no weights."""


def _read(path: Path) -> DecisionSet:
    header, rows = SETS.read(path, lambda data, header: read_row(data, header["game"], header["canary"]))
    for name in ("name", "unit"):
        if not header[name].isprintable():
            raise FileError(f"{path}: {name} of its header is {header[name]!r}, which is no line of text")
    if len({row.id for row in rows}) != len(rows):
        raise FileError(f"{path}: two of its rows have one id")
    kept = ("name", "game", "digest", "judge", "unit", "canary", "made")
    return DecisionSet(rows=rows, **{name: header[name] for name in kept})


@lru_cache(maxsize=8)
def _shipped(path: Path) -> DecisionSet:
    """A set that ships, read once in a process: whoever has loaded it has the same object."""
    return _read(path)


def write_set(path: Path, made: DecisionSet) -> DecisionSet:
    """Write a set; equal rows give the same bytes."""
    lines = [line_of(row.data() | {"canary": made.canary}) for row in made.rows]
    header = {
        "name": made.name, "judge": dict(made.judge), "unit": made.unit, "canary": made.canary,
        "made": dict(made.made),
    }  # fmt: skip
    SETS.write(path, made.game, lines, header)
    return _read(path)


def unpacked(path: Path) -> bytes:
    """The bytes of a gzipped file, up to a limit."""
    parts, size = [], 0
    try:
        with gzip.open(path) as file:
            while part := file.read(_CHUNK):
                size += len(part)
                if size > MOST_BYTES:
                    raise FileError(f"{path} is larger than {MOST_BYTES >> 20} MB when it is unpacked")
                parts.append(part)
    except EOFError as error:
        raise FileError(f"{path} is truncated: its last bytes are missing") from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise FileError(f"{path} is no gzipped file, or its bytes were changed: {error}") from error
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error
    return b"".join(parts)


def parsed(path: Path, line: bytes, what: str) -> Any:
    """A line of a file as JSON."""
    try:
        return json.loads(line, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path}: {what} is no JSON: {error}") from error


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:20]} is no number")
    return number


def line_of(data: Mapping[str, Any]) -> bytes:
    """The canonical bytes of a header or row: one line of JSON, sorted keys, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def digest_of(header: Mapping[str, Any], lines: Iterable[bytes]) -> str:
    """SHA-256 of a header, without its own digest, and of its lines, in hexadecimal digits."""
    try:
        told = line_of({name: value for name, value in header.items() if name != "digest"})
    except RecursionError as error:
        raise FileError(f"a header is nested too deeply: {error}") from error
    return sha256(told + b"".join(lines)).hexdigest()


DECISION_PROMPTS: tuple[PromptMode, ...] = ("list", "nolist")
"""Prompts for single decisions. A transcript would need the whole game, and a row holds one round."""


def check_prompt(prompt: str) -> PromptMode:
    """Check the prompt for decisions."""
    for known in DECISION_PROMPTS:
        if prompt == known:
            return known
    raise ConfigError(f"decisions are asked by the prompt {' or '.join(DECISION_PROMPTS)}, not {prompt!r}")


def question_of(row: Row, prompt: PromptMode = "list") -> Question:
    """A decision as a question to its seat, as a language model at a table gets it."""
    game = row.state().game  # this checks the row's legal actions
    check_words(game.name, game.spec.words.prompts)
    table = Table(game.position(row.start, row.seed), played=row.actions)
    return question(table, table.state.current_player(), check_prompt(prompt), order=row.order)
