"""Every built-in game keeps the contract, under many sets of options."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

import croupier
from croupier.core.base.kernel import compiled
from croupier.core.spec.registry import BUILT_IN, spec
from croupier.testing import checks
from croupier.testing.agent_check import BotsCheck
from croupier.testing.checks import check_game
from tests import cases
from tests.amounts import larger

SETS = {
    f"{name}-{number}": (name, options, games)
    for name in cases.NAMES
    for number, (options, games) in enumerate(cases.of(name, "OPTION_SETS"))
}
DAILY = ["hearts-4", "leduc-0", "liars-dice-2", "oh-hell-4", "pig-4", "skull-king-3", "spite-malice-2"]
"""Short games, of Skull King eight players with all cards; the others in a thorough run."""
SHORT = ("leduc", "pig")
"""Games of which a batch comes to the end in so many steps, uncompiled too."""
CASES = [
    pytest.param(*case, id=name, marks=() if name in DAILY else pytest.mark.thorough)
    for name, case in SETS.items()
]


@pytest.mark.parametrize("name", cases.NAMES)
def test_no_built_in_game_is_left_out(name: str) -> None:
    least = 2 if spec(name).options else 1
    assert len(cases.of(name, "OPTION_SETS")) >= least, f"name some in {cases.folder(name)}/cases.py"


@pytest.mark.parametrize(("name", "options", "games"), CASES)
@larger("part", 8, 1)
def test_a_game_keeps_the_contract(
    name: str, options: Mapping[str, Any], games: int, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if games <= 1 and not compiled():
        pytest.skip("the longest games; the others are enough for the bounds of arrays")
    if games == 0 and part > 1:
        pytest.skip("in a thorough run alone")
    if not compiled():  # 37 rows in step, which took most of the time
        monkeypatch.setattr(checks, "_check_batch", partial(checks._check_batch, steps=20 if name in SHORT else 6))
        monkeypatch.setattr(BotsCheck, "node", lambda *_: None)  # some think long; compiled they are asked
    game = croupier.make(name, **options)
    played = max(1, games // part)
    assert check_game(game, games=played, seed=max(1, games), fuzz=0) >= played  # test_fuzz.py has the fuzz


@pytest.mark.skipif(not compiled(), reason="the option sets are enough for the bounds of arrays")
@pytest.mark.thorough  # every day the sets of options are enough
@pytest.mark.parametrize("variant", [variant for entry in BUILT_IN for variant in entry.variants])
def test_a_variant_keeps_the_contract(variant: str) -> None:
    assert check_game(croupier.make(variant), games=1, seed=5, fuzz=0) > 0
