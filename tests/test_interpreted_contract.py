"""The contract check of every game once more as plain Python; a file of its own runs beside the other."""

from pathlib import Path

import pytest

from tests.amounts import larger
from tests.testing.test_check_game import SETS
from tests.uncompiled import SECONDS, run_uncompiled

DAILY = ["hearts-2", "leduc-0", "liars-dice-2", "oh-hell-4", "pig-4", "skull-king-3", "spite-malice-2"]
"""Short games, of Skull King eight players with all cards: enough for the bounds of arrays."""
TEST = "tests/testing/test_check_game.py::test_a_game_keeps_the_contract"


@pytest.mark.compiled
@pytest.mark.timeout(SECONDS + 60)
@larger("chosen", DAILY, [name for name, (_, _, games) in SETS.items() if games >= 2])
def test_every_game_keeps_the_contract_without_compilation(tmp_path: Path, chosen: list[str]) -> None:
    assert {SETS[name][0] for name in chosen} == {game for game, _, _ in SETS.values()}
    run_uncompiled([f"{TEST}[daily-{name}]" for name in chosen], tmp_path)
