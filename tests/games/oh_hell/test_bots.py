"""The bot of Oh Hell: its chances, sensible choices, and that it beats chance."""

from itertools import product

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import compiled
from croupier.games.oh_hell.bots import makes
from croupier.measure.play.tournament import play_tournament


def choice(text: str) -> str:
    """What the bot does in a position."""
    game = croupier.make("oh-hell", players=3, largest=3, rounds="one")
    state = game.position(f"oh-hell players=3 largest=3 rounds=one {text}")
    turns = Turns(game, state.records, np.zeros(1, dtype=np.uint64))
    return state.action_to_string(int(make_agent("bot", game).act(turns)[0])).strip("[]")


def test_the_chance_of_an_exact_bid_is_that_of_independent_cards() -> None:
    chances = np.array([0.2, 0.5, 0.9])
    for need in range(-1, 5):
        most = least = 0.0
        for wins in product((0, 1), repeat=3):
            weight = float(np.prod([p if win else 1 - p for p, win in zip(chances, wins, strict=True)]))
            most += weight * (sum(wins) <= need)
            least += weight * (sum(wins) >= need)
        expected = most * least if 0 <= need <= 3 else 0.0
        assert makes(chances, chances, 3, need) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hands=AH,KH,QH/2C,3C,4C/2D,3D,4D turned=2H", "bid 3"),
        ("hands=2C,2D,2S/3C,4C,5C/3D,4D,5D turned=2H", "bid 0"),
        # seat 0 needs every trick and holds the highest trumps
        ("hands=AH,KH,2C/3C,4C,5C/3D,4D,5D turned=2H bids=2,0,0 plays=AH,3C,3D", "KH"),
        # seat 1 needs no trick: it gets rid of the highest card that does not win
        ("hands=9C,2D,2S/8C,3C,5D/3D,4D,5S turned=2H bids=1,0,0 plays=9C", "8C"),
    ],
)
def test_it_does_what_is_plainly_right(text: str, said: str) -> None:
    assert choice(text) == said


@pytest.mark.skipif(not compiled(), reason="plays hundreds of games")
@pytest.mark.parametrize(("options", "least"), [({"players": 3}, 0.6), ({"players": 7, "largest": 5}, 0.3)])
def test_it_wins_against_chance(options: dict[str, int], least: float) -> None:
    game = croupier.make("oh-hell", **options)
    report = play_tournament(game, ["bot", *["random"] * (game.num_players - 1)], deals=40, seed=1)
    assert report.agents[0].wins / report.agents[0].games > least


def test_it_takes_nothing_behind_a_colon() -> None:
    with pytest.raises(ConfigError, match=r"oh-hell has one bot, .* not 'x'"):
        make_agent("bot:x", croupier.make("oh-hell"))
