"""One-line text form of a complete position, parsed exactly; docs/rules/skull-king.md explains it.

Derived data is not written: hand sizes, played cards, player to move. A field left out has its value from the
start of a round, so a position for a test can be short.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core import CHANCE, TERMINAL, Record, Records, Sentence
from croupier.core.base.errors import PositionError
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.cards import (
    ESCAPE,
    LARGEST,
    NONE,
    SPECIALS,
    SUITS,
    TYPES,
    read_card,
    short_of,
)
from croupier.games.skull_king.record.state import BIDDING, HAND, DecisionPhase, clear_round, hand_size
from croupier.games.skull_king.validate import COUNTS, derive, elsewhere, validate

__all__ = ["DEAL", "FIELDS", "OVER", "PHASES", "format_position", "parse_position", "validate"]

PHASES = {phase.name: phase.value for phase in DecisionPhase}
_NAMES = {value: name for name, value in PHASES.items()}
DEAL, OVER = "DEAL", "OVER"
FIELDS = (
    "phase", "round", "dealer", "leader", "tricks", "scores", "gained", "missed", "bids", "won", "bonus", "wagers",
    "hands", "trick", "pile", "last", "voids", "specials", "used", "named", "drew", "shown", "change", "allies",
)  # fmt: skip
_LETTERS = "".join(suit[0] for suit in SUITS)
_COUNTED = {"gained": "gained", "missed": "missed", "bonus": "bonuses", "wagers": "wagers"}
"""Fields with a number per person that are left out if all are 0, with the record's fields."""
_PARTS: dict[str, tuple[Sentence, tuple[str, ...], tuple[str, ...]]] = {
    "last": (say("position.last"), ("last_leader", "last_winner"), ("last_trick",)),
    "used": (say("position.used"), ("rosie_used", "roatan_seat"), ()),
    "drew": (say("position.drew"), ("bendt_seat",), ("drawn", "discards")),
    "shown": (say("position.shown"), ("jade_seat",), ("jade_size",)),
    "change": (say("position.change"), ("harry_seat",), ("harry_change",)),
}
"""Fields of several parts: their form, and the record's fields of seats, and of cards or numbers."""
_BOUNDS = {"jade_size": (0, LARGEST), "harry_change": (-1, 1)}


def _cards(codes: Sequence[int]) -> str:
    return ",".join(short_of(int(code)) for code in codes if code != NONE) or "-"


def _numbers(values: Sequence[int]) -> str:
    return ",".join(str(int(value)) for value in values)


def _seat(seat: int) -> str:
    return "-" if seat == NONE else str(int(seat))


def _letters(suits: int) -> str:
    """First letters of the suits whose bits are set."""
    return "".join(letter for suit, letter in enumerate(_LETTERS) if suits >> suit & 1) or "-"


def _joined(s: Record, name: str) -> str:
    """The parts of a field; empty without a seat."""
    _, seats, others = _PARTS[name]
    if all(s[seat] == NONE for seat in seats):
        return ""
    behind = (_cards(s[each]) if s[each].shape else str(s[each]) for each in others)
    return "/".join([*(_seat(s[seat]) for seat in seats), *behind])


def format_position(records: Records) -> dict[str, str]:
    """The fields of a position, options apart; see `FIELDS`."""
    s = records[0]
    people, seats = int(s["players"]), int(s["seats"])
    over = s["player"] == TERMINAL
    told = {
        "phase": OVER if over else DEAL if s["player"] == CHANCE else _NAMES[int(s["phase"])],
        "round": str(int(s["round"]) + (not over)),
        "dealer": _seat(s["dealer"]),
        "leader": _seat(s["leader"]),
        "tricks": str(s["tricks"]),
        "scores": _numbers(s["scores"][:people]),
        "bids": ",".join(map(_seat, s["bids"][:people])),
        "won": _numbers(s["won"][:seats]),
        "hands": "/".join(map(_cards, s["hands"][:seats])),
        "pile": _cards(s["pile"][: s["pile_size"]]),
    }
    left_out = {key: _numbers(s[name][:people]) if s[name].any() else "" for key, name in _COUNTED.items()} | {
        "trick": _cards(s["trick"]) if s["laid"] else "",
        "last": _joined(s, "last"),
        "voids": "/".join(map(_letters, s["voids"][:people].tolist())) if s["voids"].any() else "",
        "specials": ",".join(
            f"{short_of(ESCAPE + k)}:{seat}" for k, seat in enumerate(s["specials"]) if seat != NONE
        ),
        "used": _joined(s, "used"),
        "named": _seat(s["rosie_seat"]).strip("-"),
        "drew": _joined(s, "drew"),
        "shown": _joined(s, "shown"),
        "change": _joined(s, "change"),
        "allies": ",".join(f"{one}-{other}" for one, other in s["allies"] if one != NONE),
    }
    return told | {name: text for name, text in left_out.items() if text}


