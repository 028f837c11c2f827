"""Fuzzing of a game: changed saved states and position texts must be rejected or be safe to play (`fuzz_game`).

An accepted record must be safe to play, whatever its bytes: compiled kernels do not check indices, so a fault that
`validate` overlooks can access other memory.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.core.base.errors import CheckError, ConfigError, checked_count
from croupier.core.base.rng import as_seed

if TYPE_CHECKING:
    from croupier.core.engine.game import Game
    from croupier.core.spec.spec import GameSpec


class FuzzError(CheckError):
    """A changed state or text broke a game; the message gives the change, and how to run its case again."""


@dataclass(frozen=True)
class FuzzReport:
    """The result of some fuzz cases without a failure.

    Attributes:
        cases: number of cases.
        accepted: number of cases that were accepted, and played on.
        refused: number of cases that were rejected.
        seconds: duration, including the start of the process.
    """

    cases: int
    accepted: int
    refused: int
    seconds: float


def fuzz_game(
    game: Game,
    cases: int,
    seed: int = 0,
    *,
    first: int = 0,
    plies: int = 30,
    limit: float = 20.0,
    bots: Sequence[str] = (),
    target: str | None = None,
) -> FuzzReport:
    """Change saved states and position texts at random; each must be rejected, or be safe to play.

    Half of the cases change the record of a saved state (bits, bytes, words, entries of fields, fields of another
    state), the others its header, its length, or a position's text; checksums are made to fit. A case may be
    rejected only with PositionError or ConfigError. An accepted one is inspected with all methods of `State`,
    played on at random, and saved and restored. Any exception is a failure; so are a negative index, a slice
    beyond an array, a number that does not fit its field, and a case that does not end.

    The cases run in a separate process in which nothing is compiled, so that Python finds a bad index. That
    process imports the game: its `GameSpec` must be an attribute of a module that can be imported there (with this
    process's ``sys.path``), not of ``__main__``, and exist after the import.

    Args:
        cases: number of cases, at least 1.
        seed: a case is a function of this seed, its number and the game.
        first: number of the first case; a failure gives it, so that its case can run alone.
        plies: most decisions that are played on from an accepted state.
        limit: most seconds of processor time for one case.
        bots: compiled players that are asked for some decisions, like ``("bot:greedy",)``. Some are slow.
        target: ``module:attribute`` of the game's spec; None finds it.

    Returns:
        The numbers of accepted and rejected cases.

    Raises:
        FuzzError: the first case that failed.
        ConfigError: the number of cases is not valid, there is no such bot, the other process cannot import the
            game, or the system has no timers of processor time, like Windows.
    """
    if not hasattr(signal, "setitimer"):
        raise ConfigError("fuzz_game needs timers of processor time (signal.setitimer), which this system lacks")
    cases = checked_count("cases", cases)
    for bot in bots:
        if bot.partition(":")[0] not in game.spec.bots:
            raise ConfigError(f"{game.name} has no bot {bot!r}; it has {', '.join(game.spec.bots) or 'none'}")
    request = {
        "target": target or _find(game.spec), "options": game.options, "seed": int(as_seed(seed)),
        "first": first, "cases": cases, "plies": plies, "limit": limit, "bots": list(bots),
    }  # fmt: skip
    start = time.perf_counter()
    result = _run(request)
    lines = result.stdout.split()
    last = result.stdout.strip().rpartition("\n")[2]
    if not last.startswith("{"):
        what = f"the process ended ({result.returncode}) in case {last}" if lines else "no case could be run"
        raise FuzzError(f"{what} of {game!r}, seed {seed}:\n{result.stderr[-4000:]}")
    answer = json.loads(last)
    if "failure" in answer:
        alone = f"cases=1, seed={seed}, first={answer['failure']}, plies={plies}, bots={tuple(bots)}"
        raise FuzzError(_tell(game, answer, alone))
    return FuzzReport(cases, answer["accepted"], answer["refused"], time.perf_counter() - start)


def _run(request: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    """Run the worker on a request."""
    path = [str(Path(folder).resolve()) for folder in sys.path]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(path)}
    return subprocess.run(
        [sys.executable, "-m", "croupier.testing.fuzz_worker"],
        input=json.dumps(request), capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip


def _find(spec: GameSpec) -> str:
    """The ``module:attribute`` of a game's spec."""
    main = sys.modules.get("__main__")
    found = [
        (name, attribute)
        for name, module in list(sys.modules.items())
        if module is not main
        for attribute, value in list(getattr(module, "__dict__", {}).items())
        if value is spec
    ]
    if not found:
        raise ConfigError(
            f"the fuzz imports the game {spec.name!r} in a process of its own, and its GameSpec is no attribute "
            "of an imported module; put it into one, or leave the fuzz out (check_game(..., fuzz=0))"
        )
    home = spec.rules.setup.__module__
    module, attribute = min(found, key=lambda place: (place[0] != home, len(place[0]), place))
    return f"{module}:{attribute}"


def _tell(game: Game, answer: dict[str, Any], alone: str) -> str:
    places = "\n".join(f"    {place}" for place in answer["where"])
    return (
        f"case {answer['failure']} of {game!r} failed in {answer['doing']}: {answer['error']}\n{places}\n"
        f"  changed: {answer['change']}\n  from: {answer['origin']}\n"
        f"  again: fuzz_game(game, {alone})"
    )
