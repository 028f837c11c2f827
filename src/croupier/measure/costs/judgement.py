"""Whether a set asks for judgement: the game's `bot` has to be clearly better there than every constant answer."""

from __future__ import annotations

from collections import Counter

from croupier.agents.names import AgentName
from croupier.core.base.errors import ConfigError
from croupier.core.spec import registry
from croupier.measure.costs.answers import choices
from croupier.measure.costs.cases import cases_of_set
from croupier.measure.costs.constants import best_constant, kind_of
from croupier.measure.costs.figures import judge
from croupier.measure.costs.sets import DecisionSet

BOT = "bot"
"""Who has to be better than a constant answer."""
ENOUGH = 50
"""Decisions that a set has of each phase at least: of fewer, an interval says too little."""


def check_judgement(found: DecisionSet, threads: int = 1) -> None:
    """Check that a set has enough decisions of each phase, in which the score of `bot` is clearly above 0."""
    counts = Counter(map(kind_of, found.rows))
    few = [phase for phase, count in counts.items() if count < ENOUGH]
    if few:
        told = ", ".join(f"{counts[phase]} of {phase}" for phase in few)
        without = " ".join(f"--without {phase}" for phase in few)
        raise ConfigError(f"fewer than {ENOUGH} decisions tell too little: {told}; add {without}, or make more")
    zero = best_constant(found.rows)
    for phase, rule in zero.rules.items():
        rows = [row for row in found.rows if kind_of(row) == phase]
        if not any(row.behind[rule.place(row)] for row in rows):
            raise ConfigError(f"in {len(rows)} decisions of {phase} one constant answer is always best; {_CURE}")
    if BOT not in registry.spec(found.game).bots:
        return
    cases = cases_of_set(found)
    answers = choices(cases, AgentName.parse(BOT), threads=threads)
    (figures,) = judge(cases, [answers], zero=zero.rules, worst=0).agents
    for phase, score in figures.scores.items():
        low, high = score.ci95 or (score.mean, score.mean)
        if low <= 0.0:
            raise ConfigError(
                f"in {score.decisions} decisions of {phase} {BOT} is not clearly better than the best constant "
                f"answer: its score is {score.mean:.2f} ({low:.2f} to {high:.2f}), where 0 is that answer; {_CURE}"
            )


_CURE = "leave the phase out by --without, or make a set of more decisions, another --seed or other options"
