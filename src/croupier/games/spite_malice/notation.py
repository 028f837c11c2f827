"""Positions of Mini Spite and Malice: as one line of text, and as the classic game's `ClassicPosition`.

They contain hidden cards (SM-4), for tests, bug reports and setting up, not for play. Cards may be missing, so
that small positions can be studied, but none may occur too often.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from croupier.core import TERMINAL, Records
from croupier.core.base.errors import PositionError
from croupier.games.spite_malice.classic.cards import FACES
from croupier.games.spite_malice.classic.game import ClassicGame, ClassicPosition, RefusedError
from croupier.games.spite_malice.english import say
from croupier.games.spite_malice.lists import check_lists, pile_cards, shoe_cards
from croupier.games.spite_malice.rules import setup
from croupier.games.spite_malice.state import (
    CARDS,
    DEAL,
    HAND,
    JOKER,
    LAYOUT,
    MAX_GOAL,
    NIL,
    NONE,
    PILES,
    RECYCLED,
    STATE,
)

_NUMBERS = ("turn", "turns", "idle", "busy")
_EMPTY_PILES = ",".join("-" * PILES)
_START = {
    "turn": "0", "hands": "-/-", "goals": "-/-", "discards": f"{_EMPTY_PILES}/{_EMPTY_PILES}",
    "piles": _EMPTY_PILES, "shoe": "-+-", "aside": "-", "turns": "0", "idle": "0", "busy": "0",
}  # fmt: skip
FIELDS = tuple(_START)


def format_position(records: Records) -> dict[str, str]:
    """The fields of the text form: seats by ``/``, piles by ``,``, bottom first; the shoe from the front."""
    # Recycled cards at the back of the shoe come after a ``+``. A game that is not dealt yet has no fields.
    if records[0]["due"] == DEAL:
        return {}
    p = read(records)
    cut = len(p.shoe) - p.recycled
    return {
        "turn": str(p.player),
        "hands": "/".join(map(_faces, p.hands)),
        "goals": "/".join(map(_faces, p.goals)),
        "discards": "/".join(",".join(map(_faces, piles)) for piles in p.discards),
        "piles": ",".join(map(_faces, p.stacks)),
        "shoe": f"{_faces(p.shoe[:cut])}+{_faces(p.shoe[cut:])}",
        "aside": _faces(p.aside),
        "turns": str(p.turns),
        "idle": str(p.idle),
        "busy": str(int(p.busy)),
    }


def parse_position(records: Records, fields: Mapping[str, str]) -> None:
    """Fill a fresh record; a field left out is empty or 0, but without any field the deal is due."""
    if not fields:
        return
    for name in fields:
        if name not in _START:
            raise PositionError(say("position.field", fields=", ".join(FIELDS), name=name))
    given = {**_START, **fields}
    for name in _NUMBERS:
        if not re.fullmatch(r"\d{1,7}", given[name]):
            raise PositionError(say("position.number", name=name, text=given[name]))
    dealt, recycled = _cards("shoe", given["shoe"] if "+" in given["shoe"] else given["shoe"] + "+-", "+", 2)
    hands, goals = _cards("hands", given["hands"], "/", 2), _cards("goals", given["goals"], "/", 2)
    discards = _split("discards", given["discards"], "/", 2)
    if given["busy"] not in ("0", "1"):
        raise PositionError(say("position.busy", text=given["busy"]))
    position = ClassicPosition(
        hands=[sorted(hand) for hand in hands],
        goals=goals,
        discards=[_cards("discards", piles, ",", PILES) for piles in discards],
        stacks=_cards("piles", given["piles"], ",", PILES),
        shoe=dealt + recycled,
        aside=_cards("aside", given["aside"], "/", 1)[0],
        player=int(given["turn"]),
        turns=int(given["turns"]),
        idle=int(given["idle"]),
        busy=given["busy"] == "1",
        recycled=len(recycled),
    )
    write(records, position)


def validate(records: Records) -> None:
    """Raise PositionError unless a game can lead to this record: it equals its own table, written again."""
    s = records[0]
    if s["max_turns"] < 1 or not 1 <= s["goal_size"] <= MAX_GOAL:
        raise PositionError(say("record.options"))
    again = np.zeros(1, dtype=STATE)
    setup(again[0], np.array([s["max_turns"], s["goal_size"]], dtype=np.int64))
    if s["due"] == DEAL:
        if again.tobytes() != records.tobytes():
            raise PositionError(say("record.deal"))
        return
    check_lists(s)
    write(again, read(records))
    for name in STATE.names or ():
        if name not in LAYOUT and not np.array_equal(again[0][name], s[name]):
            raise PositionError(say("record.field", name=name, found=s[name], made=again[0][name]))


def read(records: Records) -> ClassicPosition:
    """The table of a record, with the classic game's names; cards set aside are in ascending order."""
    s = records[0]
    if s["due"] != 0:
        raise PositionError(say("record.shuffling"))
    if s["heights"].min() < 0 or s["heights"].max() > 9 or s["aside"].min() < 0:
        raise PositionError(say("record.heights"))
    piles = [pile_cards(s, p) for p in range(2 * PILES)]
    shoe = shoe_cards(s)
    aside = [value - 1 for value, count in enumerate(s["aside"]) for _ in range(count)]
    stacks = [
        tuple(JOKER if int(wild) >> height & 1 else height for height in range(top))
        for top, wild in zip(s["heights"], s["jokers"], strict=True)
    ]
    counts = zip(s["hand_counts"], s["goal_counts"], strict=True)
    if any(not 0 <= hand <= HAND or not 0 <= goal <= MAX_GOAL for hand, goal in counts):
        raise PositionError(say("record.counts"))
    return ClassicPosition(
        hands=tuple(_values(s["hands"][seat][: s["hand_counts"][seat]]) for seat in (0, 1)),
        goals=tuple(_values(s["goals"][seat][: s["goal_counts"][seat]]) for seat in (0, 1)),
        discards=(tuple(piles[:PILES]), tuple(piles[PILES:])),
        stacks=tuple(stacks),
        shoe=shoe,
        aside=tuple(aside),
        player=int(s["turn"]),
        turns=int(s["turns"]),
        idle=int(s["idle"]),
        busy=bool(s["busy"]),
        recycled=len(shoe) - int(s["dealt"]),
    )


