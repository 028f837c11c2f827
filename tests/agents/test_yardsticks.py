"""What strength is measured with stays until after version 0.2: observations, and the agents that read them."""

from hashlib import sha256

import numpy as np
import pytest

import croupier
from croupier.core.base.kernel import compiled
from croupier.core.engine.game import Game
from croupier.measure.play.tournament import play_tournament
from tests.agents.bot_choices import FILE, TABLES, replayed

OBSERVATIONS = {
    "skull-king": (2, 359, "adf2f443fece6935"),
    "spite-malice": (1, 270, "b2b6e7b38baed0b3"),
}
"""Version, number of features, and digest of the layout."""
SEEN = {
    "skull-king": "2bbe23b0e95b3168",
    "skull-king,players=3,loot=True,kraken=True,whale=True": "fbd5b6c2a2a2b13a",
    "spite-malice,goal_size=15": "3dfe1ec0d43e8174",
}
"""Digests of what is observed in the positions in which the choices of bots are recorded."""
YARDSTICKS = {
    "skull-king": ("net:2026-11", "net", "bot", "bot:source-abilities", "bot:random-abilities", "bot:simple",
                   "bot:random-bid", "random"),
    "spite-malice": ("net:2026-11", "net", "bot", "bot:greedy", "random"),
}  # fmt: skip
SHORT = {"skull-king": {"schedule": "one"}, "spite-malice": {"goal_size": 2, "max_turns": 40}}


def layout(game: Game) -> str:
    """Digest of the blocks: their names, places and bounds."""
    places = game.block_slices
    text = "".join(
        f"{each.name} {places[each.name].start} {places[each.name].stop} {each.low:g} {each.high:g}\n"
        for each in game.spec.spaces.blocks(game.options)
    )
    return sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", OBSERVATIONS)
def test_an_observation_keeps_its_version_size_and_layout(name: str) -> None:
    game = croupier.make(name)
    assert (game.spec.spaces.observation_version, game.observation_size, layout(game)) == OBSERVATIONS[name]


@pytest.mark.skipif(not compiled(), reason="observes thousands of positions")
@pytest.mark.parametrize("key", SEEN)
def test_the_same_positions_are_observed_as_they_were(key: str) -> None:
    table = next(table for table in TABLES if table.key == key)
    with np.load(FILE) as kept:
        seen = replayed(table.make(), kept[key]).turns.observations
    steps = np.round(seen * 4096).astype("<i4")  # coarser than the last bits of a feature
    assert sha256(steps.tobytes()).hexdigest()[:16] == SEEN[key]


@pytest.mark.skipif(not compiled(), reason="plays whole games")
@pytest.mark.parametrize(("name", "agent"), [(name, agent) for name in YARDSTICKS for agent in YARDSTICKS[name]])
def test_a_yardstick_sits_at_a_short_game(name: str, agent: str) -> None:
    game = croupier.make(name, **SHORT[name])  # type: ignore[arg-type]
    report = play_tournament(game, [agent] * game.num_players, 1, seed=2)
    assert [each.agent for each in report.agents] == [agent] * game.num_players
    assert sum(each.games for each in report.agents) == game.num_players**2
