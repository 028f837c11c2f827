"""Values of legal actions under a continuation: exact if the game is solved, otherwise in sampled worlds.

Each position is valued by itself: its random word is a function of the seed and of what its seat knows. So the
result does not depend on the other positions, the number of threads or any hidden card.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Turns
from croupier.agents.names import AgentName
from croupier.agents.recipes import FILES, POLICY, recipe_of
from croupier.agents.registry import blueprint, make_searcher
from croupier.agents.search.choice import difference
from croupier.agents.search.searcher import Searcher
from croupier.agents.search.settings import MOST_WORLDS
from croupier.core.base.errors import ConfigError, as_whole
from croupier.core.base.progress import Progress, silent
from croupier.core.base.rng import as_seed
from croupier.core.base.tiers import tiered
from croupier.core.engine.game import Game, State
from croupier.core.engine.record_position import RecordPosition
from croupier.core.engine.trail import Trail
from croupier.core.spec.search import CHANCE_TO_WIN
from croupier.measure.costs.sets import Priced
from croupier.measure.play.chunks import Description, game_again, game_described
from croupier.measure.play.deals import How
from croupier.measure.play.executor import Executor
from croupier.testing.agent_check import known_codes

EXACT = "optimal"
"""Name of the continuation of exact values: optimal play of both seats."""
_LAPSE_RATE = 0.05
"""Lapse rate of the others' decisions; fixed, so that a set's values stay the same."""
_DIGITS = 12
"""Significant decimal places of a solver's values; a smaller difference counts as none."""
_BLOCK = 8
"""Decisions sent to a worker at a time: a few seconds of work."""
Gains = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Values(Priced):
    """Values of the legal actions of one decision.

    Attributes:
        seat: the seat to move.
        phase: name of the phase.
        unit: unit of gains.
        legal: the legal actions, ascending.
        texts: name of each.
        gains: mean gain of each.
        errors: standard error of each mean; 0 if exact.
        behind: how far each is behind the best one, in the same worlds; 0 for the best.
        behind_errors: standard error of each of these differences.
        worlds: number of sampled worlds; 0 if values are exact.
        judge: assumptions of the values: ``continuation`` (the agent that plays on), ``policy`` (digests of its
            files), ``worlds``, ``belief``, ``sweeps``, ``floor``, ``opponents``, ``seed``, ``version``.
    """

    seat: int
    phase: str
    unit: str
    legal: tuple[int, ...]
    texts: tuple[str, ...]
    gains: tuple[float, ...]
    errors: tuple[float, ...]
    behind: tuple[float, ...]
    behind_errors: tuple[float, ...]
    worlds: int
    judge: Mapping[str, Any]

    @property
    def exact(self) -> bool:
        """Whether the values are exact."""
        return self.worlds == 0

    def data(self) -> dict[str, Any]:
        """The values as plain data for JSON."""
        return asdict(self) | {"exact": self.exact}


_FIELDS = [each for each in fields(Values) if each.name != "judge"]


