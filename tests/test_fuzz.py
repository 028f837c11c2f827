"""Saved states and position texts of every built-in game, changed at random, are refused or safe to play."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import croupier
from croupier.testing import fuzz
from croupier.testing.fuzz import fuzz_game
from tests import cases

BOTS = {"pig": ("bot:hold-25",), "skull-king": ("bot", "bot:simple"), "spite-malice": ("bot:greedy",)}
"""Compiled players that are asked as well: those that are quick uncompiled; ``bot`` elsewhere."""
CASES, THOROUGH = 30, 100_000
"""Cases a game, shared out among its sets of options."""
WORKER = """
import io, sys
from croupier.testing.fuzz_worker import main
for line in sys.stdin:
    sys.stdin = io.StringIO(line)
    main()
"""
"""The process of the fuzzer, for one request after another."""


@pytest.fixture(scope="module")
def one_process() -> Iterator[None]:
    """Run the cases of all games in one process, which takes longer to start than they take."""

    def run(request: dict[str, Any]) -> subprocess.CompletedProcess[str]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        said = ""
        while line := process.stdout.readline():
            said += line
            if line.startswith("{"):
                return subprocess.CompletedProcess([], 0, said, "")
        return subprocess.CompletedProcess([], process.wait(), said, "")  # it has died

    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("NUMBA_DISABLE_JIT", "1")
        command = [sys.executable, "-c", WORKER]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        patched.setattr(fuzz, "_run", run)
        with process:
            yield
            process.kill()


def each(total: int, sets: int) -> list[Any]:
    """The first sets of options of every game, each with its share of the cases."""
    return [
        pytest.param(name, options, -(-total // len(chosen)), id=f"{name}-{number}")
        for name in cases.NAMES
        for chosen in [cases.of(name, "OPTION_SETS")[:sets]]
        for number, (options, _) in enumerate(chosen)
    ]


def check(name: str, options: Mapping[str, Any], count: int, seed: int) -> None:
    report = fuzz_game(croupier.make(name, **options), count, seed, bots=BOTS.get(name, ("bot",)))
    assert report.accepted > count // 50
    assert report.refused > count // 2


@pytest.mark.compiled  # the cases run uncompiled anyway
@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize(("name", "options", "count"), each(CASES, 1))
def test_what_is_let_in_can_be_played(name: str, options: Mapping[str, Any], count: int) -> None:
    check(name, options, count, seed=1)


@pytest.mark.thorough
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "options", "count"), each(THOROUGH, 100))
def test_what_is_let_in_can_be_played_in_many_cases(name: str, options: Mapping[str, Any], count: int) -> None:
    check(name, options, count, seed=1000)
