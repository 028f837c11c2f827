"""The picture of optimal play: what it draws."""

import numpy as np

from croupier.games.pig import solver
from croupier.games.pig.picture import hold_totals


def test_the_boundary_is_where_holding_becomes_best() -> None:
    values = solver.solve(30)
    totals, holds = hold_totals(values), solver.hold_regions(values)
    for own in range(30):
        for other in range(30):
            total = totals[own, other]
            assert 0 < total <= 30 - own
            assert not holds[own, other, :total].any()
            assert own + total >= 30 or holds[own, other, total]
    assert np.array_equal(totals[-1], np.ones(30))


def test_the_boundary_begins_at_21() -> None:
    assert hold_totals(solver.solve(100))[0, 0] == 21
