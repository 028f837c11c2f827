"""Executors of divided work: this process, local processes, or Ray workers; and the cache of finished chunks.

What is sent are descriptions and arrays. A chunk is a task without state, so it is played again where its worker
dies, with the same result. No other module of the room knows Ray.
"""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, redirect_stdout, suppress
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from croupier.agents.bots import RandomAgent
from croupier.agents.recipes import can_be_made_again
from croupier.core.base.code_cache import needs_compiling
from croupier.core.base.errors import ConfigError, FileError, IllegalAction, PositionError, require
from croupier.core.base.files import read_arrays, writing
from croupier.core.base.progress import silent
from croupier.core.base.types import Arrays
from croupier.measure.play.chunks import (
    Chunk,
    Description,
    Match,
    OnProgress,
    PlayedChunk,
    PlayedChunks,
    chunk_digest,
    describe,
    digest_of,
    match_again,
    play_chunk,
)
from croupier.provenance import record_code, recorded_code

if TYPE_CHECKING:
    from croupier.table.model_run import ModelRun

LOCAL = "local"
"""The address of no cluster: workers on this machine alone."""
RETRIES = 10
"""How often work is begun again whose worker died; what kills every worker must not go on."""
_SETTINGS = (
    "RAY_USAGE_STATS_ENABLED",  # no statistics are sent
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV",  # under `uv run` workers would start by it too, each in a copy of the folder
    "RAY_worker_niceness",  # 15 without it, so that workers wait for whatever else the machine does
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO",
)
"""Variables of Ray that are 0 unless they are set; it reads them when it is imported and started."""
_PATIENCE_SECONDS = 10.0
_AHEAD = 2  # tasks that are on their way or worked on for each worker: enough that none waits
_MOST_MADE = 8
WorkerAnswer = tuple[str, Any]
_Key = TypeVar("_Key")


class Executor:
    """Plays chunks of matches, and other work that can be divided, in this process or by workers.

    Attributes:
        threads: threads of each worker.
    """

    def __init__(
        self, run: ModelRun | None = None, *, pool: _Processes | RayPool | None = None, threads: int = 1
    ) -> None:
        """Play in this process, or by the workers of a pool; see `processes` and `cluster`.

        Args:
            run: what tables with language models belong to, which are always played here.
            pool: the workers.
            threads: threads of each.
        """
        self.threads, self._run, self._pool, self._folder = threads, run, pool, str(Path.cwd())

    @property
    def workers(self) -> int:
        """How many tasks are worked on at the same time; more once machines join a cluster."""
        return 1 if self._pool is None else self._pool.workers

    def play(self, match: Match, chunks: Iterable[tuple[int, Chunk]], told: OnProgress) -> PlayedChunks:
        """Play some chunks of a match.

        Args:
            match: what they have in common.
            chunks: the chunks with their numbers; taken as they are needed.
            told: called while it goes on, with shares that never fall.

        Yields:
            The number of a chunk and what came of it, each once, in any order.

        Raises:
            ConfigError: an agent is an object of this process, a worker lacks what it needs, or workers died again
                and again.
            FileError: a worker has no such file, or another one.
            IllegalAction: an agent chose what is not legal.
        """
        if self._pool is None:
            for number, chunk in chunks:
                yield number, play_chunk(match, chunk, partial(told, number), self._run)
            return
        description = describe(match)
        digest, sent = digest_of(description), self._pool.put(description)

        def jobs() -> Iterator[tuple[int, tuple[object, ...]]]:
            for place, (number, chunk) in enumerate(chunks):
                if not place:
                    _compile_once(match, chunk)
                yield number, (digest, sent, self.threads, chunk.deals, chunk.seating)

        with closing(self.map(_play, jobs())) as arriving:
            for number, arrays in arriving:
                told(number, 1.0)
                yield number, PlayedChunk.of_arrays(arrays)

    def put(self, data: object) -> Any:
        """Data that many jobs of `map` take, sent once where that is possible."""
        return data if self._pool is None else self._pool.put(data)

    def map(
        self, function: Callable[..., Any], jobs: Iterable[tuple[_Key, tuple[object, ...]]]
    ) -> Generator[tuple[_Key, Any], None, None]:
        """Call a function of a module with the words of each job; errors are those of one process.

        Yields:
            The key of a job and what the function gave, each once, in any order.
        """
        pool = self._pool
        if pool is None:
            for key, words in jobs:
                yield key, function(*words)
            return
        rest, running = iter(jobs), dict[Any, _Key]()
        try:
            while True:
                for key, words in islice(rest, max(_AHEAD * pool.workers - len(running), 0)):
                    running[pool.submit(_called, function, self._folder, *words)] = key
                if not running:
                    return
                task, answer = pool.first(running)
                yield running.pop(task), opened(answer)
        finally:
            for task in running:
                with suppress(Exception):
                    pool.cancel(task)