class _Reader:
    """Parses single fields, and names them in errors."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self.fields = fields

    def wrong(self, name: str, wanted: Sentence) -> PositionError:
        """The error for a field that cannot be parsed."""
        return PositionError(say("position.wrong", name=name, text=self.fields[name], wanted=wanted))

    def number(self, name: str, text: str, low: int, high: int, rule: str) -> int:
        """One integer within bounds."""
        if not re.fullmatch(r"[+-]?\d{1,5}", text) or not low <= int(text) <= high:
            raise PositionError(say("position.number", text=text, name=name, low=low, high=high, rule=rule))
        return int(text)

    def one(self, name: str, default: int, low: int, high: int, rule: str) -> int:
        """A field with one integer."""
        return self.number(name, self.fields[name], low, high, rule) if name in self.fields else default

    def seat(self, name: str, text: str, seats: int) -> int:
        """A seat, or ``-`` for none."""
        return NONE if text == "-" else self.number(name, text, 0, seats - 1, "SK-2")

    def row(self, name: str, into: npt.NDArray[np.signedinteger[Any]], low: int, high: int, rule: str) -> None:
        """A field with one integer per seat, ``-`` for none where allowed."""
        if name in self.fields:
            parts = self.split(name, ",", len(into), say("position.row", count=len(into), rule=rule))
            into[:] = [
                NONE if part == "-" and low == NONE else self.number(name, part, low, high, rule) for part in parts
            ]

    def cards(self, name: str, text: str, most: int, rule: str, *, on_table: bool = False) -> list[int]:
        """Cards joined by commas, or ``-`` for none."""
        codes = [] if text == "-" else [read_card(part, on_table=on_table) for part in text.split(",")]
        if len(codes) > most:
            raise PositionError(say("position.cards", name=name, count=len(codes), most=most, rule=rule))
        return codes

    def split(self, name: str, separator: str, count: int, wanted: Sentence) -> list[str]:
        """The parts of a field, as many as required."""
        parts = self.fields[name].split(separator)
        if len(parts) != count:
            raise self.wrong(name, wanted)
        return parts

    def parts(self, name: str, s: Record) -> None:
        """A field of several parts."""
        if name not in self.fields:
            return
        wanted, seats, others = _PARTS[name]
        texts = self.split(name, "/", len(seats) + len(others), wanted)
        last = name == "last"
        for part, text in zip(seats, texts, strict=False):
            s[part] = self.seat(name, text, int(s["seats"] if last else s["players"]))
        for part, text in zip(others, texts[len(seats) :], strict=True):
            if part in _BOUNDS:
                s[part] = self.number(name, text, *_BOUNDS[part], "SK-14")
            else:
                codes = self.cards(name, text, len(s[part]), "SK-2" if last else "SK-14", on_table=last)
                s[part][: len(codes)] = codes


def parse_position(records: Records, fields: Mapping[str, str]) -> None:
    """Fill a fresh record from the fields of a position."""
    for name in fields:
        if name not in FIELDS:
            raise PositionError(say("position.field", fields=", ".join(FIELDS), name=name))
    s, read = records[0], _Reader(fields)
    people, seats = int(s["players"]), int(s["seats"])
    clear_round(s)
    phase = _read_round(s, read)
    undealt = phase == DEAL and int(s["round"]) == 0
    s["dealer"] = read.seat("dealer", fields.get("dealer", "-" if undealt else str(people - 1)), people)
    first, cards = (int(s["dealer"]) + 1) % people, int(s["cards"])
    s["leader"] = read.one("leader", first, 0, seats - 1, "SK-3")
    s["tricks"] = read.one("tricks", 0, 0, cards, "SK-2")
    for name, field in {"scores": "scores", **_COUNTED}.items():
        read.row(name, s[field][:people], *COUNTS[field])
    read.row("bids", s["bids"][:people], NONE, cards, "SK-4")
    read.row("won", s["won"][:seats], 0, cards, "SK-6")
    for name in _PARTS:
        read.parts(name, s)
    _read_cards(s, read)
    _read_shown(s, read)
    s["player"] = {DEAL: CHANCE, OVER: TERMINAL}.get(phase, 0)
    given = records.copy()[0]
    derive(s)
    _require_kept(given, s)


def _read_round(s: Record, read: _Reader) -> str:
    """Parse the phase and the round; returns the phase's name."""
    name = read.fields.get("phase")
    if name is None:
        name = "PLAYING" if "bids" in read.fields and "-" not in read.fields["bids"] else "BIDDING"
    if name not in PHASES and name not in (DEAL, OVER):
        raise read.wrong("phase", say("position.phase", names=", ".join((*PHASES, DEAL, OVER))))
    s["phase"] = PHASES.get(name, BIDDING)
    rounds = int(s["rounds"])
    number = read.one("round", rounds if name == OVER else 1, 1, rounds, "SK-2")
    s["round"] = number if name == OVER else number - 1
    played = number - 1 - (name == DEAL)  # a deal that is due leaves the round before on the table
    s["cards"] = hand_size(s, played) if played >= 0 else 0
    return name


