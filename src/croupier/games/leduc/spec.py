"""The `GameSpec` of Leduc poker."""

from pathlib import Path

import numpy as np

from croupier.core import GameSpec, Rules, Spaces, Words
from croupier.games.leduc import rules, text
from croupier.games.leduc.bots import BOTS
from croupier.games.leduc.english import say

SPEC = GameSpec(
    name="leduc",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=(),
    variants={"Leduc-v0": {}},
    spaces=Spaces(num_players=lambda _: 2, phases=lambda _: rules.PHASES, blocks=lambda _: rules.BLOCKS),
    rules=Rules(
        state=np.dtype(rules.FIELDS),
        setup=rules.setup,
        legal=rules.legal,
        play=rules.play,
        chance=rules.chance,
        outcomes=rules.outcomes,
        play_outcome=rules.play_outcome,
        max_outcomes=rules.DEALS,
        observe=rules.observe,
        redeal=rules.redeal,
        returns=rules.returns,
        points=rules.points,
    ),
    view=rules,
    notation=rules,
    words=Words(text=text, prompts=text, how_to_play=text.how_to_play, rules_by_number=text.rules_by_number),
    facts=rules.facts,
    bots=BOTS,
    languages=Path(__file__).parent / "languages",
)
