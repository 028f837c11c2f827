"""The `GameSpec` of Liar's Dice: options, kernels, words and players in one place."""

from pathlib import Path

from croupier.core import GameSpec, Rules, Spaces, Words
from croupier.core.base.lazy import part
from croupier.games.liars_dice import notation, rules, text, view
from croupier.games.liars_dice.bots import BOTS
from croupier.games.liars_dice.english import say

SPEC = GameSpec(
    name="liars-dice",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=rules.OPTIONS,
    variants=rules.VARIANTS,
    table=rules.TABLE,
    spaces=Spaces(num_players=rules.players, phases=rules.phases, blocks=rules.blocks),
    rules=Rules.of(rules, max_outcomes=rules.FACES),
    view=view,
    notation=notation,
    words=Words(
        text=text,
        prompts=text,
        how_to_play=text.how_to_play,
        round_score=text.round_score,
        labels=text.LABELS,
    ),
    facts=rules.facts,
    bots=BOTS,
    search=part("croupier.games.liars_dice.search:SEARCH"),
    lesson=part("croupier.games.liars_dice.lesson:LESSON"),
    decisions=Path(__file__).parent / "decisions",
    languages=Path(__file__).parent / "languages",
)
