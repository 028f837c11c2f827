"""Positions of Hearts as one line of text, read back exactly and checked: a deal, passed and played on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from croupier.core.base.errors import PositionError
from croupier.core.base.types import Records
from croupier.games.hearts.english import say
from croupier.games.hearts.rules import (
    ACTIONS,
    ALL_POINTS,
    JACK_POINTS,
    OPTIONS,
    PASSED,
    PASSES,
    PLAYED,
    SEATS,
    STATE,
    begin,
    clear,
    deal_points,
    in_deck,
    legal,
    play,
    setup,
)
from croupier.games.tricks.cards import DECK, NOBODY, names_of
from croupier.games.tricks.positions import (
    differing_fields,
    field_out_of_range,
    first_refused,
    option_out_of_range,
    read_cards,
)

_FIELDS = ("deal", "scores", "last", "hands", "passed", "plays")
_CODES = ("players", "passing", "first_trick", "jack", "moon", "target", "max_deals")
_LEAST, _MOST = JACK_POINTS - ALL_POINTS, ALL_POINTS  # penalty points of a seat in a deal


def format_position(records: Records) -> dict[str, str]:
    """The deal with its hands, and what was passed and played; nothing before the first deal."""
    s = records[0]
    people, where, given = int(s["players"]), s["where"], s["given"]
    if not s["cards"]:
        return {}
    over = bool(s["played"] == people * s["cards"])  # then this deal is scored already
    scores = [int(s["scores"][k]) - (deal_points(s, k) if over else 0) for k in range(people)]
    passed = [(where == PASSED + k) | (given == k) for k in range(people)]
    kept = [((where == k) | (where == PLAYED + k)) & (given == NOBODY) for k in range(people)]
    fields = {"deal": str(int(s["deal"]) + (not over))}
    fields |= {"scores": ",".join(map(str, scores))} if any(scores) else {}
    if s["last_leader"] != NOBODY and not s["played"] - s["laid"]:
        last = ",".join(names_of(s["last_trick"][:people]))
        fields["last"] = f"{s['last_leader']}/{last}/{s['last_winner']}"
    fields["hands"] = "/".join(",".join(names_of((kept[k] | passed[k]).nonzero()[0])) for k in range(people))
    aside = [",".join(names_of(each.nonzero()[0])) for each in passed if each.any()]
    fields |= {"passed": "/".join(aside)} if aside else {}
    return fields | ({"plays": ",".join(names_of(s["plays"][: int(s["played"])]))} if s["played"] else {})


def _number(text: str, name: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    if not (re.fullmatch("-?[0-9]{1,4}", text) and low <= int(text) <= high):
        raise PositionError(say("position.number", name=name, text=text, low=low, high=high))
    return int(text)


def _cards(text: str, name: str) -> list[int]:
    """Some different cards."""
    cards = read_cards(text)
    if cards is None:
        raise PositionError(say("position.cards", name=name, text=text))
    return cards


def parse_position(records: Records, fields: Mapping[str, str]) -> None:
    """Fill a fresh record from the fields: deal, pass and play.

    Raises:
        PositionError: a field is unknown, cannot be read, or says what the rules do not allow.
    """
    s = records[0]
    for name in fields:
        if name not in _FIELDS or "hands" not in fields:
            raise PositionError(say("position.field", fields=", ".join(_FIELDS), name=name))
    if not fields:
        return
    people = int(s["players"])
    s["deal"] = _number(fields.get("deal", "1"), "deal", 1, int(s["max_deals"])) - 1
    if "scores" in fields:
        least, most = _LEAST * int(s["deal"]), _MOST * int(s["deal"])
        scores = [_number(each, "scores", least, most) for each in fields["scores"].split(",")]
        if len(scores) != people or 0 < s["target"] <= max(scores):
            _refuse("scores", fields)
        s["scores"][:people] = scores
    if "last" in fields:
        parts = fields["last"].split("/")
        cards = _cards(parts[1], "last") if len(parts) == 3 and s["deal"] else _refuse("last", fields)
        if len(cards) != people or not all(in_deck(card, people) for card in cards):
            _refuse("last", fields)
        s["last_leader"], s["last_winner"] = (_number(each, "last", 0, people - 1) for each in parts[::2])
        s["last_trick"][:people] = cards
    clear(s)
    _deal(records, fields)
    for name, shift in (("passed", DECK), ("plays", 0)):
        texts = re.split("[,/]", fields[name]) if name in fields else []
        cards = [_cards(each, name)[0] for each in texts]
        _play(records, name, texts, [shift + card for card in cards])


def _refuse(name: str, fields: Mapping[str, str]) -> list[int]:
    raise PositionError(say("position.form", name=name, text=fields[name]))


def _deal(records: Records, fields: Mapping[str, str]) -> None:
    """HE-1: the whole deck, in hands of one size."""
    s = records[0]
    hands, people, cards = fields["hands"].split("/"), int(s["players"]), int(s["cards"])
    dealt = _cards(",".join(hands), "hands")
    if (
        [len(hand.split(",")) for hand in hands] != [cards] * people
        or not all(in_deck(card, people) for card in dealt)
    ):  # fmt: skip
        raise PositionError(say("position.hands", players=people, cards=cards))
    for seat in range(people):
        s["where"][dealt[seat * cards : (seat + 1) * cards]] = seat
    begin(s)


def _play(records: Records, name: str, texts: Sequence[str], actions: Sequence[int]) -> None:
    """HE-2 to HE-5: pass or play as the text says."""
    refused = first_refused(records, texts, actions, ACTIONS, legal, play)
    if refused is not None:
        raise PositionError(say("position.not_legal", name=name, text=refused))


def validate(records: Records) -> None:
    """Raise PositionError unless the record is what its deal, passes and plays lead to."""
    s = records[0]
    codes = np.array([s[name] for name in _CODES], dtype=np.int64)
    if wrong := option_out_of_range(OPTIONS, codes):
        raise PositionError(say("record.values", name=wrong))
    people, deals = int(s["players"]), int(s["max_deals"])
    if people == SEATS // 2 and s["passing"] == 3:
        raise PositionError(say("no_across"))
    ranges = (
        ("cards", 0, DECK // people), ("deal", 0, deals), ("direction", 0, people - 1), ("played", 0, DECK),
        ("passed", 0, PASSES * people), ("laid", 0, people), ("scores", _LEAST * deals, _MOST * deals),
        ("last_leader", NOBODY, people - 1), ("last_winner", NOBODY, people - 1), ("last_trick", NOBODY, DECK - 1),
        ("taken", 0, ALL_POINTS), ("queen_by", NOBODY, people - 1), ("jack_by", NOBODY, people - 1),
        ("plays", NOBODY, DECK - 1), ("where", NOBODY, PLAYED + people - 1), ("given", NOBODY, people - 1),
    )  # fmt: skip
    if wrong := field_out_of_range(s, ranges):
        raise PositionError(say("record.values", name=wrong))
    again = np.zeros(1, dtype=STATE)
    setup(again[0], codes)
    parse_position(again, format_position(records))
    if differing := differing_fields(again[0], s):
        raise PositionError(say("record.differs", fields=", ".join(differing)))
