"""Decisions of known value: sampled from games of mixed agents and valued, or rows of a set."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, Unpack

import numpy as np

from croupier.agents.agent import Agent, Turns
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.base.rng import below, uniform
from croupier.core.base.types import Generators
from croupier.core.engine.game import Game, State
from croupier.core.spec.options import Value
from croupier.core.spec.training import Mix
from croupier.measure.costs.answers import AgentChoices, Constant, best_constant, certain, references
from croupier.measure.costs.sets import DecisionSet, Row, game_of
from croupier.measure.costs.valued import Values, value_all
from croupier.measure.play.deals import How
from croupier.table.asking import ask_turn
from croupier.table.game_file import MANY, PlayedGame, game_data, load_game, read_games

AGENTS: Mapping[str, float] = {"net": 4.0, "bot": 3.0, "bot:simple": 2.0, "search/fast": 1.0}
"""Agents that are seated if the game has them, with weights; each seat draws one in proportion."""
WHOLE_MIX, SIZES_MIX = "all", "sizes"
"""Training mixes of a game that options are drawn from, alternating: all options, and only numbers of seats."""
_Item = TypeVar("_Item")


@dataclass(frozen=True)
class Candidate:
    """A decision of a played game that may enter a set."""

    game: int
    ply: int  # decisions before it in the game
    round_number: int  # number of its round in the game; 0 if nothing is hidden
    seat: int  # seat to move; 0 if nothing is hidden
    stratum: Mapping[str, str | int]  # kind of decision

    @property
    def key(self) -> str:
        """Its key in the file of finished work."""
        return f"decision {self.game} {self.ply}"


@dataclass(frozen=True)
class Drawn:
    """A game that was played for its decisions."""

    number: int
    data: Mapping[str, Any]  # game file
    candidates: tuple[Candidate, ...]  # decisions with more than one legal action


def word(*parts: object) -> int:
    """A random 64-bit word derived from some parts, which it does not reveal."""
    return int.from_bytes(sha256(json.dumps(parts).encode()).digest()[:8], "big")


def stream(*parts: object) -> Generators:
    """A random generator derived from some parts, shape (1,)."""
    return np.array([word(*parts)], dtype=np.uint64)


def seated_agents(game: Game, wanted: Sequence[str] = ()) -> dict[str, float]:
    """The agents that are seated at a game's tables, with their weights."""
    if wanted:
        for name in wanted:
            make_agent(name, game)
        return dict.fromkeys(wanted, 1.0)
    return {name: weight for name, weight in AGENTS.items() if agent_if_any(game, name) is not None}


@lru_cache(maxsize=256)
def _agent(game: Game, name: str) -> Agent:
    return make_agent(name, game)


def agent_if_any(game: Game, name: str) -> Agent | None:
    """An agent by name; None if the game does not have it."""
    try:
        return _agent(game, name)
    except ConfigError:
        return None


def play(game: Game, number: int, agents: Mapping[str, float], seed: int, *, varied: bool) -> Drawn:
    """Play one game of mixed agents."""
    rng = stream(seed, "table", number)
    table = _varied(game, number, rng) if varied else game
    names = [_weighted(agents, rng) for _ in range(table.num_players)]
    seats = [_agent(table, name) for name in names]
    deal = word(seed, "deal", number)
    state, candidates = table.new_initial_state(deal), []
    while not state.is_terminal():
        legal = state.legal_actions()
        action = legal[0]
        if len(legal) > 1:
            candidates.append(Candidate(number, state.plies, *_told_by(state), stratum_of(state)))
            action = ask_turn(seats[state.current_player()], Turns.of_state(state), deal)
        state.apply_action(action)
    return Drawn(number, game_data(state, names), tuple(candidates))


def _told_by(state: State) -> tuple[int, int]:
    """The round of a decision, and the seat whose hidden information its row would reveal."""
    if state.game.facts.information == "open":
        return 0, 0
    trail = state.trail()
    return 0 if trail is None else len(trail.finished), state.current_player()