@contextmanager
def processes(workers: int, threads: int = 1) -> Iterator[Executor]:
    """Processes of this machine, until the end of the context; they end with the process that started them.

    A script that uses them needs Python's usual ``if __name__ == "__main__"``.

    Args:
        workers: how many.
        threads: threads of each.
    """
    with closing(_Processes(workers)) as pool:
        yield Executor(pool=pool, threads=threads)


@contextmanager
def cluster(address: str = LOCAL, workers: int | None = None, threads: int = 1) -> Iterator[Executor]:
    """Connect to a cluster of Ray, or start its workers on this machine, until the end of the context.

    Args:
        address: of a cluster, like ``auto``, ``HOST:6379`` or ``ray://HOST:10001``; ``local`` starts workers here.
        workers: how many are started here; as many as there are cores for their threads if None.
        threads: threads of each worker.

    Raises:
        ConfigError: Ray is not installed, nobody answers at the address, or workers are counted for a cluster.
    """
    with ray_pool(address, workers, threads) as pool:
        yield Executor(pool=pool, threads=threads)


class _Task:
    """A call that a process is to make; it may be begun again."""

    def __init__(self, function: Callable[..., Any], words: tuple[object, ...]) -> None:
        self.call, self.begun = (function, words), 0
        self.future: Future[WorkerAnswer] = Future()


class _Processes:
    """Processes of this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._context = get_context("spawn")  # what threads hold here is no business of theirs
        self._held, self._holding = self._context.Pipe(duplex=False)
        self._made()

    def _made(self) -> None:
        self._pool = ProcessPoolExecutor(self.workers, self._context, _began, (self._held,))

    def put(self, data: object) -> Any:
        return data

    def submit(self, function: Callable[..., Any], *words: object) -> _Task:
        task = _Task(function, words)
        self._begin(task)
        return task

    def _begin(self, task: _Task) -> None:
        function, words = task.call
        task.begun += 1
        try:
            task.future = self._pool.submit(function, *words)
        except BrokenProcessPool:  # a worker has just died
            self._made()
            task.future = self._pool.submit(function, *words)

    def first(self, tasks: Iterable[_Task]) -> tuple[_Task, WorkerAnswer]:
        waiting = {task.future: task for task in tasks}
        while True:
            future = next(iter(wait(waiting, return_when=FIRST_COMPLETED).done))
            task = waiting.pop(future)
            try:
                return task, future.result()
            except BrokenProcessPool as error:
                if task.begun > RETRIES:
                    raise _died(error) from error
                self._begin(task)
                waiting[task.future] = task

    def cancel(self, task: _Task) -> None:
        task.future.cancel()

    def close(self) -> None:
        """End the processes, also in the middle of their work."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._holding.close()
        self._held.close()


def _began(held: Connection) -> None:
    """What a process does first: Ctrl-C is for the one that started it, with which it ends."""
    signal(SIGINT, SIG_IGN)

    def ends() -> None:
        with suppress(EOFError, OSError):
            held.recv()
        os._exit(1)

    Thread(target=ends, daemon=True).start()


