"""A decision by which agents are judged, and what an agent chose in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from croupier.core.base.errors import FileError
from croupier.core.engine.game import Game
from croupier.core.engine.state import State
from croupier.core.spec.prompts import ReplyFault
from croupier.measure.costs.row import CLEAR, shuffled

FAILED: Literal["failed"] = "failed"
"""The fault of a decision for which no reply came, at an endpoint that answered others."""
ChoiceFault = ReplyFault | Literal["failed"]


@dataclass(frozen=True, eq=False)
class JudgedCase:
    """A decision by which agents are judged.

    Attributes:
        id: its name.
        group: what it shares its luck with: the game it is from, where that is known.
        game: the game with its options.
        stratum: what kind of decision it is, like ``phase`` and ``cards`` left.
        legal: the legal actions, ascending.
        texts: what each is called.
        behind: by how much each is behind the best one.
        behind_errors: standard error of each.
        begin: gives the state from which the decision is led to, a new one each time.
        actions: the decisions since.
        weight: how much the decision counts.
        listed_by: the id of its row, which decides the order in which actions are listed; empty for the position's
            own order.
    """

    id: str
    group: str
    game: Game
    stratum: Mapping[str, str | int]
    legal: tuple[int, ...]
    texts: tuple[str, ...]
    behind: tuple[float, ...]
    behind_errors: tuple[float, ...]
    begin: Callable[[], State]
    actions: tuple[int, ...]
    weight: float = 1.0
    listed_by: str = ""

    def state(self) -> State:
        """The decision that is due, in a state of its own."""
        state = self.begin()
        for action in self.actions:
            state.apply_action(action)
        if tuple(state.legal_actions()) != self.legal:
            raise FileError(f"decision {self.id} has other legal actions: {state.legal_actions()}")
        return state

    @property
    def order(self) -> tuple[int, ...]:
        """Places in `legal`, in the order in which the actions are listed."""
        return shuffled(self.listed_by, self.legal) if self.listed_by else tuple(range(len(self.legal)))

    @property
    def best(self) -> int:
        """Place of the best action in `legal`."""
        return self.behind.index(min(self.behind))

    @property
    def worst(self) -> int:
        """Place of the worst action in `legal`."""
        return self.behind.index(max(self.behind))

    @property
    def clear(self) -> tuple[bool, ...]:
        """Of each action, whether it is behind the best one by more than three standard errors."""
        return tuple(gap > CLEAR * error for gap, error in zip(self.behind, self.behind_errors, strict=True))


@dataclass(frozen=True)
class Choice:
    """What one agent chose in one decision.

    Attributes:
        weights: probability of each legal action; of an agent that just chooses, 1 for its choice.
        fault: why a reply named no legal action, or that none came; the worst one counts then. Empty where
            nothing was wrong.
    """

    weights: tuple[float, ...]
    fault: ChoiceFault = ""

    @property
    def likeliest(self) -> int:
        """Place of the action that it most likely plays."""
        return self.weights.index(max(self.weights))


@dataclass(frozen=True)
class AgentChoices:
    """What one agent chose.

    Attributes:
        name: its name.
        each: its answers in the order of the decisions; None where it was not asked, or no reply could be had.
    """

    name: str
    each: tuple[Choice | None, ...]


def certain(case: JudgedCase, place: int, fault: ChoiceFault = "") -> Choice:
    """The answer of one action, by its place among the legal ones."""
    return Choice(tuple(float(k == place) for k in range(len(case.legal))), fault)
