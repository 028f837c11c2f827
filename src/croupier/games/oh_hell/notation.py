"""Positions of Oh Hell as one line of text, read back exactly and checked: the deal of a round, played on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from croupier.core.base.errors import PositionError
from croupier.core.base.types import Records
from croupier.games.oh_hell.english import say
from croupier.games.oh_hell.rules import (
    ACTIONS,
    BONUS,
    LARGEST,
    OPTIONS,
    PLAYED,
    SEATS,
    STATE,
    TURNED,
    clear,
    legal,
    play,
    round_count,
    seat_points,
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

_FIELDS = ("round", "dealer", "scores", "last", "hands", "turned", "bids", "plays")
_MOST = (BONUS + LARGEST) * (2 * LARGEST - 1)


def format_position(records: Records) -> dict[str, str]:
    """The round with its deal, and what was bid and played; nothing before the first deal."""
    s = records[0]
    people, first = int(s["players"]), (int(s["dealer"]) + 1)
    if not s["cards"]:
        return {}
    over = bool(s["played"] == people * s["cards"])  # then this round is scored already
    gained = [
        seat_points(int(s["bids"][k]), int(s["won"][k]), int(s["scoring"])) if over else 0 for k in range(people)
    ]
    hands = [((s["where"] == k) | (s["where"] == PLAYED + k)).nonzero()[0] for k in range(people)]
    bids = [str(s["bids"][(first + k) % people]) for k in range(int(s["bids_in"]))]
    scores = [int(score) - more for score, more in zip(s["scores"][:people], gained, strict=True)]
    fields = {"round": str(int(s["round"]) + (not over)), "dealer": str(int(s["dealer"]))}
    fields |= {"scores": ",".join(map(str, scores))} if any(scores) else {}
    if s["last_leader"] != NOBODY and not s["played"] - s["laid"]:
        last = ",".join(names_of(s["last_trick"][:people]))
        fields["last"] = f"{s['last_leader']}/{last}/{s['last_winner']}"
    fields["hands"] = "/".join(",".join(names_of(hand)) for hand in hands)
    fields |= {"turned": names_of(s["turned"])[0]} if s["turned"] != NOBODY else {}
    fields |= {"bids": ",".join(bids)} if bids else {}
    return fields | ({"plays": ",".join(names_of(s["plays"][: int(s["played"])]))} if s["played"] else {})


def _number(text: str, name: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    if not (text.isdecimal() and text.isascii() and len(text) < 5 and low <= int(text) <= high):
        raise PositionError(say("position.number", name=name, text=text, low=low, high=high))
    return int(text)


def _cards(text: str, name: str, count: int) -> list[int]:
    """So many different cards."""
    cards = read_cards(text)
    if cards is None or len(cards) != count:
        raise PositionError(say("position.cards", name=name, text=text, count=count))
    return cards


def parse_position(records: Records, fields: Mapping[str, str]) -> None:
    """Fill a fresh record from the fields: deal the round, bid and play.

    Raises:
        PositionError: a field is unknown, cannot be read, or says what the rules do not allow.
    """
    s = records[0]
    people, rounds = int(s["players"]), round_count(int(s["schedule"]), int(s["largest"]))
    for name in fields:
        if name not in _FIELDS or "hands" not in fields:
            raise PositionError(say("position.field", fields=", ".join(_FIELDS), name=name))
    if not fields:
        return
    s["round"] = _number(fields.get("round", "1"), "round", 1, rounds) - 1
    s["dealer"] = _number(fields.get("dealer", str(people - 1)), "dealer", 0, people - 1)
    if "scores" in fields:
        scores = [_number(each, "scores", 0, _MOST) for each in fields["scores"].split(",")]
        s["scores"][:people] = scores if len(scores) == people and s["round"] else _refuse("scores", fields)
    if "last" in fields:
        leader, cards, winner = parts if len(parts := fields["last"].split("/")) == 3 else _refuse("last", fields)
        s["last_leader"], s["last_winner"] = (_number(each, "last", 0, people - 1) for each in (leader, winner))
        s["last_trick"][:people] = _cards(cards, "last", people) if s["round"] else _refuse("last", fields)
    clear(s)
    _deal(records, fields)
    texts = fields["plays"].split(",") if "plays" in fields else []
    bids = fields["bids"].split(",") if "bids" in fields else []
    _play(records, "bids", bids, [DECK + _number(bid, "bids", 0, LARGEST) for bid in bids])
    _play(records, "plays", texts, _cards(fields["plays"], "plays", len(texts)) if texts else [])


def _refuse(name: str, fields: Mapping[str, str]) -> Sequence[str]:
    raise PositionError(say("position.form", name=name, text=fields[name]))


def _deal(records: Records, fields: Mapping[str, str]) -> None:
    """OH-2, OH-3: hands of the round's size, and the card that is turned up if one is."""
    s = records[0]
    hands, cards, trump = fields["hands"].split("/"), int(s["cards"]), bool(s["trump"])
    if len(hands) != s["players"] or trump != ("turned" in fields):
        raise PositionError(say("position.hands", players=int(s["players"]), cards=cards))
    dealt = _cards(",".join([*hands, *([fields["turned"]] if trump else [])]), "hands", len(hands) * cards + trump)
    for seat, hand in enumerate(hands):
        s["where"][_cards(hand, "hands", cards)] = seat
    if trump:
        s["turned"] = dealt[-1]
        s["where"][dealt[-1]] = TURNED


def _play(records: Records, name: str, texts: Sequence[str], actions: Sequence[int]) -> None:
    """OH-4, OH-5: bid or play as the text says."""
    refused = first_refused(records, texts, actions, ACTIONS, legal, play)
    if refused is not None:
        raise PositionError(say("position.not_legal", name=name, text=refused))


def validate(records: Records) -> None:
    """Raise PositionError unless the record is what its deal, bids and plays lead to."""
    s = records[0]
    codes = np.array(
        [s[n] for n in ("players", "largest", "schedule", "trump", "hook", "scoring")], dtype=np.int64
    )
    if wrong := option_out_of_range(OPTIONS, codes):
        raise PositionError(say("record.values", name=wrong))
    people, most = int(s["players"]), round_count(int(s["schedule"]), int(s["largest"]))
    if people * int(s["largest"]) + int(s["trump"]) > DECK:
        raise PositionError(say("record.values", name=OPTIONS[1].name))
    ranges = (
        ("cards", 0, LARGEST), ("round", 0, most), ("dealer", NOBODY, people - 1), ("turned", NOBODY, DECK - 1),
        ("bids_in", 0, people), ("played", 0, DECK), ("laid", 0, people), ("scores", 0, 2 * _MOST),
        ("last_leader", NOBODY, people - 1), ("last_winner", NOBODY, people - 1), ("last_trick", NOBODY, DECK - 1),
        ("bids", NOBODY, LARGEST), ("won", 0, LARGEST), ("plays", NOBODY, DECK - 1),
        ("where", NOBODY, PLAYED + SEATS - 1),
    )  # fmt: skip
    if wrong := field_out_of_range(s, ranges):
        raise PositionError(say("record.values", name=wrong))
    again = np.zeros(1, dtype=STATE)
    setup(again[0], codes)
    parse_position(again, format_position(records))
    if differing := differing_fields(again[0], s):
        raise PositionError(say("record.differs", fields=", ".join(differing)))
