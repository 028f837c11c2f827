"""The match loop: tables are stepped together to the end, and each agent decides for all its tables at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Actions, Agent, Keys, wants_trail
from croupier.core.batch import Batch
from croupier.core.copies import take
from croupier.core.game import Game
from croupier.core.kernel import kernel
from croupier.core.rng import as_seed, game_seed
from croupier.core.spec import Floats, Records
from croupier.core.types import Codes, Seeds
from croupier.table.asking import ask

Seating = npt.NDArray[np.int64]
Progress = Callable[[float], None]
"""Called with the share of the work that is done, 0..1."""
Watch = Callable[[npt.NDArray[np.int64], Records, Actions, Records], None]
"""Called after every step: which tables were stepped, their records before, the actions, the records after."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """How some tables ended; one row a table.

    Attributes:
        returns: final utilities, float32, shape (tables, players).
        points: final scores in the game's own points, float32, shape (tables, players).
        plies: decisions of each game, int64, shape (tables,).
    """

    returns: Floats
    points: Floats
    plies: npt.NDArray[np.int64]


@kernel
def _derive(seed: np.uint64, numbers: npt.NDArray[np.int64], out: Seeds) -> None:
    for k in range(len(numbers)):
        out[k] = game_seed(seed, numbers[k], 0)


def deal_seeds(seed: int, numbers: npt.NDArray[np.int64]) -> Keys:
    """Seeds of numbered deals: `game.new_initial_state` deals them again.

    Args:
        seed: seed of the whole match, 0 .. 2**64 - 1.
        numbers: which deals, int64, shape (K,).

    Returns:
        uint64, shape (K,); a function of the seed and the deal's number alone.
    """
    out = np.zeros(len(numbers), dtype=np.uint64)
    _derive(as_seed(seed), numbers, out)
    return out


def _no_progress(share: float) -> None:
    del share


def in_parts(total: int, size: int, progress: Progress | None) -> Iterator[tuple[npt.NDArray[np.int64], Progress]]:
    """Divide numbered work into parts.

    Args:
        total: how much there is.
        size: most of a part.
        progress: called with the share of the whole that is done.

    Yields:
        The numbers of a part, int64, in order; and a function to call with the share of this part that is done.
    """
    for start in range(0, total, size):
        numbers = np.arange(start, min(start + size, total), dtype=np.int64)

        def on_progress(share: float, start: int = start, count: int = len(numbers)) -> None:
            if progress is not None:
                progress((start + share * count) / total)

        yield numbers, on_progress


def play_tables(
    game: Game,
    agents: Sequence[Agent],
    seating: Seating,
    seeds: Keys,
    *,
    threads: int = 1,
    progress: Progress = _no_progress,
    watch: Watch | None = None,
    codes: Codes | None = None,
) -> Outcome:
    """Play one game at each table.

    Args:
        game: the game with its options.
        agents: who plays.
        seating: index of the agent in each seat, shape (tables, players).
        seeds: seed of each table's deal, uint64, shape (tables,).
        threads: threads that share a step; nothing depends on it.
        progress: called with the share of the games that are over.
        watch: called with every decision.
        codes: options of each table, where they are not the game's, which then has room for the largest table; see
            `Batch.set_codes`.

    Returns:
        How each table ended.

    Raises:
        IllegalAction: an agent chose what is not legal; the message names agent, seat, table and deal.
        ValueError: an agent's answer is not one integer a row.
    """
    count = len(seeds)
    batch = Batch(
        game,
        count,
        threads=threads,
        autoreset=False,
        observe=False,
        seeds=seeds,
        codes=codes,
        trails=wants_trail(agents),
    )
    actions = np.zeros(count, dtype=np.int64)
    while True:
        active = np.flatnonzero(batch.legal_counts > 0)
        if len(active) == 0:
            break
        progress(1.0 - len(active) / count)
        movers = seating[active, batch.current_players[active]]
        for index, agent in enumerate(agents):
            asked = np.flatnonzero(movers == index)
            if len(asked):
                rows = active[asked]
                actions[rows] = ask(agent, game, batch, rows)
        before = None if watch is None else take(batch.records, active)
        batch.step(actions)
        if watch is not None and before is not None:
            watch(active, before, actions[active], take(batch.records, active))
    return Outcome(batch.returns(), batch.points(), batch.plies)
