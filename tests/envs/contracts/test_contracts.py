"""The contracts of `croupier.envs` and of the doors beside it, each tried with every game that a door serves."""

import re
from collections.abc import Iterator

import pytest

from tests.envs.contracts.cases import CONTRACTS
from tests.envs.contracts.doors import HERE, door_of
from tests.envs.contracts.page import PAGE, written
from tests.envs.contracts.settings import GAMES

DAILY = {True: ("skull-king of 2",), False: ("pig", "leduc", "skull-king of 2")}
"""Games with which every contract is tried every day, behind doors that are slow and behind others."""
LONG_TOO = "mask", "hidden"
"""Contracts that are tried every day with all games, where the door is fast."""


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    """Give back what doors hold."""
    yield
    for about in HERE:
        door_of(about.id).end()


def tried(contract: str, of: str, *, daily: bool) -> None:
    """Try a contract: every day with some games, and in a thorough run with all that the door serves."""
    door = door_of(of)
    for name, game in GAMES.items():
        all_games = not daily or (contract in LONG_TOO and not door.about.slow)
        if not door.about.serves(game) or (name not in DAILY[door.about.slow] and not all_games):
            continue
        try:
            CONTRACTS[contract](door, game)
        except BaseException as error:
            error.add_note(f"with {name}: {game!r}")
            raise


KEPT = [
    pytest.param(contract, about.id, id=f"{contract}-{about.id}")
    for contract in CONTRACTS
    for about in HERE
    if not (contract == "copies" and about.copies)
]


@pytest.mark.parametrize(("contract", "door"), KEPT)
def test_a_door_keeps_a_contract(contract: str, door: str) -> None:
    tried(contract, door, daily=True)


@pytest.mark.thorough
@pytest.mark.parametrize(("contract", "door"), KEPT)
def test_a_door_keeps_a_contract_with_every_game(contract: str, door: str) -> None:
    tried(contract, door, daily=False)


def test_the_page_shows_what_holds_and_what_each_contract_says() -> None:
    text = PAGE.read_text()
    assert text == written(), "write it anew: uv run python -m tests.envs.contracts.page"
    first = text.partition("\n### ")[0]
    assert re.findall(r"^\| `([a-z-]+)` \|", first, re.MULTILINE) == list(CONTRACTS)
