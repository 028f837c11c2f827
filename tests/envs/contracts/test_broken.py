"""The contracts of `croupier.envs` fail where a door is broken on purpose."""

import re
from collections.abc import Iterator

import pytest

from tests.envs.contracts import doors
from tests.envs.contracts.about import ALL
from tests.envs.contracts.cases import CONTRACTS
from tests.envs.contracts.plants import PLANTS, Plant
from tests.envs.contracts.settings import GAMES

NAMES = [about.id for about in doors.HERE]
HERE = [plant for plant in PLANTS if plant.door in NAMES]
DAILY = {plant.contract: plant for plant in reversed(HERE)}.values()
"""One for each contract: every day it is seen that the case can fail, and in a thorough run behind every door."""


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    """Give back what doors hold."""
    yield
    for name in NAMES:
        doors.door_of(name).end()


@pytest.mark.parametrize(
    "plant",
    [
        pytest.param(
            each,
            marks=() if each in DAILY else pytest.mark.thorough,
            id=f"{each.door}-{each.contract}-{each.game}",
        )
        for each in HERE
    ],
)
def test_a_fault_that_is_planted_in_a_door_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    case, door, game = CONTRACTS[plant.contract], doors.door_of(plant.door), GAMES[plant.game]
    plant.put(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)) as found:
        case(door, game)
    assert re.search(plant.said, str(found.value)), found.value


def test_there_is_a_fault_for_each_door_and_for_each_contract() -> None:
    assert {plant.contract for plant in PLANTS} == set(CONTRACTS)
    assert {plant.door for plant in PLANTS} == {about.id for about in ALL}
