"""Mutations of saved states and position texts, for fuzzing: a function of seed and case number only."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from croupier.core.base.rng import as_seed, below, game_seed
from croupier.core.base.types import Records

T = TypeVar("T")

_BYTES = (0, 1, 2, 9, 10, 11, 127, 128, 129, 252, 254, 255)
_NUMBERS = (
    0, 1, -1, 2, -2, -4, 3, 10, 11, 127, 128, -128, 255, 256, 32767, -32768, 2**31 - 1, -(2**31), 2**32 - 1,
)  # fmt: skip
_JSON: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2**63, 2**64, 10**40, 1.5, float("nan"), float("inf"), "", "x", "-", [], [[]],
    [None], [True], [-1], [0.5], ["0"], [10**6], [2**70], {}, {"0": 0}, {"players": None},
)  # fmt: skip
_HEADERS = (
    b"", b"{", b"null", b"[]", b"3", b"{}", b'"text"', b"\xff\xfe", b"[" * 50_000, b"1" * 5_000,
    b'{"seed": 1e999}',
)  # fmt: skip
_CHARACTERS = "0123456789-+*,/:=.abeghkopstwx "
_WORDS = (
    "", "-", "-1", "0", "99", "128", "-129", "9999999", "1e9", "+1", "0/0", "-/-", ",", "/", "true", "\u0663",
)  # fmt: skip


class Dice:
    """The random choices of one case."""

    def __init__(self, seed: int, case: int) -> None:
        self._rng = np.array([game_seed(as_seed(seed), case, 0)], dtype=np.uint64)

    def below(self, count: int) -> int:
        """An integer 0 .. count - 1."""
        return int(below(self._rng, 0, count))

    def pick(self, choices: Sequence[T]) -> T:
        """One of some choices."""
        return choices[self.below(len(choices))]

    def times(self) -> int:
        """The number of changes to make at once: mostly one, sometimes several."""
        return self.pick((1, 1, 1, 1, 1, 2, 2, 3, 8))


# ------------------------------------------------------------------------------------------------- records


@dataclass(frozen=True)
class _Work:
    """A record during changes: its bytes, types and offsets of fields, another record's bytes, dice."""

    data: bytearray
    fields: list[tuple[np.dtype[Any], int]]
    donor: bytes
    dice: Dice

    def entry(self) -> tuple[int, list[int]]:
        """Size and offsets of the entries of a random field; small fields are as likely as large ones."""
        field, offset = self.dice.pick(self.fields)
        size = field.base.itemsize
        return size, [offset + k * size for k in range(field.itemsize // size)]

    def put(self, place: int, size: int, number: int) -> None:
        """Write the low bytes of a number, up to the end of the record."""
        data = (number % (1 << 8 * size)).to_bytes(size, "little")
        self.data[place : place + size] = data[: len(self.data) - place]


def change_record(records: Records, donor: Records, dice: Dice) -> Records:
    """A copy of a record, shape (1,), with some bytes or fields changed."""
    dtype = records.dtype
    layout: Mapping[str, tuple[Any, ...]] = dtype.fields or {}
    fields = [(layout[name][0], int(layout[name][1])) for name in dtype.names or ()]
    work = _Work(bytearray(records.tobytes()), fields, donor.tobytes(), dice)
    for _ in range(dice.times()):
        dice.pick(_RECORD_CHANGES)(work)
    return np.frombuffer(bytes(work.data), dtype=dtype).copy()


def _flip_bit(work: _Work) -> None:
    work.data[work.dice.below(len(work.data))] ^= 1 << work.dice.below(8)


def _set_byte(work: _Work) -> None:
    byte = work.dice.pick(_BYTES) if work.dice.below(2) else work.dice.below(256)
    work.data[work.dice.below(len(work.data))] = byte


def _set_word(work: _Work) -> None:
    number = work.dice.pick(_NUMBERS) if work.dice.below(2) else work.dice.below(1 << 31)
    work.put(work.dice.below(len(work.data)), work.dice.pick((2, 4)), number)


def _swap_bytes(work: _Work) -> None:
    a, b = work.dice.below(len(work.data)), work.dice.below(len(work.data))
    work.data[a], work.data[b] = work.data[b], work.data[a]


def _set_entry(work: _Work) -> None:
    size, places = work.entry()
    place, dice = work.dice.pick(places), work.dice
    old = int.from_bytes(work.data[place : place + size], "little")
    choices = (old + 1, old - 1, old + 2, dice.pick(_NUMBERS), dice.below(16), dice.below(128))
    work.put(place, size, dice.pick(choices))


def _swap_entries(work: _Work) -> None:
    size, places = work.entry()
    a, b = (slice(place, place + size) for place in (work.dice.pick(places), work.dice.pick(places)))
    work.data[a], work.data[b] = work.data[b], work.data[a]


def _take_field(work: _Work) -> None:
    field, offset = work.dice.pick(work.fields)
    work.data[offset : offset + field.itemsize] = work.donor[offset : offset + field.itemsize]


_RECORD_CHANGES: tuple[Callable[[_Work], None], ...] = (
    _flip_bit, _set_byte, _set_word, _swap_bytes, _set_entry, _set_entry, _set_entry, _swap_entries, _take_field,
)  # fmt: skip


def tell_record(before: Records, after: Records) -> str:
    """The differences between two records, by entry and by byte."""
    changes = []
    for name in before.dtype.names or ():
        old, new = np.atleast_1d(before[0][name]), np.atleast_1d(after[0][name])
        for place in np.argwhere(old != new)[:8].tolist():
            index = str(place) if before.dtype[name].shape else ""
            changes.append(f"{name}{index} {old[tuple(place)]} -> {new[tuple(place)]}")
    old_bytes, new_bytes = before.tobytes(), after.tobytes()
    places = [k for k in range(len(old_bytes)) if old_bytes[k] != new_bytes[k]]
    raw = [f"{k}: {old_bytes[k]:02x} -> {new_bytes[k]:02x}" for k in places[:16]]
    return f"{', '.join(changes) or 'nothing'} (bytes {', '.join(raw) or 'none'})"


# ----------------------------------------------------------------------------------- headers and whole bodies


def change_header(header: bytes, dice: Dice) -> bytes:
    """A saved state's header with an entry changed, dropped or added, or replaced by something else."""
    kind = dice.below(8)
    if kind == 0:
        return dice.pick(_HEADERS)
    if kind == 1:
        at = dice.below(len(header))
        return header[:at] + bytes([dice.below(256)]) + header[at + dice.below(3) :]
    entries: dict[str, Any] = json.loads(header)
    name = dice.pick(sorted(entries))
    if kind == 2:
        del entries[name]
    elif kind == 3:
        entries[dice.pick(("", "seed ", "x"))] = dice.pick(_JSON)
    elif kind == 4 and entries["actions"]:
        entries["actions"][dice.below(len(entries["actions"]))] = dice.pick(_JSON)
    elif kind == 5 and entries["options"]:
        option = dice.pick(sorted(entries["options"]))
        entries["options"][option] = dice.pick(_JSON)
    else:
        entries[name] = dice.pick(_JSON)
    return json.dumps(entries, sort_keys=True).encode()


def change_length(body: bytes, dice: Dice) -> bytes:
    """A saved state's body, shortened or extended."""
    if dice.below(2):
        return body[: dice.below(len(body))]
    return body + bytes(dice.below(256) for _ in range(1 + dice.below(12)))


# --------------------------------------------------------------------------------------------------- texts


def change_text(text: str, donor: str, dice: Dice) -> str:
    """A position's text with some fields changed, taken from another position, dropped or doubled."""
    words = text.split(" ")
    for _ in range(dice.times()):
        place = dice.below(len(words))
        key, equals, value = words[place].partition("=")
        kind = dice.below(8)
        if kind == 0:
            words[place] = dice.pick(donor.split(" "))
        elif kind == 1:
            words[place : place + 1] = [words[place]] * (2 * dice.below(2))
        elif kind == 2:
            words[place] = key + equals + dice.pick(_WORDS)
        elif kind == 3:
            theirs = dict(word.partition("=")[::2] for word in donor.split(" "))
            words[place] = key + equals + theirs.get(key, value)
        elif kind == 4:
            words[place] = _change_value(key, dice) + equals + value
        else:
            words[place] = key + equals + _change_value(value, dice)
        words = words or [""]
    return " ".join(words)


def _change_value(value: str, dice: Dice) -> str:
    """Set, remove, add or double one character, or exchange two parts of a list."""
    if not value:
        return dice.pick(_WORDS)
    at = dice.below(len(value))
    kind = dice.below(6)
    if kind == 0:
        return value[:at] + value[at + 1 :]
    if kind == 1:
        return value[:at] + dice.pick(_CHARACTERS) + value[at:]
    if kind == 2:
        return value[:at] + value[at] + value[at:]
    separator = next((s for s in "/,+" if s in value), "")
    if kind < 5 and separator:
        parts = value.split(separator)
        a, b = dice.below(len(parts)), dice.below(len(parts))
        parts[a], parts[b] = (parts[b], parts[a]) if kind == 3 else (dice.pick(_WORDS), parts[b])
        return separator.join(parts)
    return value[:at] + dice.pick(_CHARACTERS) + value[at + 1 :]
