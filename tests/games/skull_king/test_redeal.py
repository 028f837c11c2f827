"""Worlds come from what a seat knows alone, and each that fits is equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import permutations
from random import Random
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import croupier
from croupier.core.base.types import Record
from croupier.core.engine.game import State
from croupier.games.skull_king.record.cards import NONE, RANKS, is_number, read_card
from croupier.games.skull_king.record.state import SEATS
from croupier.games.skull_king.redeal import _exchange
from tests.amounts import daily, larger
from tests.conftest import INTERPRETED
from tests.games.skull_king.tables import FULL, field

UNLIKELY = 1e-3  # a p-value below it fails; seeds are fixed
DISCARDS, PILE = SEATS, SEATS + 1


def worlds(state: State, seat: int, times: int, seed: int) -> Iterator[Record]:
    """Records dealt one after the other from one generator, each from the one before."""
    copy = state.clone()
    seats, rngs = np.array([seat]), np.array([seed], dtype=np.uint64)
    for _ in range(times):
        state.game.loops.compiled.redeal(copy.records, seats, rngs)
        yield copy.records[0]


def redealt(state: State, seat: int, seed: int) -> tuple[bytes, int]:
    """The bytes of a world and what is left of the generator."""
    world = state.resample_hidden(seat, seed)
    return world.records.tobytes(), int(world.rngs[0])


def cards(names: str) -> tuple[int, ...]:
    return tuple(read_card(name) for name in names.split(","))


def lacks(state: State, seat: int, card: int) -> bool:
    """Whether a seat has shown to hold no card like this."""
    return is_number(card) and bool(field(state, "voids")[seat] >> card // RANKS & 1)


def p_value(observed: npt.ArrayLike, expected: npt.ArrayLike, freedom: int) -> float:
    """Of Pearson's chi-square test, by the approximation of Wilson and Hilferty (1931)."""
    o, e = np.asarray(observed, dtype=float), np.asarray(expected, dtype=float)
    cube_root = (float(((o - e) ** 2 / e).sum()) / freedom) ** (1 / 3)
    spread = 2 / (9 * freedom)
    return 1 - NormalDist(1 - spread, spread**0.5).cdf(cube_root)


def check_equally_likely(drawn: Iterable[Hashable], possible: set[Any]) -> None:
    """All that is possible comes about, equally often, and nothing else."""
    counts = Counter(drawn)
    assert set(counts) == possible
    observed = list(counts.values())
    assert p_value(observed, np.full(len(observed), np.mean(observed)), len(observed) - 1) > UNLIKELY


# ------------------------------------------------------------------------------------ the seat's knowledge alone


def saw_what_another_drew(s: Record, seat: int) -> bool:
    return bool(s["jade_seat"] == seat != s["bendt_seat"] != NONE and s["jade_size"] > s["pile_size"])


def drew_unseen(s: Record, seat: int) -> bool:
    return bool(s["bendt_seat"] not in (NONE, seat) and not saw_what_another_drew(s, seat))


def knows_both(s: Record, seat: int) -> bool:
    return bool(s["jade_seat"] == s["bendt_seat"] == seat)


def saw_the_pile(s: Record, seat: int) -> bool:
    return bool(s["jade_seat"] == seat and s["jade_size"] == s["pile_size"])


def is_void(s: Record, seat: int) -> bool:
    return bool(np.delete(s["voids"], seat).any())


def hides_bids(s: Record, seat: int) -> bool:
    return bool(s["bids_in"] < s["players"] and (np.delete(s["bids"], seat) != NONE).any())


KNOWLEDGE: tuple[Callable[[Record, int], bool], ...] = (
    saw_what_another_drew,
    drew_unseen,
    knows_both,
    saw_the_pile,
    is_void,
    hides_bids,
)


@pytest.mark.parametrize("players", daily([8, 2, 3, 5], 2))
@larger("games", 1 if INTERPRETED else 5, 40)
def test_the_same_generator_deals_the_same_world_from_every_record_that_is_alike(players: int, games: int) -> None:
    game = croupier.make("skull-king", players=players, schedule="skip", **FULL)
    rng = Random(60 + players)  # noqa: S311  # a test's randomness need not be unguessable
    met = Counter[str]()
    for seed in range(games * (3 if players < 4 else 1)):  # in small tables some things are rare
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            s = state.records[0]
            for seat in range(players):
                draw = rng.random()
                kinds = [kind.__name__ for kind in KNOWLEDGE if draw < 0.2 and kind(s, seat)]
                if draw < (0.02 if kinds in ([], ["is_void"], ["hides_bids"]) else 0.2):
                    met.update(kinds)
                    expected = redealt(state, seat, seed)
                    for other in range(1, 4):
                        assert redealt(state.resample_hidden(seat, seed + other), seat, seed) == expected
            state.apply_action(rng.choice(state.legal_actions()))
    assert INTERPRETED or set(met) == {kind.__name__ for kind in KNOWLEDGE}


