"""Compiling ahead: everything that games and agents will need, before it is used.

`compile_ahead` does it here, for ``croupier compile``. `Ahead` lets another process do it while people play: one
table needs no compiler, but a search does. Compiled code lies in the cache folder, from which every process loads
it. Nothing depends on it: what is not compiled yet is compiled where it is called.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import cached_property, partial
from pathlib import Path
from types import TracebackType

import numpy as np

from croupier.agents.agent import Agent, Turns
from croupier.agents.names import AgentName
from croupier.agents.registry import make_agent, make_searcher
from croupier.agents.search.settings import FOR_PEOPLE
from croupier.core.base.code_cache import AHEAD, caches_code, check_cache, kernel_folder, package_digest, stamp_of
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.kernel import compiled, forms
from croupier.core.base.locks import lock_file
from croupier.core.base.progress import Progress, silent
from croupier.core.base.tiers import compile_everything
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.core.spec.spec import Bools

_DECISIONS = 3
MODULE = "croupier.agents.ahead"
"""What `order` is written to, as ``python -P -m``."""


def compile_ahead(game: Game, agents: Sequence[str], progress: Progress = silent) -> None:
    """Compile what tables and batches of a game and its agents need, or load it; see `compile_everything`."""
    parts = [partial(_play_a_little, game), partial(_step_a_batch, game)]
    parts += [partial(_ask_nothing, game, make_agent(name, game)) for name in dict.fromkeys(["random", *agents])]
    if FOR_PEOPLE in agents:
        parts.append(partial(_explain_nothing, game))
    check_cache()
    compile_everything()
    for number, part in enumerate(parts):
        part()
        check_cache()
        progress((number + 1) / len(parts))
    if caches_code():
        for mark in _marks(game, agents) or ():
            mark.touch()


@contextlib.contextmanager
def one_at_a_time(game: Game, agents: Sequence[str]) -> Iterator[None]:
    """Let another process that compiles the same end first, so that what it has kept is loaded here."""
    marks = _marks(game, agents)
    if marks is None or not caches_code():
        yield
        return
    with marks[0].with_suffix(".lock").open("w") as lock:
        lock_file(lock.fileno(), Path(lock.name), wait=True)
        yield


def usual_agents(game: Game) -> list[str]:
    """The agents that people meet in a game, as far as they come with it: its bots, and who gives hints."""
    return [*game.spec.bots, FOR_PEOPLE]


def order(game: Game, agents: Sequence[str]) -> str:
    """What the other process is to do, as one line."""
    return json.dumps({"game": game.name, "options": game.options, "agents": list(agents)}) + "\n"


def is_done(game: Game, agents: Sequence[str]) -> bool:
    """Whether this was compiled before, from the same sources; True as well where code cannot be kept."""
    return not caches_code() or _is_marked(game, agents)


def _is_marked(game: Game, agents: Sequence[str]) -> bool:
    marks = _marks(game, agents)
    return marks is not None and all(mark.exists() for mark in marks)


class Ahead:
    """The other process of a terminal, if one is needed. A context manager: at its end the process is stopped.

    The process ends by itself too when this one is gone.
    """

    def __init__(self, game: Game, agents: Sequence[str]) -> None:
        """Start it, where something was never compiled and code can be kept."""
        self._missing = bool(agents) and compiled() and not _is_marked(game, agents)
        self._process = _start(order(game, agents)) if agents and not is_done(game, agents) else None

    def __enter__(self) -> Ahead:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def running(self) -> bool:
        """Whether it still compiles."""
        return self._process is not None and self._process.poll() is None

    def wait(self) -> bool:
        """Wait until it has compiled everything, or has failed."""
        return not self._missing if self._process is None else self._process.wait() == 0

    def close(self) -> None:
        """Stop it."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()  # else it stays a zombie
            if process.stdin is not None:
                with contextlib.suppress(OSError):
                    process.stdin.close()


def _start(line: str) -> subprocess.Popen[bytes] | None:
    """Start the other process; None where none can be started."""
    try:
        process = subprocess.Popen(  # noqa: S603  # this program itself
            [sys.executable, "-P", "-m", MODULE],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    except OSError:
        return None
    if process.stdin is not None:
        with contextlib.suppress(OSError):  # it has ended already
            process.stdin.write(line.encode())
            process.stdin.flush()
    return process


def _marks(game: Game, agents: Sequence[str]) -> list[Path] | None:
    """Files that say that this was compiled, of the game and of each agent; None where nothing can be kept."""
    folder = kernel_folder() if compiled() else None
    if folder is None:
        return None
    package = game.spec.rules.play.__module__.partition(".")[0]
    sources = package_digest("croupier") + package_digest(package)
    # An option compiles something else only where kernels depend on it, and then their stamps do.
    kernels = [getattr(game.loops, each.name) for each in fields(game.loops)]
    stamps = "".join(stamp_of(each).digest for each in kernels if forms(each) is not None)
    orders = [f"{game.name} {part} {stamps} {sources}" for part in ("", *agents)]
    return [folder / f"{AHEAD}{hashlib.sha256(each.encode()).hexdigest()[:16]}" for each in orders]


def _step_a_batch(game: Game) -> None:
    batch = game.batch(2, seed=0)
    batch.step(batch.legal_actions[:, 0].astype(np.int64))


def _play_a_little(game: Game) -> None:
    """Call every kernel that a table calls."""
    state = game.new_initial_state(0)
    for _ in range(_DECISIONS):
        if state.is_terminal():
            break
        state.observation_tensor()
        state.apply_action(state.legal_actions()[0])
    state.resample_hidden(0, 0)
    game.loops.tiered.returns(state.records, np.zeros((1, game.num_players), dtype=np.float32))
    state.points()


class _NoTurns(Turns):
    """No row at all: an agent that is asked about it compiles all that it calls, and decides nothing."""

    @cached_property
    def masks(self) -> Bools:
        """Of no row."""
        return np.zeros((0, self.game.num_actions), dtype=np.bool_)


def _ask_nothing(game: Game, agent: Agent) -> None:
    turns = _NoTurns(game, np.zeros(0, dtype=game.spec.rules.state), np.zeros(0, dtype=np.uint64))
    agent.act(turns)


def _explain_nothing(game: Game) -> None:
    """Compile what a hint measures beside what a search does."""
    make_searcher(AgentName.of(FOR_PEOPLE), game, explaining=True).compile()


def _end_with_parent() -> None:
    """Wait until the other process has closed the pipe, or is gone, and end."""
    sys.stdin.buffer.read()
    os._exit(1)


def main() -> None:
    """Be the other process; where it fails, one line on standard error says why.

    It ends by `os._exit`: another thread reads still, and Python aborts a process that ends with a thread that
    holds the standard input.
    """
    try:
        _compile_as_ordered()
    except Exception as error:  # noqa: BLE001  # whatever it is, who started this process is to read it
        reason = str(error).strip().partition("\n")[0]
        kind = "" if isinstance(error, ConfigError | FileError) else f"{type(error).__name__}: "
        sys.stderr.write(f"{kind}{reason}\n")
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


def _compile_as_ordered() -> None:
    """Read what to compile from the standard input, and compile it."""
    wanted = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(10)  # people play meanwhile
    game = make(wanted["game"], **wanted["options"])
    check_cache()
    with one_at_a_time(game, wanted["agents"]):
        if not is_done(game, wanted["agents"]):
            compile_ahead(game, wanted["agents"])


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
