"""The `GameSpec` of Leduc poker."""

from pathlib import Path

import numpy as np

from croupier.core import GameSpec, Rules, Spaces, Words
from croupier.core.base.lazy import part
from croupier.games.leduc import rules, text
from croupier.games.leduc.bots import BOTS
from croupier.games.leduc.english import ENGLISH, say

SPEC = GameSpec(
    name="leduc",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=(),
    variants={"Leduc-v0": {}},
    spaces=Spaces(num_players=lambda _: 2, phases=lambda _: rules.PHASES, blocks=lambda _: rules.BLOCKS),
    rules=Rules.of(rules, state=np.dtype(rules.FIELDS), max_outcomes=rules.DEALS),
    view=rules,
    notation=rules,
    words=Words(
        text=text,
        prompts=text,
        how_to_play=text.how_to_play,
        rules_by_number=lambda: ENGLISH.named("rule."),
        labels=text.LABELS,
    ),
    facts=rules.facts,
    bots=BOTS,
    lesson=part("croupier.games.leduc.lesson:LESSON"),
    languages=Path(__file__).parent / "languages",
)
