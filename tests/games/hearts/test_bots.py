"""The bot of Hearts: sensible choices, that it beats chance, and that it does not peek."""

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import compiled
from croupier.measure.play.tournament import play_tournament
from tests.amounts import daily
from tests.games.hearts.tables import SIX

NEARLY = (
    "2C,3C,4C,4D,5D,6D,7D,8D/AC,KC,AH,KH,QH,JH,10H,8H/5C,6C,7C,8C,9D,10D,2H,3H/"
    "9C,10C,5H,8S,4S,5S,6S,7S/JC,QC,JD,4H,6H,7H,9H,9S/QS,QD,KD,AD,10S,JS,KS,AS"
)
ALL_SO_FAR = "2C,AC,5C,9C,JC,QD,KC,6C,10C,QC,JS,3C,AH,2H,5H,7H,10S,4C,KH,3H,8S,6H,QS,4D"


def choice(text: str, **options: object) -> str:
    """What the bot does in a position."""
    game = croupier.make("hearts", players=6, **options)
    state = game.position(f"hearts players=6 {text}")
    turns = Turns(game, state.records, np.zeros(1, dtype=np.uint64))
    return state.action_to_string(int(make_agent("bot", game).act(turns)[0])).strip("[]")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"hands={SIX}", "pass QS"),  # with one other spade at most it is not safe
        # seat 1 has no club: the queen of spades goes to whoever is ahead
        (f"deal=4 hands={SIX} plays=2C,5C,6C,9C,10C,KC,AC,3C,4C,7C,8C,JC,QC", "QS"),
        # seat 5 takes the trick whatever it plays, and nothing is in it
        (f"deal=4 hands={SIX} plays=2C,5C,6C,9C,JC", "AC"),
        # seat 1 has taken all points so far: seat 4 takes one to end that
        (f"deal=4 hands={NEARLY} plays={ALL_SO_FAR},8H,7C,4S", "9H"),
    ],
)
def test_it_does_what_is_plainly_right(text: str, said: str) -> None:
    assert choice(text) == said


@pytest.mark.skipif(not compiled(), reason="plays hundreds of games")
@pytest.mark.parametrize(("players", "least"), [(3, 0.75), (4, 0.65), (6, 0.4)])
def test_it_wins_against_chance(players: int, least: float) -> None:
    game = croupier.make("hearts", players=players, target=0, max_deals=4)
    report = play_tournament(game, ["bot", *["random"] * (players - 1)], deals=40, seed=1)
    assert report.agents[0].wins / report.agents[0].games > least


@pytest.mark.parametrize("options", daily([{"jack": True}, {"players": 5, "passing": "across"}]))
def test_it_does_not_peek(options: dict[str, object]) -> None:
    game = croupier.make("hearts", target=0, max_deals=1, **options)
    assert croupier.check_agent(game, "bot", games=2, worlds=4) > 100


def test_it_takes_nothing_behind_a_colon() -> None:
    with pytest.raises(ConfigError, match=r"hearts has one bot, .* not 'x'"):
        make_agent("bot:x", croupier.make("hearts"))