def _read_cards(s: Record, read: _Reader) -> None:
    """Hands, trick and pile; before the first trick's end, a pile left out is all cards that are nowhere else."""
    people, seats = int(s["players"]), int(s["seats"])
    if "hands" in read.fields:
        what = say("position.hands_and_graybeard") if people == 2 else say("position.hands", seats=seats)
        for seat, row in enumerate(read.split("hands", "/", seats, say("position.joined", hands=what))):
            codes = read.cards("hands", row, HAND, "SK-2")
            s["hands"][seat, : len(codes)] = codes if seat >= people else sorted(codes)
    trick = read.cards("trick", read.fields.get("trick", "-"), seats, "SK-2", on_table=True)
    s["trick"][: len(trick)] = trick
    pile: list[int] = []
    if "pile" in read.fields:
        pile = read.cards("pile", read.fields["pile"], LARGEST - 2, "SK-1")
    elif s["cards"] and not s["tricks"]:
        left = elsewhere(s, s["hands"], s["trick"], s["discards"])
        pile = [card for card in range(TYPES) for _ in range(left[card])]
    pile += [int(code) for code in s["drawn"] if code != NONE][::-1]
    s["pile"][: len(pile)] = pile


def _read_shown(s: Record, read: _Reader) -> None:
    """What the played cards have shown about each seat; who named the leader, and alliances."""
    people, seats = int(s["players"]), int(s["seats"])
    if "voids" in read.fields:
        for seat, text in enumerate(read.split("voids", "/", people, say("position.voids", people=people))):
            if not re.fullmatch(f"-|[{_LETTERS}]+", text):
                raise read.wrong("voids", say("position.suits", letters=_LETTERS))
            s["voids"][seat] = sum({1 << _LETTERS.index(letter) for letter in text if letter != "-"})
    for text in read.fields["specials"].split(",") if "specials" in read.fields else ():
        card, colon, player = text.partition(":")
        code = read_card(card)
        if code < ESCAPE or not colon or s["specials"][code - ESCAPE] != NONE:
            raise read.wrong("specials", say("position.specials"))
        s["specials"][code - ESCAPE] = read.number("specials", player, 0, seats - 1, "SK-2")
    s["rosie_seat"] = read.seat("named", read.fields.get("named", "-"), people)
    if "allies" in read.fields:
        pairs = read.fields["allies"].split(",")
        if len(pairs) > 2 or not all(re.fullmatch(r"\d-\d", pair) for pair in pairs):
            raise read.wrong("allies", say("position.allies"))
        for k, pair in enumerate(pairs):
            s["allies"][k] = [read.seat("allies", seat, people) for seat in pair.split("-")]


def _require_kept(given: Record, s: Record) -> None:
    """Refuse given special cards and abilities that contradict the tricks on the table."""
    for name in ("rosie_used", "roatan_seat"):
        if given[name] not in (NONE, s[name]):
            raise PositionError(say("position.used_by", given=given[name], shown=s[name]))
    for k in range(len(SPECIALS)):
        seat, shown = given["specials"][k], s["specials"][k]
        if seat not in (NONE, shown):
            raise PositionError(say("position.specials_by", seat=seat, card=SPECIALS[k], shown=shown))
