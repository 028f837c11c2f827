"""The sequential test: how often it errs on simulated players, when it stops, and what it says."""

from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pytest

import croupier
from croupier.measure.stats.comparison import compare
from croupier.measure.stats.promotion import BLOCK, Bounds, SequentialTest, promote, run_tests
from tests.amounts import daily

Doubles = npt.NDArray[np.float64]
Draw = Callable[[np.random.Generator, float, int], Doubles]

pig = croupier.make("pig", winning_score=30, max_turns=60)
skull_king = croupier.make("skull-king", players=3, schedule="one")


def normal(rng: np.random.Generator, effect: float, count: int) -> Doubles:
    """Differences like points."""
    return 30.0 * (effect + rng.standard_normal(count))


def win(rng: np.random.Generator, effect: float, count: int) -> Doubles:
    """Differences like a share of the win at four seats: skewed, with a standard deviation of 0.433."""
    chance = 0.25 + 0.433 * effect
    won = (rng.random(count) < chance).astype(np.float64)
    return won - 0.25


def player(draw: Draw, effect: float, rng: np.random.Generator, most: int) -> Iterator[Doubles]:
    for first in range(0, most, BLOCK):
        yield draw(rng, effect, min(BLOCK, most - first))


def simulate(draw: Draw, effects: list[float], runs: int, most: int = 20_000) -> tuple[Counter[str], float]:
    """Verdicts of many tests of simulated players, one effect a mix, and the mean number of deals."""
    rng = np.random.Generator(np.random.PCG64(1))
    verdicts: Counter[str] = Counter()
    deals = 0
    for _ in range(runs):
        plays = {f"mix {k}": player(draw, effect, rng, most) for k, effect in enumerate(effects)}
        verdict, tests = run_tests(plays, Bounds())
        verdicts[verdict] += 1
        deals += sum(test.deals for test in tests)
    return verdicts, deals / runs / len(effects)


@pytest.mark.parametrize("draw", daily([normal, win]))
@pytest.mark.parametrize(("effect", "wrong"), [(0.0, "promoted"), (0.05, "rejected")])
def test_it_errs_no_more_often_than_it_says(draw: Draw, effect: float, wrong: str) -> None:
    verdicts, deals = simulate(draw, [effect], 500)
    assert verdicts[wrong] <= 40  # 5% of 500 is 25, with a standard deviation of 5
    assert verdicts["undecided"] == 0
    # Wald: 0.9 * log(19) / (0.05 ** 2 / 2) is 2120, without what a block goes beyond the bound
    assert 2120 < deals < 2800


TWO_MIXES = [
    ([0.0, 0.0], ("promoted",), 0.05),
    ([0.0, 0.3], ("promoted",), 0.05),
    ([0.05, 0.05], ("rejected", "split"), 0.1),
]
"""Effects in two mixes, the verdicts that are wrong then, and the share of them that the bounds allow."""


@pytest.mark.parametrize(("effects", "wrong", "most"), daily(TWO_MIXES))
def test_two_mixes_promote_wrongly_no_more_often_and_hold_back_at_most_twice_as_often(
    effects: list[float], wrong: tuple[str, ...], most: float
) -> None:
    verdicts, _ = simulate(normal, effects, 400)
    assert sum(verdicts[one] for one in wrong) <= (most + 0.03) * 400  # twice the standard deviation above
    assert verdicts["undecided"] == 0


def test_a_large_effect_is_found_at_once_and_its_opposite_refused() -> None:
    for effect, right in ((0.5, "promoted"), (-0.5, "rejected")):
        verdicts, deals = simulate(normal, [effect], 50)
        assert verdicts == {right: 50}
        assert deals < 250


def test_both_mixes_must_be_better() -> None:
    assert simulate(normal, [0.3, 0.3], 20)[0] == Counter(promoted=20)
    assert simulate(normal, [0.3, -0.3], 20)[0] == Counter(split=20)
    assert simulate(normal, [-0.3, -0.3], 20)[0] == Counter(rejected=20)
    assert simulate(normal, [0.3, 0.025], 20, most=300)[0] == Counter(undecided=20)
    assert simulate(normal, [0.0, 0.0], 5, most=100)[0] == Counter(undecided=5)


def test_a_mix_that_is_decided_is_played_no_further() -> None:
    rng = np.random.Generator(np.random.PCG64(3))
    mixes = {"a": player(normal, 1.0, rng, 1050), "b": player(normal, 0.0, rng, 1050)}
    verdict, (quick, slow) = run_tests(mixes, Bounds())
    assert (quick.deals, quick.finding) == (BLOCK, "better")
    assert slow.deals == 1050
    assert [n for n, _ in slow.path] == [*range(100, 1001, 100), 1050]
    assert verdict == "undecided"


def test_the_ratio_is_that_of_two_normal_distributions() -> None:
    rng = np.random.Generator(np.random.PCG64(4))
    values = normal(rng, 0.1, 700)
    sd = values.std()
    direct = sum((v - 0.02 * sd) ** 2 - (v - 0.09 * sd) ** 2 for v in values) / (2 * sd**2)
    assert Bounds(0.02, 0.09).ratio(700, values.mean(), sd) == pytest.approx(direct)
    assert Bounds().upper == pytest.approx(np.log(19))
    assert Bounds(alpha=0.01, beta=0.1).lower == pytest.approx(np.log(0.1 / 0.99))


def test_differences_without_spread_are_decided_and_finite() -> None:
    for value, finding in ((1.0, "better"), (-1.0, "not better")):
        test = SequentialTest(Bounds())
        assert test.add(np.full(BLOCK, value)) == finding
        assert np.isfinite(test.path[-1][1])
        with pytest.raises(ValueError, match="the test is decided"):
            test.add(np.zeros(1))
    equal = SequentialTest(Bounds())
    while equal.finding == "undecided":
        equal.add(np.zeros(BLOCK))
    assert (equal.finding, equal.deals) == ("not better", 2400)  # log(19) / (0.05 ** 2 / 2) is 2355.6


def test_agents_are_tested_on_the_deals_of_a_comparison() -> None:
    found = promote(pig, "bot:hold-9", "random", seed=2)
    assert (found.verdict, found.tests[0].mix) == ("promoted", "A against B")
    deals = found.tests[0].deals
    (mix,) = compare(pig, "bot:hold-9", "random", deals, seed=2).mixes
    assert found.tests[0].mean == pytest.approx(mix.wins.mean())
    assert found.tests[0].sd == pytest.approx(mix.wins.std())
    assert promote(pig, "random", "bot:hold-9", seed=2).verdict == "rejected"


def test_three_seats_have_two_mixes() -> None:
    for measure in ("wins", "points", "places"):
        found = promote(skull_king, "bot", "random", 500, seed=2, measure=measure)
        assert found.verdict == "promoted"
        assert [test.mix for test in found.tests] == ["one A among Bs", "one B among As"]
    assert all(test.mean > 0 for test in found.tests)  # a better place is a lower one: the sign is turned
