"""What an analysis measures of a round agrees with how the round was scored."""

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.games.skull_king.outlook import MEASURES, measure
from croupier.games.skull_king.search import SEARCH

NAMES = [each.name for each in MEASURES]


def scored(rascal: bool, bid: int, missed: int, cards: int) -> tuple[float, float]:
    """The share of the captures that counts, and the points without them and without wagers."""
    if rascal:
        share = {0: 1.0, 1: 0.5}.get(missed, 0.0)
        return share, 10 * cards * share
    if bid == 0:
        return float(missed == 0), 10 * cards if missed == 0 else -10 * cards
    return float(missed == 0), 20 * bid if missed == 0 else -10 * missed


@pytest.mark.parametrize("rascal", [False, True])
def test_stake_captures_and_wagers_add_up_to_the_points_of_the_round(rascal: bool) -> None:
    """SK-12 and SK-13: in Rascal scoring half of the captures counts where the bid is missed by one."""
    game = croupier.make("skull-king", rascal=rascal)
    bot, kinds = make_agent("bot", game), set()
    for seed in range(5):
        state = game.new_initial_state(seed)
        start, out = state.records.copy(), np.zeros(len(MEASURES), dtype=np.float32)
        while not state.is_terminal():
            action, after = int(bot.act(Turns.of_state(state))[0]), state.records.copy()
            game.spec.rules.play(after[0], action)  # as in rollouts: the next round is not dealt
            state.apply_action(action)
            s = after[0]
            if not SEARCH.horizon(start[0], s):
                continue
            for seat in range(4):
                measure(start[0], s, seat, out)
                found, missed = dict(zip(NAMES, out.tolist(), strict=True)), int(s["missed"][seat])
                assert found["made"] == (missed == 0)
                changed = int(s["harry_change"]) if s["harry_seat"] == seat else 0
                bid, bonus = int(s["bids"][seat]) + changed, int(s["bonuses"][seat])
                wager = int(s["wagers"][seat]) * (1 if missed == 0 else -1)
                share, stake = scored(rascal, bid, missed, int(s["cards"]))
                assert found["captured"] == bonus * share
                assert found["points"] == stake + found["captured"] + wager
                kinds.add((min(missed, 2), bonus > 0))
            start = state.records.copy()
    assert kinds >= {(0, True), (1, True), (0, False), (1, False), (2, False)}
