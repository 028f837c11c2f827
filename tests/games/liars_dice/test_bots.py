"""The bot of Liar's Dice: what it holds likely, and that it beats chance."""

from math import comb

import numpy as np
import pyspiel
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import compiled
from croupier.games.liars_dice.bots import at_least
from croupier.measure.play.tournament import play_tournament
from croupier.solving import exploitability


def choice(text: str) -> str:
    """What the bot says in a position of the game with two dice each."""
    game = croupier.make("liars-dice", dice=2)
    state = game.position(f"liars-dice dice=2 {text}")
    turns = Turns(game, state.records, np.zeros(1, dtype=np.uint64))
    return state.action_to_string(int(make_agent("bot", game).act(turns)[0]))


@pytest.mark.parametrize("share", [1 / 6, 1 / 3, 1.0])
def test_chances_are_those_of_the_binomial_distribution(share: float) -> None:
    for dice in range(6):
        for wanted in range(-1, 8):
            expected = sum(
                comb(dice, k) * share**k * (1 - share) ** (dice - k) for k in range(max(wanted, 0), dice + 1)
            )
            assert at_least(dice, wanted, share) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cups=24/11", "[bid 1x2]"),  # the lowest bid that it knows to be true
        ("cups=36/11", "[bid 1x1]"),  # the 6 is wild
        ("cups=66/11 bids=1x2", "[bid 2x1]"),
        ("cups=12/66 bids=1x6,4x1", "[liar]"),
        ("cups=13/55 bids=1x5,3x5", "[liar]"),
        ("cups=66/44 bids=1x5,1x6", "[bid 2x1]"),  # two wild dice: surely true
    ],
)
def test_it_makes_the_likeliest_bid_or_calls(text: str, said: str) -> None:
    assert choice(text) == said


@pytest.mark.parametrize(("cups", "said"), [("2/33/5", "[liar]"), ("22335/33/5556", "[bid 3x3]")])
def test_it_counts_the_dice_that_are_left(cups: str, said: str) -> None:
    game = croupier.make("liars-dice", players=3, lost_dice=True)
    before = "/".join(f"{cup}1" if seat == 2 else cup for seat, cup in enumerate(cups.split("/")))
    state = game.position(
        f"liars-dice players=3 lost_dice=true last={before},{len(before) - 2}x6,0 cups={cups} bids=1x1,3x2"
    )
    turns = Turns(game, state.records, np.zeros(1, dtype=np.uint64))
    assert state.action_to_string(int(make_agent("bot", game).act(turns)[0])) == said


@pytest.mark.skipif(not compiled(), reason="plays hundreds of games")
@pytest.mark.parametrize(
    ("options", "least"),
    [({"dice": 1}, 0.7), ({}, 0.9), ({"players": 4}, 0.3), ({"players": 3, "lost_dice": True}, 0.95)],
)
def test_it_wins_against_chance(options: dict[str, int], least: float) -> None:
    game = croupier.make("liars-dice", **options)
    report = play_tournament(game, ["bot", *["random"] * (game.num_players - 1)], deals=100, seed=1)
    assert report.agents[0].wins / report.agents[0].games > least


def test_it_is_judged_exactly_and_better_than_chance() -> None:
    game = croupier.make("liars-dice", dice=1, faces=4)
    bot, chance = (exploitability(game, make_agent(name, game)).exploitability for name in ("bot", "random"))
    assert bot == pytest.approx(5 / 8, abs=1e-9)
    assert bot < chance
    theirs = pyspiel.load_game("liars_dice(dice_sides=4)")
    assert chance == pytest.approx(pyspiel.exploitability(theirs, pyspiel.UniformRandomPolicy(theirs)), abs=1e-9)


def test_it_takes_nothing_behind_a_colon() -> None:
    with pytest.raises(ConfigError, match="it takes nothing behind a colon, not 'x'"):
        make_agent("bot:x", croupier.make("liars-dice"))
