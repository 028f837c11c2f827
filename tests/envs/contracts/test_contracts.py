"""The contracts of `croupier.envs` and of the doors beside it, each tried with every game that a door serves."""

import re
from collections.abc import Iterator

import pytest

from tests.envs.contracts.cases import CONTRACTS
from tests.envs.contracts.door import About
from tests.envs.contracts.doors import HERE, door_of
from tests.envs.contracts.page import PAGE, written
from tests.envs.contracts.settings import GAMES

DAILY = {True: ("skull-king of 2",), False: ("pig", "leduc", "skull-king of 2")}
"""Games with which every contract is tried every day, behind doors that are slow and behind others."""
LONG_TOO = "mask", "hidden"
"""Contracts that are tried every day with all games, where the door is fast and shows no rows of a batch."""
ROWS = "batch", "gymnasium-vector", "sb3"
"""Doors that show rows of a batch, which for every game are as those of states (testing/test_check_game.py)."""


def daily(contract: str, about: About, game: str) -> bool:
    """Whether this is tried every day; the rest in a thorough run."""
    return game in DAILY[about.slow] or (contract in LONG_TOO and not about.slow and about.id not in ROWS)


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    """Give back what doors hold."""
    yield
    for about in HERE:
        door_of(about.id).end()


@pytest.mark.parametrize(
    ("contract", "door", "game"),
    [
        pytest.param(
            contract, about.id, name, id=f"{contract}-{about.id}-{name}",
            marks=() if daily(contract, about, name) else pytest.mark.thorough,
        )
        for contract in CONTRACTS
        for about in HERE
        if not (contract == "copies" and about.copies)
        for name, game in GAMES.items()
        if about.serves(game)
    ],
)  # fmt: skip
def test_a_door_keeps_a_contract(contract: str, door: str, game: str) -> None:
    CONTRACTS[contract](door_of(door), GAMES[game])


def test_the_page_shows_what_holds_and_what_each_contract_says() -> None:
    text = PAGE.read_text()
    assert text == written(), "write it anew: uv run python -m tests.envs.contracts.page"
    first = text.partition("\n### ")[0]
    assert re.findall(r"^\| `([a-z-]+)` \|", first, re.MULTILINE) == list(CONTRACTS)
