"""The first start of a game: a helper process compiles what the agents need while this one compiles the rules.

Numba compiles one function at a time in a process. What the helper has compiled lies in the cache folder, from
which this process loads it. Nothing depends on the helper: what it has not compiled is compiled where it is first
called, as ever.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from functools import cached_property
from types import TracebackType

import numpy as np

from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.kept_code import keeps_code
from croupier.core.base.tiers import compile_for, needs_compiling
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.core.spec.spec import Bools

_AGENTS_READY = b"agents\n"


class Warmup:
    """What is compiled ahead at the first start of a game; at later starts it does nothing.

    A context manager: at its end the helper is stopped, if it still runs. The helper ends by itself too when this
    process is gone.
    """

    def __init__(self, game: Game, agents: Sequence[str], later: Sequence[str] = ()) -> None:
        """Start the helper where the rules are not compiled yet, the code can be kept, and there are two cores.

        Args:
            game: the game that will be played.
            agents: names of the agents that will play it, as `make_agent` takes them.
            later: names of agents that may be asked some time, as for a hint: compiled last, and not waited for.
        """
        self._game = game
        self._helper = _start(game, agents, later) if _worthwhile(game) else None
        self._waiting = self._helper is not None and bool(agents)

    def __enter__(self) -> Warmup:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def wait(self) -> None:
        """Compile the rest of the rules, then wait until the agents are compiled too, or the helper has ended."""
        if not self._waiting or self._helper is None or self._helper.stdout is None:
            return
        self._waiting = False
        _compile_play(self._game)
        self._helper.stdout.readline()  # nothing, where the helper has failed

    def close(self) -> None:
        """Stop the helper."""
        helper, self._helper = self._helper, None
        if helper is not None:
            helper.kill()
            helper.wait()  # else it stays a zombie
            for pipe in (helper.stdin, helper.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()


def _worthwhile(game: Game) -> bool:
    """Whether a second process makes the start shorter."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    rules = (game.loops.begin, game.loops.choices, game.spec.rules.play)
    return cores > 1 and bool(sys.executable) and keeps_code() and any(map(needs_compiling, rules))


def _start(game: Game, agents: Sequence[str], later: Sequence[str]) -> subprocess.Popen[bytes] | None:
    """Start the helper; None where no process can be started."""
    order = {"game": game.name, "options": game.options, "agents": sorted(set(agents)), "later": list(later)}
    try:
        helper = subprocess.Popen(
            [sys.executable, "-P", "-m", "croupier.agents.warmup"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return None
    if helper.stdin is not None:
        with contextlib.suppress(OSError):  # it has ended already
            helper.stdin.write(json.dumps(order).encode() + b"\n")
            helper.stdin.flush()
    return helper


class _NoTurns(Turns):
    """No row at all: an agent that is asked about it compiles all that it calls, and decides nothing."""

    @cached_property
    def masks(self) -> Bools:
        """Of no row; the loop that writes them is one of the rules, which the other process compiles."""
        return np.zeros((0, self.game.num_actions), dtype=np.bool_)


def _compile_agents(game: Game, agents: Sequence[str]) -> None:
    for name in agents:
        turns = _NoTurns(game, np.zeros(0, dtype=game.spec.rules.state), np.zeros(0, dtype=np.uint64))
        with contextlib.suppress(Exception):  # what is wrong with an agent is told by who plays
            make_agent(name, game).act(turns)


def _compile_play(game: Game) -> None:
    """Compile the kernel that the first decision needs, which is the largest of the rules."""
    compile_for(game.spec.rules.play, np.zeros(1, dtype=game.spec.rules.state)[0], 0)


def _end_with_parent() -> None:
    """Wait until the other process has closed the pipe, or is gone, and end."""
    sys.stdin.buffer.read()
    os._exit(1)


def main() -> None:
    """Be the helper: read what to compile from the standard input, and say when the agents are compiled."""
    order = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    game = make(order["game"], **order["options"])
    _compile_agents(game, order["agents"])
    sys.stdout.buffer.write(_AGENTS_READY)
    sys.stdout.buffer.flush()
    _compile_play(game)
    _compile_agents(game, order["later"])
    os._exit(0)  # the other thread still reads: Python aborts a process that ends with one that holds an input


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
