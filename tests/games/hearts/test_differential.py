"""The kernels against the slow reference: the same deals, the same game."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

import croupier
from croupier.core.engine.game import Game
from tests.amounts import larger
from tests.games.hearts.reference import HeartsGame, order, penalty
from tests.games.hearts.tables import (
    PASSINGS,
    assert_same,
    assert_same_state,
    begun,
    deal_as,
    number_of,
    random_game,
)
from tests.games.kept_between import KeptBetween
from tests.splitmix import SplitMix64


def choose(reference: HeartsGame, draw: SplitMix64, shooter: int) -> str:
    """A card: any; where there is a shooter, one by which it takes all, so that the moon is shot at times."""
    possible = reference.possible()
    if shooter >= reference.players:
        return possible[draw.below(len(possible))]
    ranked = sorted(possible, key=lambda card: order(card)[1])
    return ranked[-1 if (reference.player == shooter) != reference.passes_on else 0]


@larger("games", 10, 2000)
def test_random_games_with_any_options_agree_with_the_reference(games: int) -> None:
    draw, moons = SplitMix64(2), 0
    for seed in range(games):
        game = random_game(draw)
        state, reference, shooter = game.new_initial_state(seed), begun(game), draw.below(2 * game.num_players)
        while not reference.over:
            if reference.awaits_deal:
                deal_as(state.records[0], reference)
            assert_same_state(state, reference)
            card = choose(reference, draw, shooter)
            number = number_of(card, reference)
            reference.do(card)
            after = state.played(number)
            assert_same(after.records[0], reference)
            if reference.over or reference.awaits_deal:
                moons += 26 in [sum(penalty(each) for each in cards) for cards in reference.taken]
            state.apply_action(number)
        assert_same_state(state, reference)
    assert moons > 0


def test_a_batch_agrees_with_references_through_many_games() -> None:
    game, size = croupier.make("hearts", players=5, jack=True, target=30, max_deals=3), 12
    batch = game.batch(size, seed=5)
    generators, actions = np.arange(size, dtype=np.uint64), np.zeros(size, dtype=np.int64)
    references, ended = [begun(game) for _ in range(size)], 0
    for reference, record in zip(references, batch.records, strict=True):
        deal_as(record, reference)
    for _ in range(400):
        batch.random_actions(generators, actions)
        batch.step(actions)
        for row, reference in enumerate(references):
            cards = {number_of(card, reference): card for card in reference.possible()}
            reference.do(cards[int(actions[row])])
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
    """Chosen deals and cards beside the reference; saved, cloned and set up again between any two plies."""

    game: Game
    reference: HeartsGame

    @initialize(
        seats=st.one_of(
            st.tuples(st.just(3), st.sampled_from(PASSINGS).filter(lambda passing: passing != "across")),
            st.tuples(st.integers(4, 6), st.sampled_from(PASSINGS)),
        ),
        first_trick=st.sampled_from(("safe", "any")), jack=st.booleans(),
        moon=st.sampled_from(("add", "subtract")), random=st.randoms(use_true_random=False),
    )  # fmt: skip
    def deal(self, seats: tuple[int, str], first_trick: str, jack: bool, moon: str, random: object) -> None:
        players, passing = seats
        self.game = croupier.make(
            "hearts", players=players, passing=passing, first_trick=first_trick, jack=jack, moon=moon, target=40,
            max_deals=3,
        )  # fmt: skip
        self.reference = begun(self.game)
        deck = self.reference.deck
        random.shuffle(deck)  # type: ignore[attr-defined]
        cards = len(deck) // players
        hands = [deck[seat * cards : (seat + 1) * cards] for seat in range(players)]
        self.reference.deal(hands)
        text = self.game.new_initial_state(0).position().partition(" deal=")[0]
        self.state = self.game.position(f"{text} hands={'/'.join(','.join(hand) for hand in hands)}")

    @precondition(lambda self: not self.reference.over)
    @rule(picks=st.lists(st.integers(0, 16), min_size=1, max_size=9))
    def move(self, picks: list[int]) -> None:
        for pick in picks:
            if self.reference.over:
                return
            possible = self.reference.possible()
            card = possible[pick % len(possible)]
            number = number_of(card, self.reference)
            self.reference.do(card)
            self.state.apply_action(number)
            if self.reference.awaits_deal:
                deal_as(self.state.records[0], self.reference)

    @invariant()
    def agrees(self) -> None:
        assert_same_state(self.state, self.reference)


TwoTables.TestCase.settings = settings(max_examples=12, stateful_step_count=30, deadline=None, derandomize=True)
TestTwoTables = TwoTables.TestCase
