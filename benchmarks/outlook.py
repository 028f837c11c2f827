"""Chances to win in games of rounds: how often seats win that are given one, and constants of Skull King.

Run: ``uv run python -m benchmarks.outlook [--games N] [--agent NAME] [--plot FILE] [--json]`` for the calibration:
in games of four such players, after each round, the mean of the chances that the game's outlook gives and the
share of the wins, by decile of the chance. With ``--fit``, for the constants in `SPREADS` of Skull King: of each
scoring and number of players, the deviation of a seat's points in a round from the mean of the table, as a power
of the round's cards.
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
from croupier.core.spec.spec import TERMINAL
from croupier.games.skull_king.record.state import round_ended
from croupier.measure.play.match import Watch, deal_seeds, play_tables
from croupier.measure.play.metrics import win_shares

GAMES: dict[str, dict[str, Any]] = {
    "skull-king": {},
    "hearts": {},
    "oh-hell": {},
    "liars-dice": {"players": 4, "lost_dice": True},
}
"""Games of rounds, with four seats."""
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


def calibration(game: Game, agent: str, games: int, seed: int) -> tuple[Doubles, Doubles, Doubles]:
    """Seats after rounds of unfinished games, their chances and their wins, added up by decile, shape (10,)."""
    part = game.spec.search_part
    outlook = None if part.explain is None else part.explain().outlook
    if outlook is None:
        raise SystemExit(f"{game.name} has no outlook")
    rows_at, given = [], []

    def watch(rows: npt.NDArray[np.int64], before: Records, actions: Actions, after: Records) -> None:
        del actions
        ended = [
            k for k in range(len(rows)) if part.horizon(before[k], after[k]) and after["player"][k] != TERMINAL
        ]
        rows_at.append(rows[ended])
        if ended:
            given.append(outlook(after[ended])[:, : game.num_players])

    wins = win_shares(play(game, agent, games, seed, watch))[np.concatenate(rows_at)].ravel()
    chances = np.concatenate(given).ravel()
    deciles = np.minimum((chances * _DECILES).astype(np.int64), _DECILES - 1)
    counted = (np.ones(len(wins)), chances, wins)
    seats, sums, won = (np.bincount(deciles, each, _DECILES).astype(np.float64) for each in counted)
    return seats, sums, won


def table(found: dict[str, tuple[Doubles, Doubles, Doubles]]) -> str:
    """The calibration as a Markdown table: a row for each decile, a column for each game."""
    rows = []
    for decile in range(_DECILES):
        cells = [f"{10 * decile} to {10 * decile + 10}%"]
        for seats, chances, won in found.values():
            count = seats[decile]
            chance, wins = chances[decile] / max(count, 1.0), won[decile] / max(count, 1.0)
            cells.append(f"{chance:.1%} / {wins:.1%} ({count:,.0f})" if count >= 20 else "")
        rows.append(cells)
    return markdown_table(in_columns("", ("chance", *found), rows))


def plot(seats: Doubles, given: Doubles, wins: Doubles, path: Path) -> None:
    """Draw a calibration; bars are 95% intervals, as if seats were independent."""
    from matplotlib.figure import Figure

    share = wins / seats
    figure = Figure(figsize=(5.0, 4.0), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([0, 100], [0, 100], color="0.6", linestyle="--")
    error = 196.0 * np.sqrt(share * (1.0 - share) / seats)
    axes.errorbar(100.0 * given / seats, 100.0 * share, yerr=error, fmt="o", markersize=4, capsize=2)
    axes.set(xlabel="chance to win that was given, %", ylabel="share of the games won, %", aspect="equal")
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=120)


def main() -> None:
    """Fit or calibrate, as the command line says."""
    parser = argparse.ArgumentParser(description="chances to win in games of rounds: constants and calibration")
    parser.add_argument("--fit", action="store_true", help="print Skull King's constants instead")
    parser.add_argument("--agent", default="bot", help="who plays in every seat")
    parser.add_argument("--games", type=int, default=2000, help="of each game, or of each scoring and table")
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw Skull King's calibration too")
    parser.add_argument("--json", action="store_true", help="numbers instead of a table")
    given = parser.parse_args()
    if given.fit:
        fit(given.agent, given.games, given.seed, as_json=given.json)
        return
    made = [croupier.make(name, **options) for name, options in GAMES.items()]
    found = {game.name: calibration(game, given.agent, given.games, given.seed) for game in made}
    if given.plot:
        plot(*found["skull-king"], given.plot)
    if given.json:
        parts = ("seats", "chances", "wins")
        numbers = {
            name: {part: each.tolist() for part, each in zip(parts, row, strict=True)}
            for name, row in found.items()
        }
        print_json(numbers, [(game, [given.agent]) for game in made])
    else:
        print(table(found))


def fit(agent: str, games: int, seed: int, *, as_json: bool) -> None:
    """Fit and print the constants in Skull King's `SPREADS`."""
    found: list[list[tuple[float, float]]] = []
    for rascal in (False, True):
        found.append([])
        for players in range(2, 9):
            print(f"{players} players, {'Rascal' if rascal else 'usual'} scoring", file=sys.stderr)
            found[-1].append(fitted(rascal, players, agent, games, seed))
    if as_json:
        print_json({"fitted": found}, [(croupier.make("skull-king"), [agent])])
    else:
        print("\n".join("[" + ", ".join(f"({a:.1f}, {b:.3f})" for a, b in each) + "]," for each in found))


if __name__ == "__main__":
    main()
