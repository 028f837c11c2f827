"""Mini Spite and Malice's outlook: its constants, and how often seats win that it gives a chance.

Run: ``uv run python -m benchmarks.spite_malice_outlook [--games N] [--agent NAME] [--seed N] [--json]``. At the
beginning of every turn of games of two such players it notes the cards left on the goal piles, whose turn it is,
and who won in the end. From these it fits `SLOPE` and `TURN` by logistic regression, and prints the mean of the
chances that the outlook gives and the share of the wins, by decile of the chance.
"""

from __future__ import annotations

import argparse

import numpy as np
import numpy.typing as npt

import croupier
from benchmarks.sidebyside import print_json
from croupier.agents.registry import make_agent
from croupier.core.base.rows import Number, in_columns, markdown_table, number_heads
from croupier.core.base.types import Actions, Records
from croupier.games.spite_malice.search import SLOPE, TURN, chance_to_win
from croupier.measure.play.match import deal_seeds, play_tables

_STEPS = 30
_DECILES = 10
Doubles = npt.NDArray[np.float64]


def turns_of(agent: str, games: int, seed: int) -> tuple[Doubles, Doubles, Doubles]:
    """What is known at the beginning of each turn, shape (turns, 2), the outlook of seat 0, and what it won."""
    game = croupier.make("spite-malice")
    rows_at: list[npt.NDArray[np.int64]] = []
    known: list[Doubles] = []
    given: list[float] = []

    def watch(rows: npt.NDArray[np.int64], before: Records, actions: Actions, after: Records) -> None:
        del actions
        begun = np.flatnonzero((after["turns"] != before["turns"]) & (after["player"] >= 0))
        goals = after["goal_counts"][begun].astype(np.float64)
        lead, mover = goals[:, 1] - goals[:, 0], np.where(after["turn"][begun] == 0, 1.0, -1.0)
        rows_at.append(rows[begun])
        known.append(np.stack((lead, mover), axis=1) / np.sqrt(goals.sum(axis=1))[:, None])
        given.extend(chance_to_win(after[k], 0) for k in begun)

    seating, seeds = np.zeros((games, 2), dtype=np.int64), deal_seeds(seed, np.arange(games))
    returns = play_tables(game, [make_agent(agent, game)], seating, seeds, watch=watch).returns
    won = (returns[np.concatenate(rows_at), 0].astype(np.float64) + 1.0) / 2.0
    return np.concatenate(known), np.array(given), won


def fitted(known: Doubles, won: Doubles) -> tuple[float, float]:
    """SLOPE and TURN, by Newton's method."""
    weights = np.zeros(2)
    for _ in range(_STEPS):
        chance = 1.0 / (1.0 + np.exp(-known @ weights))
        slope = (known * (chance * (1.0 - chance))[:, None]).T @ known
        weights += np.linalg.solve(slope, known.T @ (won - chance))
    return float(weights[0]), float(weights[1] / weights[0])


def main() -> None:
    """Fit and compare, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--agent", default="bot")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    known, given, won = turns_of(options.agent, options.games, options.seed)
    slope, turn = fitted(known, won)
    deciles = np.minimum((given * _DECILES).astype(np.int64), _DECILES - 1)
    rows = [
        (number, float(given[here].mean()), float(won[here].mean()), int(here.sum()))
        for number in range(_DECILES)
        if (here := deciles == number).any()
    ]
    if options.json:
        found = {**vars(options), "slope": slope, "turn": turn, "deciles": rows}
        print_json(found, [(croupier.make("spite-malice"), [options.agent])])
        return
    print(f"fitted: SLOPE {slope:.3f}, TURN {turn:.3f}; in use: {SLOPE}, {TURN}\n")
    cells = [
        (f"{10 * number} to {10 * number + 10}%", Number(mean, ".1%"), Number(share, ".1%"), Number(count, ","))
        for number, mean, share, count in rows
    ]
    print(markdown_table(in_columns("", number_heads("chance given", "mean", "won", "turns"), cells)))


if __name__ == "__main__":
    main()
