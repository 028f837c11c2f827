"""Recorded choices of every bot, so that the first changed choice is found.

A position is a deal's seed and the actions before it, which are kept too: so it stays the same whatever the bots
play. ``python -m tests.agents.bot_choices`` writes to ``tests/data/bot-choices.npz`` what it lacks, tables or
bots; with ``--anew`` all of it. Bots are the yardstick of measured strengths: do that only where a version of
croupier says that its scale begins anew.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.copies import concatenated, copy
from croupier.core.base.rng import choice_words
from croupier.core.engine.game import Game

FILE = Path(__file__).parents[1] / "data" / "bot-choices.npz"
POSITIONS = 2000
"""Positions of each table."""
_WILD = 5
"""One decision in so many is random while games are recorded, so that unusual positions come too."""
_SKULL_KING = ("bot", "bot:source-abilities", "bot:random-abilities", "bot:simple", "bot:random-bid")
_SPITE_MALICE = ("bot", "bot:greedy", "bot:planner")
_HABITS = tuple(f"bot:habit-{habit}" for habit in ("bold", "timid", "saver", "spender", "hunter", "careless"))
_FULL = {"loot": True, "kraken": True, "whale": True}


@dataclass(frozen=True)
class Recorded:
    """The positions of one table's options."""

    game: str  # name of the game
    options: Mapping[str, Any]  # options of the table
    bots: tuple[str, ...]  # names of the bots that are asked

    @property
    def key(self) -> str:
        """What it is called in the file."""
        return ",".join((self.game, *(f"{name}={value}" for name, value in self.options.items())))

    def make(self) -> Game:
        """The game with its options."""
        return croupier.make(self.game, **self.options)


TABLES = (
    *(Recorded("skull-king", options, _SKULL_KING) for options in (
        {}, {"players": 2}, {"players": 3, **_FULL}, {"players": 6, "rascal": True}, {"players": 8, **_FULL},
    )),
    Recorded("skull-king", {"players": 5, **_FULL}, _HABITS),
    *(Recorded("spite-malice", {"goal_size": size}, _SPITE_MALICE) for size in (15, 5)),
    Recorded("pig", {}, ("bot", "bot:hold-25", "optimal")),
    Recorded("pig", {"winning_score": 60, "max_turns": 30}, ("bot", "bot:hold-15", "optimal")),
    Recorded("leduc", {}, ("bot",)),
    *(Recorded("liars-dice", options, ("bot",)) for options in ({}, {"players": 4, "dice": 3})),
    Recorded("hearts", {"target": 0, "max_deals": 2}, ("bot",)),
    Recorded("hearts", {"target": 0, "max_deals": 2, "players": 6, "jack": True}, ("bot",)),
    *(Recorded("oh-hell", options, ("bot",)) for options in ({}, {"players": 6, "hook": False, "trump": False})),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Positions:
    """Positions of one game with its options, in the order in which they were played."""

    turns: Turns  # the decisions that are due in them
    seeds: npt.NDArray[np.uint64]  # the deal's seed of each
    plies: npt.NDArray[np.int64]  # the number of decisions before each


def replayed(game: Game, actions: npt.NDArray[np.uint8]) -> Positions:
    """Rebuild positions from the actions played in them, in the games of the seeds 0, 1 and so on."""
    records, seeds, plies = [], [], []
    seed, state = 0, game.new_initial_state(0)
    for action in actions.tolist():
        if state.is_terminal():
            seed, state = seed + 1, game.new_initial_state(seed + 1)
        records.append(copy(state.records))
        seeds.append(state.seed)
        plies.append(state.plies)
        state.apply_action(action)
    at = np.array(seeds, dtype=np.uint64), np.array(plies, dtype=np.int64)
    return Positions(Turns(game, concatenated(records), choice_words(*at)), *at)


def choices(bot: str, positions: Positions) -> npt.NDArray[np.uint8]:
    """What a bot chooses in each position."""
    return make_agent(bot, positions.turns.game).act(positions.turns).astype(np.uint8)


def _played(game: Game) -> npt.NDArray[np.uint8]:
    """Actions of whole games by the strong bot, with random ones among them, until there are enough."""
    bot, wild = make_agent("bot", game), make_agent("random", game)
    actions: list[int] = []
    seed, state = 0, game.new_initial_state(0)
    while len(actions) < POSITIONS:
        if state.is_terminal():
            seed, state = seed + 1, game.new_initial_state(seed + 1)
        player = wild if len(actions) % _WILD == 0 else bot
        action = int(player.act(Turns.of_state(state))[0])
        state.apply_action(action)
        actions.append(action)
    return np.array(actions, dtype=np.uint8)


def main() -> None:
    """Record the tables and the choices that are not recorded, or all."""
    kept: dict[str, npt.NDArray[np.uint8]] = {}
    if "--anew" not in sys.argv[1:]:
        with np.load(FILE) as before:
            kept = {name: before[name] for name in before.files}
    for table in TABLES:
        lacking = [bot for bot in table.bots if f"{table.key}|{bot}" not in kept]
        if not lacking:
            continue
        game = table.make()
        if table.key not in kept:
            kept[table.key] = _played(game)
        positions = replayed(game, kept[table.key])
        for bot in lacking:
            kept[f"{table.key}|{bot}"] = choices(bot, positions)
    np.savez_compressed(FILE, **kept)  # type: ignore[arg-type]  # numpy's own stub takes allow_pickle for one of them
    sys.stdout.write(f"{FILE}: {sum(map(len, kept.values())):,} numbers, {FILE.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
