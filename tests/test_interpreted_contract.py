"""The contract check of every game once more as plain Python; a file of its own runs beside the other."""

from pathlib import Path

import pytest

from tests.uncompiled import run_uncompiled


@pytest.mark.compiled
@pytest.mark.timeout(900)
def test_every_game_keeps_the_contract_without_compilation(tmp_path: Path) -> None:
    """Without counting lines, which would take several times as long."""
    run_uncompiled(["tests/test_check_game.py"], [], tmp_path)
