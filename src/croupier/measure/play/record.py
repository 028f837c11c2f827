"""Recording of whole games in a file: seats, seed and every action. For study and for imitation learning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from croupier.agents.agent import Agent
from croupier.agents.traits import at_once
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.files import writing
from croupier.core.base.integers import checked_count
from croupier.core.base.progress import Progress
from croupier.core.engine.game import Game
from croupier.measure.play.chunks import Chunk, Match
from croupier.measure.play.executor import Executor, play_chunks
from croupier.measure.play.match import deal_seeds, in_parts
from croupier.measure.play.tournament import nothing_whole, seatings
from croupier.table.game_file import MANY, game_line, played_data

if TYPE_CHECKING:
    from croupier.table.model_run import ModelRun


def record_games(
    game: Game,
    agents: Sequence[Agent],
    games: int,
    seed: int,
    path: Path,
    *,
    threads: int = 1,
    progress: Progress | None = None,
    executor: Executor | None = None,
    run: ModelRun | None = None,
) -> int:
    """Let agents play, and write every game on a line of a file; void games are left out.

    Args:
        agents: one for each seat; they move on by one seat from game to game.
        games: how many.
        seed: seed of the deals and of the agents' random choices.
        path: the file, with the ending ``.jsonl``; it must not exist, and is there only once it is complete.
        threads: threads that step the games.
        progress: called with the share that is done.
        executor: plays the chunks of games; None for this process.
        run: what the tables of language models belong to, if that is to be kept or limited.

    Returns:
        Number of decisions that were written.

    Raises:
        ConfigError: a number of agents that is not that of the seats, or no games; or none was played to its end.
        FileError: the file exists, has another ending, or cannot be written.
        IllegalAction: an agent chose what is not legal.
    """
    if len(agents) != game.num_players:
        raise ConfigError(
            f"{game.name} has {game.num_players} seats: name {game.num_players} agents, not {len(agents)}"
        )
    games = checked_count("games", games)
    if path.suffix != MANY:
        raise FileError(f"{path} is to hold many games: name it with {MANY} at its end")
    if path.exists():
        raise FileError(f"{path} exists already; name another file")
    written = 0
    try:
        with writing(path) as out:
            for line, length in _lines(game, agents, games, seed, threads, progress, executor, run):
                out.write(line)
                written += length
            if not written:
                raise nothing_whole(run)
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from error
    return written


def _lines(
    game: Game,
    agents: Sequence[Agent],
    games: int,
    seed: int,
    threads: int,
    progress: Progress | None,
    executor: Executor | None,
    run: ModelRun | None,
) -> Iterator[tuple[bytes, int]]:
    """The games as lines, each with its number of decisions."""
    rotations = seatings(game.num_players, game.num_players)
    parts = in_parts(games, at_once(agents), None)
    chunks = (Chunk(numbers, rotations[numbers % game.num_players]) for numbers, _ in parts)
    match = Match(game, agents, seed, "actions", threads)
    for _, chunk, played in play_chunks(match, chunks, games, progress, executor=executor, run=run):
        outcome, seeds = played.outcome, deal_seeds(seed, chunk.deals)
        ends = np.cumsum(outcome.plies)
        for row in np.flatnonzero(outcome.whole).tolist():
            names = [agents[index].name for index in chunk.seating[row]]
            actions = played.actions[ends[row] - outcome.plies[row] : ends[row]].tolist()
            data = played_data(
                game, int(seeds[row]), names, actions, outcome.returns[row], outcome.points[row],
                forfeited=None if outcome.forfeited[row] < 0 else int(outcome.forfeited[row]),
            )  # fmt: skip
            yield game_line(data), len(actions)