class RayPool:
    """Workers of Ray."""

    def __init__(self, ray: Any, threads: int) -> None:
        """Use workers; `ray` is the library, connected."""
        self._ray, self.threads = ray, threads
        self._tasks: dict[Callable[..., Any], Any] = {}

    @property
    def workers(self) -> int:
        """How many tasks are worked on at the same time; more once machines join."""
        return max(int(self._ray.cluster_resources().get("CPU", 0)) // self.threads, 1)

    def put(self, data: object) -> Any:
        """Data in the object store, once for all workers."""
        return self._ray.put(data)

    def submit(self, function: Callable[..., Any], *words: object) -> Any:
        """Begin a task, which Ray begins again where its worker dies."""
        if function not in self._tasks:
            made = self._ray.remote(function)
            self._tasks[function] = made.options(num_cpus=self.threads, max_retries=RETRIES)
        return self._tasks[function].remote(*words)

    def first(self, tasks: Iterable[Any]) -> tuple[Any, WorkerAnswer]:
        """A task of some that is done, and its answer."""
        (task, *_), _ = self._ray.wait(list(tasks), num_returns=1)
        return task, self.got(task)

    def cancel(self, task: Any) -> None:
        """Give a task up."""
        self._ray.cancel(task)

    def actor(self, kind: type, *words: object) -> Any:
        """Start an object on a worker; where the worker dies it is started again, and its methods called again."""
        made = self._ray.remote(kind).options(num_cpus=self.threads, max_restarts=-1, max_task_retries=RETRIES)
        return made.remote(*words)

    def got(self, task: Any) -> WorkerAnswer:
        """The answer of a task, once it is there."""
        from ray import exceptions

        try:
            answer: WorkerAnswer = self._ray.get(task)
        except exceptions.RayError as error:
            dead = exceptions.WorkerCrashedError, exceptions.ActorDiedError, exceptions.OutOfMemoryError
            if isinstance(error, dead):
                raise _died(error) from error
            cause = getattr(error, "cause", None)
            if isinstance(cause, ModuleNotFoundError):
                lacks = f"a worker lacks the module {cause.name!r}: install croupier with it on every machine"
                raise ConfigError(lacks) from error
            raise
        return answer


def _died(error: Exception) -> ConfigError:
    return ConfigError(f"workers died {RETRIES + 1} times over the same work, the last time: {error}")


@contextmanager
def ray_pool(address: str, workers: int | None, threads: int = 1) -> Iterator[RayPool]:
    """The workers of `cluster`."""
    require("--ray", "ray")
    if address != LOCAL and workers is not None:
        raise ConfigError("the cluster says how many workers it has: leave --workers away")
    for name in _SETTINGS:
        os.environ.setdefault(name, "0")
    import ray

    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        count = workers or max((os.cpu_count() or 1) // threads, 1)
        quiet |= {"num_cpus": count * threads, "num_gpus": 0, "include_dashboard": False}
    _require_answer(address)
    try:
        ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        why = str(error).strip().partition("\n")[0]
        if address == LOCAL:
            raise ConfigError(f"Ray cannot start here: {why}") from error
        raise ConfigError(f"no cluster of Ray answers at {address}: {why}{_token_hint(address)}") from error
    try:
        with redirect_stdout(sys.stderr):  # what Ray prints of dead workers is no result of a command
            yield RayPool(ray, threads)
    finally:
        ray.shutdown()


def _token_hint(address: str) -> str:
    """What may be missing: Ray takes no token for a cluster that is named by its address unless it is told to."""
    if address == "auto" or "RAY_AUTH_MODE" in os.environ:
        return ""
    return "; if the cluster wants a token, as Ray's do by default, set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN"


def _require_answer(address: str) -> None:
    """Check that somebody listens at an address with a port: Ray would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE_SECONDS).close()
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise ConfigError(f"no cluster of Ray answers at {address}: {why}") from error


def _called(function: Callable[..., Any], folder: str, *words: object) -> WorkerAnswer:
    """Call a function on a worker, in the folder of the command: names of files mean the same there."""
    with suppress(OSError):  # another machine may not have it; what is missed there is said by name
        os.chdir(folder)
    if folder not in sys.path:  # where agents of one's own are
        sys.path.insert(0, folder)
    return carried(partial(function, *words))


def carried(function: Callable[[], Any]) -> WorkerAnswer:
    """Call a function; an error that is the user's business is data, which `opened` raises."""
    try:
        return "found", function()
    except (ConfigError, FileError, IllegalAction, PositionError) as error:
        return "raised", error


def opened(answer: WorkerAnswer) -> Any:
    """What `carried` found; or raises the error that it met."""
    kind, data = answer
    if kind == "raised":
        raise data
    return data


_MADE: dict[str, Match] = {}


def _play(digest: str, description: Description, threads: int, deals: Any, seating: Any) -> Arrays:
    """Play one chunk on a worker, which makes a match once for all its chunks."""
    if digest not in _MADE:
        if len(_MADE) == _MOST_MADE:
            _MADE.clear()
        _MADE[digest] = match_again(description, threads)
    return play_chunk(_MADE[digest], Chunk(deals, seating), silent).arrays()


def _compile_once(match: Match, chunk: Chunk) -> None:
    """Compile a game's rules before all workers of this machine do: one table is played here, at random."""
    # The line-up itself is asked nothing: what its agents do to their process must not happen to this one.
    if needs_compiling(match.game.loops.step):
        at_random = replace(match, agents=[RandomAgent()] * len(match.agents))
        play_chunk(at_random, Chunk(chunk.deals[:1], chunk.seating[:1]), silent)


# Each chunk is a file of arrays, without code, in a folder that is named by a digest of its match (see
# `described`). Files are written atomically. After a change of game, agents, seed or version the digests differ,
# so old chunks are not read.

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

    def play(self, match: Match, chunks: Iterable[tuple[int, Chunk]], told: OnProgress) -> PlayedChunks:
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

    def _others(
        self, home: Path, match: Match, chunks: Iterable[tuple[int, Chunk]], told: OnProgress
    ) -> PlayedChunks:
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
        self.earlier.update(recorded_code(home))
        return played

    def _keep(self, home: Path, chunk: Chunk, played: PlayedChunk) -> None:
        file = home / f"{chunk_digest(chunk)}{ENDING}"
        if self.failed:
            return
        try:
            home.mkdir(parents=True, exist_ok=True)
            record_code(home, begun=any(home.glob(f"*{ENDING}")))
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
