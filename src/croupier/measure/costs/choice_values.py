"""Values of ability choices by search: each against the mean of all that were legal in the same position.

A player's own games are played, and each of its ability decisions is searched: worlds are sampled that its seat
holds possible, and every legal choice is played on in all of them. What is valued are choices, not games, so far
fewer decisions tell players apart than by wins. The values are those of a search around the game's strongest
player: they say what a choice is worth where that player plays on from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent, Turns
from croupier.agents.combined import ability_phases
from croupier.agents.registry import make_agent
from croupier.agents.search.searcher import Found, Searcher
from croupier.agents.search.settings import BOT, Settings
from croupier.agents.traits import at_once
from croupier.core.base.progress import Progress, silent
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Floats
from croupier.measure.play.match import deal_seeds, in_parts
from croupier.measure.play.metrics import Doubles, bootstrap_sums
from croupier.measure.play.tournament import seatings
from croupier.table.asking import ask

OWN, SEARCH = "own", "search"
"""Names of the player's own choices, and of those of the search."""
WORLDS, SWEEPS = 32, 4
"""Worlds of a search, and sweeps of its belief: some 10 milliseconds a decision."""
_LEVEL = (2.5, 97.5)
_OTHER_WORLDS = np.uint64(0x5851F42D4C957F2D)
"""Changes the random word of a decision: a player that searches is not judged in the worlds that it has seen."""


@dataclass
class _Sums:
    """Sums of one ability's choices by deal."""

    count: Doubles  # decisions, float64, shape (deals,)
    # by who chose, what the choices are ahead of the mean of the legal ones; float64, shape (deals,)
    gains: dict[str, Doubles] = field(default_factory=dict)


