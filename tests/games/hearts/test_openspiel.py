"""Move by move beside OpenSpiel's hearts, an independent implementation of one deal for four."""

from itertools import product
from typing import Any

import numpy as np
import pyspiel
import pytest

import croupier
from croupier.core.engine.game import Game
from croupier.core.spec.spec import TERMINAL
from tests.amounts import larger
from tests.splitmix import SplitMix64

THEIRS = np.array([4 * (card % 13) + card // 13 for card in range(52)])
"""OpenSpiel's number of each of our cards."""
DIRECTIONS = {"none": 0, "left": 1, "across": 2, "right": 3}
"""OpenSpiel's number of each direction."""


def dealt(game: Game, theirs: Any, seed: int) -> np.void:
    """A deal of ours, and the same dealt in OpenSpiel's game."""
    rules, records = game.spec.rules, game.new_records()
    rules.chance(records[0], np.array([seed], dtype=np.uint64), 0)
    record: np.void = records[0]
    theirs.apply_action(DIRECTIONS[str(game.options["passing"])])
    hands = [(record["where"] == seat).nonzero()[0] for seat in range(4)]
    for k in range(13):
        for hand in hands:
            theirs.apply_action(int(THEIRS[hand[k]]))
    return record


def play_both(game: Game, theirs: Any, draw: SplitMix64, seed: int, shooter: int) -> None:
    """One game at both tables, compared at every decision.

    Args:
        game: ours.
        theirs: OpenSpiel's, not dealt.
        draw: chooses the cards.
        seed: of the deal.
        shooter: a seat that plays its highest cards while the others play their lowest; all play anything if none.
    """
    rules, record = game.spec.rules, dealt(game, theirs, seed)
    mask, actions = np.zeros(game.num_actions, dtype=np.bool_), np.zeros(game.num_actions, dtype=np.int16)
    while not theirs.is_terminal():
        assert record["player"] == theirs.current_player()
        count = rules.legal(record, mask, actions)
        legal = sorted((actions[:count] % 52).tolist(), key=lambda card: card % 13)
        assert sorted(THEIRS[legal].tolist()) == theirs.legal_actions()
        card = legal[draw.below(count)]
        if shooter < 4:
            card = legal[-1 if (record["player"] == shooter) != (record["phase"] == 0) else 0]
        rules.play(record, card + 52 * (record["phase"] == 0))
        theirs.apply_action(int(THEIRS[card]))
    points = np.zeros(4, dtype=np.float32)
    rules.points(record, points)
    assert record["player"] == TERMINAL
    assert points.tolist() == [worth - 26 for worth in theirs.returns()]


@pytest.mark.timeout(3600)  # thorough it takes 270 seconds of a core, which does other things too
@larger("games", 96, 100_000)
def test_random_games_agree_with_openspiel(games: int) -> None:
    draw, tables, moons = SplitMix64(1), [], 0
    for passing, first_trick, jack in product(DIRECTIONS, ("safe", "any"), (False, True)):
        ours = croupier.make("hearts", passing=passing, first_trick=first_trick, jack=jack, target=0, max_deals=1)
        theirs = {
            "pass_cards": passing != "none",
            "no_pts_on_first_trick": first_trick == "safe",
            "jd_bonus": jack,
        }
        tables.append((ours, pyspiel.load_game("hearts", theirs)))
    for seed in range(games):
        game, other = tables[seed % len(tables)]
        state, shooter = other.new_initial_state(), draw.below(40)
        play_both(game, state, draw, seed, shooter)
        moons += min(state.returns()) <= 10 and max(state.returns()) >= 26 and shooter < 4
    assert moons > 0


def test_cards_are_called_alike() -> None:
    game = croupier.make("hearts", passing="left", target=0, max_deals=1)
    theirs = pyspiel.load_game("hearts").new_initial_state()
    dealt(game, theirs, 3)
    ours = game.new_initial_state(3)
    for action in ours.legal_actions():
        name = theirs.action_to_string(int(THEIRS[action - 52])).replace("T", "10")
        assert ours.action_to_string(action) == f"[pass {name}]"
