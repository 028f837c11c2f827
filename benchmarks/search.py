"""Search on one core: rollouts beside a plain loop, decisions, and analyses.

Run: ``uv run python -m benchmarks.search [--rounds N] [--seconds S] [--worlds W] [--json]``. A rollout plays a
round of Skull King at a table of four on to its end, from a decision to play a card; decisions are of all kinds.
Both are drawn from all that are made in whole games between bots, so that means are those of a game. The plain
loop asks the same agents decision by decision, for all worlds at once, as an arena would.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle

import numpy as np

import croupier
from benchmarks.sidebyside import Loop, measure, print_json
from croupier.agents.agent import Agent, Turns
from croupier.agents.registry import make_agent
from croupier.agents.search.models import AgentModel, SeatModel, model_of
from croupier.agents.search.rollouts import Rollouts
from croupier.agents.search.settings import FOR_PEOPLE
from croupier.core.base.types import Actions
from croupier.core.engine.game import Game, State
from croupier.measure import Analyst

_GAMES, _POSITIONS = 4, 60
BASELINES = ("pimc/worlds=64:random", "pimc/worlds=64:bot")
PRESETS = ("search/fast:net", "search:net", "search/strong:net", "search/fast:bot", "search:bot")
OURS, PLAIN = "compiled", "plain loop"


class Asked:
    """An agent whose code no loop knows: it is asked batch by batch."""

    def __init__(self, name: str, game: Game) -> None:
        """Make the agent."""
        self.name, self._agent = name, make_agent(name, game)

    def act(self, turns: Turns) -> Actions:
        """See `croupier.agents.agent.Agent.act`."""
        return self._agent.act(turns)


def positions(game: Game, kinds: tuple[str, ...] = ()) -> list[State]:
    """Decisions with a choice, drawn from all those of some games between bots.

    Args:
        game: the game.
        kinds: phases that they are of; empty for any.
    """
    bot, found = make_agent("bot", game), []
    for seed in range(_GAMES):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            if len(state.legal_actions()) > 1 and (not kinds or state.phase in kinds):
                found.append(state.clone())
            state.apply_action(int(bot.act(Turns.of_state(state))[0]))
    drawn = np.random.default_rng(11).choice(len(found), size=_POSITIONS, replace=False)
    return [found[place] for place in drawn]


def rollout_loop(game: Game, models: Sequence[SeatModel], own: int, others: int, count: int) -> Loop:
    """Rollouts a second.

    Args:
        game: the game.
        models: how seats can play.
        own: number of the model of the seat to move.
        others: number of the model of the others.
        count: worlds of a position.
    """
    part = game.spec.search
    if part is None:
        raise ValueError(f"{game.name} has no part for search")
    engine, states = Rollouts(game, part(), models), positions(game, ("PLAYING",))

    def loop(seconds: float) -> float:
        spent, played = 0.0, 0
        while spent < seconds:
            for state in states:
                seat = state.current_player()
                worlds, rngs = np.repeat(state.records, count), np.arange(count, dtype=np.uint64)
                game.loops.redeal(worlds, np.full(count, seat), rngs)
                numbers = np.full((count, game.num_players), others, dtype=np.int8)
                numbers[:, seat] = own
                begun = time.perf_counter()
                engine.run(state.records, worlds, rngs, numbers)
                spent += time.perf_counter() - begun
                played += count
        return played / spent

    return loop


def decision_loop(game: Game, agent: Agent) -> Loop:
    """Decisions a second."""
    states = positions(game)

    def all_of_them() -> None:
        for state in states:
            agent.act(Turns.of_state(state))

    return _repeated(all_of_them, len(states))


def _repeated(work: Callable[[], object], count: int) -> Loop:
    """A loop that does some work again and again, which counts as so much."""

    def loop(seconds: float) -> float:
        begun, done = time.perf_counter(), 0
        while time.perf_counter() - begun < seconds:
            work()
            done += count
        return done / (time.perf_counter() - begun)

    return loop


def measured(rounds: int, seconds: float, worlds: int) -> dict[str, dict[str, float]]:
    """All figures, by table and row.

    Args:
        rounds: how often each loop is run.
        seconds: how long each run takes at least.
        worlds: rollouts that are played side by side.
    """
    run = partial(measure, rounds=rounds, seconds=seconds)
    game = croupier.make("skull-king")
    fast = [model_of(game, make_agent("net", game)), AgentModel(game, make_agent("bot", game))]
    slow = [AgentModel(game, Asked(name, game)) for name in ("net", "bot")]
    found = {}
    for title, own, others in (("net", 0, 0), ("net, the others bot", 0, 1), ("bot", 1, 1)):
        models: dict[str, Sequence[SeatModel]] = {OURS: fast, PLAIN: slow}
        loops = {name: rollout_loop(game, each, own, others, worlds) for name, each in models.items()}
        found[f"rollouts a second by {title}"] = run(loops, OURS)
    asked = (*PRESETS, *BASELINES)
    spent = run({name: decision_loop(game, make_agent(name, game)) for name in asked}, asked[0])
    found["milliseconds a decision"] = {name: 1000.0 / spent[name] for name in asked}
    states, analyst = cycle(positions(game)), Analyst(game)
    analysed = run({FOR_PEOPLE: _repeated(lambda: analyst.analyse(next(states)), 1)}, FOR_PEOPLE)
    found["milliseconds an analysis"] = {name: 1000.0 / rate for name, rate in analysed.items()}
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Search on one core: rollouts, decisions and analyses")
    parser.add_argument("--rounds", type=int, default=5, help="how often each loop is run")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each run takes at least")
    parser.add_argument("--worlds", type=int, default=512, help="rollouts that are played side by side")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    found = measured(given.rounds, given.seconds, given.worlds)
    if given.json:
        print_json(found, [(croupier.make("skull-king"), ["net", "search"])])
        return
    for title, rows in found.items():
        print(title)
        for name, value in rows.items():
            print(f"  {name:70s} {value:12,.1f}")


if __name__ == "__main__":
    main()