def find(kind: Callable[[Record, int], bool], players: int) -> tuple[State, int]:
    """The middle of a round in which a seat knows something of a kind."""
    game = croupier.make("skull-king", players=players, schedule="tens")
    for seed in range(1000):
        rng = Random(seed)  # noqa: S311  # as above
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            s = state.records[0]
            for seat in range(players):
                if 3 <= s["tricks"] <= 7 and s["phase"] == 1 and kind(s, seat):
                    return state, seat
            state.apply_action(rng.choice(state.legal_actions()))
    raise AssertionError("no such position")


def places(s: Record, looked_for: tuple[int, int]) -> tuple[int, ...]:
    """The first place where each of two cards lies."""
    lots = [*s["hands"], s["discards"], s["pile"][: s["pile_size"]]]
    return tuple(next((place for place, lot in enumerate(lots) if card in lot), NONE) for card in looked_for)


@pytest.mark.parametrize("kind", daily([is_void, saw_what_another_drew, drew_unseen]))
def test_worlds_do_not_tell_how_the_hidden_cards_lie(kind: Callable[[Record, int], bool]) -> None:
    """Two samples, one dealt from the true record and one from a record whose hidden cards lie otherwise."""
    state, seat = find(kind, 4)
    other = state.resample_hidden(seat, 77)
    drawer = field(state, "bendt_seat")
    held = (other if drawer == NONE else state).records[0]["hands"][(seat + 1) % 4 if drawer == NONE else drawer]
    looked_for = (int(held[0]), int(field(state, "drawn")[0] if drawer != NONE else held[1]))
    times = 200 if INTERPRETED else 4000
    samples = [
        Counter(places(alike.resample_hidden(seat, seed).records[0], looked_for) for seed in seeds)
        for alike, seeds in ((state, range(times)), (other, range(times, 2 * times)))
    ]
    seen = sorted(samples[0] | samples[1])
    often = [key for key in seen if samples[0][key] + samples[1][key] >= 10]
    assert len(often) > 1
    table = np.array([[sample[key] for key in often] for sample in samples])
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    assert p_value(table, expected, len(often) - 1) > UNLIKELY


# -------------------------------------------------------------------------------------- all worlds, and no other


@pytest.mark.parametrize(
    ("hands", "voids"),
    daily(
        [
            ("b2/g1/y1/p1/b3/b4/b5", "-/-/g/-/-/-/-"),
            ("b2/g1/y1/p1/b1/ros/ben", "-/pb/gb/gy/yp/gypb/gypb"),  # a ring of four seats, two suits each
            ("b2/g1/y1/p1/b3/b4/b5", "-/pb/gb/yb/gyp/gyp/gyp"),  # one of three
            ("b2/g1/y1/p1/esc/b4/b5", "-/p/gb/-/y/g/-"),
        ],
        2,
    ),
)
@larger("each", 12, 100)
def test_sk_5_every_world_that_fits_the_voids_is_equally_likely(hands: str, voids: str, each: int) -> None:
    spent = "tricks=9 won=3,1,1,1,1,1,1 bids=0,0,0,0,0,0,0 last=0/0/b6,b7,b8,b9,b10,b11,b12 leader=0 pile=-"
    game = croupier.make("skull-king", players=7)
    state = game.position(f"skull-king players=7 phase=PLAYING round=10 hands={hands} voids={voids} {spent}")
    hidden = cards(hands.replace("/", ","))[1:]
    possible = {
        world
        for world in permutations(hidden)
        if not any(lacks(state, seat, card) for seat, card in enumerate(world, start=1))
    }
    assert 2 <= len(possible) < 720
    times = len(possible) * each
    drawn = (tuple(s["hands"][1:7, 0].tolist()) for s in worlds(state, 0, times, 3))
    check_equally_likely(drawn, possible)


def last_cards(drew: str, pile: str, one: str, two: str, three: str) -> State:
    """Seat 0, to whom Jade has shown six cards, is to play before seats 1 to 3; then seat 2 drew two for Bendt."""
    memory = f"drew=2/{drew} shown=0/6 voids=-/y/y/-/-/-/-/- specials=ben:2,jad:0"
    spent = "tricks=7 won=2,0,1,0,4,0,0,0 bids=0,0,0,0,0,0,0,0 leader=4 trick=b10,b11,b12,b13"
    last = "last=0/4/b1,b2,b3,b4,b8,b5,b6,b7"
    text = f"phase=PLAYING round=8 hands=g1/{one}/{two}/{three}/-/-/-/- pile={pile} {spent} {last} {memory}"
    return croupier.make("skull-king", players=8).position(f"skull-king players=8 {text}")


