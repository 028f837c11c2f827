"""Pairwise margins, cycles, and the maximal lottery, against what can be worked out by hand."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from croupier.arena.play.report import Report
from croupier.arena.play.tournament import seatings
from croupier.arena.stats.lottery import Margins, find_cycle, lottery_of, maximal_lottery, pairwise_margins
from tests.arena.simulated import report_of, simulated


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


def test_rock_paper_scissors_is_a_third_of_each() -> None:
    third = Fraction(1, 3)
    assert maximal_lottery([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]) == [third] * 3


def test_a_cycle_is_weighed_by_the_margins_opposite() -> None:
    margins = [[0, 5, -2], [-5, 0, 3], [2, -3, 0]]  # 0 over 1 by 5, 1 over 2 by 3, 2 over 0 by 2
    assert maximal_lottery(margins) == [Fraction(3, 10), Fraction(2, 10), Fraction(5, 10)]


def test_a_condorcet_winner_gets_everything() -> None:
    margins = [[0, -1, 4, -3], [1, 0, 1, 2], [-4, -1, 0, 9], [3, -2, -9, 0]]
    assert maximal_lottery(margins) == [0, 1, 0, 0]


def test_no_entry_is_ahead_of_the_lottery() -> None:
    rng = np.random.Generator(np.random.PCG64(2))
    for size in range(1, 9):
        for spread in (1, 3, 100):  # small margins tie often
            upper = np.triu(rng.integers(-spread, spread + 1, size=(size, size)), 1)
            margins = [[Fraction(int(value)) for value in row] for row in upper - upper.T]
            found = maximal_lottery(margins)
            assert sum(found) == 1
            assert min(found) >= 0
            assert max(sum(m * p for m, p in zip(row, found, strict=True)) for row in margins) <= 0


def test_margins_that_are_no_margins_are_refused() -> None:
    for margins in ([[0, 1], [1, 0]], [[1]], [[0, 1]], [[0, 1, 2], [-1, 0], [-2, 0, 0]]):
        with pytest.raises(ValueError, match="square matrix whose transpose is its negative"):
            maximal_lottery(margins)


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


def test_a_tournament_with_a_cycle_says_so_in_words() -> None:
    lottery = lottery_of(
        pairwise_margins(played({(0, 1): 0.8, (1, 2): 0.8, (0, 2): 0.2}, ["rock", "shears", "paper"]))
    )
    assert lottery is not None
    assert lottery.probabilities == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=0.05)
    assert all(lottery.separable)
    first, second = lottery.sentences()
    for a, b in (("rock", "shears"), ("shears", "paper"), ("paper", "rock")):
        assert f"{a} finishes ahead of {b} (margin +" in first
    assert second.startswith("Maximal lottery")
    assert lottery.as_dict()["cycle"] == [lottery.agents[entry] for entry in lottery.cycle]


def test_a_cycle_that_may_be_chance_is_called_so() -> None:
    ahead = np.array([[0, 1, -1], [-1, 0, 3], [1, -3, 0]])
    lottery = lottery_of(margins_of(ahead, spread=0.2))
    assert lottery is not None
    assert lottery.separable == (False, True, False)
    assert lottery.sentences() == [
        "The margins alone form a cycle (a over b over c over a), which chance may explain: not every step is "
        "separable."
    ]
    assert lottery.as_dict()["probabilities"] == pytest.approx([0.6, 0.2, 0.2])  # it stays in the data


def test_a_separable_cycle_is_found_before_a_shorter_one_of_chance() -> None:
    ahead = np.zeros((4, 4), dtype=np.int64)
    for one, other, margin in ((0, 1, 5), (1, 2, 5), (2, 3, 5), (3, 0, 5), (2, 0, 1), (1, 3, 1)):
        ahead[one, other], ahead[other, one] = margin, -margin
    assert len(find_cycle(ahead)) == 3
    lottery = lottery_of(margins_of(ahead, spread=0.2))
    assert lottery is not None
    assert sorted(lottery.cycle) == [0, 1, 2, 3]
    assert all(lottery.separable)
    assert lottery.sentences()[0].startswith("The agents form a cycle: ")


def test_few_deals_make_no_cycle() -> None:
    ahead = np.array([[0, 5, -5], [-5, 0, 5], [5, -5, 0]])
    for deals, sure in ((5, False), (6, True)):
        lottery = lottery_of(margins_of(ahead, spread=0.2, deals=deals))
        assert lottery is not None
        assert all(lottery.separable) == sure


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


def cycles_of_equal_agents(agents: int, runs: int) -> tuple[int, int]:
    """In how many tournaments of equal agents the margins form a cycle, and in how many it is called one."""
    margins = any_said = 0
    for seed in range(runs):
        lottery = lottery_of(pairwise_margins(simulated([0.0] * agents, 2, 60, seed)))
        if lottery is not None:
            margins += 1
            any_said += "The agents form a cycle" in lottery.sentences()[0]
    return margins, any_said


def test_equal_agents_are_hardly_ever_said_to_form_a_cycle() -> None:
    margins, said = cycles_of_equal_agents(6, 40)
    assert margins > 30  # by the signs alone nearly always
    assert said <= 1


@pytest.mark.thorough
@pytest.mark.parametrize("agents", [3, 6])
def test_equal_agents_are_hardly_ever_said_to_form_a_cycle_in_many_tournaments(agents: int) -> None:
    _, said = cycles_of_equal_agents(agents, 2000)
    assert said <= 40  # 2%; with 40 triples of six agents and 1 in 40 a step the expected rate is far less


def test_without_a_cycle_there_is_no_lottery() -> None:
    assert lottery_of(pairwise_margins(played({(0, 1): 0.7, (1, 2): 0.7, (0, 2): 0.7}, ["a", "b", "c"]))) is None
