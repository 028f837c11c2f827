"""Constant answers, which ignore the position: the best one is the zero of a set's score.

A set whose best constant answer is nearly right measures no judgement. So decisions have weights, by which every
constant answer loses much of what is at stake, and no few decisions hold most of that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from croupier.measure.costs.row import Row

FIRST = "first listed"
_ORDERS = (
    FIRST, "last listed", "longest text", "shortest text", "first by name", "last by name",
    "first in the game's order", "last in the game's order",
)  # fmt: skip
"""Orders of the legal actions that can be followed blindly."""
MOST_APART = 3.0
"""By how much a decision is weighted more or less at most, before what it has at stake is limited."""
MOST_SHARE = 4.0
"""How many times the mean stakes a decision may have at most: so a twentieth of them holds at most a fifth."""
_DIGITS = 4
_ROUNDS, _STEP = 30, 0.5
"""In which weights are found, and by how much a logarithm changes in the first; by less later."""
_Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rule:
    """What is answered in one kind of decision, whatever the position."""

    word: str  # a text, or a word of one: an action that has it is chosen. Empty where none is looked for
    among: str  # which of several that have it, by the name of an order
    otherwise: str  # which action where none has it

    def place(self, row: Row) -> int:
        """The place of its action among the legal ones of a decision."""
        orders = _orders(row)
        having = (place for place in orders[self.among] if self.word in _words(row.texts[place]))
        return next(having, orders[self.otherwise][0])

    def __str__(self) -> str:
        """The rule in words."""
        if not self.word:
            return self.otherwise
        which = "" if self.word.startswith("[") else f" ({self.among})"
        return f"{self.word}{which}, else {self.otherwise}"


@dataclass(frozen=True)
class Constant:
    """A policy that ignores the position."""

    rules: Mapping[str, Rule]  # its rule in each kind of decision, which are the phases
    places: tuple[int, ...]  # the place of its action in each decision
    regret: float  # its mean regret by the weights

    @property
    def name(self) -> str:
        """Its rules in words."""
        if len(self.rules) == 1:
            return str(*self.rules.values())
        return "; ".join(f"{kind} {rule}" for kind, rule in self.rules.items())


def kind_of(row: Row) -> str:
    """What kind of decision it is: the name of its phase."""
    return str(row.stratum["phase"])


def constant(rows: Sequence[Row], rules: Mapping[str, Rule]) -> Constant:
    """A constant answer in some decisions."""
    places = tuple(rules[kind_of(row)].place(row) for row in rows)
    total = sum(row.weight * row.behind[place] for row, place in zip(rows, places, strict=True))
    return Constant(rules, places, total / sum(row.weight for row in rows))


def first_listed(rows: Sequence[Row]) -> Constant:
    """Always the first action that is listed."""
    return constant(rows, {kind_of(row): Rule("", FIRST, FIRST) for row in rows})


def best_constant(rows: Sequence[Row]) -> Constant:
    """The constant answer with the least regret: in each kind of decision, the best of all rules.

    These are: each text and each word of one, in each order where several actions have it, and else the first
    action in each order; and always the first action in each order.
    """
    kinds: dict[str, list[Row]] = {}
    for row in rows:
        kinds.setdefault(kind_of(row), []).append(row)
    rules = {kind: _Rules(some).best(np.array([row.weight for row in some])) for kind, some in kinds.items()}
    return constant(rows, dict(sorted(rules.items())))


class _Rules:
    """What every rule costs in some decisions of one kind."""

    def __init__(self, rows: Sequence[Row]) -> None:
        """Look up what the first action in each order costs, and the first one that has a word."""
        self._always = np.zeros((len(_ORDERS), len(rows)))
        found: dict[str, dict[int, list[float]]] = {}  # by word and decision, a cost for each order
        for place, row in enumerate(rows):
            for number, actions in enumerate(_orders(row).values()):
                self._always[number, place] = row.behind[actions[0]]
                for action in reversed(actions):  # so that the first that has a word is written last
                    for word in _words(row.texts[action]):
                        costs = found.setdefault(word, {}).setdefault(place, [0.0] * len(_ORDERS))
                        costs[number] = row.behind[action]
        whole_first = sorted(found, key=lambda word: (not word.startswith("["), word))
        self._words = [(word, [*found[word]], np.array([*found[word].values()]).T) for word in whole_first]

    def best(self, weights: _Doubles) -> Rule:
        """The rule with the least regret by some weights; of several, one that says a whole text."""
        always = self._always * weights
        costs = {}
        for word, places, said in self._words:
            # rounded, since sums of the same costs differ in their last digits
            among = (said * weights[places]).sum(axis=1).round(6)
            otherwise = (always.sum(axis=1) - always[:, places].sum(axis=1)).round(6)
            rule = Rule(word, _ORDERS[int(among.argmin())], _ORDERS[int(otherwise.argmin())])
            costs[rule] = among.min() + otherwise.min()
        costs |= {Rule("", order, order): cost for order, cost in zip(_ORDERS, always.sum(axis=1), strict=True)}
        return min(costs, key=lambda rule: round(float(costs[rule]), 6))


def _words(text: str) -> set[str]:
    """What a rule may look for in the text of an action: all of it, or a word."""
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
    """How many decisions of the same weight tell as much as these: (sum of weights)² / sum of their squares."""
    return sum(row.weight for row in rows) ** 2 / sum(row.weight**2 for row in rows)


def balanced(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Decisions with weights by which the best constant answer does as badly as it can.

    What counts is the share that it loses of the stakes: what the worst action of each decision costs, by its
    weight. In each kind, weights lie between 1 / `MOST_APART` and `MOST_APART`, and are lowered until no decision
    has more than `MOST_SHARE` times the mean stakes of its kind, and then of all. Their mean is 1.
    """
    kinds: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        kinds.setdefault(kind_of(row), []).append(place)
    weights, stakes = np.zeros(len(rows)), np.array([max(row.behind) for row in rows])
    for places in kinds.values():
        weights[places] = _weights([rows[place] for place in places])
    if len(kinds) > 1:  # each is limited in itself by now
        weights = _capped(weights, stakes)
    return tuple(
        replace(row, weight=max(round(weight, _DIGITS), 10.0**-_DIGITS))
        for row, weight in zip(rows, weights.tolist(), strict=True)
    )


def _weights(rows: Sequence[Row]) -> _Doubles:
    """Weights of the decisions of one kind: in rounds, those in which the best rule is wrong gain some."""
    rules, stakes = _Rules(rows), np.array([max(row.behind) for row in rows])
    logarithms, bound = np.zeros(len(rows)), math.log(MOST_APART)
    for number in range(_ROUNDS):
        rule = rules.best(_capped(np.exp(logarithms), stakes))
        wrong = np.array([row.behind[rule.place(row)] / (max(row.behind) or 1.0) for row in rows])
        step = _STEP / (1.0 + number / 5.0)
        logarithms = np.clip(logarithms + step * (wrong - wrong.mean()), -bound, bound)
    return _capped(np.exp(logarithms), stakes)


def _capped(weights: _Doubles, stakes: _Doubles) -> _Doubles:
    """Weights with the mean 1; none by which a decision has more than `MOST_SHARE` times the mean stakes."""
    shares = weights * stakes
    most = shares.max()
    while (lower := MOST_SHARE * np.minimum(shares, most).mean()) < most * (1.0 - 1e-9):
        most = lower
    lowered = np.where(shares > most, weights * most / np.maximum(shares, most or 1.0), weights)
    return np.asarray(lowered / lowered.mean())
