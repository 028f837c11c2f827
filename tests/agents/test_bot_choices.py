"""Bots choose as they were recorded.

They are the yardstick of measured strengths, which stays the same until after version 0.2.
"""

import re

import numpy as np
import numpy.typing as npt
import pytest

from croupier.core.base.kernel import compiled
from croupier.core.spec.registry import spec
from tests import cases
from tests.agents.bot_choices import FILE, POSITIONS, TABLES, Positions, Recorded, choices, replayed
from tests.amounts import larger

pytestmark = pytest.mark.skipif(not compiled(), reason="asks for tens of thousands of choices")


def difference(
    bot: str, positions: Positions, recorded: npt.NDArray[np.uint8], chosen: npt.NDArray[np.uint8]
) -> str:
    """The first other choice in words; empty where there is none."""
    other = np.flatnonzero(recorded != chosen)
    if not len(other):
        return ""
    place = int(other[0])
    state, game = positions.turns.state(place), positions.turns.game
    before, now = (state.action_to_string(int(each[place])) for each in (recorded, chosen))
    return (
        f"{bot} at {game!r}, seed {positions.seeds[place]}, position {positions.plies[place]}: it chose {before}, "
        f"now {now} ({len(other)} of {len(chosen):,} choices differ); {state.position()}"
    )


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.key)
@larger("count", POSITIONS // 2, POSITIONS)
def test_every_bot_chooses_as_it_was_recorded(table: Recorded, count: int) -> None:
    with np.load(FILE) as kept:
        recorded = {name: kept[name] for name in kept.files if name.partition("|")[0] == table.key}
    assert recorded.keys() == {table.key, *(f"{table.key}|{bot}" for bot in table.bots)}
    assert {len(each) for each in recorded.values()} == {POSITIONS}
    positions = replayed(table.make(), recorded[table.key][:count])
    for bot in table.bots:
        found = difference(bot, positions, recorded[f"{table.key}|{bot}"][:count], choices(bot, positions))
        assert not found, found


def test_every_bot_of_a_game_with_measured_strengths_is_recorded() -> None:
    for name in cases.having("strengths"):
        asked = {bot for table in TABLES if table.game == name for bot in table.bots}
        bots = spec(name).bots
        told = {name for bot in bots.values() for name in re.findall(r"bot:[\w-]+", f"{bot.help} {bot.example}")}
        assert {*bots, *told} <= asked, name
    assert POSITIONS * len(TABLES) >= 10_000


def test_another_choice_is_told_with_its_seed_and_position() -> None:
    table = next(table for table in TABLES if table.game == "pig")
    with np.load(FILE) as kept:
        actions, recorded = kept[table.key], kept[f"{table.key}|bot"]
    positions = replayed(table.make(), actions)
    place = next(k for k in range(POSITIONS) if positions.seeds[k] == 3 and positions.plies[k] == 4)
    changed = recorded.copy()
    changed[place] = 1 - changed[place]
    told = difference("bot", positions, changed, recorded)
    assert told.startswith("bot at croupier.make('pig'), seed 3, position 4: it chose [hold], now [roll]")
    assert "(1 of 2,000 choices differ)" in told
