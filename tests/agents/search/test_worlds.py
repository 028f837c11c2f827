"""Worlds: bids that are not open yet are those of whoever is taken to sit there."""

import numpy as np

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.agents.search.models import model_of
from croupier.agents.search.worlds import Worlds, streams
from croupier.games.skull_king.record.cards import NONE
from croupier.games.skull_king.record.state import BIDDING
from tests.agents.search.worldly import NET, decisions


def test_bids_that_are_not_open_are_what_the_model_of_the_seat_bids_on_its_hand() -> None:
    game = croupier.make("skull-king", schedule="tens")
    agents = [make_agent(NET, game), make_agent("bot", game)]
    worlds = Worlds(game, game.spec.search_part, [model_of(game, agent) for agent in agents])
    state = next(each for each in decisions(game, 1) if (each.records["bids"][0] != NONE).sum() == 3)
    assert state.phase == "BIDDING"
    seat, count = state.current_player(), 60
    players = np.tile(np.arange(4, dtype=np.int8) % 2, (count, 1))
    players[::2] = 1 - players[::2]
    sampled = worlds.sample(state.records, seat, streams(np.uint64(3), count), players)
    differ = 0
    for other in range(4):
        if other == seat:
            continue
        asked = sampled.copy()
        asked["bids"][:, other], asked["player"], asked["phase"] = NONE, other, BIDDING
        bids = np.array([agent.act(Turns(game, asked, np.zeros(count, dtype=np.uint64))) for agent in agents])
        assert (sampled["bids"][:, other] == np.where(players[:, other] == 0, bids[0], bids[1])).all()
        differ += int((bids[0] != bids[1]).sum())
    assert differ > 20, "the two models bid alike"
