"""The points of a round of Skull King, for the reference implementation (SK-11 to SK-14, SK-16).

Decisions where the rules page is silent:

* (D) Everything is scored with the bid after Harry's change: exactness, the zero bid, alliances and wagers.
* (D) Under Rascal scoring the captures are halved for a bid off by one; an alliance still needs two exact
  bids and pays in full, and a wager is still won with an exact bid and lost in full otherwise.
* (D) A wager that is lost is subtracted from the points of the round, which may thereby fall below zero.
* (D) An exact zero bid would have its captures too, but with no trick won there are none; it has its
  alliances.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """What one player brings to the scoring of a round.

    Attributes:
        bid: The bid after Harry's change.
        tricks: The tricks won.
        bonus: The captures in these tricks.
        wager: Roatan's wager, 0 without one.
    """

    bid: int
    tricks: int
    bonus: int = 0
    wager: int = 0

    @property
    def exact(self) -> bool:
        """Whether the bid was made."""
        return self.bid == self.tricks


def bid_points(result: Result, cards: int) -> int:
    """Scores the bid and the captures in the usual way (SK-12)."""
    if result.bid == 0:
        return 10 * cards + result.bonus if result.exact else -10 * cards
    if result.exact:
        return 20 * result.bid + result.bonus
    return -10 * abs(result.bid - result.tricks)


def rascal_points(result: Result, cards: int) -> int:
    """Scores the bid and the captures in the Rascal way (SK-13)."""
    stake = 10 * cards + result.bonus
    off = abs(result.bid - result.tricks)
    if off == 0:
        return stake
    return stake // 2 if off == 1 else 0  # stakes are multiples of ten: the half is whole


def round_points(
    results: Sequence[Result], cards: int, alliances: Sequence[tuple[int, int]], *, rascal: bool
) -> list[int]:
    """Scores a round for everybody.

    Args:
        results: What each player brings, by seat.
        cards: The cards dealt to each.
        alliances: The pairs of seats that are allies, a pair as often as it allied (SK-11).
        rascal: Whether Rascal scoring is on.

    Returns:
        The points of the round by seat.
    """
    points = []
    for result in results:
        base = rascal_points(result, cards) if rascal else bid_points(result, cards)
        points.append(base + (result.wager if result.exact else -result.wager))
    for one, other in alliances:
        if results[one].exact and results[other].exact:
            points[one] += 20
            points[other] += 20
    return points


def utilities(points: Sequence[int]) -> list[float]:
    """Gives one point to the winner, shared among those who tie for it (SK-16)."""
    best = max(points)
    return [1 / list(points).count(best) if own == best else 0.0 for own in points]
