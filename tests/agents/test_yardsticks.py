"""What strength is measured with stays until after version 0.2: observations, and the agents that read them."""

from hashlib import sha256

import numpy as np
import pytest

import croupier
from croupier.core.base.kernel import compiled
from croupier.core.engine.game import Game
from tests.agents.bot_choices import FILE, TABLES, replayed

OBSERVATIONS = {"skull-king": (2, 359, "adf2f443fece6935"), "spite-malice": (1, 270, "b2b6e7b38baed0b3")}
"""Version, number of features, and digest of the layout."""
SEEN = {
    "skull-king": "2bbe23b0e95b3168",
    "skull-king,players=3,loot=True,kraken=True,whale=True": "fbd5b6c2a2a2b13a",
    "spite-malice,goal_size=15": "3dfe1ec0d43e8174",
}
"""Digests of what is observed in the positions in which the choices of bots are recorded."""


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
