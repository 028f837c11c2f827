"""Against OpenSpiel's leduc_poker, an independent implementation: the same cards and answers, node by node."""

import numpy as np
import pyspiel

import croupier
from croupier.games.leduc.rules import CARDS
from tests.amounts import larger
from tests.games.leduc.reference import DECK
from tests.splitmix import SplitMix64


@larger("games", 1000, 100_000)
def test_random_games_agree_with_openspiel(games: int) -> None:
    theirs_game, game, draw = pyspiel.load_game("leduc_poker"), croupier.make("leduc"), SplitMix64(1)
    rules, start = game.spec.rules, game.position("leduc")
    assert rules.play_outcome is not None
    mask, listed = np.zeros(3, dtype=np.bool_), np.zeros(3, dtype=np.int16)
    for _ in range(games):
        theirs, ours = theirs_game.new_initial_state(), start.clone()
        record = ours.records[0]
        rules.setup(record, np.zeros(0, dtype=np.int64))
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                if record["cards"][0] == 0:
                    first, second = draw.below(6), draw.below(5)
                    theirs.apply_action(first)
                    theirs.apply_action(second + (second >= first))
                    rules.play_outcome(record, 5 * first + second)
                else:
                    outcome = draw.below(4)
                    theirs.apply_action(theirs.legal_actions()[outcome])
                    rules.play_outcome(record, outcome)
                continue
            assert theirs.current_player() == record["player"]
            assert theirs.legal_actions() == listed[: rules.legal(record, mask, listed)].tolist()
            action = theirs.legal_actions()[draw.below(len(theirs.legal_actions()))]
            theirs.apply_action(action)
            rules.play(record, action)
        ours = ours.clone()
        assert ours.is_terminal()
        assert ours.returns().tolist() == theirs.returns()
        assert ours.points().tolist() == theirs.returns()
        assert [DECK.index(CARDS[card]) for card in record["cards"]] == theirs.history()[:2]
