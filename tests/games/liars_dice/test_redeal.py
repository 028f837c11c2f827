"""Worlds of Liar's Dice: a seat keeps its own dice, and the others' may be any, each roll as likely."""

from collections import Counter

import croupier
from croupier.core.engine.game import State


def cups(state: State) -> list[list[int]]:
    return [state.view(seat)["table"]["dice"] for seat in range(state.game.num_players)]


def test_ld_1_the_own_dice_and_all_bids_stay() -> None:
    game = croupier.make("liars-dice", players=3, dice=2)
    state = game.position("liars-dice players=3 dice=2 cups=14/26/33 bids=1x4,2x3")
    worlds = [state.resample_hidden(1, seed) for seed in range(100)]
    assert {tuple(cups(world)[1]) for world in worlds} == {(2, 6)}
    assert {world.position().partition("bids=")[2] for world in worlds} == {"1x4,2x3"}


def test_ld_1_every_roll_of_the_others_comes_as_often_as_it_is_likely() -> None:
    state = croupier.make("liars-dice", dice=2, faces=3).position("liars-dice dice=2 faces=3 cups=11/22")
    seen = Counter(tuple(cups(state.resample_hidden(0, seed))[1]) for seed in range(1800))
    expected = {(1, 1): 200, (2, 2): 200, (3, 3): 200, (1, 2): 400, (1, 3): 400, (2, 3): 400}
    assert seen.keys() == expected.keys()
    assert sum((seen[roll] - count) ** 2 / count for roll, count in expected.items()) < 15.1  # p = 0.01


def test_ld_3_after_the_call_nothing_is_hidden() -> None:
    state = croupier.make("liars-dice", dice=1).position("liars-dice dice=1 cups=1/2 bids=1x1,liar")
    assert all(cups(state.resample_hidden(0, seed)) == [[1], [2]] for seed in range(20))


def test_ld_5_the_round_before_stays_and_the_new_dice_are_hidden() -> None:
    game = croupier.make("liars-dice", players=3, dice=2, lost_dice=True)
    state = game.position("liars-dice players=3 dice=2 lost_dice=true last=12//56,1x4,2 out=1 cups=33//5")
    worlds = [state.resample_hidden(0, seed) for seed in range(60)]
    assert {world.position().partition("cups=")[0] for world in worlds} == {state.position().partition("cups=")[0]}
    assert {tuple(map(tuple, cups(world))) for world in worlds} == {((3, 3), (), (face,)) for face in range(1, 7)}


def test_no_bot_peeks() -> None:
    game = croupier.make("liars-dice", players=3, dice=3, lost_dice=True)
    assert croupier.check_agent(game, "bot", games=5, worlds=6) > 60
