"""One-line text form of a complete position, read back exactly; docs/rules/skull-king.md explains it.

What follows from the rest is not written: hand sizes, what was played, whose turn it is. A field that is left
out has its value from the start of a round, so a position for a test can be short.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from croupier.core.base.errors import PositionError
from croupier.core.base.sentence import Sentence
from croupier.core.base.types import Record, Records
from croupier.core.spec.spec import CHANCE, TERMINAL
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
from croupier.games.skull_king.record.state import BIDDING, GRAYBEARD, HAND, SEATS, clear_round, hand_size, phases
from croupier.games.skull_king.validate import derive, elsewhere, validate

__all__ = ["DEAL", "FIELDS", "OVER", "PHASES", "format_position", "parse_position", "validate"]

PHASES = {phase.name: phase.value for phase in phases({"players": 4})}
_NAMES = {value: name for name, value in PHASES.items()}
DEAL, OVER = "DEAL", "OVER"
FIELDS = (
    "phase", "round", "dealer", "leader", "tricks", "scores", "gained", "missed", "bids", "won", "bonus", "wagers",
    "hands", "trick", "pile", "last", "voids", "specials", "used", "named", "drew", "shown", "change", "allies",
)  # fmt: skip


def _cards(codes: Sequence[int]) -> str:
    return ",".join(short_of(int(code)) for code in codes if code != NONE) or "-"


def _numbers(values: Sequence[int]) -> str:
    return ",".join(str(int(value)) for value in values)


def _seat(seat: int) -> str:
    return "-" if seat == NONE else str(int(seat))


def _letters(suits: int) -> str:
    """First letters of the suits whose bits are set."""
    return "".join(name[0] for suit, name in enumerate(SUITS) if suits >> suit & 1) or "-"


def format_position(records: Records) -> dict[str, str]:
    """The fields of a position, options apart; see `FIELDS`."""
    s = records[0]
    people, seats = int(s["players"]), int(s["seats"])
    over = s["player"] == TERMINAL
    phase = OVER if over else DEAL if s["player"] == CHANCE else _NAMES[int(s["phase"])]
    fields = {
        "phase": phase,
        "round": str(int(s["round"]) + (not over)),
        "dealer": _seat(s["dealer"]),
        "leader": _seat(s["leader"]),
        "tricks": str(s["tricks"]),
        "scores": _numbers(s["scores"][:people]),
        "bids": ",".join("-" if bid == NONE else str(int(bid)) for bid in s["bids"][:people]),
        "won": _numbers(s["won"][:seats]),
        "hands": "/".join(_cards(hand) for hand in s["hands"][:seats]),
        "pile": _cards(s["pile"][: s["pile_size"]]),
    }
    for key, name in (("gained", "gained"), ("missed", "missed"), ("bonus", "bonuses"), ("wagers", "wagers")):
        if s[name].any():
            fields[key] = _numbers(s[name][:people])
    if s["laid"]:
        fields["trick"] = _cards(s["trick"])
    fields |= _format_memory(s)
    return fields


def _format_memory(s: Record) -> dict[str, str]:
    """What is remembered of the last trick and of the abilities used this round."""
    fields = {}
    if s["last_leader"] != NONE:
        fields["last"] = f"{s['last_leader']}/{_seat(s['last_winner'])}/{_cards(s['last_trick'])}"
    if s["voids"].any():
        fields["voids"] = "/".join(_letters(int(voids)) for voids in s["voids"][: s["players"]])
    played = {ESCAPE + k: seat for k, seat in enumerate(s["specials"]) if seat != NONE}
    if played:
        fields["specials"] = ",".join(f"{short_of(card)}:{seat}" for card, seat in played.items())
    if s["rosie_used"] != NONE or s["roatan_seat"] != NONE:
        fields["used"] = f"{_seat(s['rosie_used'])}/{_seat(s['roatan_seat'])}"
    if s["rosie_seat"] != NONE:
        fields["named"] = str(s["rosie_seat"])
    if s["bendt_seat"] != NONE:
        fields["drew"] = f"{s['bendt_seat']}/{_cards(s['drawn'])}/{_cards(s['discards'])}"
    if s["jade_seat"] != NONE:
        fields["shown"] = f"{s['jade_seat']}/{s['jade_size']}"
    if s["harry_seat"] != NONE:
        fields["change"] = f"{s['harry_seat']}/{s['harry_change']}"
    pairs = [f"{one}-{other}" for one, other in s["allies"] if one != NONE]
    if pairs:
        fields["allies"] = ",".join(pairs)
    return fields


class _Reader:
    """Reads single fields, and names them in its errors."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self.fields = fields

    def wrong(self, name: str, wanted: Sentence) -> PositionError:
        """The error for a field that cannot be read."""
        return PositionError(say("position.wrong", name=name, text=self.fields[name], wanted=wanted))

    def number(self, name: str, text: str, low: int, high: int, rule: str) -> int:
        """One whole number within bounds."""
        if not re.fullmatch(r"[+-]?\d{1,5}", text) or not low <= int(text) <= high:
            raise PositionError(say("position.number", text=text, name=name, low=low, high=high, rule=rule))
        return int(text)

    def one(self, name: str, default: int, low: int, high: int, rule: str) -> int:
        """A field with one whole number."""
        return self.number(name, self.fields[name], low, high, rule) if name in self.fields else default

    def seat(self, name: str, text: str, seats: int) -> int:
        """A seat, or ``-`` for none."""
        return NONE if text == "-" else self.number(name, text, 0, seats - 1, "SK-2")

    def row(self, name: str, count: int, low: int, high: int, rule: str) -> list[int] | None:
        """A field with one whole number a seat."""
        if name not in self.fields:
            return None
        parts = self.fields[name].split(",")
        if len(parts) != count:
            raise self.wrong(name, say("position.row", count=count, rule=rule))
        return [
            NONE if part == "-" and low == NONE else self.number(name, part, low, high, rule) for part in parts
        ]

    def cards(self, name: str, text: str, most: int, rule: str, *, on_table: bool = False) -> list[int]:
        """Cards joined by commas, or ``-`` for none."""
        codes = [] if text == "-" else [read_card(part, on_table=on_table) for part in text.split(",")]
        if len(codes) > most:
            raise PositionError(say("position.cards", name=name, count=len(codes), most=most, rule=rule))
        return codes

    def parts(self, name: str, count: int, wanted: Sentence) -> list[str]:
        """Parts joined by slashes."""
        parts = self.fields[name].split("/")
        if len(parts) != count:
            raise self.wrong(name, wanted)
        return parts


