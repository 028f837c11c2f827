"""Where games deal anew: at the ends of rounds, and nothing of what was hidden before is shown there."""

from typing import Any

import pytest

import croupier
from croupier.server.room.room import next_round_dealt, round_start
from croupier.table import Table
from tests.splitmix import SplitMix64

WORLDS = 4
LOOT: dict[str, Any] = {"players": 4, "schedule": "skip", "loot": True, "kraken": True, "whale": True}


def play(name: str, options: dict[str, Any], moves: int) -> tuple[Table, list[int]]:
    """Play any actions; returns the game, and after how many of them it was dealt anew."""
    table = Table(croupier.make(name, **options).new_initial_state(3), boards=False)
    draw, start, found = SplitMix64(4), table.state.clone(), []
    while not table.over and len(table.moves) < moves:
        legal = table.state.legal_actions()
        table.submit(table.state.current_player(), legal[draw.below(len(legal))], table.number)
        if next_round_dealt(start, table):
            found.append(len(table.moves))
            start = table.state.clone()
        assert table.over or (round_start(table).records == start.records).all()
    return table, found


@pytest.mark.parametrize("options", [{"players": 3, "schedule": "tens"}, LOOT], ids=["tens", "loot"])
def test_what_a_new_deal_shows_everybody_does_not_depend_on_what_was_hidden(options: dict[str, Any]) -> None:
    table, deals = play("skull-king", options, 400)
    rounds = [move + 1 for move, ended in enumerate(table.rounds) if ended is not None]
    assert deals == rounds[:-1]  # no deal follows the last round
    changed = 0
    for number in deals:
        move = table.moves[number - 1]
        mover = move.before.current_player()
        for seed in range(WORLDS):
            world = move.before.resample_hidden(mover, seed)
            changed += bool((world.records != move.before.records).any())
            world.rngs[:] = move.before.rngs
            world.apply_action(move.action)
            assert world.view(None) == move.after.view(None)
    assert changed


@pytest.mark.parametrize("name", ["pig", "spite-malice"])
def test_games_of_one_stretch_deal_once(name: str) -> None:
    assert play(name, {}, 120)[1] == []
