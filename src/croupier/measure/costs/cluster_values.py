"""Values of decisions by workers of a cluster: what `croupier.measure.values` finds, digit for digit."""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

from croupier.agents.agent import Turns
from croupier.agents.names import AgentName
from croupier.agents.search.settings import MOST_WORLDS
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress, silent
from croupier.core.engine.game import Game, State
from croupier.measure.costs.valued import Valuer, Values, turns_of, values
from croupier.measure.play.cluster import Cluster, WorkerAnswer, carried
from croupier.measure.play.described import Description, game_again, game_described

_BLOCK = 8
"""Decisions that a worker is given at a time: some seconds of its work."""
_FIELDS = [each for each in fields(Values) if each.name != "judge"]
_MOST_MADE = 64
_AHEAD = 2


def values_on(
    cluster: Cluster,
    game: Game,
    states: Iterable[State],
    *,
    agent: str | AgentName | None = None,
    worlds: int = MOST_WORLDS,
    seed: int = 0,
    progress: Progress | None = None,
) -> list[Values]:
    """Say what every legal action of some decisions is worth, by workers of a cluster.

    Args:
        cluster: the workers, see `croupier.measure.cluster`.
        game: the game, with the options of all positions.
        states: games that are not over. They are not changed.
        agent: who plays on; a file in its name is looked for on the worker, and has to be the same one.
        worlds: worlds that every action is played in, at least 2.
        seed: another one samples other worlds.
        progress: called with the share that is done.

    Returns:
        What `croupier.measure.values` gives, digit for digit on equal processors.

    Raises:
        ConfigError: as of `croupier.measure.values`; or a worker has another version, or another policy.
        FileError: a policy's file cannot be used.
    """
    whole = list(states)
    return value_all(cluster, [(game, whole)], agent=agent, worlds=worlds, seed=seed, progress=progress)[0]


def value_all(
    cluster: Cluster,
    tables: Sequence[tuple[Game, Sequence[State]]],
    *,
    agent: str | AgentName | None,
    worlds: int,
    seed: int,
    progress: Progress | None = None,
) -> list[list[Values]]:
    """The same for decisions of games with several options, whose blocks are worked on beside each other."""
    count, report = sum(len(states) for _, states in tables), progress or silent
    found: list[list[Values]] = [[] for _ in tables]
    waiting: deque[tuple[int, Any, Mapping[str, Any]]] = deque()

    def take() -> None:
        place, reference, judge = waiting.popleft()
        found[place] += [Values(**each, judge=judge) for each in cluster.result(reference)]
        report(sum(map(len, found)) / count)

    for game, states in tables:
        for state in states:
            turns_of(game, state)  # what cannot be valued is refused before anything is sent
    for place, (game, states) in enumerate(tables):
        task = _task(cluster, game, states[0], agent, worlds, seed)
        for k in range(0, len(states), _BLOCK):
            block = [game.serialize(state) for state in states[k : k + _BLOCK]]
            waiting.append((place, *task(block)))
            if len(waiting) >= _AHEAD * cluster.workers:
                take()
    while waiting:
        take()
    return found


def _task(
    cluster: Cluster, game: Game, first: State, agent: str | AgentName | None, worlds: int, seed: int
) -> Callable[[Sequence[bytes]], tuple[Any, Mapping[str, Any]]]:
    """What gives a worker a block of positions: the reference to its answer, and what the values assume."""
    judge = Valuer(game, agent, worlds=worlds, seed=seed).judge
    told = {
        **game_described(game), "agent": None if agent is None else AgentName.of(agent).text, "worlds": worlds,
        "seed": seed, "judge": dict(judge), "folder": str(Path.cwd()),
    }  # fmt: skip
    values(
        game, [first], agent=agent, worlds=2, seed=seed, threads=1
    )  # an agent that cannot play on is refused here, and compiled once
    sent, remote = cluster.put(told), cluster.task(_value)
    return lambda block: (remote.remote(sent, block), judge)


def _value(told: Description, block: Sequence[bytes]) -> WorkerAnswer:
    """Value some positions on a worker, in the folder of the command: names of files mean the same there."""
    with suppress(OSError):  # another machine may not have it; what is missed there is said by name
        os.chdir(told["folder"])
    return carried(lambda: _values(told, block))


def _values(told: Description, block: Sequence[bytes]) -> list[dict[str, Any]]:
    game, valuer = _made(told)
    found = [valuer.of(Turns.of_state(game.deserialize_state(data))) for data in block]
    return [{each.name: getattr(one, each.name) for each in _FIELDS} for one in found]


_MADE: dict[str, tuple[Game, Valuer]] = {}


def _made(told: Description) -> tuple[Game, Valuer]:
    """The game and what values its positions, made once for all blocks."""
    key = json.dumps(told, sort_keys=True)
    if key not in _MADE:
        if len(_MADE) == _MOST_MADE:
            _MADE.clear()
        game = game_again(told)
        valuer = Valuer(game, told["agent"], worlds=told["worlds"], seed=told["seed"])
        if valuer.judge != told["judge"]:
            raise ConfigError(
                "a worker has another policy than the one that asks: put the same one on every machine"
            )
        _MADE[key] = game, valuer
    return _MADE[key]
