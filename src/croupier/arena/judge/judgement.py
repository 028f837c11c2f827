"""Whether a set asks for judgement: the game's `bot` has to be clearly better there than every constant answer."""

from __future__ import annotations

from croupier.agents.names import AgentName
from croupier.arena.judge.answers import choices
from croupier.arena.judge.cases import cases_of_set
from croupier.arena.judge.figures import judge
from croupier.core.base.errors import ConfigError
from croupier.core.spec import registry
from croupier.decisions.sets import DecisionSet

BOT = "bot"
"""Who has to be better than a constant answer; a game without it is not checked."""
ENOUGH = 50
"""Decisions of a phase from which it is checked: of fewer, an interval says too little."""


def check_judgement(found: DecisionSet, threads: int = 1) -> None:
    """Check that the score of `bot` is clearly above 0 in every phase with at least `ENOUGH` decisions.

    Args:
        found: the set; it need not be written yet.
        threads: threads that share the decisions.

    Raises:
        ConfigError: it is not, or a constant answer makes no mistake in a phase.
    """
    if BOT not in registry.spec(found.game).bots:
        return
    cases = cases_of_set(found)
    answers = choices(cases, AgentName.parse(BOT), threads=threads)
    (figures,) = judge(cases, [answers], scored=True, worst=0).agents
    for phase, regret in figures.by["phase"].items():
        score = figures.scores.get(phase)
        if regret.decisions < ENOUGH:
            continue
        if score is None:
            raise ConfigError(
                f"in {regret.decisions} decisions of {phase} one constant answer is always best; {_CURE}"
            )
        low, high = score.ci95 or (score.mean, score.mean)
        if low <= 0.0:
            raise ConfigError(
                f"in {score.decisions} decisions of {phase} {BOT} is not clearly better than the best constant "
                f"answer: its score is {score.mean:.2f} ({low:.2f} to {high:.2f}), where 0 is that answer; {_CURE}"
            )


_CURE = "leave the phase out by --without, or make a set of more decisions, another --seed or other options"
