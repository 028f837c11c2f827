"""What `croupier exploit` and `search` find in small games, beside exact best responses and exact beliefs.

Run: ``uv run python -m benchmarks.found_in_small_games [--dice] [AGENT=FOLDER ...]`` for agents like ``bot`` and
``random``, with the folder of ``croupier exploit GAME AGENT --out FOLDER``, whose best learner is judged too. The
game is Leduc poker; with ``--dice`` Liar's Dice with a die each.

Gains are utilities a game (chips in Leduc poker), the mean of both seats. Who gives a distribution is judged
exactly; search plays, and has an interval.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import croupier
from benchmarks.sidebyside import print_json
from croupier.agents.agent import StochasticAgent, Turns
from croupier.agents.registry import make_agent
from croupier.agents.search.models import stochastic
from croupier.agents.search.worlds import streams
from croupier.arena import play_tournament
from croupier.core.base.types import Records
from croupier.core.engine.game import Game
from croupier.solving.players import has_strategy, strategy_of
from croupier.solving.solution import SolvedGame, solve
from croupier.solving.solver import best_response, value
from croupier.solving.sweeps import write_reach
from croupier.solving.tree import PublicTree, Reals

DEALS, GAMES = 1500, 150
WORLDS = "worlds=1024,halving=false"
"""Settings of a search whose worlds are counted: enough of them, all with every action."""
HIDDEN = {"leduc": "cards", "liars-dice": "held"}
"""The field of the record in which each seat's card or dice lie."""


def best(tree: PublicTree, shares: Reals) -> float:
    """What a best response wins against a strategy."""
    return (best_response(tree, shares, 0) + best_response(tree, shares, 1)) / 2


def against(tree: PublicTree, one: Reals, other: Reals) -> float:
    """What one strategy wins against another."""
    return (value(tree, one, other) - value(tree, other, one)) / 2


def played(game: Game, one: str, other: str) -> tuple[float, float, float]:
    """What one agent wins against another in the same deals in both seats: mean and 95% interval."""
    won = play_tournament(game, [one, other], deals=DEALS, seed=1).points[:, 0]
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


def search_distance(game: Game, name: str) -> tuple[float, float]:
    """How far the worlds of a search, and even ones, are from the exact belief where two of an agent play."""
    agent = stochastic(make_agent(name, game))
    search: Any = make_agent(f"search/{WORLDS}:{name}", game)
    field, found = HIDDEN[game.name], []
    for seed in range(GAMES):
        state, past = game.new_initial_state(seed), list[tuple[Records, int]]()
        while not state.is_terminal():
            turns, seat = Turns.of_state(state), state.current_player()
            if turns.masks[0].sum() > 1:
                possible, exact = exact_belief(game, agent, state.records, seat, past)
                worlds = (
                    search.searcher.search(turns, 0).worlds[field][:, 1 - seat].reshape(-1, *possible.shape[1:])
                )
                drawn = np.array(
                    [(worlds == each).reshape(len(worlds), -1).all(axis=1).mean() for each in possible]
                )
                even = np.full(len(possible), 1.0 / len(possible))
                found.append([float(np.abs(exact - each).sum()) / 2 for each in (drawn, even)])
            action = int(agent.act(turns)[0])
            past.append((state.records.copy(), action))
            state.apply_action(action)
    searched, evenly = np.mean(found, axis=0)
    return float(searched), float(evenly)


def exact_belief(
    game: Game, agent: StochasticAgent, record: Records, seat: int, past: list[tuple[Records, int]]
) -> tuple[np.ndarray, Reals]:
    """What the other seat may hold, each as likely before anybody spoke, and how likely it is by what it said."""
    field, worlds = HIDDEN[game.name], np.repeat(record, 200)
    game.loops.compiled.redeal(worlds, np.full(len(worlds), seat), streams(np.uint64(3), len(worlds)))
    possible = np.unique(worlds[field][:, 1 - seat], axis=0)
    likely = np.ones(len(possible))
    for before, action in past:
        if before["player"][0] != seat:
            records = np.repeat(before, len(possible))
            records[field][:, 1 - seat] = possible
            keys = np.zeros(len(possible), dtype=np.uint64)
            likely *= agent.probabilities(Turns(game, records, keys))[:, action]
    return possible, likely / likely.sum()


def found(solved: SolvedGame, file: Path, name: str, folder: str) -> dict[str, Any]:
    """What each way finds against an agent."""
    game, tree, opponent = solved.game, solved.tree, make_agent(name, solved.game)
    row: dict[str, Any] = {"agent": name}
    if folder:
        result = json.loads((Path(folder) / "exploit.json").read_text())
        row["exploit, sampled"] = result["lower_bound"]["paired_utilities"]
    if not has_strategy(opponent):
        return row | {"solution": played(game, f"solved:{file}", name)}
    shares = strategy_of(tree, game, opponent)
    row |= {"best response": best(tree, shares), "solution": against(tree, solved.shares, shares)}
    if folder:
        learner = make_agent(f"net:{Path(folder) / result['best'] / 'policy.onnx'}", game)
        row["exploit"] = against(tree, strategy_of(tree, game, learner), shares)
    row["search"] = played(game, f"search:{name}", name)
    searched, evenly = search_distance(game, name)
    return row | {"beliefs, even": belief_distance(tree, shares), "beliefs, in these games": [searched, evenly]}


def main() -> None:
    """Measure and print."""
    words = sys.argv[1:]
    dice = "--dice" in words
    solved = solve(croupier.make("liars-dice", dice=1) if dice else croupier.make("leduc"), 2000)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "solution.npz"
        solved.write(file)
        rows: list[dict[str, Any]] = []
        for word in [each for each in words if each != "--dice"] or ["bot", "random"]:
            name, _, runs = word.partition("=")
            rows.append(found(solved, file, name, runs))
        print_json({"agents": rows}, [(solved.game, [row["agent"] for row in rows])])


if __name__ == "__main__":
    main()
