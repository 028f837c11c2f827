"""What the tests of the engine share."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import croupier
from croupier.core.engine.game import Game, State
from croupier.games.spite_malice.classic.game import PACK, ClassicPosition
from croupier.games.spite_malice.notation import read, validate

DATA = Path(__file__).parent / "data"
PASS = 60
GOALS = "17/17"  # out of the way: a 7 on top fits on nothing below height 7
G, D1, D2, D3, D4 = 5, 6, 7, 8, 9


def play(source: int, pile: int) -> int:
    """The action that plays a source (0-4 hand, G, D1-D4) onto a pile, 0-3."""
    return source * 4 + pile


def discard(i: int, pile: int) -> int:
    """The action that discards hand position i, 0-4, onto a pile, 0-3."""
    return 40 + i * 4 + pile


def game(**options: Any) -> Game:
    return croupier.make("spite-malice", **options)


def at(hands: str, *, seed: int = 0, **fields: object) -> State:
    """A state from a small position; options and fields by name."""
    options = {name: value for name, value in fields.items() if name in ("max_turns", "goal_size")}
    table = {"hands": hands, "goals": GOALS, **fields}
    words = " ".join(f"{name}={value}" for name, value in table.items())
    return game(**options).position(f"spite-malice {words}", seed)


def piles(*heights: int) -> str:
    """Play piles of these heights, without jokers."""
    return ",".join("012345678"[:height] or "-" for height in heights)


def table(state: State) -> ClassicPosition:
    return read(state.records)


def discards(a: str = "-,-,-,-", b: str = "-,-,-,-") -> str:
    return f"{a}/{b}"


def check_invariants(state: State, before: ClassicPosition | None) -> ClassicPosition:
    """What holds after every action of a dealt game; before is the table at the last decision."""
    now = table(state)
    validate(state.records)  # all counts agree with the cards; jokers of a play pile lie within its height
    dealt = [*now.hands, *now.goals, *now.stacks, now.shoe, now.aside, *now.discards[0], *now.discards[1]]
    held = Counter(value for pile in dealt for value in pile)
    missing = 2 * (15 - int(state.game.options["goal_size"]))
    if missing == 0 or not state.start:
        assert held == Counter(PACK), state.position()
    for hand in now.hands:
        assert len(hand) <= 5
        assert list(hand) == sorted(hand), state.position()
    assert not any(0 in pile for pile in (*now.discards[0], *now.discards[1])), state.position()
    for stack in now.stacks:
        assert all(value in (height, -1) for height, value in enumerate(stack)), state.position()
    if before is not None:
        assert all(len(new) <= len(old) for new, old in zip(now.goals, before.goals, strict=True))
        if now.turns > before.turns and not state.is_terminal():
            full = len(now.hands[now.player]) == 5
            assert full or not (now.shoe or now.aside), state.position()
    if not state.is_terminal():
        assert len(now.aside) < 50, state.position()
    return now


def load(name: str) -> Any:
    return json.loads((DATA / name).read_text())
