"""The kernels against the slow reference: the same deals, the same game."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

import croupier
from croupier.core.engine.game import Game
from tests.amounts import larger
from tests.games.kept_between import KeptBetween
from tests.games.oh_hell.reference import DECK, OhHellGame
from tests.games.oh_hell.tables import assert_same, assert_same_state, begun, deal_as, number_of, random_game
from tests.splitmix import SplitMix64


@larger("games", 25, 2000)
def test_random_games_with_any_options_agree_with_the_reference(games: int) -> None:
    draw = SplitMix64(1)
    for seed in range(games):
        game = random_game(draw)
        state, reference = game.new_initial_state(seed), begun(game)
        while not reference.over:
            if reference.awaits_deal:
                deal_as(state.records[0], reference)
            assert_same_state(state, reference)
            possible = reference.possible()
            move = possible[draw.below(len(possible))]
            reference.do(move)
            after = state.played(number_of(move))
            assert_same(after.records[0], reference)
            state.apply_action(number_of(move))
        assert_same_state(state, reference)


def test_a_batch_agrees_with_references_through_many_games() -> None:
    game, size = croupier.make("oh-hell", players=5, largest=3, rounds="both", scoring="tricks"), 12
    batch = game.batch(size, seed=5)
    generators, actions = np.arange(size, dtype=np.uint64), np.zeros(size, dtype=np.int64)
    references, ended = [begun(game) for _ in range(size)], 0
    for reference, record in zip(references, batch.records, strict=True):
        deal_as(record, reference)
    for _ in range(160):
        batch.random_actions(generators, actions)
        batch.step(actions)
        for row, reference in enumerate(references):
            moves = {number_of(move): move for move in reference.possible()}
            reference.do(moves[int(actions[row])])
            assert batch.dones[row] == reference.over
            if reference.over:
                assert np.allclose(batch.rewards[row], reference.utilities)
                references[row] = begun(game)
                ended += 1
            if references[row].awaits_deal:
                deal_as(batch.records[row], references[row])
            assert_same(batch.records[row], references[row])
    assert ended >= size


class TwoTables(KeptBetween):
    """Chosen deals and moves beside the reference; saved, cloned and set up again between any two plies."""

    game: Game
    reference: OhHellGame

    @initialize(
        players=st.integers(3, 5), cards=st.integers(1, 4), hook=st.booleans(), trump=st.booleans(),
        deck=st.permutations(DECK), dealer=st.integers(0, 2),
    )  # fmt: skip
    def deal(self, players: int, cards: int, hook: bool, trump: bool, deck: list[str], dealer: int) -> None:
        self.game = croupier.make(
            "oh-hell", players=players, largest=cards, rounds="down", hook=hook, trump=trump, scoring="tricks"
        )
        self.reference = begun(self.game)
        hands = [deck[seat * cards : (seat + 1) * cards] for seat in range(players)]
        turned = deck[-1] if trump else None
        self.reference.deal(hands, turned, dealer)
        text = f"{self.game.new_initial_state(0).position().partition(' round=')[0]} dealer={dealer}"
        text += f" hands={'/'.join(','.join(hand) for hand in hands)}" + (f" turned={turned}" if turned else "")
        self.state = self.game.position(text)

    @precondition(lambda self: not self.reference.over)
    @rule(pick=st.integers(0, 4))
    def move(self, pick: int) -> None:
        possible = self.reference.possible()
        move = possible[min(pick, len(possible) - 1)]
        self.reference.do(move)
        self.state.apply_action(number_of(move))
        if self.reference.awaits_deal:
            deal_as(self.state.records[0], self.reference)

    @invariant()
    def agrees(self) -> None:
        assert_same_state(self.state, self.reference)


TwoTables.TestCase.settings = settings(max_examples=12, stateful_step_count=20, deadline=None, derandomize=True)
TestTwoTables = TwoTables.TestCase