def values(
    game: Game,
    states: Iterable[State] | Turns,
    *,
    agent: str | AgentName | None = None,
    worlds: int = MOST_WORLDS,
    seed: int = 0,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[Values]:
    """Value every legal action of some decisions.

    Values assume a continuation: `agent` plays on in the own seat, and it or the game's bot in the others. If the
    game is solved, values are exact and no agent is used.

    Args:
        game: the game, with the options of all positions.
        states: games that are not over, or decisions with their trails. They are not changed.
        agent: the agent that plays on, which must give probabilities. Default: the agent that `search` improves.
        worlds: worlds per action, at least 2.
        seed: seed of the worlds.
        threads: threads that share the positions. Default: one per processor.
        executor: workers that value states instead, see `croupier.measure.cluster`. Equal processors give the same
            digits. A file in the agent's name has to exist on the workers and be the same.
        progress: called with the share of the work done, 0..1.

    Returns:
        The values of each decision, in order. Nothing in them depends on what the seat to move cannot know.

    Raises:
        ConfigError: a game is over or has other options; a trail that beliefs need is missing; the agent cannot
            play on; a number is out of range; or a worker has another version.
        FileError: a policy's file cannot be used.
    """
    due = [states.part(np.array([k])) for k in range(len(states))] if isinstance(states, Turns) else list(states)
    valuer_of(game, agent, worlds, seed)
    how = How(threads=os.cpu_count() or 1 if threads is None else threads, executor=executor, progress=progress)
    return value_all([(game, each) for each in due], agent, worlds=worlds, seed=seed, **how)


def value_all(
    decisions: Sequence[tuple[Game, State | Turns]],
    agent: str | AgentName | None,
    *,
    worlds: int,
    seed: int,
    **how: Unpack[How],
) -> list[Values]:
    """`values` for decisions of games with different options."""
    report, executor = how.get("progress") or silent, how.get("executor")
    if executor is not None:
        return _by_workers(decisions, agent, worlds, seed, executor, report)
    found = []

    def one(decision: tuple[Game, State | Turns]) -> Values:
        game, due = decision
        turns = due if isinstance(due, Turns) else turns_of(game, due)
        return valuer_of(game, agent, worlds, seed).of(turns)

    with ThreadPoolExecutor(max(1, how.get("threads", 1))) as pool:
        for each in pool.map(one, decisions):
            found.append(each)
            report(len(found) / len(decisions))
    return found


def _by_workers(
    decisions: Sequence[tuple[Game, State | Turns]],
    agent: str | AgentName | None,
    worlds: int,
    seed: int,
    executor: Executor,
    report: Progress,
) -> list[Values]:
    """Values by workers, a block of positions with equal options at a time."""
    games: dict[str, tuple[Game, list[int]]] = {}
    for k, (game, due) in enumerate(decisions):
        if isinstance(due, Turns):
            raise ConfigError("workers value states, not decisions with their trails")
        turns_of(game, due)  # refused before anything is sent
        games.setdefault(repr(game), (game, []))[1].append(k)
    judges: dict[int, Mapping[str, Any]] = {}

    def jobs() -> Iterator[tuple[list[int], tuple[object, ...]]]:
        for game, places in games.values():
            # an agent that cannot play on is refused locally, and is compiled once
            value_all([decisions[places[0]]], agent, worlds=2, seed=seed)
            judge = valuer_of(game, agent, worlds, seed).judge
            judges.update(dict.fromkeys(places, judge))
            told = {
                **game_described(game), "agent": None if agent is None else AgentName.of(agent).text,
                "worlds": worlds, "seed": seed, "judge": dict(judge),
            }  # fmt: skip
            sent = executor.put(told)
            for at in range(0, len(places), _BLOCK):
                block = places[at : at + _BLOCK]
                yield block, (sent, [game.serialize(decisions[k][1]) for k in block])  # type: ignore[arg-type]  # states alone

    found: dict[int, Values] = {}
    for block, answers in executor.map(_value, jobs()):
        found |= {k: Values(**each, judge=judges[k]) for k, each in zip(block, answers, strict=True)}
        report(len(found) / len(decisions))
    return [found[k] for k in range(len(decisions))]


def _value(told: Description, block: Sequence[bytes]) -> list[dict[str, Any]]:
    """Value some positions on a worker."""
    game = _game_of(json.dumps(told, sort_keys=True))
    valuer = valuer_of(game, told["agent"], told["worlds"], told["seed"])
    if valuer.judge != told["judge"]:
        raise ConfigError("a worker has another policy than the one that asks: put the same one on every machine")
    found = [valuer.of(Turns.of_state(game.deserialize_state(data))) for data in block]
    return [{each.name: getattr(one, each.name) for each in _FIELDS} for one in found]


@lru_cache(maxsize=64)
def _game_of(told: str) -> Game:
    return game_again(json.loads(told))


@lru_cache(maxsize=64)
def valuer_of(game: Game, agent: str | AgentName | None, worlds: int, seed: int) -> Valuer:
    """The valuer of a game, cached."""
    return Valuer(game, agent, worlds=worlds, seed=seed)


def turns_of(game: Game, state: State) -> Turns:
    """The decision of a state as turns of its own, which threads do not share."""
    if state.game.spec is not game.spec or state.game.options != game.options:
        raise ConfigError(f"a position is of {state.game!r}, where values of {game!r} were asked for")
    if state.is_terminal():
        raise ConfigError("a game is over: there is nothing left to value")
    return Turns.of_state(state)


class Valuer:
    """Values decisions of one game, one at a time; see `values`."""

    def __init__(
        self, game: Game, agent: str | AgentName | None = None, *, worlds: int = MOST_WORLDS, seed: int = 0
    ) -> None:
        """Create the search or solver; see `values` for arguments and errors."""
        whole = as_whole(worlds)
        if whole is None or not 2 <= whole <= MOST_WORLDS:
            raise ConfigError(f"values need from 2 to {MOST_WORLDS} worlds, not {worlds}")
        self._game, self._seed = game, int(as_seed(seed))
        self.judge: dict[str, Any] = {"seed": self._seed, "version": version("croupier")}
        solver = game.solver
        self._solve = None if solver is None else solver.action_values
        if self._solve is not None:
            self.unit, self.worlds = str(CHANCE_TO_WIN), 0
            self.judge |= {"continuation": EXACT, "policy": {}, "worlds": 0, "belief": "none"}
            return
        named = blueprint(game) if agent is None else AgentName.of(agent)
        fixed = f"halving=false,opponents=learned,floor={_LAPSE_RATE}"
        search = f"search/worlds={whole},{fixed}:{named.text}"
        self._searcher = make_searcher(AgentName.parse(search), game)
        settings, self.unit, self.worlds = self._searcher.settings, self._searcher.unit, whole
        recipe = recipe_of(self._searcher.blueprint, game)
        policy = {named.text: sha256(recipe[POLICY]).hexdigest()} if POLICY in recipe else recipe.get(FILES, {})
        self.judge |= {"continuation": named.text, "policy": policy, "worlds": whole, "belief": "all"}
        self.judge |= {name: getattr(settings, name) for name in ("candidates", "floor", "opponents", "sweeps")}

    def of(self, turns: Turns) -> Values:
        """The values of one decision."""
        position = RecordPosition(self._game, turns.records)
        actions = position.legal_actions()
        if self._solve is not None:
            exact = 100.0 * self._solve(self._game, turns.records)[actions]
            gains = np.round(exact, _DIGITS - 2)[:, None]  # in percent
        else:
            gains = self._sampled(self._searcher, position, turns)
        best = int(gains.mean(axis=1).argmax())
        means, errors = _means_and_errors(gains, np.zeros_like(gains))
        behind, behind_errors = _means_and_errors(gains[best], gains)
        return Values(
            position.current_player(), position.phase, self.unit, tuple(actions),
            tuple(map(position.action_to_string, actions)), means, errors, behind, behind_errors, self.worlds,
            self.judge,
        )  # fmt: skip

    def _sampled(self, searcher: Searcher, position: RecordPosition, turns: Turns) -> Gains:
        """Gain of each legal action in each world, shape (actions, worlds)."""
        trail = turns.trail(0) if searcher.reads_history else None
        if searcher.reads_history and trail is None:
            raise ConfigError(
                "a position has no trail: without what was played so far, beliefs of hidden cards would be "
                "others, and so would its values; take states, or decisions with their trails"
            )
        key = np.array([self._word(position, trail)], dtype=np.uint64)
        read = None if trail is None else [trail].__getitem__
        found = searcher.search(Turns(self._game, turns.records.copy(), key, read), 0)
        return found.gains.astype(np.float64)

    def _word(self, position: RecordPosition, trail: Trail | None) -> int:
        """A decision's random word: a function of the seed and of what its seat knows."""
        game, seat = self._game, position.current_player()
        told: list[Any] = [self._seed, game.name, game.spec.version, game.options, position.view(seat)]
        if trail is not None and not _secret(game, position, seat):
            stretch = trail.present
            history = None if game.spec.search is None else game.spec.search().history
            codes = None if history is None else known_codes(game, history, stretch, seat)
            told += [[] if codes is None else codes.tolist(), stretch.movers.tolist()]
        text = json.dumps(told, sort_keys=True, allow_nan=False)
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def _secret(game: Game, position: RecordPosition, seat: int) -> bool:
    """Whether a decision is hidden from this seat, so that it does not know the whole round."""
    secrets = None if game.spec.search is None else game.spec.search().secrets
    if secrets is None:
        return False
    hidden = tiered(secrets.hidden)
    return any(hidden(position.records[0], seat, other) for other in range(game.num_players))


def _means_and_errors(a: Gains, b: Gains) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Means of a - b over worlds, with standard errors, as plain numbers; a single world is exact."""
    means, errors = difference(a, b)  # type: ignore[arg-type]  # of doubles as well
    if a.shape[-1] == 1:
        errors = np.zeros_like(means)
    return tuple(map(float, means)), tuple(map(float, errors))
