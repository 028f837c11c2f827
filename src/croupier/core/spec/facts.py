"""Facts about a game for adapters and search: utilities, points, length, information, chance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Information = Literal["open", "hidden"]
"""``open``: every seat knows the whole position (perfect information). ``hidden``: some seat does not."""
Chance = Literal["none", "listed", "sampled"]
"""``none``: no random event. ``listed``: each event's outcomes and their probabilities are given by `outcomes`.
``sampled``: events have too many outcomes to list, like a shuffle, and are drawn by the game's generator."""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What holds for every game under some options; `check_game` checks each on played games.

    Attributes:
        min_utility: least utility that a seat can end with.
        max_utility: greatest utility that a seat can end with.
        utility_sum: what the final utilities of all seats add up to, where that is always the same: 0 in a
            zero-sum game; None where it varies.
        max_game_length: most decisions in one game; None where the rules set no limit. Chance events do not count.
        information: whether anything is hidden from any seat.
        chance: how random events come.
        ranked_by_points: whether a seat that ends with more points than another never ends with a lower utility.
            False where something else than points decides who is better off, or where points are penalties.
        draws_ahead: whether random events within games may only turn up what an earlier one has drawn, as the next
            card of a deck that is shuffled once: then they need not vary. Listed outcomes vary where they say so.
        public_positions: how many positions the tree of what is public has, by which a game is solved; None where
            it was not counted: then it is found by playing whether they are too many.
        worst_points: the least wanted points that a seat can end with; a bound that holds and need not be reached.
            None where the rules set none, or the game does not say. It is above `best_points` where points are
            penalties, which goes with ``ranked_by_points=False``.
        best_points: the most wanted points that a seat can end with, as above.
    """

    min_utility: float
    max_utility: float
    utility_sum: float | None
    max_game_length: int | None
    information: Information
    chance: Chance
    ranked_by_points: bool = True
    draws_ahead: bool = False
    public_positions: int | None = None
    worst_points: float | None = None
    best_points: float | None = None

    def __post_init__(self) -> None:
        if self.min_utility > self.max_utility:
            raise ValueError(f"the utilities range from {self.min_utility} down to {self.max_utility}")
        if self.max_game_length is not None and self.max_game_length < 1:
            raise ValueError(f"a game has at least one decision, not {self.max_game_length}")
        worst, best = self.worst_points, self.best_points
        if not self.ranked_by_points and (worst is None) != (best is None):
            raise ValueError(
                "where more points are not better, worst_points and best_points are given together or not at all, "
                f"not worst_points={worst} and best_points={best}"
            )
        if self.ranked_by_points and worst is not None and best is not None and worst > best:
            raise ValueError(
                f"the points range from {worst} down to {best}; where fewer are better, the facts say "
                "ranked_by_points=False"
            )

    @property
    def points_range(self) -> tuple[float, float]:
        """The lowest and the highest points that a seat can end with; infinite where the game does not say."""
        worst = -math.inf if self.worst_points is None else self.worst_points
        best = math.inf if self.best_points is None else self.best_points
        return min(worst, best), max(worst, best)

    def counts_wins(self, num_players: int) -> bool:
        """Whether utilities say nothing but who has won: shares of one win, or +1, 0 and -1 of two players.

        Else a win may be worth more or less, as in a game for chips, and who is judged is judged by utility.
        """
        ends = self.min_utility, self.max_utility, self.utility_sum
        return ends == (0.0, 1.0, 1.0) or (num_players == 2 and ends == (-1.0, 1.0, 0.0))
