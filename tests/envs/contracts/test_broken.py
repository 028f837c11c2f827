"""The contracts of `croupier.envs` fail where a door is broken on purpose."""

import re
from collections.abc import Iterator

import pytest

from tests.envs.contracts import doors
from tests.envs.contracts.cases import CONTRACTS
from tests.envs.contracts.plants import PLANTS, Plant
from tests.envs.contracts.settings import GAMES

HERE = [plant for plant in PLANTS if plant.door in {about.id for about in doors.HERE}]


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    """Give back what doors hold."""
    yield
    for plant in HERE:
        doors.door_of(plant.door).end()


@pytest.mark.parametrize("plant", HERE, ids=lambda each: f"{each.door}-{each.contract}-{each.game}")
def test_a_fault_that_is_planted_in_a_door_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    case, door, game = CONTRACTS[plant.contract], doors.door_of(plant.door), GAMES[plant.game]
    plant.put(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)) as found:
        case(door, game)
    assert re.search(plant.said, str(found.value)), found.value


def test_there_is_a_fault_for_each_contract() -> None:
    assert {plant.contract for plant in PLANTS} == set(CONTRACTS)
