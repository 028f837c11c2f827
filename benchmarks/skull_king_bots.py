"""Skull King's compiled players: whole games a second, at a table of four such players.

Run: ``uv run python -m benchmarks.skull_king_bots [--json]``. Compiled code on one thread, in seconds of the
processor. Who beats whom is the strength table ``skull-king-bots`` (`benchmarks.strength.tables`).
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import croupier
from benchmarks.sidebyside import Loop, measure, report
from croupier.agents.bots import BotAgent
from croupier.agents.registry import make_agent
from croupier.core.base.kernel import kernel
from croupier.core.spec.spec import CHANCE, TERMINAL, Kernel

TIMED = ("bot", "bot:simple", "bot:random-bid")
_AT_ONCE = 50


def whole_games(choose: Kernel) -> Kernel:
    """A compiled loop that plays games to the end, the same player in every seat."""
    spec = croupier.make("skull-king").spec
    setup, chance, legal, play = spec.rules.setup, spec.rules.chance, spec.rules.legal, spec.rules.play

    @kernel
    def run(records: Any, codes: Any, params: Any, rngs: Any, keys: Any, view: Any, count: int) -> None:
        s = records[0]
        mask, actions = view
        for _ in range(count):
            setup(s, codes)
            while s["player"] != TERMINAL:
                if s["player"] == CHANCE:
                    chance(s, rngs, 0)
                else:
                    legal(s, mask, actions)
                    play(s, choose(s, mask, params, keys, 0))

    return run


def games_loop(name: str) -> Loop:
    """Whole games of four such players on one thread, in games a second of the processor."""
    game = croupier.make("skull-king")
    agent = make_agent(name, game)
    if not isinstance(agent, BotAgent):
        raise TypeError(f"{name} is not compiled")
    play = whole_games(agent.bot.kernel)
    rngs, keys = np.array([1], dtype=np.uint64), np.array([2], dtype=np.uint64)
    view = np.zeros(game.num_actions, dtype=np.bool_), np.zeros(game.num_actions, dtype=np.int16)

    def run(seconds: float) -> float:
        done, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            play(game.new_records(), game.codes, agent.bot.params, rngs, keys, view, _AT_ONCE)
            done += _AT_ONCE
        return done / (time.process_time() - start)

    return run


def main() -> None:
    """Measure and print."""
    loops = {name: games_loop(name) for name in TIMED}
    report(measure(loops, "bot"), "Skull King, one thread, whole games of four such players", "games/s")


if __name__ == "__main__":
    main()
