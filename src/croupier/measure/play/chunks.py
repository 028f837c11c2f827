"""Chunks of games: the unit of work that is played, cached and sent; matches as plain data for other processes.

A chunk holds deals and seatings. Its games follow from these, the seed and the agents. Chunks have a fixed size
and their results are taken in order, so a result does not depend on the number or kind of workers.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

import croupier
from croupier.agents.agent import Agent
from croupier.agents.recipes import make_again, recipe_of
from croupier.core.base.code_cache import package_digest
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress
from croupier.core.base.types import Actions, Arrays, Records
from croupier.core.engine import making
from croupier.core.engine.game import Game
from croupier.core.spec import registry
from croupier.core.spec.evaluation import Measures
from croupier.measure.play.match import ActionRecorder, Outcome, Seating, Watch, deal_seeds, play_tables

if TYPE_CHECKING:
    from croupier.table.model_run import ModelRun

RecordedData = Literal["results", "actions", "measures", "all measures"]
"""What is recorded in addition to results: nothing, every action, or the game's measures, of the seat of the
line-up's first agent or of all seats.
"""
TableNumbers = npt.NDArray[np.int64]
OnProgress = Callable[[int, float], None]
"""Called with the number of a chunk and the share of it that is done, 0..1."""
_COUNT = "count."  # prefix of counts among the arrays


@dataclass(frozen=True, eq=False)
class Match:
    """What the chunks of a match share."""

    game: Game
    agents: Sequence[Agent]  # line-up; an object in it twice is asked once for all of its seats
    seed: int  # seed of the deals and of the agents' random choices, 0 .. 2**64 - 1
    recorded: RecordedData = "results"
    threads: int = 1  # threads that step the games; results do not depend on it


@dataclass(frozen=True, eq=False)
class Chunk:
    """Tables that are played together."""

    deals: TableNumbers  # number of each table's deal, int64, shape (tables,)
    seating: Seating  # place in the line-up of the agent in each seat, int64, shape (tables, players)

    def __len__(self) -> int:
        return len(self.deals)


@dataclass(frozen=True, eq=False)
class PlayedChunk:
    """The result of a chunk."""

    outcome: Outcome
    # actions of the first table, then of the second..., int32, as many as each has plies; empty if not recorded
    actions: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    # `Measures.counts` of the recorded seats, shape (tables, seats, ...); empty if nothing is counted
    counts: Mapping[str, npt.NDArray[np.int64]] = field(default_factory=dict)

    def arrays(self) -> Arrays:
        """The result as arrays by name, for files and other processes; the inverse of `of_arrays`."""
        outcome = {each.name: getattr(self.outcome, each.name) for each in fields(Outcome)}
        counts = {f"{_COUNT}{name}": array for name, array in self.counts.items()}
        return outcome | {"actions": self.actions} | counts

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> PlayedChunk:
        """The result from its `arrays`."""
        outcome = Outcome(**{each.name: arrays[each.name] for each in fields(Outcome)})
        counts = {name.removeprefix(_COUNT): array for name, array in arrays.items() if name.startswith(_COUNT)}
        return cls(outcome, arrays["actions"], counts)


PlayedChunks = Generator[tuple[int, PlayedChunk], None, None]
"""Results of chunks, by number; closing it stops the others."""


def play_chunk(match: Match, chunk: Chunk, progress: Progress, run: ModelRun | None = None) -> PlayedChunk:
    """Play one chunk in this process; a function of the match and the chunk."""
    players, player_of = merged(match.agents)
    actions, counter = ActionRecorder(len(chunk)), None
    watch: Watch | None = None
    looked = np.argmin(chunk.seating, axis=1)[:, None]
    if match.recorded == "all measures":
        looked = np.tile(np.arange(match.game.num_players), (len(chunk), 1))
    if match.recorded == "actions":
        watch = actions.watch
    elif match.recorded != "results" and (counter := counter_of(match.game, looked.size)) is not None:
        watch = _watch(counter, looked)
    outcome = play_tables(
        match.game, players, player_of[chunk.seating], deal_seeds(match.seed, chunk.deals),
        threads=match.threads, progress=progress, watch=watch, run=run,
    )  # fmt: skip
    counts = {} if counter is None else counter.counts()
    for name, each in counts.items():
        if len(each) != looked.size:
            raise ConfigError(
                f"{name} among the counts of the measures of {match.game.name} has the shape {each.shape}: its "
                f"first axis has to be the tables, of which there are {looked.size}"
            )
    shaped = {name: _small(each).reshape(*looked.shape, *each.shape[1:]) for name, each in counts.items()}
    return PlayedChunk(outcome, np.array([a for each in actions.actions for a in each], dtype=np.int32), shaped)


def merged(agents: Sequence[Agent]) -> tuple[list[Agent], TableNumbers]:
    """The distinct agents of a line-up, and the index of the agent in each place, int64."""
    different: list[Agent] = []
    for agent in agents:
        if not any(agent is other for other in different):
            different.append(agent)
    return different, np.array([next(k for k, a in enumerate(different) if a is one) for one in agents])


def counter_of(game: Game, tables: int) -> Measures | None:
    """The counter of a game's own measures for this many tables; None if it has none."""
    measures = None if game.spec.evaluation is None else game.spec.evaluation().measures
    return None if measures is None else measures(tables)


