"""Cache of finished chunks in a folder: a stopped or killed command resumes.

Each chunk is a file of arrays, without code, in a folder that is named by a digest of its match (see
`described`). Files are written atomically. After a change of game, agents, seed or version the
digests differ, so old chunks are not read.
"""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

import numpy as np

from croupier.agents.recipes import can_be_made_again
from croupier.core.base.errors import FileError
from croupier.core.base.files import read_arrays, writing
from croupier.measure.play.chunks import Chunk, Match, PlayedChunk, PlayedChunks, Told
from croupier.measure.play.described import chunk_digest, describe, digest_of
from croupier.measure.play.executor import Executor
from croupier.provenance import note_code, noted_code

ENDING = ".npz"


class Kept(Executor):
    """Plays chunks by another executor, and keeps them; those that are kept are read instead.

    Games of agents that nobody could make again (objects of one's own) are played without being kept. So are all
    others once a chunk cannot be written: a full disk must not cost the games.

    Attributes:
        read: number of chunks that were read instead of played.
        earlier: the code by which some of these were played, see `croupier.provenance`; the same code of this
            project may stand in another commit.
        failed: why chunks are no longer kept; empty while they are.
    """

    def __init__(self, folder: Path, executor: Executor) -> None:
        """Keep chunks.

        Args:
            folder: where; made when the first chunk is written.
            executor: who plays them.
        """
        super().__init__(threads=executor.threads)
        self.read, self.failed = 0, ""
        self.earlier: set[str] = set()
        self._home, self._executor = folder, executor
        self._used: set[Path] = set()

    def play(self, match: Match, chunks: Iterable[tuple[int, Chunk]], told: Told) -> PlayedChunks:
        """Play some chunks of a match; see `Executor.play`.

        Raises:
            FileError: a chunk's file is broken.
        """
        if not can_be_made_again(match.agents):
            yield from self._executor.play(match, chunks, told)
            return
        home = self._home / digest_of(describe(match))
        self._used.add(home)
        rest = iter(chunks)
        for number, chunk in rest:  # those at the beginning, one by one
            played = self._kept(home, match, chunk)
            if played is None:
                yield from self._others(home, match, chain([(number, chunk)], rest), told)
                return
            yield number, played

    def _others(self, home: Path, match: Match, chunks: Iterable[tuple[int, Chunk]], told: Told) -> PlayedChunks:
        """Play the chunks that are missing, and read those between them."""
        asked: dict[int, Chunk] = {}
        found: deque[tuple[int, PlayedChunk]] = deque()

        def missing() -> Iterator[tuple[int, Chunk]]:
            for number, chunk in chunks:
                played = self._kept(home, match, chunk)
                if played is not None:
                    found.append((number, played))
                    continue
                asked[number] = chunk
                yield number, chunk

        with closing(self._executor.play(match, missing(), told)) as arriving:
            for number, played in arriving:
                self._keep(home, asked.pop(number), played)
                yield number, played
                while found:
                    yield found.popleft()
        yield from found

    def _kept(self, home: Path, match: Match, chunk: Chunk) -> PlayedChunk | None:
        """What came of a chunk, if it is kept."""
        file = home / f"{chunk_digest(chunk)}{ENDING}"
        try:
            played = PlayedChunk.of_arrays(read_arrays(file))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise FileError(f"{file} cannot be read: {error.strerror or error}") from error
        except (ValueError, KeyError) as error:
            raise FileError(f"{file} is broken: remove it, and its games are played again ({error})") from error
        if played.outcome.returns.shape != (len(chunk), match.game.num_players):
            raise FileError(f"{file} is of other tables: remove it, and its games are played again")
        self.read += 1
        self.earlier.update(noted_code(home))
        return played

    def _keep(self, home: Path, chunk: Chunk, played: PlayedChunk) -> None:
        file = home / f"{chunk_digest(chunk)}{ENDING}"
        if self.failed:
            return
        try:
            home.mkdir(parents=True, exist_ok=True)
            note_code(home, begun=any(home.glob(f"*{ENDING}")))
            with writing(file) as out:
                np.savez(out, allow_pickle=False, **played.arrays())
        except OSError as error:
            self.failed = f"{file} cannot be written: {error.strerror}"

    def remove(self) -> None:
        """Remove the chunks of all matches that were played: what they were kept for is done.

        Raises:
            FileError: they cannot be removed.
        """
        try:
            for home in filter(Path.is_dir, self._used):
                shutil.rmtree(home)
            if self._home.is_dir() and not any(self._home.iterdir()):
                self._home.rmdir()
        except OSError as error:
            raise FileError(f"{self._home} cannot be removed: {error.strerror}") from error
