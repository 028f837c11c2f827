"""Problems for people: decisions with one clear answer, chosen from a set, and the file that ships with a game.

Everything shown about a problem was computed when it was chosen and is in the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from croupier.agents.agent import Turns
from croupier.agents.names import AgentName
from croupier.agents.registry import make_searcher
from croupier.agents.search.choice import difference
from croupier.agents.search.searcher import Searcher
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.progress import Progress, silent
from croupier.core.engine.game import Game
from croupier.core.spec.search import CHANCE_TO_WIN
from croupier.measure.costs.analyst import measured_apart, reseeded
from croupier.measure.costs.cases import agent_if_any
from croupier.measure.costs.sets import (
    CLEAR,
    ENDING,
    DecisionSet,
    Packed,
    Row,
    line_of,
    read_row,
    shipped_folders,
    shipped_sets,
)
from croupier.table.asking import ask_one

FOLDER = "problems"
"""Folder of the problems, inside that of a game's sets."""
UNPUBLISHED = "unpublished"
"""In place of the digest, for decisions of a set that does not ship."""
AGENTS = ("bot:simple", "bot:greedy", "bot", "net", "search/fast")
"""Agents that are asked if the game has them, weakest first."""
LEVELS = ("easy", "medium", "hard", "very hard")
"""Difficulty of a problem, by the number of `AGENTS` that miss it, from one; the last from four. See `EASY`."""
AS_GOOD = 0.5
"""An action less than this behind the best one, within noise, counts as equally good; in the unit of values."""
PROBLEMS = Packed(
    "file of problems", "croupier-problems", (1,), "problems", "choose problems again", {"sets": dict}
)
_LINE = {"level", "choices", "words", "row"}


@dataclass(frozen=True)
class GameProblem:
    """A decision for people, with its answer."""

    row: Row  # decision and values
    level: int  # index into `LEVELS`
    choices: Mapping[str, int]  # action of each agent, by name
    # sentences on what the best action improves over each legal action, in the row's order; empty for actions as
    # good as the best, and for exact values
    words: tuple[tuple[str, ...], ...]

    def is_right(self, action: int) -> bool:
        """Whether a legal action is as good as the best one; see `as_good`."""
        return as_good(self.row, action)

    @property
    def least(self) -> float:
        """The least cost of a wrong action."""
        return min(self.row.regret(action) for action in self.row.legal if not self.is_right(action))

    @property
    def random_misses(self) -> float:
        """How often random play misses it, 0..1."""
        return sum(not self.is_right(action) for action in self.row.legal) / len(self.row.legal)

    def solution(self) -> list[dict[str, Any]]:
        """The legal actions as plain data, the best first, with values and the agents that play them."""
        row = self.row
        return [
            {
                "action": row.legal[k], "text": row.texts[k], "value": row.values[k], "error": row.errors[k],
                "behind": row.behind[k], "behind_error": row.behind_errors[k],
                "right": self.is_right(row.legal[k]), "clear": row.is_clear(row.legal[k]),
                "words": list(self.words[k]),
                "agents": [name for name, choice in self.choices.items() if choice == row.legal[k]],
            }
            for k in sorted(range(len(row.legal)), key=lambda k: row.behind[k])
        ]  # fmt: skip

    def data(self) -> dict[str, Any]:
        """The problem with its answer as plain data: what its seat sees, and no hidden card."""
        state = self.row.state()
        seat = state.current_player()
        return {
            "id": self.row.id, "game": self.row.game, "options": dict(self.row.options),
            "level": LEVELS[self.level], "seat": seat, "phase": state.phase, "view": state.view(seat),
            "actions": self.solution(), "random_misses": self.random_misses,
            "missed_by": [name for name, choice in self.choices.items() if not self.is_right(choice)],
        }  # fmt: skip


def as_good(row: Row, action: int) -> bool:
    """Whether a legal action is less than `AS_GOOD` behind the best one, and not clearly behind."""
    return row.regret(action) < AS_GOOD and not row.is_clear(action)


