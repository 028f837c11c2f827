"""Problems for people, chosen from a set: clear answers, varied phases, graded by who misses them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from croupier.agents.agent import Agent, Turns
from croupier.agents.names import AgentName
from croupier.agents.registry import make_agent, make_searcher
from croupier.agents.search.choice import difference
from croupier.agents.search.searcher import Searcher
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress, silent
from croupier.core.engine.game import Game
from croupier.measure.costs.analyst import measured_apart, reseeded
from croupier.measure.costs.problems import AGENTS, LEVELS, UNPUBLISHED, GameProblem, Problems, as_good
from croupier.measure.costs.row import CLEAR, Row
from croupier.measure.costs.sets import DecisionSet, shipped_sets
from croupier.table.asking import ask_one

SURE = 5.0
"""Standard errors that every action but the best must be behind: well above the three that are called clear."""
LEAST = 1.0
"""Cost of a wrong action at least, in the unit of the set."""
HANDS = (2, 3)
"""Cards in hand that easy problems have, where a game has them."""
SEATS = 4
"""Seats at the table of easy problems, at most."""
SEARCH = "search/fast"
"""Of the agents asked the one that errs by chance, as it compares actions in few worlds."""


@dataclass(frozen=True)
class _Candidate:
    """A decision that may become a problem."""

    row: Row
    choices: dict[str, int]
    level: int


def choose(found: DecisionSet, count: int, *, seed: int = 0, progress: Progress | None = None) -> Problems:
    """Choose problems from a set of decisions.

    Every legal action is either as good as the best one or surely behind it, by at least `LEAST`; a search under
    other random words finds the same answer; and one of the agents asked misses it, the search apart, which errs
    by chance where others find the answer. Levels, phases and answers take turns; of easy ones the simplest come
    first.
    """
    report, chosen, candidates = progress or silent, list[GameProblem](), list[_Candidate]()
    for number, row in enumerate(found.rows):
        if is_sure(row) and (each := _asked(row)) is not None:
            candidates.append(each)
        report(0.5 * (number + 1) / len(found.rows))
    while candidates and len(chosen) < count:
        each = min(candidates, key=partial(_turn, chosen))
        candidates = [one for one in candidates if not _is_alike(one.row, each.row)]
        words = _looked_again(each.row, found, seed)
        if words is not None:
            row = replace(each.row, weight=1.0)  # a problem stands alone
            chosen.append(GameProblem(row, each.level, each.choices, words))
        report(0.5 + 0.5 * len(chosen) / count)
    if not chosen:
        raise ConfigError(f"no decision of {found.name} is clear enough for a problem and missed by an agent")
    chosen.sort(key=lambda one: (one.level, one.row.id))  # by digests, so that the order tells nothing
    sets = {found.name: found.digest if found.name in shipped_sets() else UNPUBLISHED}
    return Problems(found.game, found.unit, found.judge, sets, found.canary, tuple(chosen))


def is_sure(row: Row) -> bool:
    """Whether every legal action is as good as the best one, or surely behind it; one is behind at least."""
    wrong = [row.place(action) for action in row.legal if not as_good(row, action)]
    return bool(wrong) and all(row.behind[k] >= max(LEAST, SURE * row.behind_errors[k]) for k in wrong)


def burden(row: Row) -> int:
    """What a person has to keep in mind beyond easy problems: unusual options, more cards, more seats."""
    found = row.made().spec
    usual = {option.name: option.default for option in found.options} | dict(found.table)
    special: int = sum(value != usual[name] for name, value in row.options.items() if name != "players")
    cards, seats = int(row.stratum["cards"]), int(row.stratum["seats"])
    return special + max(HANDS[0] - cards, 0, cards - HANDS[1]) + max(0, seats - SEATS)


def _turn(chosen: Sequence[GameProblem], each: _Candidate) -> tuple[int, ...]:
    """Whose turn it is: what was chosen least comes first, by level, then by phase, then by the answer."""
    # Of easy ones the simplest come before that, and then those with the fewest moves to remember.
    level = [one for one in chosen if one.level == each.level]
    phase = [one for one in chosen if one.row.stratum["phase"] == each.row.stratum["phase"]]
    answers = [one for one in chosen if one.row.answer == each.row.answer]
    simple, moves = (0, 0) if each.level else (burden(each.row), len(each.row.actions))
    return len(level), simple, len([one for one in phase if one in level]), len(answers), moves, len(phase)


def _is_alike(one: Row, other: Row) -> bool:
    """Whether two decisions are the same to a person, or nearly so: the same actions are worth the same."""
    return one.texts == other.texts and one.behind == other.behind


def _asked(row: Row) -> _Candidate | None:
    """A decision with what the agents play; None where all of them find the answer, the search apart."""
    state, game = row.state(), row.made()
    choices = {name: ask_one(agent, state) for name in AGENTS if (agent := _agent(game, name)) is not None}
    missed = [name for name, action in choices.items() if not as_good(row, action)]
    level = min(len(missed), len(LEVELS)) - 1  # a game may have all the agents, which are more than levels
    return _Candidate(row, choices, level) if set(missed) - {SEARCH} else None


@lru_cache(maxsize=256)
def _agent(game: Game, name: str) -> Agent | None:
    try:
        return make_agent(name, game)
    except ConfigError:  # a game need not have each of them
        return None


def _looked_again(row: Row, found: DecisionSet, seed: int) -> tuple[tuple[str, ...], ...] | None:
    """What the best action makes better than each other one; None where another search finds another answer."""
    nothing: tuple[tuple[str, ...], ...] = ((),) * len(row.legal)
    if not found.judge["worlds"]:
        return nothing
    searcher = _searcher(row.made(), found.judge["continuation"], found.judge["worlds"])
    again = searcher.search(reseeded(Turns.of_state(row.state()), seed), 0)
    places = [int(np.flatnonzero(again.actions == action)[0]) for action in row.legal]
    best = row.best_place
    words = list(nothing)
    for k, action in enumerate(row.legal):
        if as_good(row, action):
            continue
        gap, error = difference(again.gains[places[best]], again.gains[places[k]])
        if float(gap) <= CLEAR * float(error):
            return None
        if searcher.explanation is not None:
            texts = row.texts[best], row.texts[k]
            words[k] = measured_apart(searcher.explanation, again, places[best], places[k], texts)
    return tuple(words)


@lru_cache(maxsize=64)
def _searcher(game: Game, continuation: str, worlds: int) -> Searcher:
    name = AgentName.parse(f"search/worlds={worlds},halving=false:{continuation}")
    return make_searcher(name, game, explaining=True)
