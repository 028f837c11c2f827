"""Skull King's compiled players: who beats whom, and how many whole games a second they play.

Run: ``uv run python -m benchmarks.skull_king_bots [--json]`` for games of four such players in compiled code on
one thread, in seconds of the processor; with ``--table [--deals N] [--players P] [--seed S]`` for each player's
share of the wins at a table with three (P - 1) of each other, all seats rotated.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

import numpy as np

import croupier
from benchmarks.sidebyside import Loop, measure, report
from croupier.agents.bots import BotAgent
from croupier.agents.registry import make_agent
from croupier.arena.tournament import play_tournament
from croupier.core.kernel import kernel
from croupier.core.spec import CHANCE, TERMINAL, Kernel

NAMES = ("bot", "bot:source-abilities", "bot:random-abilities", "bot:simple", "bot:random-bid", "random")
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


def table(deals: int, players: int, seed: int) -> dict[str, Any]:
    """The share of wins of each player at a table where the others are all of one kind, with 95% intervals."""
    game = croupier.make("skull-king", players=players)
    shares: dict[str, dict[str, Any]] = {}
    for name in NAMES:
        shares[name] = {}
        for other in NAMES:
            if other == name:
                continue
            print(f"{name} against {players - 1} of {other}", file=sys.stderr)
            result = play_tournament(game, [name, *[other] * (players - 1)], deals, seed).agents[0]
            shares[name][other] = {"win_rate": result.win_rate, "ci95": result.ci95, "points": result.mean_points}
    return {"deals": deals, "players": players, "seed": seed, "shares": shares}


def markdown(result: dict[str, Any]) -> str:
    """The table as Markdown: a row a player, a column a kind of opponents."""
    others = result["players"] - 1
    lines = ["| share of wins | " + " | ".join(f"{others} x {name}" for name in NAMES) + " |"]
    lines.append("|---" * (len(NAMES) + 1) + "|")
    for name, row in result["shares"].items():
        cells = []
        for other in NAMES:
            if other == name:
                cells.append("")
                continue
            low, high = row[other]["ci95"]
            cells.append(f"{row[other]['win_rate']:.1%} ({low:.1%} to {high:.1%})")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    head = f"{result['deals']} deals a cell, each in all {result['players']} rotations, seed {result['seed']}"
    return f"{head}\n\n" + "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Skull King's compiled players")
    parser.add_argument("--table", action="store_true", help="who beats whom, rather than games a second")
    parser.add_argument("--deals", type=int, default=2000, help="deals a cell, at least 2")
    parser.add_argument("--players", type=int, default=4, help="seats, 2 to 8")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    if chosen.table:
        result = table(chosen.deals, chosen.players, chosen.seed)
        print(json.dumps(result, indent=2) if chosen.json else markdown(result))
        return
    loops = {name: games_loop(name) for name in TIMED}
    report(measure(loops, "bot"), "Skull King, one thread, whole games of four such players", "games/s")


if __name__ == "__main__":
    main()