def told(s: Record) -> tuple[Any, ...]:
    """A world of `last_cards`: hands of three seats, both discards, what was drawn."""
    drawn = tuple(sorted(card for card in s["drawn"].tolist() if card != NONE))
    return (*s["hands"][1:4, 0].tolist(), *s["discards"].tolist(), drawn)


@pytest.mark.parametrize(
    ("state", "pool", "others", "played"),
    daily(
        [
            (last_cards("p5,y6/y6,y9", "p1,y2,y3,p4", "g9", "p5", "b9"), "p1,y2,y3,p4,p5,y6", "y9,g9,b9", ""),
            (last_cards("p5,y6/y6,y9", "p1,y2,y3,p4", "g9", "b14", "b9"), "p1,y2,y3,p4,y6", "y9,g9,b9,b14", "p5"),
            (
                last_cards("p5,y6/p7,y9", "p1,y2,y3,p4", "g9", "b14", "b9"),
                "p1,y2,y3,p4",
                "y9,g9,b9,b14,p7",
                "p5,y6",
            ),
        ]
    ),
    ids=["both still there", "one played", "both played"],
)
@larger("each", 8, 100)
def test_sk_14_all_that_another_may_have_drawn_from_shown_cards_is_equally_likely(
    state: State, pool: str, others: str, played: str, each: int
) -> None:
    """The drawn cards are in the drawing seat's hand, among its discards, or played; all others are elsewhere."""
    shown, gone = cards(pool), cards(played) if played else ()
    possible = set()
    for world in permutations([*shown, *cards(others)], 5):
        near = [place for place in range(5) if world[place] in shown]
        void = any(lacks(state, seat, world[seat - 1]) for seat in (1, 2, 3))
        if not void and len(near) == 2 - len(gone) and all(place in (1, 3, 4) for place in near):
            possible.add((*world, tuple(sorted([*gone, *(world[place] for place in near)]))))
    assert told(state.records[0]) in possible
    times = len(possible) * each
    check_equally_likely((told(s) for s in worlds(state, 0, times, 8)), possible)


def test_sk_14_no_world_tells_who_played_a_card_of_which_there_are_several() -> None:
    """Whether the escape played was drawn for Bendt is not to be known; the worlds are the same either way."""
    kept = last_cards("p5,y6/y6,y9", "p1,y2,esc,p4", "esc", "p5", "b9")
    played = last_cards("esc,y6/y6,y9", "p1,y2,p5,p4", "esc", "b9", "esc")
    for seed in range(30):
        assert redealt(kept, 0, seed) == redealt(played, 0, seed)


# ------------------------------------------------------------------------------ where shuffling finds no world


def exchange(free: list[list[int]], slots: list[int], seed: int) -> tuple[int, ...]:
    """By slot, the card that it gets: cards 0, 14, 28... of suits that may be in the places given."""
    count = len(free)
    codes = np.array([RANKS * k for k in range(count)], dtype=np.int8)
    allowed = np.array([sum(1 << place for place in where) for where in free], dtype=np.int16)
    dealt: npt.NDArray[np.int8] = np.full(count, NONE, dtype=np.int8)
    rngs = np.array([seed], dtype=np.uint64)
    _exchange(0, 0, False, count, codes, np.array(slots, dtype=np.int8), allowed, 0, dealt, rngs, 0)
    assert sorted(dealt.tolist()) == [RANKS * k for k in range(count)]
    return tuple(int(card) // RANKS for card in dealt)


@pytest.mark.parametrize(
    ("free", "slots"),
    [
        ([[0, 1], [1, 2], [2, 0], [0, 1, 2], [3]], [0, 1, 2, 2, 3]),
        ([[0, 1], [1, 2], [2, 0]], [0, 1, 2]),
        ([[0, 1], [1, 2], [2, 3], [3, 0], [0, 1, 2, 3]], [0, 1, 2, 3, 3]),
    ],
)
@larger("times", 30, 300)
def test_exchanges_come_to_every_world_that_fits(free: list[list[int]], slots: list[int], times: int) -> None:
    possible = {
        world
        for world in permutations(range(len(free)))
        if all(slots[slot] in free[card] for slot, card in enumerate(world))
    }
    counts = Counter(exchange(free, slots, seed) for seed in range(times * len(possible)))
    assert set(counts) == possible
    assert min(counts.values()) > times / 2


def test_where_no_world_fits_as_few_cards_as_possible_are_out_of_place() -> None:
    free, slots = [[0], [0], [1, 2], [1]], [0, 1, 2, 3]
    for seed in range(40):
        world = exchange(free, slots, seed)
        assert sum(slots[slot] not in free[card] for slot, card in enumerate(world)) == 1
