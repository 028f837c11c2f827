"""What agents choose in decisions of known value, with probabilities where they give them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

import numpy as np

from croupier.agents.agent import Agent, StochasticAgent, Turns
from croupier.agents.registry import make_agent
from croupier.agents.traits import is_own
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress, silent
from croupier.core.engine.game import State
from croupier.core.spec.prompts import ReplyFault
from croupier.measure.costs.constants import FIRST, Rule, constant, first_listed
from croupier.measure.costs.row import Priced, Row
from croupier.table.asking import ask_turn

FAILED: Literal["failed"] = "failed"
"""The fault of a decision for which no reply came, at an endpoint that answered others."""
ChoiceFault = ReplyFault | Literal["failed"]
CHANCE, BEST_CONSTANT = "random", "best constant answer"
_AT_ONCE = 16
"""Decisions that one agent is asked in one after the other; then it is made again, maybe in another thread."""


@dataclass(frozen=True)
class Choice:
    """What one agent chose in one decision."""

    weights: tuple[float, ...]  # probability of each legal action; of an agent that just chooses, 1 for its choice
    # why a reply named no legal action, or that none came; the worst one counts then. Empty where nothing was
    # wrong
    fault: ChoiceFault = ""

    @property
    def likeliest(self) -> int:
        """Place of the action that it most likely plays."""
        return self.weights.index(max(self.weights))


@dataclass(frozen=True)
class AgentChoices:
    """What one agent chose."""

    name: str  # its name
    # its answers in the order of the decisions; None where it was not asked, or no reply could be had
    each: tuple[Choice | None, ...]


def certain(case: Priced, place: int, fault: ChoiceFault = "") -> Choice:
    """The answer of one action, by its place among the legal ones."""
    return Choice(tuple(float(k == place) for k in range(len(case.legal))), fault)


def choices(
    cases: Sequence[Row], name: str, *, threads: int = 1, progress: Progress | None = None
) -> AgentChoices:
    """Ask an agent that computes in every decision."""
    by_game: dict[str, list[int]] = {}
    for k, case in enumerate(cases):
        by_game.setdefault(repr(sorted(case.options.items())), []).append(k)
    parts = [places[at : at + _AT_ONCE] for places in by_game.values() for at in range(0, len(places), _AT_ONCE)]
    report, done = progress or silent, 0
    found: list[Choice | None] = [None] * len(cases)

    def ask(places: list[int]) -> list[Choice]:
        agent = make_agent(name, cases[places[0]].made())
        return [_answer(cases[k], agent) for k in places]

    own = is_own(make_agent(name, cases[0].made()))
    with ThreadPoolExecutor(threads if own else 1) as pool:
        for places, answers in zip(parts, pool.map(ask, parts), strict=True):
            for k, answer in zip(places, answers, strict=True):
                found[k] = answer
            done += len(places)
            report(done / len(cases))
    return AgentChoices(name, tuple(found))


def references(cases: Sequence[Row], zero: Mapping[str, Rule], named: Collection[str] = ()) -> list[AgentChoices]:
    """Answers by which others are measured: at random, the best constant one, and always the first listed."""
    constants = {BEST_CONSTANT: constant(cases, zero), FIRST: first_listed(cases)}
    found = [] if CHANCE in named else [AgentChoices(CHANCE, tuple(map(_uniform, cases)))]
    for name, each in constants.items():
        chosen = tuple(certain(case, place) for case, place in zip(cases, each.places, strict=True))
        found.append(AgentChoices(name, chosen))
    return found


def _uniform(case: Row) -> Choice:
    return Choice((1.0 / len(case.legal),) * len(case.legal))


def _answer(case: Row, agent: Agent) -> Choice:
    state = case.state()
    if not isinstance(agent, StochasticAgent):
        return certain(case, case.legal.index(ask_turn(agent, Turns.of_state(state), state.seed)))
    return _likely(case, agent, state)


def _likely(case: Row, agent: StochasticAgent, state: State) -> Choice:
    """The probability that an agent gives each legal action."""
    given = np.asarray(agent.probabilities(Turns.of_state(state)), dtype=np.float64)
    if given.shape != (1, case.made().num_actions):
        raise ConfigError(
            f"{agent.name} gives probabilities of shape {given.shape}, not {(1, case.made().num_actions)}"
        )
    weights = given[0, list(case.legal)]
    if not (np.isfinite(given).all() and (given >= 0).all() and abs(weights.sum() - 1.0) < 1e-3):
        raise ConfigError(
            f"the probabilities that {agent.name} gives in decision {case.id} are not those of the legal actions: "
            f"they add up to {weights.sum():g} there"
        )
    return Choice(tuple((weights / weights.sum()).tolist()))
