"""The tests of core and games once more as plain Python: array bounds are checked, and lines are counted."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LEAST_COVERAGE = 85


def run_uncompiled(tests: list[str], options: list[str], tmp_path: Path) -> None:
    """Run some tests in a process without compilation."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "COVERAGE_FILE": str(tmp_path / "coverage")}
    for name in [name for name in environment if name.startswith(("PYTEST_", "COV_"))]:
        del environment[name]
    command = [sys.executable, "-m", "pytest", *tests, "-q", "-p", "no:cacheprovider", *options]
    result = subprocess.run(
        command, check=False, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=880
    )
    assert result.returncode == 0, result.stdout[-6000:] + result.stderr[-2000:]
    assert re.search(r"\d+ passed", result.stdout)


@pytest.mark.compiled
@pytest.mark.timeout(900)
def test_core_and_games_pass_without_compilation_and_lines_are_counted(tmp_path: Path) -> None:
    counted = ["--cov=croupier.core", "--cov=croupier.games", "--cov-report=term"]
    run_uncompiled(["tests/core", "tests/games"], [*counted, f"--cov-fail-under={LEAST_COVERAGE}"], tmp_path)


@pytest.mark.compiled
@pytest.mark.timeout(900)
def test_every_game_keeps_the_contract_without_compilation(tmp_path: Path) -> None:
    """Without counting lines, which would take several times as long."""
    run_uncompiled(["tests/test_check_game.py"], [], tmp_path)
