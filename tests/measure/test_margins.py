"""Pairwise margins, and cycles among agents, against what can be worked out by hand."""

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from croupier.measure.play.tournament import Report, seatings
from croupier.measure.stats.rating import Margins, find_cycle, pairwise_margins
from tests.measure.simulated import report_of, simulated


def played(chances: dict[tuple[int, int], float], names: list[str], deals: int = 400) -> Report:
    """A tournament at two seats, with the chance of each first entry against each second."""
    seats = seatings(len(names), 2)
    rng = np.random.Generator(np.random.PCG64(1))
    ranks = np.zeros((deals, *seats.shape), dtype=np.int8)
    for table, (left, right) in enumerate(seats.tolist()):
        low, high = min(left, right), max(left, right)
        won = rng.random(deals) < chances[low, high]
        ranks[:, table, 0] = won != (left == low)
        ranks[:, table, 1] = won != (right == low)
    return report_of(seats, ranks, names)


def test_the_shortest_cycle_is_found() -> None:
    chain = np.triu(np.ones((5, 5), dtype=np.int64), 1)
    assert find_cycle(chain - chain.T) == []
    upset = chain - chain.T
    upset[4, 2], upset[2, 4] = 1, -1  # 2 over 3 over 4 over 2
    cycle = find_cycle(upset)
    assert sorted(cycle) == [2, 3, 4]
    assert all(upset[a, b] > 0 for a, b in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
    assert find_cycle(np.zeros((3, 3), dtype=np.int64)) == []


def test_margins_count_who_finished_ahead_where_both_sat() -> None:
    report = simulated([0.5, 0.0, -0.2, 0.1, 0.3], 3, 40, seed=3)
    margins = pairwise_margins(report)
    for a, b in combinations(range(5), 2):
        ahead = games = 0
        for table, row in enumerate(report.seats.tolist()):
            if a in row and b in row:
                own, other = (report.ranks[:, table, row.index(entry)] for entry in (a, b))
                ahead += int((own < other).sum()) - int((own > other).sum())
                games += len(own)
        assert (margins.ahead[a, b], margins.ahead[b, a]) == (ahead, -ahead)
        assert margins.games[a, b] == margins.games[b, a] == games == 40 * 9
        assert margins.ci95 is not None
        assert margins.ci95[0, a, b] < margins.means[a, b] < margins.ci95[1, a, b]
    assert np.diagonal(margins.means).tolist() == [0.0] * 5


def test_the_interval_of_a_margin_is_that_of_its_deals() -> None:
    margins = pairwise_margins(played({(0, 1): 0.6}, ["a", "b"], deals=500))
    assert margins.ci95 is not None
    width = margins.ci95[1, 0, 1] - margins.ci95[0, 0, 1]
    assert width == pytest.approx(2 * 1.96 * np.sqrt(0.96 / 1000), rel=0.1)  # 1000 independent games of +1 or -1
    assert pairwise_margins(played({(0, 1): 0.6}, ["a", "b"], deals=1)).ci95 is None


def test_a_tournament_with_a_cycle_says_so_in_a_sentence() -> None:
    report = played({(0, 1): 0.8, (1, 2): 0.8, (0, 2): 0.2}, ["rock", "shears", "paper"])
    assert pairwise_margins(report).sentences() == [
        "The agents form a cycle: rock beats shears, shears beats paper and paper beats rock."
    ]


def test_a_separable_cycle_is_found_beside_a_shorter_one_of_chance() -> None:
    ahead = np.zeros((4, 4), dtype=np.int64)
    for one, other, margin in ((0, 1, 5), (1, 2, 5), (2, 3, 5), (3, 0, 5), (2, 0, 1), (1, 3, 1)):
        ahead[one, other], ahead[other, one] = margin, -margin
    assert len(find_cycle(ahead)) == 3
    assert margins_of(ahead, spread=0.2).sentences() == [
        "The agents form a cycle: a beats b, b beats c, c beats d and d beats a."
    ]


def margins_of(ahead: npt.NDArray[np.int64], spread: float, deals: int = 10) -> Margins:
    """Margins of ten games a pair, each interval of this half width."""
    means = ahead / 10
    return Margins(
        tuple("abcd"[: len(ahead)]),
        ahead,
        np.full(ahead.shape, 10),
        np.stack([means - spread, means + spread]),
        deals,
    )


@pytest.mark.parametrize(
    ("agents", "runs"), [(6, 20), *(pytest.param(agents, 2000, marks=pytest.mark.thorough) for agents in (3, 6))]
)
def test_equal_agents_are_hardly_ever_said_to_form_a_cycle(agents: int, runs: int) -> None:
    found = [pairwise_margins(simulated([0.0] * agents, 2, 60, seed)) for seed in range(runs)]
    if agents == 6:
        assert sum(bool(find_cycle(each.ahead)) for each in found) > 0.75 * runs  # by the signs alone
    # with 40 triples of six agents and 1 in 40 a step the expected rate is far less than 2%
    assert sum(bool(each.sentences()) for each in found) <= runs // 50
