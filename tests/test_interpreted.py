"""The tests of core and games once more as plain Python: array bounds are checked, and lines are counted."""

from pathlib import Path

import pytest

from tests.uncompiled import run_uncompiled

LEAST_COVERAGE = 85


@pytest.mark.compiled
@pytest.mark.timeout(900)
def test_core_and_games_pass_without_compilation_and_lines_are_counted(tmp_path: Path) -> None:
    counted = ["--cov=croupier.core", "--cov=croupier.games", "--cov-report=term"]
    run_uncompiled(["tests/core", "tests/games"], [*counted, f"--cov-fail-under={LEAST_COVERAGE}"], tmp_path)