def _watch(counter: Measures, looked: Seating) -> Watch:
    """Show a counter the decisions at some tables, from the recorded seats."""
    count = looked.shape[1]

    def watch(rows: TableNumbers, before: Records, actions: Actions, after: Records) -> None:
        for place in range(count):
            counter.add(rows * count + place, looked[rows, place], before, actions, after)

    return watch


def _small(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Counts in a small dtype: files and tables hold many, mostly zeros."""
    fits = counts.min(initial=0) >= -(1 << 15) and counts.max(initial=0) < 1 << 15
    return counts.astype(np.int16) if fits else counts


# A description holds everything that determines the games of a match: versions and digests of the code of croupier
# and of the game, options, recipes of the agents, seed. Its digest names the match.

Description = dict[str, Any]


def describe(match: Match) -> Description:
    """A match as plain data, with the bytes of policies."""
    players, player_of = merged(match.agents)
    return game_described(match.game) | {
        "agents": [recipe_of(agent, match.game) for agent in players],
        "line_up": player_of.tolist(),
        "seed": match.seed,
        "noted": match.recorded,
    }


def game_described(game: Game) -> Description:
    """A game with its options and the digests of its code, as plain data."""
    if game.name not in registry.registered_games() or registry.spec(game.name) is not game.spec:
        raise ConfigError(f"{game!r} is a game of this process alone: register it, so that others find it")
    return {"game": game.name, "options": dict(game.options), **_code(game)}


def game_again(description: Description) -> Game:
    """The game of a description."""
    game = making.make(description["game"], **description["options"])
    for key, ours in _code(game).items():
        if description[key] != ours:
            raise ConfigError(
                f"{platform.node()} has another version of croupier or {game.name} than the one that asks "
                f"({key} is {ours}, not {description[key]}): install the same one on every machine"
            )
    return game


def _code(game: Game) -> Description:
    package = game.spec.rules.play.__module__.partition(".")[0]
    return {
        "croupier": croupier.__version__,
        "croupier_code": package_digest("croupier")[:16],
        "game_version": game.spec.version,
        "game_code": package_digest(package)[:16],
    }


def match_again(description: Description, threads: int = 1) -> Match:
    """The match of a description."""
    game = game_again(description)
    players = [make_again(recipe, game) for recipe in description["agents"]]
    line_up = [players[which] for which in description["line_up"]]
    return Match(game, line_up, description["seed"], description["noted"], threads)


def digest_of(description: Description) -> str:
    """Name of a match: sixteen hexadecimal digits that differ whenever its games could."""
    text = json.dumps(description, sort_keys=True, default=lambda data: sha256(data).hexdigest())
    return sha256(text.encode()).hexdigest()[:16]


def chunk_digest(chunk: Chunk) -> str:
    """Name of a chunk within its match."""
    return sha256(chunk.deals.tobytes() + b"\0" + chunk.seating.tobytes()).hexdigest()[:16]
