"""The gain of a player alone among copies of an agent: par, pairs, and values that are known."""

import numpy as np
import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core.engine.game import Game
from croupier.measure.play.trial import play_trial
from croupier.measure.stats.comparison import play_gains
from tests.toy import SPEC as TOY

pig = croupier.make("pig", winning_score=30, max_turns=60)
NAMES = ("wins", "over_par", "points", "paired_wins", "paired_points", "utilities", "paired_utilities")


@pytest.mark.parametrize("agent", ["bot:hold-9", "random", "optimal"])
def test_an_agent_among_copies_of_itself_is_at_par_in_every_deal(agent: str) -> None:
    (gain,) = play_gains(pig, [make_agent(agent, pig)], agent, 40, 3)
    assert gain.wins.tolist() == [0.5] * 40
    for name in NAMES[1:]:
        assert getattr(gain, name).tolist() == [0.0] * 40, name
    summary, others = gain.summary(1), 1.0 - 0.05 ** (1.0 / 40)
    assert summary["over_par"]["ci95"] == pytest.approx([-0.5 * others, 0.5 * others])
    assert summary["points"] == {"mean": 0.0, "ci95": None}
    three = Game(TOY, players=3)
    (gain,) = play_gains(three, [make_agent("random", three)], "random", 30, 3)
    assert np.allclose(gain.wins, 1.0 / 3.0, atol=1e-12)
    assert np.allclose(gain.over_par, 0.0, atol=1e-12)


def test_the_gain_is_that_of_a_trial_against_copies() -> None:
    optimal, hold = make_agent("optimal", pig), make_agent("bot:hold-9", pig)
    shares: list[float] = []
    random, gain = play_gains(
        pig, [make_agent("random", pig), optimal], "bot:hold-9", 50, 4, progress=shares.append
    )
    assert shares == sorted(shares)
    assert 0.0 <= shares[0] <= shares[-1] <= 1.0
    trial, own = play_trial(pig, optimal, [hold], 50, 4), play_trial(pig, hold, [hold], 50, 4)
    assert (random.player, gain.player) == ("random", "optimal")
    assert gain.wins.tolist() == trial.wins.tolist()
    assert gain.over_par.tolist() == (trial.wins - 0.5).tolist()
    assert gain.points.tolist() == (trial.points - trial.others[:, 0]).tolist()
    assert gain.paired_points.tolist() == (trial.points - own.points).tolist()
    assert gain.paired_wins.tolist() == (trial.wins - own.wins).tolist()
    assert gain.utilities.tolist() == trial.utilities.tolist()
    assert gain.paired_utilities.tolist() == (2.0 * gain.over_par).tolist(), "Pig pays 1 and -1"
    assert random.over_par.mean() < 0.0 < gain.over_par.mean()
    assert set(gain.summary(0)) == set(NAMES)


def test_in_poker_the_gain_is_in_chips() -> None:
    game = croupier.make("leduc")
    bot = make_agent("bot", game)
    (gain,) = play_gains(game, [make_agent("random", game)], "bot", 40, 4)
    trial = play_trial(game, make_agent("random", game), [bot], 40, 4)
    assert gain.paired_utilities.tolist() == gain.utilities.tolist() == trial.points.tolist()
    assert gain.summary(1)["paired_utilities"]["mean"] < -0.5
    (same,) = play_gains(game, [bot], "bot", 40, 4)
    others = 26.0 * (1.0 - 0.05 ** (1.0 / 40))
    assert same.summary(1)["paired_utilities"]["ci95"] == pytest.approx([-others, others])
