"""Move by move beside OpenSpiel's oh_hell, an independent implementation of one round."""

from typing import Any

import numpy as np
import pyspiel
import pytest

import croupier
from croupier.core.engine.game import Game
from croupier.core.spec.spec import TERMINAL
from tests.amounts import larger
from tests.splitmix import SplitMix64

SUITS = (0, 1, 3, 2)
"""OpenSpiel's number of each of our suits."""
THEIRS = np.array([4 * (card % 13) + SUITS[card // 13] for card in range(52)] + list(range(52, 70)))
"""OpenSpiel's number of each of our actions."""
OURS = np.argsort(THEIRS)


def dealt(game: Game, theirs: Any, seed: int) -> np.void:
    """A deal of ours, and the same dealt in OpenSpiel's game."""
    rules, records = game.spec.rules, game.new_records()
    rules.chance(records[0], np.array([seed], dtype=np.uint64), 0)
    record: np.void = records[0]
    theirs.apply_action(int(record["cards"]))
    theirs.apply_action(int(record["dealer"]))
    hands = [(record["where"] == seat).nonzero()[0] for seat in range(game.num_players)]
    for k in range(int(record["cards"])):
        for hand in hands:
            theirs.apply_action(int(THEIRS[hand[k]]))
    theirs.apply_action(int(THEIRS[record["turned"]]))
    return record


def play_both(game: Game, theirs: Any, draw: SplitMix64, seed: int) -> None:
    """One game at both tables, compared at every decision."""
    rules, record = game.spec.rules, dealt(game, theirs, seed)
    mask, actions = np.zeros(game.num_actions, dtype=np.bool_), np.zeros(game.num_actions, dtype=np.int16)
    while not theirs.is_terminal():
        assert record["player"] == theirs.current_player()
        count = rules.legal(record, mask, actions)
        legal = actions[:count]
        assert sorted(THEIRS[legal].tolist()) == theirs.legal_actions()
        action = int(legal[draw.below(count)])
        rules.play(record, action)
        theirs.apply_action(int(THEIRS[action]))
    points = np.zeros(game.num_players, dtype=np.float32)
    rules.points(record, points)
    assert record["player"] == TERMINAL
    assert points.tolist() == theirs.returns()


@larger("games", 250, 100_000)
def test_random_games_agree_with_openspiel(games: int) -> None:
    draw, tables = SplitMix64(1), {}
    for seed in range(games):
        players = 3 + draw.below(5)
        cards = 1 + draw.below(4 if seed % 5 else 51 // players)  # most hands are small, so that games are many
        if (players, cards) not in tables:
            options = {"players": players, "num_tricks_fixed": cards}
            ours = croupier.make("oh-hell", players=players, largest=cards, rounds="one", scoring="tricks")
            tables[players, cards] = ours, pyspiel.load_game("oh_hell", options)
        game, other = tables[players, cards]
        play_both(game, other.new_initial_state(), draw, seed)
    assert len(tables) > 40


@pytest.mark.parametrize("players", [3, 7])
def test_actions_are_called_alike(players: int) -> None:
    game = croupier.make("oh-hell", players=players, largest=5, rounds="one", scoring="tricks")
    theirs = pyspiel.load_game("oh_hell", {"players": players, "num_tricks_fixed": 5}).new_initial_state()
    dealt(game, theirs, 3)
    ours = game.new_initial_state(3)
    for action in ours.legal_actions():
        assert f"[bid {theirs.action_to_string(int(THEIRS[action]))}]" == ours.action_to_string(action)
    while theirs.current_player() >= 0 and theirs.legal_actions()[0] >= 52:
        theirs.apply_action(theirs.legal_actions()[0])
    for action in theirs.legal_actions():
        suit, rank = theirs.action_to_string(action)
        assert ours.action_to_string(int(OURS[action])) == f"[{rank.replace('T', '10')}{suit}]"
