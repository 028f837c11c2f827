"""Choices of agents in decisions of known value, and constant answers, the zero of a set's score."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent, StochasticAgent, Turns, is_own
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress, silent
from croupier.core.engine.game import State
from croupier.core.spec.prompts import ReplyFault
from croupier.measure.costs.sets import Priced, Row
from croupier.table.asking import ask_turn

FAILED: Literal["failed"] = "failed"
"""Fault of a decision without a reply, from an endpoint that replied to others."""
ChoiceFault = ReplyFault | Literal["failed"]
CHANCE, BEST_CONSTANT = "random", "best constant answer"
_AT_ONCE = 16
"""Decisions that one agent answers in a row, before it is made again, perhaps in another thread."""


@dataclass(frozen=True)
class Choice:
    """The choice of one agent in one decision."""

    weights: tuple[float, ...]  # probability of each legal action; 1 for the choice if the agent gives none
    # why no legal action was named; the worst action counts then. Empty for a valid choice
    fault: ChoiceFault = ""

    @property
    def likeliest(self) -> int:
        """Place of the most likely action."""
        return self.weights.index(max(self.weights))


@dataclass(frozen=True)
class AgentChoices:
    """The choices of one agent."""

    name: str
    # in the order of the decisions; None where it was not asked, or gave no reply
    each: tuple[Choice | None, ...]


def certain(case: Priced, place: int, fault: ChoiceFault = "") -> Choice:
    """A choice of a single action, by its place among the legal ones."""
    return Choice(tuple(float(k == place) for k in range(len(case.legal))), fault)


def choices(
    cases: Sequence[Row], name: str, *, threads: int = 1, progress: Progress | None = None
) -> AgentChoices:
    """Ask an agent that is not a language model, in every decision."""
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
    """Reference answers: uniformly random, the best constant answer, and always the first action listed."""
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


# A set whose best constant answer is nearly right does not measure judgement. So decisions have weights: every
# constant answer loses a large share of the stakes, and no few decisions hold most of them.

FIRST = "first listed"
_ORDERS = (
    FIRST, "last listed", "longest text", "shortest text", "first by name", "last by name",
    "first in the game's order", "last in the game's order",
)  # fmt: skip
"""Orders of the legal actions that a constant answer can follow."""
MOST_APART = 3.0
"""Weights lie between 1 / this and this, before the stakes of a decision are limited."""
MOST_SHARE = 4.0
"""Limit of a decision's stakes, as a multiple of the mean: a twentieth of the decisions holds at most a fifth."""
_DIGITS = 4
_ROUNDS, _STEP = 30, 0.5
"""Rounds in which weights are fitted, and the first step of a logarithm; later steps are smaller."""
_Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rule:
    """A constant answer for one kind of decision, whatever the position."""

    word: str  # text or word of a text to look for in the actions; empty for none
    among: str  # name of the order that picks one of several matches
    otherwise: str  # name of the order whose first action is taken if none matches

    def place(self, row: Row) -> int:
        """Place of the chosen action among the legal ones."""
        orders = _orders(row)
        having = (place for place in orders[self.among] if self.word in _words(row.texts[place]))
        return next(having, orders[self.otherwise][0])

    def __str__(self) -> str:
        if not self.word:
            return self.otherwise
        which = "" if self.word.startswith("[") else f" ({self.among})"
        return f"{self.word}{which}, else {self.otherwise}"


@dataclass(frozen=True)
class Constant:
    """A policy that ignores the position."""

    rules: Mapping[str, Rule]  # by kind of decision, which is the phase
    places: tuple[int, ...]  # place of the chosen action in each decision
    regret: float  # weighted mean regret

    @property
    def name(self) -> str:
        """Its rules as text."""
        if len(self.rules) == 1:
            return str(*self.rules.values())
        return "; ".join(f"{kind} {rule}" for kind, rule in self.rules.items())


def kind_of(row: Row) -> str:
    """The kind of a decision: the name of its phase."""
    return str(row.stratum["phase"])


def constant(rows: Sequence[Row], rules: Mapping[str, Rule]) -> Constant:
    """A constant answer in some decisions, with its regret."""
    places = tuple(rules[kind_of(row)].place(row) for row in rows)
    total = sum(row.weight * row.behind[place] for row, place in zip(rows, places, strict=True))
    return Constant(rules, places, total / sum(row.weight for row in rows))


def first_listed(rows: Sequence[Row]) -> Constant:
    """The constant answer "always the first action listed"."""
    return constant(rows, {kind_of(row): Rule("", FIRST, FIRST) for row in rows})


def best_constant(rows: Sequence[Row]) -> Constant:
    """The constant answer with the least regret: the best rule for each kind of decision."""
    # The rules tried are: an action with a given text or word of a text, with each order to pick among several,
    # otherwise the first action in an order; and always the first action in an order.
    kinds: dict[str, list[Row]] = {}
    for row in rows:
        kinds.setdefault(kind_of(row), []).append(row)
    rules = {kind: _Rules(some).best(np.array([row.weight for row in some])) for kind, some in kinds.items()}
    return constant(rows, dict(sorted(rules.items())))


