"""Skull King's outlook: its constants, and how often seats win that it gives a chance.

Run: ``uv run python -m benchmarks.skull_king_outlook [--games N] [--agent NAME] [--plot FILE] [--json]`` for the
calibration: in games of four such players, after each round, the mean of the chances that the outlook gives and
the share of the wins, by decile of the chance. With ``--fit``, for the constants in `SPREADS`: of each scoring and
number of players, the deviation of a seat's points in a round from the mean of the table, as a power of the
round's cards.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import croupier
from benchmarks.sidebyside import print_json
from croupier.agents.registry import make_agent
from croupier.core.base.rows import in_columns, markdown_table
from croupier.core.base.types import Actions, Records
from croupier.core.engine.game import Game
from croupier.games.skull_king.outlook import outlook
from croupier.games.skull_king.record.state import round_ended
from croupier.measure.play.match import Watch, deal_seeds, play_tables

_DECILES = 10
_MOST_CARDS = 10
Doubles = npt.NDArray[np.float64]


def play(game: Game, agent: str, games: int, seed: int, watch: Watch) -> npt.NDArray[np.float32]:
    """Play games of one agent in every seat; returns the final utilities."""
    seating = np.zeros((games, game.num_players), dtype=np.int64)
    seeds = deal_seeds(seed, np.arange(games))
    return play_tables(game, [make_agent(agent, game)], seating, seeds, watch=watch).returns


def fitted(rascal: bool, players: int, agent: str, games: int, seed: int) -> tuple[float, float]:
    """A and b of the deviation a c^b, by least squares of its logarithm over the rounds played."""
    game = croupier.make("skull-king", players=players, rascal=rascal)
    variance, rounds = np.zeros(_MOST_CARDS + 1), np.zeros(_MOST_CARDS + 1)

    def watch(rows: npt.NDArray[np.int64], before: Records, actions: Actions, after: Records) -> None:
        del rows, actions
        ended = np.flatnonzero(round_ended(before, after))
        gained = (after["scores"][ended] - before["scores"][ended])[:, :players].astype(np.float64)
        off = gained - gained.mean(axis=1, keepdims=True)
        np.add.at(variance, before["cards"][ended], (off**2).sum(axis=1) / (players - 1))
        np.add.at(rounds, before["cards"][ended], 1.0)

    play(game, agent, games, seed, watch)
    cards = np.flatnonzero(rounds)
    logs = 0.5 * np.log(variance[cards] / rounds[cards])
    power, first = np.polyfit(np.log(cards), logs, 1, w=np.sqrt(rounds[cards]))
    return float(np.exp(first)), float(power)


def calibration(agent: str, games: int, seed: int) -> tuple[Doubles, Doubles, Doubles]:
    """Seats, sum of their chances, and their wins, by round and decile, float64, shape (9, 10) each."""
    game = croupier.make("skull-king")
    given = np.full((10, games, game.num_players), np.nan)

    def watch(rows: npt.NDArray[np.int64], before: Records, actions: Actions, after: Records) -> None:
        del actions
        ended = np.flatnonzero(round_ended(before, after))
        given[after["round"][ended] - 1, rows[ended]] = outlook(after[ended])[:, : game.num_players]

    wins = play(game, agent, games, seed, watch)
    np.testing.assert_allclose(given[-1], wins, atol=1e-6)
    shape = (9, _DECILES)
    seats, chances, won = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    for number in range(9):
        deciles = np.minimum((given[number] * _DECILES).astype(np.int64), _DECILES - 1)
        np.add.at(seats[number], deciles, 1.0)
        np.add.at(chances[number], deciles, given[number])
        np.add.at(won[number], deciles, wins)
    return seats, chances, won


def table(seats: Doubles, chances: Doubles, won: Doubles) -> str:
    """The calibration as a Markdown table: a row for each decile, a column for each round."""
    rows = []
    for decile in range(_DECILES):
        cells = [f"{10 * decile} to {10 * decile + 10}%"]
        for count, chance, wins in zip(seats[:, decile], chances[:, decile], won[:, decile], strict=True):
            cells.append(f"{chance / count:.0%} / {wins / count:.0%} ({count:.0f})" if count >= 20 else "")
        rows.append(cells)
    return markdown_table(in_columns("", ("chance", *(f"round {k + 1}" for k in range(len(seats)))), rows))


def plot(seats: Doubles, chances: Doubles, won: Doubles, path: Path) -> None:
    """Draw the calibration of all rounds together; bars are 95% intervals, as if seats were independent."""
    from matplotlib.figure import Figure

    count, given, wins = (each.sum(axis=0) for each in (seats, chances, won))
    share = wins / count
    figure = Figure(figsize=(5.0, 4.0), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([0, 100], [0, 100], color="0.6", linestyle="--")
    error = 196.0 * np.sqrt(share * (1.0 - share) / count)
    axes.errorbar(100.0 * given / count, 100.0 * share, yerr=error, fmt="o", markersize=4, capsize=2)
    axes.set(xlabel="chance to win that was given, %", ylabel="share of the games won, %", aspect="equal")
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=120)


def main() -> None:
    """Fit or calibrate, as the command line says."""
    parser = argparse.ArgumentParser(description="Skull King's outlook: constants and calibration")
    parser.add_argument("--fit", action="store_true", help="print the constants instead of the calibration")
    parser.add_argument("--agent", default="bot", help="who plays in every seat")
    parser.add_argument("--games", type=int, default=2000, help="games, of each scoring and table with --fit")
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the calibration too")
    parser.add_argument("--json", action="store_true", help="numbers instead of a table")
    given = parser.parse_args()
    found: Any
    played = [(croupier.make("skull-king"), [given.agent])]
    if given.fit:
        found = []
        for rascal in (False, True):
            found.append([])
            for players in range(2, 9):
                print(f"{players} players, {'Rascal' if rascal else 'usual'} scoring", file=sys.stderr)
                found[-1].append(fitted(rascal, players, given.agent, given.games, given.seed))
        rows = [", ".join(f"({first:.1f}, {power:.3f})" for first, power in each) for each in found]
        if given.json:
            print_json({"fitted": found}, played)
        else:
            print("\n".join(f"[{row}]," for row in rows))
        return
    seats, chances, won = calibration(given.agent, given.games, given.seed)
    if given.plot:
        plot(seats, chances, won, given.plot)
    if given.json:
        print_json({"seats": seats.tolist(), "chances": chances.tolist(), "wins": won.tolist()}, played)
    else:
        print(table(seats, chances, won))


if __name__ == "__main__":
    main()