def value_choices(
    game: Game,
    agent: Agent,
    others: Mapping[str, Agent],
    opponent: str,
    deals: int,
    seed: int,
    *,
    around: Agent,
    worlds: int = WORLDS,
    sweeps: int = SWEEPS,
    threads: int = 1,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Play a player's games, and value its ability choices and those that others would make in their place.

    The search's own choice is made in one half of the worlds and valued in the other, and the other way round; so
    its value is no better than it is.

    Args:
        game: the game.
        agent: who plays.
        others: who is asked for a choice in the same positions, by name.
        opponent: name of the agent in the other seats; the search knows how it plays.
        deals: number of deals, each in every rotation of the seats.
        seed: seed of the deals and of all choices.
        around: whom the search improves; see `croupier.agents.registry.blueprint`.
        worlds: worlds of each search, at least 2.
        sweeps: sweeps of its belief.
        threads: threads that step the games.
        progress: called with the share that is done.

    Returns:
        ``deals``, ``worlds``, ``unit`` (of gains), and ``rows``, one an ability with a choice to make, by its
        name in ``ability``: ``decisions``, their number, ``a_game``, their number in a game, and ``gains``: by who
        chose, the mean over decisions of what the choice is ahead of the mean of all legal ones, with ``mean`` and
        ``ci95`` from a bootstrap over deals.

    Raises:
        IllegalAction: an agent chose what is not legal.
    """
    rival = make_agent(opponent, game)
    settings = Settings(worlds=worlds, sweeps=sweeps, halving=False, opponents=BOT)
    judge = Searcher(game, around, settings, rival)
    asked = _Asked(game, agent, others, rival, judge)
    sums: dict[str, _Sums] = {}
    for deal, name, found, chosen in asked.decisions(deals, seed, threads, progress):
        each = sums.setdefault(name, _Sums(np.zeros(deals)))
        each.count[deal] += 1.0
        means = found.gains.mean(axis=1, dtype=np.float64)
        values = {who: float(means[found.actions == action][0] - means.mean()) for who, action in chosen.items()}
        values[SEARCH] = _held_out(found, judge)
        for who, value in values.items():
            each.gains.setdefault(who, np.zeros(deals))[deal] += value
    rows = [_row(name, sums[name], game.num_players, seed) for name in ability_phases(game) if name in sums]
    return {"deals": deals, "worlds": worlds, "unit": judge.unit, "rows": rows}


@dataclass(frozen=True, eq=False)
class _Asked:
    """Who is asked, and by whom it is valued."""

    game: Game
    agent: Agent  # the player, whose games are played
    others: Mapping[str, Agent]  # who is asked for a choice in the same positions, by name
    rival: Agent  # who plays in the other seats
    judge: Searcher  # values the choices

    def decisions(
        self, deals: int, seed: int, threads: int, progress: Progress
    ) -> Iterator[tuple[int, str, Found, dict[str, int]]]:
        """The ability decisions with a choice: of which deal and ability, what was found, and who chose what."""
        game, seats = self.game, self.game.num_players
        rotations = seatings(seats, seats) == 0  # which seat is the player's
        for part, on_progress in in_parts(deals * seats, at_once((self.agent,)), progress):
            seeds, own = deal_seeds(seed, part // seats), rotations[part % seats]
            with Batch(
                game, len(part), threads=threads, autoreset=False, observe=False, seeds=seeds, trails=True
            ) as batch:
                for rows, actions in self._plies(batch, own, on_progress):
                    for row, name, found, chosen in self._valued(batch, rows, actions):
                        yield int(part[row]) // seats, name, found, chosen

    def _plies(
        self, batch: Batch, own: npt.NDArray[np.bool_], progress: Progress
    ) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
        """Step tables to their end; before each step the rows in which the player decides, and its choices."""
        actions = np.zeros(len(batch), dtype=np.int64)
        while len(active := np.flatnonzero(batch.legal_counts > 0)):
            progress(1.0 - len(active) / len(batch))
            mine = own[active, batch.current_players[active]]
            for rows, decides in ((active[mine], self.agent), (active[~mine], self.rival)):
                if len(rows):
                    actions[rows] = ask(decides, self.game, batch, rows)
            yield active[mine], actions[active[mine]]
            batch.step(actions)

    def _valued(
        self, batch: Batch, rows: npt.NDArray[np.int64], actions: npt.NDArray[np.int64]
    ) -> Iterator[tuple[int, str, Found, dict[str, int]]]:
        """The decisions among some that choose between answers to an ability, searched."""
        ability = {phase: name for name, phases in ability_phases(self.game).items() for phase in phases}
        phases = batch.records["phase"][rows]
        due = np.isin(phases, list(ability)) & (batch.legal_counts[rows] > 1)
        if not due.any():
            return
        asked = rows[due]
        answers = {OWN: actions[due]}
        answers |= {who: ask(other, self.game, batch, asked) for who, other in self.others.items()}
        turns = Turns.of_rows(self.game, batch, asked)
        turns = Turns(self.game, turns.records, turns.keys ^ _OTHER_WORLDS, turns.trails)
        for place, (row, phase) in enumerate(zip(asked.tolist(), phases[due].tolist(), strict=True)):
            chosen = {who: int(answer[place]) for who, answer in answers.items()}
            yield row, ability[phase], self.judge.search(turns, place), chosen


def _held_out(found: Found, judge: Searcher) -> float:
    """Value of the search's choice in worlds that it was not made in."""
    half = found.gains.shape[1] // 2
    parts: Sequence[tuple[Floats, Floats]] = (
        (found.gains[:, :half], found.gains[:, half:]),
        (found.gains[:, half:], found.gains[:, :half]),
    )
    values = []
    for seen, held in parts:
        means = held.mean(axis=1, dtype=np.float64)
        values.append(means[judge.choose(found.shares, seen)] - means.mean())
    return float(np.mean(values))


def _row(name: str, sums: _Sums, seats: int, seed: int) -> dict[str, Any]:
    """Means over the decisions of an ability; a resample of deals has as many decisions as its deals have."""
    names = list(sums.gains)
    drawn = bootstrap_sums(np.column_stack([sums.count, *sums.gains.values()]), seed)
    drawn = drawn[drawn[:, 0] > 0.0]
    total = float(sums.count.sum())
    gains = {}
    for column, who in enumerate(names, start=1):
        low, high = np.percentile(drawn[:, column] / drawn[:, 0], _LEVEL)
        bounds = [float(low), float(high)] if low < high else None  # all alike tell nothing of chance
        gains[who] = {"mean": float(sums.gains[who].sum()) / total, "ci95": bounds}
    return {"ability": name, "decisions": int(total), "a_game": total / (len(sums.count) * seats), "gains": gains}
