"""Compiling in advance: everything that games and agents will need.

`compile_ahead` compiles in this process, for ``croupier compile``. `Ahead` lets another process compile while
people play: one table needs no compiler, but a search does. Every process loads compiled code from the cache
folder. Code that is not compiled yet is compiled when it is called, so nothing depends on this module.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import partial
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

_DECISIONS = 3
_NEVER = 1_000_000
MODULE = "croupier.agents.ahead"
"""Module of the other process, run by ``python -P -m``; it reads an `order`."""


def compile_ahead(game: Game, agents: Sequence[str], progress: Progress = silent) -> None:
    """Compile or load everything that tables and batches of a game and its agents need."""
    parts = [partial(_play_a_little, game), partial(_step_a_batch, game)]
    parts += [partial(_ask_nothing, game, make_agent(name, game)) for name in dict.fromkeys(["random", *agents])]
    if FOR_PEOPLE in agents:
        parts.append(partial(_explain_nothing, game))
    check_cache()
    compile_everything()
    with _no_full_collections():
        for number, part in enumerate(parts):
            part()
            check_cache()
            progress((number + 1) / len(parts))
    if caches_code():
        for mark in _marks(game, agents):
            mark.touch()


@contextlib.contextmanager
def _no_full_collections() -> Iterator[None]:
    """Look for garbage among what is new only: looking through the rest takes a fifth of the time of compiling."""
    before = gc.get_threshold()
    gc.set_threshold(*before[:2], _NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextlib.contextmanager
def one_at_a_time(game: Game, agents: Sequence[str]) -> Iterator[None]:
    """Wait for another process that compiles the same, so that its code can be loaded."""
    if not caches_code():
        yield
        return
    with _marks(game, agents)[0].with_suffix(".lock").open("w") as lock:
        lock_file(lock.fileno(), Path(lock.name), wait=True)
        yield


def usual_agents(game: Game) -> list[str]:
    """The agents that people meet in a game: its bots, and the search that gives hints."""
    return [*game.spec.bots, FOR_PEOPLE]


def order(game: Game, agents: Sequence[str]) -> str:
    """The work of the other process, as one line."""
    return json.dumps({"game": game.name, "options": game.options, "agents": list(agents)}) + "\n"


def is_done(game: Game, agents: Sequence[str]) -> bool:
    """Whether this was compiled before, from the same sources; True as well if code cannot be saved."""
    return not caches_code() or _is_marked(game, agents)


def _is_marked(game: Game, agents: Sequence[str]) -> bool:
    marks = _marks(game, agents)
    return bool(marks) and all(mark.exists() for mark in marks)


class Ahead:
    """The other process of a terminal, if one is needed; it stops when the context or this process ends."""

    def __init__(self, game: Game, agents: Sequence[str]) -> None:
        """Start it, if something was never compiled and code can be saved."""
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
        """Whether it is still compiling."""
        return self._process is not None and self._process.poll() is None

    def wait(self) -> bool:
        """Wait until it has compiled everything, or has failed; returns whether it succeeded."""
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
    """Start the other process; None if that fails."""
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


def _marks(game: Game, agents: Sequence[str]) -> list[Path]:
    """Files that mark this work as done, for the game and each agent; none if nothing can be saved."""
    folder = kernel_folder() if compiled() else None
    if folder is None:
        return []
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


def _ask_nothing(game: Game, agent: Agent) -> None:
    """Ask an agent about no decisions: it compiles everything it calls, and decides nothing."""
    turns = Turns(game, np.zeros(0, dtype=game.spec.rules.state), np.zeros(0, dtype=np.uint64))
    turns.__dict__["masks"] = np.zeros((0, game.num_actions), dtype=np.bool_)
    agent.act(turns)


def _explain_nothing(game: Game) -> None:
    """Compile what a hint measures in addition to a search."""
    make_searcher(AgentName.of(FOR_PEOPLE), game, explaining=True).compile()


def _end_with_parent() -> None:
    """Wait until the other process closes the pipe or is gone, then end."""
    sys.stdin.buffer.read()
    os._exit(1)


def main() -> None:
    """Run as the other process; on failure, print one line to standard error."""
    # It ends by `os._exit`: another thread is still reading, and Python aborts a process with a thread that holds
    # standard input.
    try:
        _compile_as_ordered()
    except Exception as error:  # noqa: BLE001  # of any kind: the parent process prints it
        reason = str(error).strip().partition("\n")[0]
        kind = "" if isinstance(error, ConfigError | FileError) else f"{type(error).__name__}: "
        sys.stderr.write(f"{kind}{reason}\n")
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


def _compile_as_ordered() -> None:
    """Read from standard input what to compile, and compile it."""
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