def parse_position(records: Records, fields: Mapping[str, str]) -> None:
    """Fill a fresh record from the fields of a position."""
    for name in fields:
        if name not in FIELDS:
            raise PositionError(say("position.field", fields=", ".join(FIELDS), name=name))
    s, read = records[0], _Reader(fields)
    people, seats = int(s["players"]), int(s["seats"])
    clear_round(s)
    phase = _read_round(s, read)
    s["dealer"] = NONE
    s["dealer"] = read.seat("dealer", fields.get("dealer", "-" if _undealt(s, phase) else str(people - 1)), people)
    first = (int(s["dealer"]) + 1) % people
    s["leader"] = read.one("leader", first, 0, seats - 1, "SK-3")
    s["tricks"] = read.one("tricks", 0, 0, int(s["cards"]), "SK-2")
    for key, name, count, low, high, rule in (
        ("scores", "scores", people, -9999, 9999, "SK-12"),
        ("gained", "gained", people, -999, 999, "SK-12"),
        ("missed", "missed", people, 0, 10, "SK-12"),
        ("bids", "bids", people, NONE, int(s["cards"]), "SK-4"),
        ("won", "won", seats, 0, int(s["cards"]), "SK-6"),
        ("bonus", "bonuses", people, 0, 300, "SK-12"),
        ("wagers", "wagers", people, 0, 20, "SK-14"),
    ):
        row = read.row(key, count, low, high, rule)
        if row is not None:
            s[name][:count] = row
    _read_cards(s, read)
    _read_memory(s, read)
    s["player"] = {DEAL: CHANCE, OVER: TERMINAL}.get(phase, 0)
    given = records.copy()[0]
    derive(s)
    _require_kept(given, s)


def _undealt(s: Record, phase: str) -> bool:
    return phase == DEAL and int(s["round"]) == 0


def _read_round(s: Record, read: _Reader) -> str:
    """The phase and the round; returns the phase's name."""
    name = read.fields.get("phase")
    if name is None:
        name = "PLAYING" if "bids" in read.fields and "-" not in read.fields["bids"] else "BIDDING"
    if name not in PHASES and name not in (DEAL, OVER):
        raise read.wrong("phase", say("position.phase", names=", ".join((*PHASES, DEAL, OVER))))
    s["phase"] = PHASES.get(name, BIDDING)
    rounds = int(s["rounds"])
    number = read.one("round", rounds if name == OVER else 1, 1, rounds, "SK-2")
    s["round"] = number if name == OVER else number - 1
    played = (
        number - 1 if name != DEAL else number - 2
    )  # a deal that is due leaves the round before it on the table
    s["cards"] = hand_size(s, played) if played >= 0 else 0
    return name