def stratum_of(state: State) -> dict[str, str | int]:
    """The stratum of the next decision: phase, seats, and what the game adds."""
    search = None if state.game.spec.search is None else state.game.spec.search()
    strata = None if search is None else search.strata
    told = {} if strata is None else strata(state.records[0], state.current_player())
    return {"phase": state.phase, "cards": 0, "seats": state.game.num_players, **told}


def _varied(game: Game, number: int, rng: Generators) -> Game:
    mixes = game.training.mixes
    mix: Mix | None = mixes.get(WHOLE_MIX if number % 2 else SIZES_MIX)
    if mix is None:
        return game
    drawn: dict[str, Value] = {name: _weighted(weights, rng) for name, weights in mix.options.items()}
    return game_of(game.name, {**game.options, **drawn})


def _weighted(weights: Mapping[_Item, float], rng: Generators) -> _Item:
    """A random item, in proportion to its weight."""
    left = uniform(rng, 0) * sum(weights.values())
    for item, weight in weights.items():
        left -= weight
        if left < 0.0:
            return item
    return list(weights)[-1]  # if the sum was rounded


def in_order(candidates: Iterable[Candidate], rng: Generators) -> list[Candidate]:
    """Decisions in the order in which a set takes them."""
    # Phases appear in proportion to the square root of their frequency in play, so that rare ones, such as
    # abilities, are included. Within a phase the other strata alternate.
    phases: dict[str, dict[str, list[Candidate]]] = {}
    for each in candidates:
        rest = json.dumps({name: value for name, value in each.stratum.items() if name != "phase"})
        phases.setdefault(str(each.stratum["phase"]), {}).setdefault(rest, []).append(each)
    placed: list[tuple[float, str, Candidate]] = []
    for phase, cells in sorted(phases.items()):
        lists = [mixed(cells[name], rng) for name in mixed(sorted(cells), rng)]
        turns = [each for row in range(max(map(len, lists))) for cell in lists for each in cell[row : row + 1]]
        weight = math.sqrt(len(turns))
        placed += [((place + 0.5) / weight, phase, each) for place, each in enumerate(turns)]
    return [each for _, _, each in sorted(placed, key=lambda item: item[:2])]


def mixed(items: Iterable[_Item], rng: Generators) -> list[_Item]:
    """The items in random order."""
    found = list(items)
    for last in range(len(found) - 1, 0, -1):
        other = int(below(rng, 0, last + 1))
        found[last], found[other] = found[other], found[last]
    return found


def cases_of_set(found: DecisionSet, count: int | None = None) -> list[Row]:
    """The decisions of a set, or only the first ones; every kind has about its share among these."""
    if count is not None and count > len(found.rows):
        raise ConfigError(f"{found.name} has {len(found.rows)} decisions, not {count}: leave --count out for all")
    rows = list(found.rows[:count])
    for row in rows:
        row.state()  # a row that leads to no decision is refused before any agent is asked
    return rows


@dataclass(frozen=True, eq=False)
class PlayedRow(Row):
    """A decision of a played game."""

    played: PlayedGame | None = None
    name: str = ""  # file of the game

    @property
    def group(self) -> str:
        """Name of the file: decisions of one game share their luck."""
        return self.name

    def made(self) -> Game:
        """The game with its options."""
        return self._game().state.game

    def begin(self) -> State:
        """A new state at the start of the actions that lead to the decision."""
        return self._game().state.initial_state()

    @property
    def order(self) -> tuple[int, ...]:
        """The game's own order of actions."""
        return tuple(range(len(self.legal)))

    def _game(self) -> PlayedGame:
        if self.played is None:
            raise AssertionError("it is of a game")
        return self.played