@dataclass(frozen=True)
class Problems:
    """The problems of a game, the easy ones first."""

    game: str
    unit: str  # unit of costs
    judge: Mapping[str, Any]  # assumptions of the values; see `croupier.measure.DecisionSet`
    # digests of the sets they were chosen from, by name; `UNPUBLISHED` for sets that do not ship
    sets: Mapping[str, str]
    canary: str  # canary of these sets; see `croupier.measure.DecisionSet`
    problems: tuple[GameProblem, ...]

    @property
    def exact(self) -> bool:
        """Whether the values are exact."""
        return not self.judge["worlds"]

    @property
    def in_chances(self) -> bool:
        """Whether values are chances to win, in percent."""
        return self.unit == CHANCE_TO_WIN

    def number(self, number: int) -> GameProblem:
        """A problem by its number, from 1."""
        if not 1 <= number <= len(self.problems):
            raise ConfigError(f"the problems of {self.game} are 1 to {len(self.problems)}, not {number}")
        return self.problems[number - 1]


def shipped_problems() -> dict[str, Path]:
    """The problem files that ship with games, by name of the game."""
    found = {name: folder / FOLDER / f"{name}{ENDING}" for name, folder in shipped_folders()}
    return {name: file for name, file in found.items() if file.exists()}


def problems_of(game: str) -> Problems:
    """The problems that ship with a game."""
    shipped = shipped_problems()
    if game not in shipped:
        raise ConfigError(f"no problems ship with {game}; games that have some: {', '.join(shipped) or 'none'}")
    return read_problems(shipped[game])


def read_problems(path: Path) -> Problems:
    """Read a file of problems."""
    header, found = PROBLEMS.read(path, _read)
    kept = ("game", "unit", "judge", "sets", "canary")
    return Problems(problems=found, **{name: header[name] for name in kept})


def _read(data: Any, header: Mapping[str, Any]) -> GameProblem:
    if not isinstance(data, dict) or set(data) != _LINE:
        raise FileError(f"its fields are not {', '.join(sorted(_LINE))}")
    row = read_row(data["row"], header["game"], header["canary"])
    level, choices, words = data["level"], data["choices"], data["words"]
    if type(level) is not int or not 0 <= level < len(LEVELS):
        raise FileError(f"level is from 0 to {len(LEVELS) - 1}, not {level!r}")
    names = list(choices.values()) if isinstance(choices, dict) else [None]
    if not all(type(each) is int and each in row.legal for each in names):
        raise FileError("choices names a legal action for each agent")
    if not isinstance(words, list) or len(words) != len(row.legal):
        raise FileError("words has a list for each legal action")
    if not all(isinstance(each, list) and all(isinstance(text, str) for text in each) for each in words):
        raise FileError("words has a list of texts for each legal action")
    return GameProblem(row, level, choices, tuple(map(tuple, words)))


def write_problems(path: Path, made: Problems) -> Problems:
    """Write a file of problems; equal problems give the same bytes."""
    lines = [
        line_of(
            {
                "level": each.level, "choices": dict(each.choices), "words": each.words,
                "row": each.row.data() | {"canary": made.canary},
            }
        )
        for each in made.problems
    ]  # fmt: skip
    header = {"unit": made.unit, "judge": dict(made.judge), "sets": dict(made.sets), "canary": made.canary}
    PROBLEMS.write(path, made.game, lines, header)
    return read_problems(path)


SURE = 5.0
"""Standard errors that every wrong action must be behind, well above the three of a clear difference."""
LEAST = 1.0
"""Least cost of a wrong action, in the unit of the set."""
EASY = 2.0
"""Least cost of a wrong action in easy problems, in the unit of the set: which action is best is to be plain."""
HANDS = (2, 3)
"""Range of cards in hand for easy problems, if the game has cards."""
SEATS = 4
"""Most seats at the table of easy problems."""
SEARCH = "search/fast"
"""The agent that errs by chance, as it compares actions in few worlds."""


