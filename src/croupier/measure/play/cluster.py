"""Ray: chunks of games played by workers, on this machine or on a cluster.

What is sent are descriptions and arrays. A chunk is a task without state, so Ray plays it again elsewhere if its
worker dies, with the same result. No other module of the arena knows Ray.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from croupier.agents.random import RandomAgent
from croupier.core.base.errors import ConfigError, FileError, IllegalAction, PositionError, require
from croupier.core.base.kept_code import needs_compiling
from croupier.core.base.progress import silent
from croupier.measure.play.chunks import Chunk, Match, PlayedChunk, Results, Told, play_chunk
from croupier.measure.play.described import Description, describe, digest_of, match_again

LOCAL = "local"
"""The address of no cluster: workers on this machine alone."""
RETRIES = 10
"""How often a chunk or rollout is begun again whose worker died; one that kills every worker must not go on."""
_SETTINGS = (
    "RAY_USAGE_STATS_ENABLED",  # no statistics are sent
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV",  # under `uv run` workers would start by it too, each in a copy of the folder
    "RAY_worker_niceness",  # 15 without it, so that workers wait for whatever else the machine does
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO",
)
"""Variables of Ray that are 0 unless they are set; it reads them when it is imported and started."""
_PATIENCE_SECONDS = 10.0
_AHEAD = 2  # chunks that are on their way or played for each worker: enough that none waits
_PLAIN: tuple[type[ValueError], ...] = (ConfigError, FileError, PositionError)
WorkerAnswer = tuple[str, Any]


class Cluster:
    """Workers of Ray.

    Attributes:
        workers: how many chunks are played at the same time.
        threads: threads of each worker.
    """

    def __init__(self, ray: Any, threads: int) -> None:
        """Use workers.

        Args:
            ray: the library, connected.
            threads: threads of each worker.
        """
        self._ray, self.threads = ray, threads
        self._folder = str(Path.cwd())
        self._chunk: Any = self.task(_play)

    @property
    def workers(self) -> int:
        """How many chunks are played at the same time; more once machines join the cluster."""
        return max(int(self._ray.cluster_resources().get("CPU", 0)) // self.threads, 1)

    def task(self, function: Callable[..., Any]) -> Any:
        """A function of a module as a task that is begun again where its worker dies."""
        return self._ray.remote(function).options(num_cpus=self.threads, max_retries=RETRIES)

    def put(self, data: object) -> Any:
        """Put data into the object store, once for all workers; returns the reference."""
        return self._ray.put(data)

    def actor(self, kind: type, *words: object) -> Any:
        """Start an object on a worker; where the worker dies it is started again, and its methods called again."""
        made = self._ray.remote(kind).options(num_cpus=self.threads, max_restarts=-1, max_task_retries=RETRIES)
        return made.remote(*words)

    def result(self, reference: Any) -> Any:
        """What a task gave, once it is there.

        Raises:
            ConfigError: its workers died again and again, or croupier is not there; or what the task raised.
        """
        try:
            return opened(self._ray.get(reference))
        except self._ray.exceptions.RayError as error:
            raise _explained(error) from error

    def play(self, match: Match, chunks: Iterable[tuple[int, Chunk]], told: Told) -> Results:
        """Play some chunks of a match; see `croupier.measure.play.chunks.Executor.play`.

        Raises:
            ConfigError: an agent is an object of this process, a worker lacks what it needs, or workers died again
                and again.
            FileError: a worker has no such file, or another one.
            IllegalAction: an agent chose what is not legal.
        """
        description = describe(match)
        sent, digest, rest = self.put(description), digest_of(description), iter(chunks)
        running: dict[Any, int] = {}
        compiled = False
        try:
            while True:
                for number, chunk in _next(rest, _AHEAD * self.workers - len(running)):
                    if not compiled:
                        _compile_once(match, chunk)
                        compiled = True
                    task = self._chunk.remote(digest, sent, self._folder, self.threads, chunk.deals, chunk.seating)
                    running[task] = number
                if not running:
                    return
                (task, *_), _ = self._ray.wait(list(running), num_returns=1)
                number = running.pop(task)
                played = PlayedChunk.of_arrays(self.result(task))
                told(number, 1.0)
                yield number, played
        finally:
            for task in running:
                with suppress(Exception):
                    self._ray.cancel(task)


@contextmanager
def cluster(address: str = LOCAL, workers: int | None = None, threads: int = 1) -> Iterator[Cluster]:
    """Connect to a cluster, or start workers on this machine, until the end of the context.

    Args:
        address: of a cluster, like ``auto``, ``HOST:6379`` or ``ray://HOST:10001``; ``local`` starts workers here.
        workers: how many are started here; as many as there are cores for their threads if None.
        threads: threads of each worker.

    Yields:
        The workers.

    Raises:
        ConfigError: Ray is not installed, nobody answers at the address, or workers are counted for a cluster.
    """
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
            yield Cluster(ray, threads)
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


def carried(function: Callable[[], Any]) -> WorkerAnswer:
    """Call a function on a worker; an error that is the user's business becomes data, which `opened` raises again.

    Any other error is a bug: Ray reports it with the worker's trace.
    """
    try:
        return "found", function()
    except IllegalAction as error:
        return "illegal", [str(error), error.action, error.player, error.phase, error.legal]
    except _PLAIN as error:
        return type(error).__name__, str(error)


def opened(answer: WorkerAnswer) -> Any:
    """What `carried` found; or raises the error that it met."""
    kind, data = answer
    if kind == "found":
        return data
    if kind == "illegal":
        message, action, player, phase, legal = data
        raise IllegalAction(message, action=action, player=player, phase=phase, legal=legal)
    raise next((each for each in _PLAIN if each.__name__ == kind), ConfigError)(data)


def _play(
    digest: str, description: Description, folder: str, threads: int, deals: Any, seating: Any
) -> WorkerAnswer:
    """Play one chunk on a worker, in the folder of the command: names of files mean the same there."""
    chunk = Chunk(deals, seating)
    with suppress(OSError):  # another machine may not have it; what is missed there is said by name
        os.chdir(folder)
    return carried(lambda: play_chunk(_match(digest, description, threads), chunk, silent).arrays())


_MADE: dict[str, Match] = {}
_MOST_MADE = 8


def _match(digest: str, description: Description, threads: int) -> Match:
    """The match that a worker plays, made once for all its chunks."""
    if digest not in _MADE:
        if len(_MADE) == _MOST_MADE:
            _MADE.clear()
        _MADE[digest] = match_again(description, threads)
    return _MADE[digest]


def _next(chunks: Iterator[tuple[int, Chunk]], most: int) -> Iterator[tuple[int, Chunk]]:
    for _ in range(most):
        chunk = next(chunks, None)
        if chunk is None:
            return
        yield chunk


def _compile_once(match: Match, chunk: Chunk) -> None:
    """Compile a game's rules before all workers of this machine do: one table is played here, at random.

    The line-up itself is asked nothing: what its agents do to their process must not happen to this one.
    """
    if needs_compiling(match.game.loops.step):
        at_random = replace(match, agents=[RandomAgent()] * len(match.agents))
        play_chunk(at_random, Chunk(chunk.deals[:1], chunk.seating[:1]), silent)


def _explained(error: Exception) -> Exception:
    """Why a task was given up, where that is the user's business; else the error itself."""
    from ray import exceptions

    if isinstance(error, exceptions.WorkerCrashedError | exceptions.ActorDiedError | exceptions.OutOfMemoryError):
        return ConfigError(f"workers died {RETRIES + 1} times over the same work, the last time: {error}")
    cause = getattr(error, "cause", None)
    if isinstance(cause, ModuleNotFoundError):
        return ConfigError(f"a worker lacks the module {cause.name!r}: install croupier with it on every machine")
    return error
