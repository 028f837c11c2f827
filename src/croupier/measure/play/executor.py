"""Executors of divided work: this process, local processes or Ray workers; and the cache of finished chunks.

Descriptions and arrays are sent. A chunk is a stateless task, so it is played again with the same result if its
worker dies. Only this module of the room uses Ray.
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
"""Address for workers on this machine, without a cluster."""
RETRIES = 10
"""How often work is restarted after its worker died; work that kills every worker must end."""
_SETTINGS = (
    "RAY_USAGE_STATS_ENABLED",  # send no statistics
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV",  # under `uv run`, workers would start by it too, each in a copy of the folder
    "RAY_worker_niceness",  # otherwise 15, so that workers wait for everything else on the machine
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO",
)
"""Variables of Ray that are set to 0 unless set; Ray reads them on import and at the start."""
_PATIENCE_SECONDS = 10.0
_AHEAD = 2  # tasks sent per worker, enough that no worker waits
_MOST_MADE = 8
WorkerAnswer = tuple[str, Any]
_Key = TypeVar("_Key")


class Executor:
    """Plays chunks of matches, and other work that can be divided, in this process or by workers.

    Attributes:
        threads: threads per worker.
    """

    def __init__(
        self, run: ModelRun | None = None, *, pool: _Processes | RayPool | None = None, threads: int = 1
    ) -> None:
        """Play in this process, or by the workers of a pool; see `processes` and `cluster`.

        Args:
            run: the run of tables with language models, which are always played in this process.
            pool: the workers.
            threads: threads per worker.
        """
        self.threads, self._run, self._pool, self._folder = threads, run, pool, str(Path.cwd())

    @property
    def workers(self) -> int:
        """Number of tasks worked on at the same time; it grows if machines join a cluster."""
        return 1 if self._pool is None else self._pool.workers

    def play(self, match: Match, chunks: Iterable[tuple[int, Chunk]], told: OnProgress) -> PlayedChunks:
        """Play some chunks of a match.

        Args:
            match: the match.
            chunks: the chunks with their numbers, taken as needed.
            told: called with the number of a chunk and the share of it done, which never falls.

        Yields:
            The number and the result of each chunk once, in any order.

        Raises:
            ConfigError: an agent is an object of this process, a worker lacks what it needs, or workers died
                repeatedly.
            FileError: a worker lacks a file, or has another one.
            IllegalAction: an agent chose an illegal action.
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
        """Data for many jobs of `map`, sent only once if possible."""
        return data if self._pool is None else self._pool.put(data)

    def map(
        self, function: Callable[..., Any], jobs: Iterable[tuple[_Key, tuple[object, ...]]]
    ) -> Generator[tuple[_Key, Any], None, None]:
        """Call a module-level function with the arguments of each job. Errors are those of one process.

        Yields:
            The key and the result of each job once, in any order.
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
    """Start processes on this machine, until the end of the context or of this process.

    A script that uses them needs Python's usual ``if __name__ == "__main__"``.

    Args:
        workers: number of processes.
        threads: threads per process.
    """
    with closing(_Processes(workers)) as pool:
        yield Executor(pool=pool, threads=threads)


@contextmanager
def cluster(address: str = LOCAL, workers: int | None = None, threads: int = 1) -> Iterator[Executor]:
    """Connect to a Ray cluster, or start Ray workers on this machine, until the end of the context.

    Args:
        address: a cluster like ``auto``, ``HOST:6379`` or ``ray://HOST:10001``, or ``local`` for this machine.
        workers: number of local workers; None for as many as the cores allow with these threads.
        threads: threads per worker.

    Raises:
        ConfigError: Ray is not installed, nothing answers at the address, or `workers` is given for a cluster.
    """
    with ray_pool(address, workers, threads) as pool:
        yield Executor(pool=pool, threads=threads)


class _Task:
    """A call for a process; it may be started again."""

    def __init__(self, function: Callable[..., Any], words: tuple[object, ...]) -> None:
        self.call, self.begun = (function, words), 0
        self.future: Future[WorkerAnswer] = Future()


class _Processes:
    """Worker processes on this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._context = get_context("spawn")  # a forked process would inherit locks held by threads
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
        """End the processes, even in the middle of work."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._holding.close()
        self._held.close()


def _began(held: Any) -> None:
    """Set up a worker process: it ignores Ctrl-C, and ends with the process that started it.

    It holds a connection to that, which on Windows has a type of its own.
    """
    signal(SIGINT, SIG_IGN)

    def ends() -> None:
        with suppress(EOFError, OSError):
            held.recv()
        os._exit(1)

    Thread(target=ends, daemon=True).start()


class RayPool:
    """Workers of Ray."""

    def __init__(self, ray: Any, threads: int) -> None:
        self._ray, self.threads = ray, threads
        self._tasks: dict[Callable[..., Any], Any] = {}

    @property
    def workers(self) -> int:
        """Number of tasks worked on at the same time; it grows if machines join."""
        return max(int(self._ray.cluster_resources().get("CPU", 0)) // self.threads, 1)

    def put(self, data: object) -> Any:
        """Put data into the object store, once for all workers."""
        return self._ray.put(data)

    def submit(self, function: Callable[..., Any], *words: object) -> Any:
        """Start a task, which Ray restarts if its worker dies."""
        if function not in self._tasks:
            made = self._ray.remote(function)
            self._tasks[function] = made.options(num_cpus=self.threads, max_retries=RETRIES)
        return self._tasks[function].remote(*words)

    def first(self, tasks: Iterable[Any]) -> tuple[Any, WorkerAnswer]:
        """The first finished task, and its answer."""
        (task, *_), _ = self._ray.wait(list(tasks), num_returns=1)
        return task, self.got(task)

    def cancel(self, task: Any) -> None:
        """Cancel a task."""
        self._ray.cancel(task)

    def actor(self, kind: type, *words: object) -> Any:
        """Start an object on a worker; it is restarted, and its methods called again, if the worker dies."""
        made = self._ray.remote(kind).options(num_cpus=self.threads, max_restarts=-1, max_task_retries=RETRIES)
        return made.remote(*words)

    def got(self, task: Any) -> WorkerAnswer:
        """Wait for the answer of a task."""
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
        with redirect_stdout(sys.stderr):  # Ray's messages about dead workers are not output of a command
            yield RayPool(ray, threads)
    finally:
        ray.shutdown()


def _token_hint(address: str) -> str:
    """A hint: Ray sends a token to a cluster given by its address only if it is told to."""
    if address == "auto" or "RAY_AUTH_MODE" in os.environ:
        return ""
    return "; if the cluster wants a token, as Ray's do by default, set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN"


def _require_answer(address: str) -> None:
    """Check that something listens at an address with a port, since Ray would retry for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE_SECONDS).close()
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise ConfigError(f"no cluster of Ray answers at {address}: {why}") from error