def _read_cards(s: Record, read: _Reader) -> None:
    """Hands, trick and pile; a pile that is left out is all that is nowhere else, before the first trick's end."""
    people, seats = int(s["players"]), int(s["seats"])
    hands = read.fields.get("hands")
    if hands is not None:
        rows = hands.split("/")
        if len(rows) != seats:
            what = say("position.hands_and_graybeard") if people == 2 else say("position.hands", seats=seats)
            raise read.wrong("hands", say("position.joined", hands=what))
        for seat, row in enumerate(rows):
            codes = read.cards("hands", row, HAND, "SK-2")
            held = codes if seat >= people and people == 2 and seat == GRAYBEARD else sorted(codes)
            s["hands"][seat, : len(held)] = held
    trick = read.cards("trick", read.fields.get("trick", "-"), seats, "SK-2", on_table=True)
    s["trick"][: len(trick)] = trick
    if "drew" in read.fields:
        wanted = say("position.drew")
        drawer, drawn, discards = read.parts("drew", 3, wanted)
        s["bendt_seat"] = read.seat("drew", drawer, people)
        for key, text in (("drawn", drawn), ("discards", discards)):
            codes = read.cards("drew", text, 2, "SK-14")
            s[key][: len(codes)] = codes
    if "pile" in read.fields:
        pile = read.cards("pile", read.fields["pile"], LARGEST - 2, "SK-1")
    elif s["cards"] and not s["tricks"]:
        left = elsewhere(s, s["hands"], s["trick"], s["discards"])
        pile = [card for card in range(TYPES) for _ in range(left[card])]
    else:
        pile = []
    s["pile"][: len(pile)] = pile
    drawn_codes = [int(code) for code in s["drawn"] if code != NONE]
    s["pile"][len(pile) : len(pile) + len(drawn_codes)] = drawn_codes[::-1]


def _read_memory(s: Record, read: _Reader) -> None:
    """The last trick, and what the abilities have left behind."""
    people, seats = int(s["players"]), int(s["seats"])
    if "last" in read.fields:
        leader, winner, cards = read.parts("last", 3, say("position.last"))
        s["last_leader"] = read.seat("last", leader, seats)
        s["last_winner"] = read.seat("last", winner, seats)
        codes = read.cards("last", cards, SEATS, "SK-2", on_table=True)
        s["last_trick"][: len(codes)] = codes
    _read_shown(s, read)
    if "used" in read.fields:
        for name, text in zip(
            ("rosie_used", "roatan_seat"), read.parts("used", 2, say("position.used")), strict=True
        ):
            s[name] = read.seat("used", text, people)
    if "named" in read.fields:
        s["rosie_seat"] = read.seat("named", read.fields["named"], people)
    if "shown" in read.fields:
        seat, size = read.parts("shown", 2, say("position.shown"))
        s["jade_seat"] = read.seat("shown", seat, people)
        s["jade_size"] = read.number("shown", size, 0, LARGEST, "SK-14")
    if "change" in read.fields:
        seat, change = read.parts("change", 2, say("position.change"))
        s["harry_seat"] = read.seat("change", seat, people)
        s["harry_change"] = read.number("change", change, -1, 1, "SK-14")
    if "allies" in read.fields:
        pairs = read.fields["allies"].split(",")
        if len(pairs) > 2 or not all(re.fullmatch(r"\d-\d", pair) for pair in pairs):
            raise read.wrong("allies", say("position.allies"))
        for k, pair in enumerate(pairs):
            s["allies"][k] = [read.seat("allies", seat, people) for seat in pair.split("-")]


def _read_shown(s: Record, read: _Reader) -> None:
    """What the cards played have shown of each seat."""
    people, seats = int(s["players"]), int(s["seats"])
    if "voids" in read.fields:
        letters = "".join(suit[0] for suit in SUITS)
        for seat, text in enumerate(read.parts("voids", people, say("position.voids", people=people))):
            if not re.fullmatch(f"-|[{letters}]+", text):
                raise read.wrong("voids", say("position.suits", letters=letters))
            s["voids"][seat] = sum({1 << letters.index(letter) for letter in text if letter != "-"})
    if "specials" in read.fields:
        for text in read.fields["specials"].split(","):
            card, colon, player = text.partition(":")
            code = read_card(card)
            if code < ESCAPE or not colon or s["specials"][code - ESCAPE] != NONE:
                raise read.wrong("specials", say("position.specials"))
            s["specials"][code - ESCAPE] = read.number("specials", player, 0, seats - 1, "SK-2")


def _require_kept(given: Record, s: Record) -> None:
    """Refuse what was given of special cards and abilities where the tricks on the table show something else."""
    for name in ("rosie_used", "roatan_seat"):
        if given[name] not in (NONE, s[name]):
            raise PositionError(say("position.used_by", given=given[name], shown=s[name]))
    for k in range(len(SPECIALS)):
        seat, shown = given["specials"][k], s["specials"][k]
        if seat not in (NONE, shown):
            raise PositionError(say("position.specials_by", seat=seat, card=SPECIALS[k], shown=shown))
