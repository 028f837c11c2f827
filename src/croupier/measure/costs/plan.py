"""What asking models will take, and how many decisions an interval needs: said before anything is asked."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from croupier.agents.llm.agent import LanguageModel, chat
from croupier.agents.speech import CHARACTERS_A_TOKEN
from croupier.measure.costs.answers import AgentChoices
from croupier.measure.costs.asked import Asked
from croupier.measure.costs.figures import regrets, spread_of
from croupier.measure.costs.row import Row
from croupier.measure.play.estimate import CostEstimate

_SAMPLES = 64
"""Decisions whose prompts are measured."""
_Z = 1.959964


def plan(
    cases: Sequence[Row],
    asked: Sequence[Asked],
    decisions: int | None = None,
    arrived: Mapping[str, int] | None = None,
) -> CostEstimate:
    """What asking takes, about; of programs nothing is counted."""
    known = Counter(arrived or {})
    requests = read = written = cost = 0.0
    models = [(each, each.agent) for each in asked if isinstance(each.agent, LanguageModel)]
    for each, model in models:
        size, count = tokens_of(cases, each), len(cases) if decisions is None else decisions
        before = min(count, known[model.name])
        known[model.name] -= before
        count -= before
        requests += count
        read += count * size
        written += count * model.settings.reply_tokens
        cost += model.settings.cost(int(count * size), 0, count * model.settings.reply_tokens)
    unpriced = tuple(dict.fromkeys(model.name for _, model in models if not model.settings.priced))
    return CostEstimate(requests, read, written, cost, unpriced)


def tokens_of(cases: Sequence[Row], asked: Asked) -> float:
    """Tokens of a question, as a mean; four characters count as one."""
    step = max(1, len(cases) // _SAMPLES)
    sizes = [
        sum(len(message["content"]) for message in chat(asked.question(case, asked.table(case, 0))))
        for case in cases[::step]
    ]
    return float(np.mean(sizes)) / CHARACTERS_A_TOKEN


def decisions_for(cases: Sequence[Row], half: float) -> int:
    """Decisions that an interval takes, by the spread that choices at random have in these decisions."""
    weights = np.array([case.weight for case in cases])
    weights /= weights.mean()
    mean = np.average([np.mean(case.behind) for case in cases], weights=weights)
    squares = [np.mean(np.square(np.array(case.behind) - mean)) for case in cases]
    return _needed(float(np.mean(weights**2 * squares)), half)


def _needed(variance: float, half: float) -> int:
    return max(2, math.ceil(variance * (_Z / half) ** 2))


def sentences(
    cases: Sequence[Row],
    asked: Sequence[Asked],
    half: float,
    unit: str,
    known: Sequence[AgentChoices] = (),
    arrived: Mapping[str, int] | None = None,
) -> str:
    """What is said before models are asked."""
    need = decisions_for(cases, half)
    weights = np.array([case.weight for case in cases])
    whole = [each for each in known if None not in each.each]
    spreads = {each.name: spread_of(regrets(cases, each), weights) for each in whole}
    others = "".join(f", about {_needed(spread**2, half):,} by {name}'s" for name, spread in spreads.items())
    first = [each for each in asked if isinstance(each.agent, LanguageModel)][:1]
    ask = "".join(f", for {each.name} {plan(cases, [each], need).sentence()}" for each in first)
    words = (
        f"An interval of ±{half:g} {unit} takes about {need:,} decisions of this kind by the spread of choices at "
        f"random{others}{ask}."
    )
    left = plan(cases, asked, arrived=arrived)
    if not left.requests:
        return words
    here = f"{len(cases):,} decisions here"
    return f"{words} {f'What is left of the {here} takes' if arrived else f'The {here} take'} {left.sentence()}."