@dataclass
class Judging:
    """The decisions that agents are judged by, and the choices made in them."""

    source: str  # name of the set, or of the game files
    digest: str  # digest of the set; empty for games
    game: str
    unit: str  # unit of values
    values: Mapping[str, Any]  # assumptions of the values
    cases: Sequence[Row]
    answers: list[AgentChoices] = field(default_factory=list)  # choices of agents
    whole: Sequence[Row] = ()  # all decisions of the set; none for games

    @cached_property
    def zero(self) -> Constant | None:
        """The best constant answer of the whole set; None for games."""
        return best_constant(self.whole) if self.whole else None

    @cached_property
    def references(self) -> list[AgentChoices]:
        """Reference answers for reading a set's scores; none for games."""
        named = [each.name for each in self.answers]
        return [] if self.zero is None else references(self.cases, self.zero.rules, named)


def judging_of_set(found: DecisionSet, count: int | None = None) -> Judging:
    """The decisions of a set, or only the first ones."""
    cases = cases_of_set(found, count)
    return Judging(found.name, found.digest, found.game, found.unit, found.judge, cases, whole=found.rows)


def judging_of_games(
    files: Sequence[Path],
    *,
    agent: str | None = None,
    worlds: int = 1024,
    count: int | None = None,
    seed: int = 0,
    **how: Unpack[How],
) -> Judging:
    """Value the decisions of played games; the choices of their players are the answers."""
    games = [each for file in files for each in _read(file)]
    kinds = sorted({each.state.game.name for _, each in games})
    if len(kinds) != 1:
        raise ConfigError(f"--game takes games of one kind, not of {' and '.join(kinds) or 'none'}")
    due = [
        (name, each, before)
        for name, each in games
        for before, _, _ in each.moves()
        if len(before.legal_actions()) > 1
    ]
    if not due:
        raise ConfigError("nobody had a choice to make in these games")
    if count is not None and count < len(due):
        drawn = np.random.Generator(np.random.PCG64(seed)).permutation(len(due))[:count]
        due = [due[k] for k in sorted(drawn.tolist())]
    decisions = [(played.state.game, before) for _, played, before in due]
    valued = value_all(decisions, agent, worlds=worlds, seed=seed, **how)
    rows = [_row(name, each, before, found) for (name, each, before), found in zip(due, valued, strict=True)]
    chose = [_chosen(each, before) for _, each, before in due]
    answers = [
        AgentChoices(
            name,
            tuple(
                certain(row, row.place(action)) if who == name else None
                for row, (who, action) in zip(rows, chose, strict=True)
            ),
        )
        for name in dict.fromkeys(who for who, _ in chose)
    ]
    source = ", ".join(file.name for file in files)
    return Judging(source, "", kinds[0], valued[0].unit, valued[0].judge, rows, answers)


def _read(file: Path) -> list[tuple[str, PlayedGame]]:
    """The games of a file, replayed, each with a name."""
    if file.suffix != MANY:
        return [(str(file), load_game(file))]
    lines = sum(1 for _ in read_games(file))
    return [(f"{file} line {line}", load_game(file, line)) for line in range(1, lines + 1)]


def _chosen(played: PlayedGame, before: State) -> tuple[str, int]:
    """The name of the player of a decision, and the action."""
    seat = before.current_player()
    who = played.agents[seat] if played.agents else f"Player {seat}"
    return who, played.state.history[before.plies]


def _row(name: str, played: PlayedGame, before: State, found: Values) -> PlayedRow:
    state, ply = played.state, before.plies
    return PlayedRow(
        id=f"{name} ply {ply}", game=state.game.name, options=state.game.options, start="", seed=0,
        actions=tuple(state.history)[:ply], texts=found.texts, legal=found.legal, values=found.gains,
        errors=found.errors, behind=found.behind, behind_errors=found.behind_errors, worlds=found.worlds,
        stratum=stratum_of(before), differ=True, played=played, name=name,
    )  # fmt: skip