def write(records: Records, position: ClassicPosition) -> None:
    """Fill a record with options from a table, which also decides whether the game is over."""
    s = records[0]
    over = _over(position, int(s["max_turns"]), int(s["goal_size"]))
    s["hands"], s["goals"], s["cards"] = NONE, NONE, NONE
    s["unseen"], s["aside"], s["due"] = 0, 0, 0
    for seat in (0, 1):
        hand, goal = sorted(position.hands[seat]), position.goals[seat]
        s["hands"][seat][: len(hand)] = hand
        s["goals"][seat][: len(goal)] = goal
        s["hand_counts"][seat], s["goal_counts"][seat] = len(hand), len(goal)
        for value in goal[:-1]:
            s["unseen"][0][value + 1] += 1
    for pile, stack in enumerate(position.stacks):
        s["heights"][pile] = len(stack)
        s["jokers"][pile] = sum(1 << height for height, value in enumerate(stack) if value == JOKER)
    for value in position.aside:
        s["aside"][value + 1] += 1
    s["dealt"] = len(position.shoe) - position.recycled
    for place, value in enumerate(position.shoe):
        s["unseen"][int(place >= s["dealt"])][value + 1] += 1
    s["shoe_count"], s["aside_count"] = len(position.shoe), len(position.aside)
    _write_lists(records, position)
    s["turn"], s["turns"] = position.player, position.turns
    s["idle"], s["busy"] = position.idle, int(position.busy)
    s["player"] = TERMINAL if over else position.player
    s["truncated"] = int(over == "truncated")


def to_records(game: ClassicGame) -> Records:
    """The engine's record of a classic game, shape (1,), so that any agent can choose an action in it."""
    # The classic game, which is not changed, uses the same action numbers. The record has its ``maxTurns`` and a
    # goal size of 15.
    records = np.zeros(1, dtype=STATE)
    setup(records[0], np.array([game.maxTurns(), MAX_GOAL], dtype=np.int64))
    write(records, game.position())
    return records


def _over(position: ClassicPosition, max_turns: int, goal_size: int) -> str:
    """How a game at this table has ended, "" if it goes on; raises PositionError if the table is impossible."""
    try:
        position.checkTable()
    except RefusedError as error:
        raise PositionError(say(error.reason.key, **error.reason.params)) from error
    goals = [len(goal) for goal in position.goals]
    if max(goals) > goal_size:
        raise PositionError(say("record.goal_size", most=goal_size, found=max(goals)))
    if 0 in goals and goals[position.player] != 0:
        raise PositionError(say("record.empty_goal"))
    if goals == [0, 0]:
        raise PositionError(say("record.both_empty"))
    if position.turns > max_turns:
        raise PositionError(say("record.turns", turns=position.turns, limit=max_turns))
    if 0 in goals:
        return "win"
    if len(position.aside) >= RECYCLED:
        raise PositionError(say("record.aside", most=RECYCLED))
    if position.idle == 2:
        return "stalemate"
    return "truncated" if position.turns == max_turns else ""


def _write_lists(records: Records, position: ClassicPosition) -> None:
    """Lay out the shoe and the discard piles, node after node; the rest is free."""
    s = records[0]
    node = 0

    def lay(values: Sequence[int]) -> int:
        """Lay cards in the order of their list; the first node."""
        nonlocal node
        first = node
        for value in values:
            s["cards"][node], s["links"][node] = value, node + 1
            node += 1
        if not values:
            return NIL
        s["links"][node - 1] = NIL
        return first

    s["front"] = lay(position.shoe)
    s["back"] = node - 1 if position.shoe else NIL
    for p, pile in enumerate(pile for piles in position.discards for pile in piles):
        s["tops"][p] = lay(pile[::-1])
        s["discard_counts"][p] = len(pile)
    s["free"] = node
    s["links"][node:] = [*range(node + 1, NIL + 1), NIL]
    s["cards"][NIL] = NONE


def _values(cards: Iterable[int]) -> tuple[int, ...]:
    return tuple(int(card) for card in cards)


def _faces(cards: Sequence[int]) -> str:
    return "".join(FACES[card] for card in cards) or "-"


def _split(name: str, text: str, separator: str, count: int) -> list[str]:
    parts = text.split(separator)
    if len(parts) != count:
        raise PositionError(say("position.parts", name=name, text=text, count=count, separator=separator))
    return parts


def _cards(name: str, text: str, separator: str, count: int) -> list[list[int]]:
    """Lists of cards, each of the faces 0 to 9 and * or - for none."""
    found = []
    for part in _split(name, text, separator, count):
        if part != "-" and not re.fullmatch(rf"[0-9*]{{1,{CARDS}}}", part):
            raise PositionError(say("position.cards", name=name, text=text))
        found.append([] if part == "-" else [JOKER if face == "*" else int(face) for face in part])
    return found
