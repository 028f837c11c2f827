"""The `GameSpec` of Pig Dice: options, kernels, words and players in one place."""

from pathlib import Path

from croupier.core.base.lazy import part
from croupier.core.spec.spec import GameSpec, Rules, Spaces, Words
from croupier.games.pig import notation, rules, text, view
from croupier.games.pig.bots import BOTS
from croupier.games.pig.english import ENGLISH, NAMES, say

SPEC = GameSpec(
    name="pig",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=rules.OPTIONS,
    variants=rules.VARIANTS,
    spaces=Spaces(num_players=lambda _: 2, phases=lambda _: rules.PHASES, blocks=lambda _: rules.BLOCKS),
    rules=Rules.of(rules, max_outcomes=rules.FACES),
    view=view,
    notation=notation,
    words=Words(
        text=text,
        prompts=text,
        how_to_play=text.how_to_play,
        disguise=NAMES,
        explain=text.explain,
        rules_by_number=lambda: ENGLISH.named("rule."),
        spoken=part("croupier.games.pig.spoken"),
    ),
    facts=rules.facts,
    bots=BOTS,
    decisions=Path(__file__).parent / "decisions",
    strengths=Path(__file__).parent / "strengths.json",
    languages=Path(__file__).parent / "languages",
    training=part("croupier.games.pig.training:TRAINING"),
    evaluation=part("croupier.games.pig.evaluation:EVALUATION"),
    search=part("croupier.games.pig.search:SEARCH"),
    exact=part("croupier.games.pig.exact.problem:EXACT"),
    pictures=part("croupier.games.pig.pictures:PICTURES"),
    lesson=part("croupier.games.pig.lesson:LESSON"),
)
