"""Saved states: one game in progress as bytes with a checksum."""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple

import numpy as np

from croupier.core.base.errors import PositionError
from croupier.core.base.rng import as_seed
from croupier.core.base.types import Generators, Records
from croupier.core.engine.ruleset import Ruleset
from croupier.core.spec.spec import CHANCE

_MAGIC = b"croupier-state-1\n"
_HEADER = ("actions", "game", "options", "seed", "start", "version")


class Saved(NamedTuple):
    """The saved parts of a state, without its game; the attributes are those of `State`."""

    records: Records  # shape (1,)
    rngs: Generators  # uint64, shape (1,)
    seed: int  # of the deal and of all chance events
    start: str  # text of the position that the game began from; empty if it was dealt
    history: list[int]  # all actions so far


def serialize(game: Ruleset, saved: Saved) -> bytes:
    """Bytes of a state: the game, its options, the record, the generator and the actions so far."""
    header = {
        "game": game.name,
        "version": game.spec.version,
        "options": game.options,
        "seed": saved.seed,
        "start": saved.start,
        "actions": saved.history,
    }
    text = json.dumps(header, sort_keys=True).encode()
    return seal(text + b"\n" + saved.records.tobytes() + saved.rngs.tobytes())


def deserialize(game: Ruleset, data: bytes) -> Saved:
    """Read the bytes of `serialize`."""
    # Every record that is read can be played on, whatever the bytes are: it passes the game's `validate` and has
    # the game's options.
    text, _, rest = unseal(data).partition(b"\n")
    header = _read_header(game, text)
    size = game.spec.rules.state.itemsize
    if (
        header["options"].keys() < game.options.keys()
    ):  # saved by a version without the newest options and their fields
        rest = rest[:-8] + bytes(max(0, size + 8 - len(rest))) + rest[-8:]
    if len(rest) != size + 8:
        raise PositionError(f"the saved state has {len(rest)} bytes of record, not {size + 8}")
    records = np.frombuffer(rest[:size], dtype=game.spec.rules.state).copy()
    game.spec.notation.validate(records)
    if records[0]["player"] == CHANCE:
        raise PositionError("a chance event is due in the saved state; states are saved at decisions and ends")
    check_options(game, records)
    rngs = np.frombuffer(rest[size:], dtype=np.uint64).copy()
    return Saved(records, rngs, header["seed"], header["start"], header["actions"])


def _read_header(game: Ruleset, text: bytes) -> dict[str, Any]:
    """The header of a saved state, with the type of every entry checked."""
    try:
        header = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PositionError(f"the saved state has no header that can be read: {error}") from error
    if not isinstance(header, dict) or sorted(header) != sorted(_HEADER):
        raise PositionError(f"the saved state's header must have the entries {', '.join(_HEADER)}")
    given = header["options"]  # without options that the game did not have yet
    if isinstance(given, dict):
        given = {option.name: option.default for option in game.spec.options} | given
    for key, ours in (("game", game.name), ("version", game.spec.version), ("options", game.options)):
        if (given if key == "options" else header[key]) != ours:
            raise PositionError(f"the saved state has {key} {header[key]!r}, this game has {ours!r}")
    try:
        as_seed(header["seed"])
    except ValueError as error:
        raise PositionError(f"the saved state's header is broken: {error}") from error
    if not isinstance(header["start"], str):
        raise PositionError(f"the saved state's start is no text but {header['start']!r}")
    actions = header["actions"]
    if not isinstance(actions, list) or not all(
        type(action) is int and 0 <= action < game.num_actions for action in actions
    ):
        raise PositionError(f"the saved state's actions must be a list of integers 0..{game.num_actions - 1}")
    return header


def check_options(game: Ruleset, records: Records) -> None:
    """Check the options in a valid record: others would lead kernels outside arrays of this game's size."""
    again = game.new_records()
    game.spec.notation.parse_position(again, game.spec.notation.format_position(records))
    for name in game.spec.rules.state.names or ():
        saved, made = records[0][name], again[0][name]
        if name not in game.spec.rules.layout and not np.array_equal(saved, made):
            raise PositionError(f"the record's {name} is {saved}; for {game!r} it would be {made}")


def seal(body: bytes) -> bytes:
    """The bytes of a saved state from its body (header, newline, record, generator), with a checksum."""
    return _MAGIC + hashlib.sha256(body).digest() + body


def unseal(data: bytes) -> bytes:
    """The body of the bytes of a saved state."""
    head = len(_MAGIC) + 32
    if data[: len(_MAGIC)] != _MAGIC:
        raise PositionError("these bytes are no saved croupier state (they begin otherwise)")
    if hashlib.sha256(data[head:]).digest() != data[len(_MAGIC) : head]:
        raise PositionError("the saved state is truncated or was changed (its checksum differs)")
    return data[head:]
