"""The kernels against the slow reference: the same dice, the same game."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

import croupier
from croupier.core.engine.game import Game
from tests.amounts import larger
from tests.games.kept_between import KeptBetween
from tests.games.liars_dice.reference import LiarsGame, LostDice
from tests.games.liars_dice.tables import (
    assert_same,
    assert_same_lost,
    assert_same_state,
    number_in,
    number_of,
    numbers_of,
    random_game,
    rolled,
)
from tests.splitmix import SplitMix64


@larger("games", 60, 3000)
def test_random_games_with_any_options_agree_with_the_reference(games: int) -> None:
    draw = SplitMix64(1)
    for seed in range(games):
        game = random_game(draw)
        state, reference = game.new_initial_state(seed), rolled(game, seed)
        assert_same_state(state, reference)
        while (possible := reference.possible()) != []:
            what = possible[draw.below(min(len(possible), 8))] if draw.below(4) else possible[-1]
            state.apply_action(number_of(reference, what))
            reference.say(what)
            assert_same_state(state, reference)


@larger("games", 10, 1500)
def test_games_of_lost_dice_agree_with_the_reference_to_the_last_die(games: int) -> None:
    draw, rounds = SplitMix64(2), 0
    for seed in range(games):
        game = croupier.make("liars-dice", **{**random_game(draw).options, "lost_dice": True})
        state, dice = game.new_initial_state(seed), SplitMix64(seed)
        reference = LostDice(numbers_of(game), int(game.options["faces"]))
        while not reference.is_over:
            while reference.round is None:
                reference.roll(dice.below(reference.faces) + 1)
            assert_same_lost(state, reference)
            assert game.position(state.position()).records.tobytes() == state.records.tobytes()
            possible = reference.round.possible()
            what = possible[draw.below(min(len(possible), 8))] if draw.below(2) else possible[-1]
            reference.play(what)
            state.apply_action(number_in(reference, what))
        assert_same_lost(state, reference)
        rounds += sum(numbers_of(game)) - sum(reference.dice)
    assert rounds > 5 * games


def test_a_batch_agrees_with_references_through_many_games() -> None:
    game, size = croupier.make("liars-dice", players=3, dice=2), 24
    batch = game.batch(size, seed=5)
    generators, actions = np.arange(size, dtype=np.uint64), np.zeros(size, dtype=np.int64)
    references = [rolled(game, int(seed)) for seed in batch.seeds]
    ended = 0
    for _ in range(60):
        batch.random_actions(generators, actions)
        batch.step(actions)
        for row, reference in enumerate(references):
            said = {number_of(reference, what): what for what in reference.possible()}
            reference.say(said[int(actions[row])])
            assert batch.dones[row] == (reference.caller is not None)
            assert batch.rewards[row].tolist() == reference.utilities
            if batch.dones[row]:
                references[row] = rolled(game, int(batch.seeds[row]))
                ended += 1
            assert_same(batch.records[row], references[row])
    assert ended > 100


class TwoTables(KeptBetween):
    """Chosen dice and chosen words beside the reference; saved, cloned and set up again between any two plies."""

    game: Game
    reference: LiarsGame

    @initialize(cups=st.lists(st.lists(st.integers(1, 3), min_size=2, max_size=2), min_size=2, max_size=4))
    def deal(self, cups: list[list[int]]) -> None:
        self.game = croupier.make("liars-dice", players=len(cups), dice=2, faces=3)
        text = "/".join("".join(map(str, sorted(cup))) for cup in cups)
        self.state = self.game.position(f"liars-dice players={len(cups)} dice=2 faces=3 cups={text}")
        self.reference = LiarsGame(cups, faces=3)

    def playing(self) -> bool:
        return self.reference.caller is None

    @precondition(playing)
    @rule(pick=st.integers(0, 5))
    def speak(self, pick: int) -> None:
        possible = self.reference.possible()
        what = possible[min(pick, len(possible) - 1)]
        self.state.apply_action(number_of(self.reference, what))
        self.reference.say(what)

    @precondition(lambda self: self.playing() and self.reference.bids)
    @rule()
    def call(self) -> None:
        self.state.apply_action(self.game.num_actions - 1)
        self.reference.say(None)

    @invariant()
    def agrees(self) -> None:
        assert_same_state(self.state, self.reference)


TwoTables.TestCase.settings = settings(max_examples=15, stateful_step_count=16, deadline=None, derandomize=True)
TestTwoTables = TwoTables.TestCase