def _called(function: Callable[..., Any], folder: str, *words: object) -> WorkerAnswer:
    """Call a function on a worker, in the command's folder, so that relative file names are the same."""
    with suppress(OSError):  # may be missing on another machine; a missing file is named later
        os.chdir(folder)
    if folder not in sys.path:  # the folder of the user's own agents
        sys.path.insert(0, folder)
    return carried(partial(function, *words))


def carried(function: Callable[[], Any]) -> WorkerAnswer:
    """Call a function; errors that concern the user become data, which `opened` raises."""
    try:
        return "found", function()
    except (ConfigError, FileError, IllegalAction, PositionError) as error:
        return "raised", error


def opened(answer: WorkerAnswer) -> Any:
    """The result of `carried`, or its error raised."""
    kind, data = answer
    if kind == "raised":
        raise data
    return data


_MADE: dict[str, Match] = {}


def _play(digest: str, description: Description, threads: int, deals: Any, seating: Any) -> Arrays:
    """Play one chunk on a worker, which creates a match once for all its chunks."""
    if digest not in _MADE:
        if len(_MADE) == _MOST_MADE:
            _MADE.clear()
        _MADE[digest] = match_again(description, threads)
    return play_chunk(_MADE[digest], Chunk(deals, seating), silent).arrays()


def _compile_once(match: Match, chunk: Chunk) -> None:
    """Compile a game's rules before all local workers do, by playing one table at random."""
    # The line-up's own agents are not used: side effects on their process must not happen to this one.
    if needs_compiling(match.game.loops.step):
        at_random = replace(match, agents=[RandomAgent()] * len(match.agents))
        play_chunk(at_random, Chunk(chunk.deals[:1], chunk.seating[:1]), silent)


# Each chunk is a file of arrays, without code, in a folder named by the digest of its match (see `describe`).
# Files are written atomically. A change of game, agents, seed or version changes the digest, so old chunks are not
# read.

ENDING = ".npz"


class Kept(Executor):
    """Plays chunks by another executor, and caches them in files; cached chunks are read instead.

    Games of agents that cannot be recreated (the user's own objects) are played without caching. If a chunk cannot
    be written, for example on a full disk, the rest is played without caching too.

    Attributes:
        read: number of chunks that were read instead of played.
        earlier: code that played some of these chunks, see `croupier.provenance`. Equal code may be of another
            commit.
        failed: why chunks are no longer cached; empty while they are.
    """

    def __init__(self, folder: Path, executor: Executor) -> None:
        """Cache the chunks of an executor.

        Args:
            folder: the folder, created with the first chunk.
            executor: plays the chunks that are not cached.
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
        for number, chunk in rest:  # cached chunks at the beginning, one by one
            played = self._kept(home, match, chunk)
            if played is None:
                yield from self._others(home, match, chain([(number, chunk)], rest), told)
                return
            yield number, played

    def _others(
        self, home: Path, match: Match, chunks: Iterable[tuple[int, Chunk]], told: OnProgress
    ) -> PlayedChunks:
        """Play missing chunks, and read the cached ones between them."""
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
        """The result of a cached chunk; None if it is not cached."""
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
        """Remove the cached chunks of all matches that were played.

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
