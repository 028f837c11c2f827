"""The contract check of every game once more as plain Python; a file of its own runs beside the other."""

from pathlib import Path

import pytest

from tests.uncompiled import SECONDS, run_uncompiled


@pytest.mark.compiled
@pytest.mark.timeout(SECONDS + 60)
def test_every_game_keeps_the_contract_without_compilation(tmp_path: Path) -> None:
    run_uncompiled(["tests/testing/test_check_game.py"], tmp_path)
