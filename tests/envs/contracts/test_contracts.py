"""The contracts of `croupier.envs` and of the doors beside it, each tried with every game that a door serves."""

import re

import pytest

from tests.envs.contracts.cases import CONTRACTS
from tests.envs.contracts.door import Door
from tests.envs.contracts.doors import doors
from tests.envs.contracts.page import PAGE, written
from tests.envs.contracts.settings import GAMES

DOORS = doors()
SAME_FOR_ALL = "leduc", "skull-king of 4"
"""Games with which it is tried whether what is closed says so: all games say it by the same words."""


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.id)
@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_door_keeps_a_contract(contract: str, door: Door) -> None:
    if contract == "copies" and door.copies:
        return
    for name, game in GAMES.items():
        if not door.games(game) or (contract == "closed" and name not in SAME_FOR_ALL):
            continue
        try:
            CONTRACTS[contract](door, game)
        except BaseException as error:
            error.add_note(f"with {name}: {game!r}")
            raise


def test_the_page_shows_what_holds_and_what_each_contract_says() -> None:
    text = PAGE.read_text()
    assert text == written(), "write it anew: uv run python -m tests.envs.contracts.page"
    assert re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE) == list(CONTRACTS)
