"""The contract check of every game once more as plain Python; a file of its own runs beside the other."""

from pathlib import Path

import pytest

from tests.amounts import larger
from tests.testing.test_check_game import DAILY, SETS
from tests.uncompiled import SECONDS, run_uncompiled

TEST = "tests/testing/test_check_game.py::test_a_game_keeps_the_contract"


@pytest.mark.compiled
@pytest.mark.timeout(SECONDS + 60)
@larger("chosen", DAILY, [name for name, (_, _, games) in SETS.items() if games >= 2])
def test_every_game_keeps_the_contract_without_compilation(tmp_path: Path, chosen: list[str]) -> None:
    assert {SETS[name][0] for name in chosen} == {game for game, _, _ in SETS.values()}
    run_uncompiled([f"{TEST}[daily-{name}]" for name in chosen], tmp_path, "-m", "")
