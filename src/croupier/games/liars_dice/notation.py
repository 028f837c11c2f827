"""Positions of Liar's Dice as one line of text, parsed exactly and checked: a deal, played on."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from croupier.core import TERMINAL, Record, Records
from croupier.core.base.errors import PositionError
from croupier.games.liars_dice.english import say
from croupier.games.liars_dice.rules import DICE, FACES, SEATS, STATE, call_of, play, play_outcome, setup
from croupier.games.liars_dice.view import faces_of

_FIELDS = ("out", "last", "cups", "bids")


def format_position(records: Records) -> dict[str, str]:
    """The dice of each seat and the bids, as in ``cups=133/246 bids=1x3,3x3,liar``."""
    # After the first round (LD-5), ``last`` is the round before: dice, bid, caller; ``out`` lists the seats out by
    # then.
    s = records[0]
    faces, over = max(int(s["faces"]), 1), bool(s["player"] == TERMINAL)
    said = [f"{bid // faces + 1}x{bid % faces + 1}" for bid in s["bids"].nonzero()[0]]
    said += ["liar"] * (over and not s["each"])
    found = {}
    if s["gone"]:
        bid = int(s["called"]) - 1
        found["last"] = f"{_cups(s, 'shown')},{bid // faces + 1}x{bid % faces + 1},{s['caller']}"
        out = [seat for seat in range(s["players"]) if not s["shown"][seat].any()]
        found |= {"out": ",".join(map(str, sorted(out, key=lambda seat: s["outlived"][seat])))} if out else {}
    return found | ({"cups": _cups(s, "held")} if s["rolled"] else {}) | ({"bids": ",".join(said)} if said else {})


def _cups(s: Record, name: str) -> str:
    """The dice of each seat, joined by slashes."""
    return "/".join("".join(map(str, faces_of(held))) for held in s[name][: s["players"]])


def parse_position(records: Records, fields: Mapping[str, str]) -> None:
    """Fill a fresh record: the round before, if there was one; then roll these dice, and play the bids."""
    s = records[0]
    for name in fields:
        if name not in _FIELDS:
            raise PositionError(say("position.field", name=name))
    if "last" in fields or "out" in fields:
        _end_last(s, fields.get("last", ""), fields.get("out", ""))
    numbers, faces = s["dice"][: s["players"]].tolist(), int(s["faces"])
    if "cups" in fields:
        cups = "/".join(f"[1-{faces}]{{{number}}}" for number in numbers)
        if s["player"] == TERMINAL or not re.fullmatch(cups, fields["cups"]):
            raise PositionError(say("position.dice", text=fields["cups"], numbers=numbers, faces=faces))
        for die in fields["cups"].replace("/", ""):
            play_outcome(s, int(die) - 1)
    for text in fields["bids"].split(",") if "bids" in fields else ():
        found = re.fullmatch(rf"([1-9]\d?)x([1-{faces}])", text)
        action = (int(found[1]) - 1) * faces + int(found[2]) - 1 if found else call_of(s)
        ends = text == "liar" and s["count"] and not s["each"]
        if s["player"] < 0 or not ((found and s["bid"] <= action < int(s["total"]) * faces) or ends):
            raise PositionError(say("position.bids", text=text))
        play(s, action)


def _end_last(s: Record, last: str, out: str) -> None:
    """Play the call that ended the round before (LD-5), with the seats that were out by then (LD-6)."""
    faces, most = int(s["faces"]), s["dice"][: s["players"]].tolist()
    cups = "/".join(f"([1-{faces}]{{0,{count}}})" for count in most)
    found = re.fullmatch(rf"{cups},([1-9]\d?)x([1-{faces}]),(\d)", last)
    *dice, said, shown, called = found.groups() if found else [*[""] * len(most), "0", "0", "0"]
    quantity, face, caller, total = int(said), int(shown), int(called), len("".join(dice))
    gone = [str(seat) for seat, cup in enumerate(dice) if not cup]
    if not (s["each"] and quantity <= total and caller < len(dice) and dice[caller] and len(gone) < len(dice) - 1):
        raise PositionError(say("position.last", text=last, dice=most, faces=faces))
    if sorted(out.split(",") if out else ()) != gone:
        raise PositionError(say("position.out", text=out))
    for place, name in enumerate(out.split(",") if out else ()):
        s["outlived"][int(name)] = place
    for seat, cup in enumerate(dice):
        s["dice"][seat] = len(cup)
        for die in cup:
            s["held"][seat][int(die) - 1] += 1
    s["gone"], s["total"] = sum(most) - total, total
    s["bid"], s["player"] = (quantity - 1) * faces + face, caller
    play(s, call_of(s))


def validate(records: Records) -> None:
    """Raise PositionError unless the record is the one that its dice and bids lead to."""
    s = records[0]
    count, dice, each = int(s["players"]), s["dice"].tolist(), int(s["each"])
    begun = dice if not each else [int(s["total"]) + int(s["gone"]) - (count - 1) * each, *[each] * (count - 1)]
    if not (2 <= count <= SEATS and 2 <= s["faces"] <= FACES and all(1 <= each <= DICE for each in begun[:count])):
        raise PositionError(say("record.options"))
    several = [s[name] for name in ("held", "shown")]
    if (s["bids"] < 0).any() or any((some < 0).any() or (some > DICE).any() for some in several):
        raise PositionError(say("record.values"))
    again = np.zeros(1, dtype=STATE)
    setup(again[0], np.array([count, begun[1], begun[0], s["faces"], each > 0], dtype=np.int64))
    parse_position(again, format_position(records))
    wrong = [name for name in STATE.names or () if again[0][name].tobytes() != s[name].tobytes()]
    if wrong:
        raise PositionError(say("record.differs", fields=", ".join(wrong)))
