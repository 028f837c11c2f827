"""Hidden cards dealt anew: every way that fits is as likely, and none that does not fit is dealt."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from croupier.games.tricks import hidden
from croupier.games.tricks.hidden import place_cards
from tests.amounts import daily, larger


def worlds(places: list[int], free: list[int], count: int, *, exchange: bool) -> Counter[tuple[int, ...]]:
    """How often each way was dealt."""
    rng = np.array([7], dtype=np.uint64)
    seen: Counter[tuple[int, ...]] = Counter()
    slots, sets = np.array(places, dtype=np.int64), np.array(free, dtype=np.int64)
    for _ in range(count):
        out = np.full(len(places), -1, dtype=np.int64)
        if exchange:
            out = slots[hidden.exchange(len(places), slots, sets, np.arange(len(places)), rng, 0)]
        else:
            place_cards(len(places), slots, sets, out, rng, 0)
        seen[tuple(out.tolist())] += 1
    return seen


def fitting(places: list[int], free: list[int]) -> set[tuple[int, ...]]:
    """All ways that fit."""
    return {way for way in permutations(places) if all(free[k] >> way[k] & 1 for k in range(len(way)))}


CASES = [
    ([0, 0, 1, 2], [7, 7, 7, 7]),  # twelve ways
    ([0, 0, 1, 2], [6, 7, 7, 3]),
    ([0, 1, 2], [6, 5, 3]),  # each of three is void in a suit of its own: rings alone lead from one to the other
    ([0, 0, 1, 1, 2], [1, 3, 3, 6, 7]),
]


@pytest.mark.parametrize("exchange", [False, True])
@pytest.mark.parametrize(("places", "free"), daily(CASES, 2))
@larger("count", 300, 600)
def test_each_way_that_fits_comes_as_often_and_no_other(
    places: list[int], free: list[int], exchange: bool, count: int
) -> None:
    expected = fitting(places, free)
    seen = worlds(places, free, count, exchange=exchange)
    assert seen.keys() == expected
    mean = count / len(expected)
    spread = sum((seen[way] - mean) ** 2 / mean for way in expected)
    assert spread < 3 * len(expected) + 12  # far beyond what chance makes of that many


def test_where_shuffles_hardly_ever_fit_a_way_is_found() -> None:
    places = [seat for seat in range(6) for _ in range(4)]
    free = [1 << place for place in places]
    seen = worlds(places, free, 2, exchange=False)
    assert seen == {tuple(places): 2}


def test_where_no_way_fits_as_few_cards_as_possible_are_where_they_may_not_be() -> None:
    places, free = np.array([0, 0, 1, 1]), np.array([1, 1, 1, 3])
    at = hidden._match(4, places, free, np.arange(4))
    assert sorted(at.tolist()) == [0, 1, 2, 3]
    assert sum(free[k] >> places[at[k]] & 1 for k in range(4)) == 3
