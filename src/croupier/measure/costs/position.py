"""Analysis of one decision as plain data: actions with what they are worth, beliefs, and words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from croupier.core.spec.search import CHANCE_TO_WIN, Location


@dataclass(frozen=True)
class Estimate:
    """A mean over sampled worlds, or an exact value.

    Attributes:
        mean: the value.
        error: its standard error; 0 where it is exact.
    """

    mean: float
    error: float = 0.0

    @property
    def ci95(self) -> tuple[float, float]:
        """95% confidence interval."""
        return self.mean - 1.96 * self.error, self.mean + 1.96 * self.error


@dataclass(frozen=True)
class Action:
    """A legal action and what it is worth.

    Attributes:
        action: its number.
        text: what it is called.
        gain: what the seat gains by it.
        behind: by how much it is behind the best one, in the same worlds; 0 for the best.
        clear: whether that is more than noise: above three standard errors.
        chance_to_win: the seat's chance to win the game after it, 0..1; None where the game has no outlook.
        policy: probability that the blueprint plays it, 0..1; None where nobody was asked.
        measures: means of what the game measures of a rollout, by name.
    """

    action: int
    text: str
    gain: Estimate
    behind: Estimate
    clear: bool
    chance_to_win: Estimate | None
    policy: float | None
    measures: Mapping[str, float]


@dataclass(frozen=True)
class Analysis:
    """What is known of a decision.

    Attributes:
        seat: who is to move.
        phase: name of the phase.
        unit: what gains are counted in.
        actions: the legal actions, the one with the greatest gain first.
        choice: action that the search would play: it leaves the blueprint's only for a gain that is sure.
        blueprint: action that the blueprint would play; None where there is none.
        bot: action that the game's bot would play; None where there is none.
        locations: where hidden cards may be.
        words: what the best two differ in, sentence by sentence.
        worlds: sampled worlds; 0 where the values are exact.
        history: whether all that the others did in this stretch was known; else beliefs rest on what came since a
            position was set up.
        timed: whether the clock decided how many worlds there are, so that another analysis may differ.
    """

    seat: int
    phase: str
    unit: str
    actions: tuple[Action, ...]
    choice: int
    blueprint: int | None
    bot: int | None
    locations: tuple[Location, ...]
    words: tuple[str, ...]
    worlds: int
    history: bool
    timed: bool

    @property
    def best(self) -> Action:
        """The action with the greatest gain."""
        return self.actions[0]

    @property
    def exact(self) -> bool:
        """Whether the values are exact."""
        return self.worlds == 0

    def of(self, action: int) -> Action:
        """A legal action by its number.

        Raises:
            KeyError: it is not legal.
        """
        for each in self.actions:
            if each.action == action:
                return each
        raise KeyError(action)

    def data(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return asdict(self) | {"exact": self.exact, "in_chances": self.unit == CHANCE_TO_WIN}
