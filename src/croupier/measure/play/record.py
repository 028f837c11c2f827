"""Recorded games in a file: seats, seed and every action, for analysis and imitation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from croupier.agents.agent import Agent, at_once
from croupier.core.base.errors import ConfigError, FileError, checked_count
from croupier.core.base.files import write_errors, writing
from croupier.core.engine.game import Game
from croupier.measure.play.chunks import Chunk, Match, TableNumbers
from croupier.measure.play.deals import How, play_chunks
from croupier.measure.play.match import Seating, deal_seeds, in_parts
from croupier.measure.play.tournament import nothing_whole, seatings
from croupier.table.game_file import MANY, json_line, played_data


def record_games(
    game: Game, agents: Sequence[Agent], games: int, seed: int, path: Path, **how: Unpack[How]
) -> int:
    """Let agents play, and write each game as a line of a file; void games are left out.

    Args:
        agents: one per seat; they move on by one seat from game to game.
        games: number of games.
        seed: seed of the deals and of the agents' random choices.
        path: a new file with the ending ``.jsonl``. It is written atomically.
        how: see `play_tournament`.

    Returns:
        Number of decisions written.

    Raises:
        ConfigError: the number of agents is not that of the seats, there are no games, or none was finished.
        FileError: the file exists, has another ending, or cannot be written.
        IllegalAction: an agent chose an illegal action.
    """
    if len(agents) != game.num_players:
        raise ConfigError(
            f"{game.name} has {game.num_players} seats: name {game.num_players} agents, not {len(agents)}"
        )
    games = checked_count("games", games)
    if path.suffix != MANY:
        raise FileError(f"{path} holds many games, so its name must end in {MANY}")
    if path.exists():
        raise FileError(f"{path} exists already; name another file")
    written, numbers = 0, np.arange(games)
    with write_errors(path), writing(path) as out:
        for data in played_games(game, agents, seed, numbers, seatings(len(agents), len(agents)), **how):
            out.write(json_line(data))
            written += len(data["actions"])
        if not written:
            raise nothing_whole(how.get("run"))
    return written


def played_games(
    game: Game, agents: Sequence[Agent], seed: int, deals: TableNumbers, rotations: Seating, **how: Unpack[How]
) -> Iterator[dict[str, Any]]:
    """Play one game of each deal, with the seatings in turn, and yield the finished ones as data."""
    parts = in_parts(len(deals), at_once(agents))
    chunks = (Chunk(deals[numbers], rotations[numbers % len(rotations)]) for numbers in parts)
    match = Match(game, agents, seed, "actions", how.get("threads", 1))
    for chunk, played in play_chunks(match, chunks, len(deals), **how):
        outcome, seeds = played.outcome, deal_seeds(seed, chunk.deals)
        ends = np.cumsum(outcome.plies)
        for row in np.flatnonzero(outcome.whole).tolist():
            yield played_data(
                game, int(seeds[row]), [agents[index].name for index in chunk.seating[row]],
                played.actions[ends[row] - outcome.plies[row] : ends[row]].tolist(),
                outcome.returns[row], outcome.points[row],
                forfeited=None if outcome.forfeited[row] < 0 else int(outcome.forfeited[row]),
            )  # fmt: skip