def choose(found: DecisionSet, count: int, *, seed: int = 0, progress: Progress | None = None) -> Problems:
    """Choose problems from a set of decisions.

    Every legal action is either as good as the best one, or surely behind it by at least `LEAST`. A search with
    other random words finds the same answer. At least one of the agents misses it, not counting the search, which
    errs by chance. Levels, phases and answers alternate; simple decisions come first among the easy ones.
    """
    report, chosen, candidates = progress or silent, list[GameProblem](), list[GameProblem]()
    for number, row in enumerate(found.rows):
        if is_sure(row) and (each := _candidate(row)) is not None:
            candidates.append(each)
        report(0.5 * (number + 1) / len(found.rows))
    while candidates and len(chosen) < count:
        each = min(candidates, key=partial(_rank, chosen))
        alike = each.row.texts, each.row.behind  # to a person, equal actions with equal values are one problem
        candidates = [one for one in candidates if (one.row.texts, one.row.behind) != alike]
        words = _looked_again(each.row, found, seed)
        if words is not None:
            row = replace(each.row, weight=1.0)  # a problem is not weighted
            chosen.append(replace(each, row=row, words=words))
        report(0.5 + 0.5 * len(chosen) / count)
    if not chosen:
        raise ConfigError(f"no decision of {found.name} is clear enough for a problem and missed by an agent")
    chosen.sort(key=partial(_order, [phase.name for phase in found.rows[0].made().phases]))
    sets = {found.name: found.digest if found.name in shipped_sets() else UNPUBLISHED}
    return Problems(found.game, found.unit, found.judge, sets, found.canary, tuple(chosen))


def _order(phases: Sequence[str], each: GameProblem) -> tuple[int, int, str]:
    """Where a problem stands: easy ones in the order of the game's phases, then by digests, which tell nothing."""
    return each.level, 0 if each.level else phases.index(str(each.row.stratum["phase"])), each.row.id


def is_sure(row: Row) -> bool:
    """Whether every legal action is as good as the best one or surely behind it, and at least one is behind."""
    wrong = [row.place(action) for action in row.legal if not as_good(row, action)]
    return bool(wrong) and all(row.behind[k] >= max(LEAST, SURE * row.behind_errors[k]) for k in wrong)


def burden(row: Row) -> int:
    """How much harder a problem is to hold in mind than easy ones: unusual options, more cards, more seats."""
    found = row.made().spec
    usual = {option.name: option.default for option in found.options} | dict(found.table)
    special: int = sum(value != usual[name] for name, value in row.options.items() if name != "players")
    cards, seats = int(row.stratum["cards"]), int(row.stratum["seats"])
    return special + max(HANDS[0] - cards, 0, cards - HANDS[1]) + max(0, seats - SEATS)


def _rank(chosen: Sequence[GameProblem], each: GameProblem) -> tuple[int, ...]:
    """Sort key of a candidate: the level chosen least comes first, then the phase, then the answer."""
    # Among easy ones the simplest come first, and then those with the fewest moves to remember.
    level = [one for one in chosen if one.level == each.level]
    phase = [one for one in chosen if one.row.stratum["phase"] == each.row.stratum["phase"]]
    answers = [one for one in chosen if one.row.answer == each.row.answer]
    simple, moves = (0, 0) if each.level else (burden(each.row), len(each.row.actions))
    return len(level), simple, len([one for one in phase if one in level]), len(answers), moves, len(phase)


def _candidate(row: Row) -> GameProblem | None:
    """A decision with the choices of agents, without sentences; None if all but the search find the answer."""
    state, game = row.state(), row.made()
    choices = {name: ask_one(agent, state) for name in AGENTS if (agent := agent_if_any(game, name)) is not None}
    missed = [name for name, action in choices.items() if not as_good(row, action)]
    if not set(missed) - {SEARCH}:
        return None
    level = min(len(missed), len(LEVELS)) - 1  # a game may have more agents than there are levels
    found = GameProblem(row, level, choices, ())
    return found if level or found.least >= EASY else replace(found, level=1)


def _looked_again(row: Row, found: DecisionSet, seed: int) -> tuple[tuple[str, ...], ...] | None:
    """Sentences on the best action against each other one; None if another search finds another answer."""
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
