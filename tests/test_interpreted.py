"""The tests of core and games once more as plain Python, where array bounds are checked and lines are counted."""

from pathlib import Path

import pytest

from tests.uncompiled import SECONDS, run_uncompiled

LEAST_COVERAGE = 85


@pytest.mark.compiled
@pytest.mark.thorough
@pytest.mark.timeout(SECONDS + 60)
def test_core_and_games_pass_without_compilation_and_run_most_of_their_lines(tmp_path: Path) -> None:
    """Every day the rules run uncompiled anyway (`tests/games/conftest.py`), and loops in the contract's test."""
    counted = ["--cov=croupier.core", "--cov=croupier.games", "--cov-report=term"]
    run_uncompiled(["tests/core", "tests/games"], tmp_path, *counted, f"--cov-fail-under={LEAST_COVERAGE}")
