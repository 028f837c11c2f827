"""Game: a spec with chosen options. It makes states and batches, and reads positions and saved states."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.core import options as option_codes
from croupier.core.errors import PositionError
from croupier.core.loops import Loops, loops
from croupier.core.options import Value
from croupier.core.phases import Block, Head, Phase, block_slices, heads
from croupier.core.rng import as_seed
from croupier.core.spec import CHANCE, GameSpec, Records, phase_names
from croupier.core.state import State

if TYPE_CHECKING:
    from croupier.core.batch import Batch

_MAGIC = b"croupier-state-1\n"
_HEADER = ("actions", "game", "options", "seed", "start", "version")


class Game:
    """A game with its options. Immutable; make one with `croupier.make`.

    Attributes:
        spec: the rules, as kernels, with names and text.
        options: every option by name.
        players: number of seats.
        phases: kinds of decision, each with its slice of the actions.
        heads: the distinct slices, in order.
        blocks: named parts of the observation.
        num_actions: size of the flat action space.
        observation_size: number of float32 features.
    """

    def __init__(self, spec: GameSpec, **options: object) -> None:
        """Check the options.

        Raises:
            ConfigError: an unknown option or a bad value.
        """
        self.spec = spec
        self.options: dict[str, Value] = option_codes.complete(spec.options, options, spec.name)
        spec.check_options(self.options)
        self.codes = option_codes.encode(spec.options, self.options)
        self.players: int = spec.players(self.options)
        self.phases: tuple[Phase, ...] = spec.phases(self.options)
        self.phase_names = phase_names(self.phases)
        self.heads: tuple[Head, ...] = heads(self.phases)
        self.blocks: tuple[Block, ...] = spec.blocks(self.options)
        self.block_slices = block_slices(self.blocks)
        self.num_actions = sum(head.size for head in self.heads)
        self.observation_size = sum(block.size for block in self.blocks)

    @property
    def name(self) -> str:
        """Name in the registry."""
        return self.spec.name

    @property
    def loops(self) -> Loops:
        """The compiled loops over many records."""
        return loops(self.spec)

    def __repr__(self) -> str:
        changed = ", ".join(f"{name}={value!r}" for name, value in self.changed_options().items())
        return f"croupier.make({self.name!r}{', ' + changed if changed else ''})"

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self  # immutable, and its kernels and modules cannot be copied

    def changed_options(self) -> dict[str, Value]:
        """The options that are not at their default."""
        return {o.name: self.options[o.name] for o in self.spec.options if self.options[o.name] != o.default}

    def new_records(self, count: int = 1) -> Records:
        """Empty tables with this game's options, before any chance event; shape (count,)."""
        records = np.zeros(count, dtype=self.spec.state)
        for i in range(count):
            self.spec.setup(records[i], self.codes)
        return records

    def new_initial_state(self, seed: int = 0) -> State:
        """Deal one game.

        Args:
            seed: 0 .. 2**64 - 1; the same seed gives the same game on every machine.

        Returns:
            The state at its first decision.

        Raises:
            ValueError: the seed is not such an integer.
        """
        return State.dealt(self, seed)

    def batch(self, size: int, seed: int = 0, **settings: Any) -> Batch:
        """Deal many games that are stepped together; the settings are those of `Batch`."""
        from croupier.core.batch import Batch

        return Batch(self, size, seed, **settings)

    def position(self, text: str, seed: int = 0) -> State:
        """Set up a position from its one-line text form.

        Args:
            text: what `State.position` gives; options in it must agree with this game's.
            seed: seeds the chance events still to come.

        Returns:
            The state.

        Raises:
            PositionError: the text is broken or the position impossible.
            ConfigError: an option in it is not valid.
        """
        game, fields = split_position(self.spec, text)
        if game.options != self.options:
            raise PositionError(f"the position is of {game!r}, not of {self!r}")
        return State.from_fields(self, fields, seed)

    def serialize(self, state: State) -> bytes:
        """Bytes of a state: the game, its options, the record, the generator and the actions so far."""
        header = {
            "game": self.name,
            "version": self.spec.version,
            "options": self.options,
            "seed": state.seed,
            "start": state.start,
            "actions": state.history,
        }
        text = json.dumps(header, sort_keys=True).encode()
        return seal(text + b"\n" + state.records.tobytes() + state.rngs.tobytes())

    def deserialize_state(self, data: bytes) -> State:
        """Restore what `State.serialize` gave.

        Whatever the bytes are, a state that is restored can be played on: the game's `validate` lets no other
        record in, and its options are this game's.

        Raises:
            PositionError: the bytes are truncated, changed, or of another game, version or option set.
        """
        text, _, rest = unseal(data).partition(b"\n")
        header = self._read_header(text)
        size = self.spec.state.itemsize
        if len(rest) != size + 8:
            raise PositionError(f"the saved state has {len(rest)} bytes of record, not {size + 8}")
        records = np.frombuffer(rest[:size], dtype=self.spec.state).copy()
        self.spec.text.validate(records)
        self._check_options(records)
        rngs = np.frombuffer(rest[size:], dtype=np.uint64).copy()
        return State(self, records, rngs, header["seed"], header["start"], header["actions"])

    def _read_header(self, text: bytes) -> dict[str, Any]:
        """The header of a saved state, every entry of the type that it must have."""
        try:
            header = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise PositionError(f"the saved state has no header that can be read: {error}") from error
        if not isinstance(header, dict) or sorted(header) != sorted(_HEADER):
            raise PositionError(f"the saved state's header must have the entries {', '.join(_HEADER)}")
        for key, ours in (("game", self.name), ("version", self.spec.version), ("options", self.options)):
            if header[key] != ours:
                raise PositionError(f"the saved state has {key} {header[key]!r}, this game has {ours!r}")
        try:
            as_seed(header["seed"])
        except ValueError as error:
            raise PositionError(f"the saved state's header is broken: {error}") from error
        if not isinstance(header["start"], str):
            raise PositionError(f"the saved state's start is no text but {header['start']!r}")
        actions = header["actions"]
        if not isinstance(actions, list) or not all(
            type(action) is int and 0 <= action < self.num_actions for action in actions
        ):
            raise PositionError(f"the saved state's actions must be a list of integers 0..{self.num_actions - 1}")
        return header

    def _check_options(self, records: Records) -> None:
        """Raise PositionError unless a record is what its position's text makes of this game's options.

        A record holds its options itself, and other ones would lead kernels out of arrays sized for this game.
        """
        if records[0]["player"] == CHANCE:
            raise PositionError("a chance event is due in the saved state; states are saved at decisions and ends")
        again = self.new_records()
        self.spec.text.parse_position(again, self.spec.text.format_position(records))
        for name in self.spec.state.names or ():
            saved, made = records[0][name], again[0][name]
            if name not in self.spec.layout and not np.array_equal(saved, made):
                raise PositionError(f"the saved record's {name} is {saved}; for {self!r} it would be {made}")