class _Rules:
    """The cost of every rule in some decisions of one kind."""

    def __init__(self, rows: Sequence[Row]) -> None:
        """Look up the costs of the first action in each order, and of the first action with each word."""
        self._always = np.zeros((len(_ORDERS), len(rows)))
        found: dict[str, dict[int, list[float]]] = {}  # by word and decision, a cost per order
        for place, row in enumerate(rows):
            for number, actions in enumerate(_orders(row).values()):
                self._always[number, place] = row.behind[actions[0]]
                for action in reversed(actions):  # reversed, so that the first action with a word is written last
                    for word in _words(row.texts[action]):
                        costs = found.setdefault(word, {}).setdefault(place, [0.0] * len(_ORDERS))
                        costs[number] = row.behind[action]
        whole_first = sorted(found, key=lambda word: (not word.startswith("["), word))
        self._words = [(word, [*found[word]], np.array([*found[word].values()]).T) for word in whole_first]

    def best(self, weights: _Doubles) -> Rule:
        """The rule with the least weighted regret; ties go to rules with a whole text."""
        always = self._always * weights
        costs = {}
        for word, places, said in self._words:
            # rounded, since sums of equal costs differ in their last digits
            among = (said * weights[places]).sum(axis=1).round(6)
            otherwise = (always.sum(axis=1) - always[:, places].sum(axis=1)).round(6)
            rule = Rule(word, _ORDERS[int(among.argmin())], _ORDERS[int(otherwise.argmin())])
            costs[rule] = among.min() + otherwise.min()
        costs |= {Rule("", order, order): cost for order, cost in zip(_ORDERS, always.sum(axis=1), strict=True)}
        return min(costs, key=lambda rule: round(float(costs[rule]), 6))


def _words(text: str) -> set[str]:
    """What a rule can look for in an action's text: the whole text, or a word."""
    return {text, *text.strip("[]").split()}


def _orders(row: Row) -> dict[str, Sequence[int]]:
    """Places of the legal actions in each of `_ORDERS`."""
    listed, own = row.order, range(len(row.texts))
    named = sorted(own, key=row.texts.__getitem__)
    short = sorted(listed, key=lambda place: len(row.texts[place]))
    long = sorted(listed, key=lambda place: -len(row.texts[place]))
    orders = (listed, listed[::-1], long, short, named, named[::-1], own, own[::-1])
    return dict(zip(_ORDERS, orders, strict=True))


def effective(rows: Sequence[Row]) -> float:
    """Effective sample size of weighted decisions: (sum of weights)² / sum of squared weights."""
    return sum(row.weight for row in rows) ** 2 / sum(row.weight**2 for row in rows)


def balanced(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Decisions with weights that make the best constant answer as bad as possible."""
    # The weights maximise the share of the stakes that it loses. The stakes of a decision are the cost of its
    # worst action times its weight. In each kind, weights lie between 1 / `MOST_APART` and `MOST_APART`. They are
    # lowered until no decision has more than `MOST_SHARE` times the mean stakes of its kind, and then of all.
    # Their mean is 1.
    kinds: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        kinds.setdefault(kind_of(row), []).append(place)
    weights, stakes = np.zeros(len(rows)), np.array([max(row.behind) for row in rows])
    for places in kinds.values():
        weights[places] = _weights([rows[place] for place in places])
    if len(kinds) > 1:  # each kind is limited by now
        weights = _capped(weights, stakes)
    return tuple(
        replace(row, weight=max(round(weight, _DIGITS), 10.0**-_DIGITS))
        for row, weight in zip(rows, weights.tolist(), strict=True)
    )


def _weights(rows: Sequence[Row]) -> _Doubles:
    """Weights of the decisions of one kind: each round raises those where the best rule is wrong."""
    rules, stakes = _Rules(rows), np.array([max(row.behind) for row in rows])
    logarithms, bound = np.zeros(len(rows)), math.log(MOST_APART)
    for number in range(_ROUNDS):
        rule = rules.best(_capped(np.exp(logarithms), stakes))
        wrong = np.array([row.behind[rule.place(row)] / (max(row.behind) or 1.0) for row in rows])
        step = _STEP / (1.0 + number / 5.0)
        logarithms = np.clip(logarithms + step * (wrong - wrong.mean()), -bound, bound)
    return _capped(np.exp(logarithms), stakes)


def _capped(weights: _Doubles, stakes: _Doubles) -> _Doubles:
    """Weights with mean 1 that give no decision more than `MOST_SHARE` times the mean stakes."""
    shares = weights * stakes
    most = shares.max()
    while (lower := MOST_SHARE * np.minimum(shares, most).mean()) < most * (1.0 - 1e-9):
        most = lower
    lowered = np.where(shares > most, weights * most / np.maximum(shares, most or 1.0), weights)
    return np.asarray(lowered / lowered.mean())
