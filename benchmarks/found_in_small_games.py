"""What `croupier exploit` and `search` find in small games, beside exact best responses and exact beliefs.

Run: ``uv run python -m benchmarks.found_in_small_games [--dice] [AGENT=FOLDER ...]`` for agents like ``bot`` and
``random``, with the folder of ``croupier exploit GAME AGENT --out FOLDER``, whose best learner is judged too. The
game is Leduc poker; with ``--dice`` Liar's Dice with a die each.

Gains are utilities a game (chips in Leduc poker), the mean of both seats. Learners are judged exactly; search
plays, and has an interval.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

import croupier
from croupier.agents.registry import make_agent
from croupier.arena import play_tournament
from croupier.core.engine.game import Game
from croupier.solving.growing import grow
from croupier.solving.players import strategy_of
from croupier.solving.solver import Solver, best_response, value
from croupier.solving.sweeps import write_reach
from croupier.solving.tree import PublicTree, Reals

DEALS = 1500


def best(tree: PublicTree, shares: Reals) -> float:
    """What a best response wins against a strategy."""
    return (best_response(tree, shares, 0) + best_response(tree, shares, 1)) / 2


def against(tree: PublicTree, one: Reals, other: Reals) -> float:
    """What one strategy wins against another."""
    return (value(tree, one, other) - value(tree, other, one)) / 2


def found_by_search(game: Game, agent: str) -> tuple[float, float, float]:
    """What search around an agent wins against it: mean and 95% interval."""
    report = play_tournament(game, [f"search:{agent}", agent], deals=DEALS, seed=1)
    won = report.points[:, 0]
    spread = 1.96 * float(won.std(ddof=1)) / len(won) ** 0.5
    mean = float(won.mean())
    return mean, mean - spread, mean + spread


def belief_distance(tree: PublicTree, shares: Reals) -> float:
    """How far evenly dealt worlds are from the exact belief: total variation, where both play a strategy."""
    reach = [np.zeros(length) for length in tree.lengths]
    for seat in range(2):
        write_reach(tree.flat, shares, seat, reach[seat])
    places, distance, total = tree.places, 0.0, 0.0
    for node in tree.decisions:
        deals, seat = tree.deals[tree.sets[node]], int(tree.kinds[node])
        seen, other = deals.own[seat], deals.own[1 - seat]
        likely = deals.weights * reach[1 - seat][places[1 - seat, node] + other]
        for thing in range(deals.sizes[seat]):
            rows = seen == thing
            weight = likely[rows].sum() * reach[seat][places[seat, node] + thing]
            if weight > 0.0:
                exact, even = (each[rows] / each[rows].sum() for each in (likely, deals.weights))
                distance += weight * float(np.abs(exact - even).sum()) / 2
                total += weight
    return distance / total


def main() -> None:
    """Measure and print."""
    words = sys.argv[1:]
    dice = "--dice" in words
    game = croupier.make("liars-dice", dice=1) if dice else croupier.make("leduc")
    tree = grow(game, keep=True)
    solver = Solver(tree)
    solver.iterate(500 if dice else 2000)
    rows = []
    for word in [each for each in words if each != "--dice"] or ["bot", "random"]:
        agent, _, folder = word.partition("=")
        shares = strategy_of(tree, game, make_agent(agent, game))
        row = {"agent": agent, "best response": best(tree, shares), "beliefs": belief_distance(tree, shares)}
        row["solution"] = against(tree, solver.average(), shares)
        if folder:
            best_run = json.loads((Path(folder) / "exploit.json").read_text())["best"]
            policy = Path(folder) / best_run / "policy.onnx"
            learner = strategy_of(tree, game, make_agent(f"net:{policy}", game))
            row["exploit"] = against(tree, learner, shares)
        rows.append(row | {"search": found_by_search(game, agent)})
    rows.append({"agent": "solution", "beliefs": belief_distance(tree, solver.average())})
    print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