def seal(body: bytes) -> bytes:
    """A body (header, newline, record, generator) as the bytes of a saved state, with its checksum."""
    return _MAGIC + hashlib.sha256(body).digest() + body


def unseal(data: bytes) -> bytes:
    """The body of the bytes of a saved state.

    Raises:
        PositionError: they are no saved state, or the checksum differs.
    """
    head = len(_MAGIC) + 32
    if data[: len(_MAGIC)] != _MAGIC:
        raise PositionError("these bytes are no saved croupier state (they begin otherwise)")
    if hashlib.sha256(data[head:]).digest() != data[len(_MAGIC) : head]:
        raise PositionError("the saved state is truncated or was changed (its checksum differs)")
    return data[head:]


def split_position(spec: GameSpec, text: str) -> tuple[Game, dict[str, str]]:
    """Read the options out of a position's text.

    Args:
        spec: the game that the text must name first.
        text: ``NAME key=value key=value ...`` on one line.

    Returns:
        The game with those options, and the other fields.

    Raises:
        PositionError: another game, a field given twice, or a word that is no ``key=value``.
        ConfigError: an option's value is not valid.
    """
    name, *words = text.split() or [""]
    if name != spec.name:
        raise PositionError(f"the position begins with {name!r}, not with {spec.name!r}")
    declared = {option.name: option for option in spec.options}
    given: dict[str, object] = {}
    fields: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise PositionError(f"{word!r} in the position is not of the form key=value")
        if key in given or key in fields:
            raise PositionError(f"{key!r} stands twice in the position")
        if key in declared:
            given[key] = declared[key].parse(value)
        else:
            fields[key] = value
    return Game(spec, **given), fields
