"""The `GameSpec` of Mini Spite and Malice: options, kernels, words and players in one place."""

from pathlib import Path

from croupier.core.base.lazy import part
from croupier.core.spec.spec import GameSpec, Rules, Spaces, Words
from croupier.games.spite_malice import notation, observe, rules, state, text, view
from croupier.games.spite_malice.bots import BOTS
from croupier.games.spite_malice.english import ENGLISH, NAMES, say

SPEC = GameSpec(
    name="spite-malice",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=rules.OPTIONS,
    variants=rules.VARIANTS,
    spaces=Spaces(num_players=lambda _: 2, phases=lambda _: rules.PHASES, blocks=lambda _: observe.BLOCKS),
    rules=Rules.of(
        rules,
        state=state.STATE,
        layout=state.LAYOUT,
        observe=observe.observe,
        shape_weights=rules.WEIGHTS,
    ),
    view=view,
    notation=notation,
    words=Words(
        text=text,
        prompts=text,
        how_to_play=text.how_to_play,
        disguise=NAMES,
        explain=text.explain,
        rules_by_number=lambda: ENGLISH.named("rule."),
        spoken=part("croupier.games.spite_malice.spoken"),
    ),
    facts=rules.facts,
    bots=BOTS,
    policies=Path(__file__).parent / "policies",
    decisions=Path(__file__).parent / "decisions",
    strengths=Path(__file__).parent / "strengths.json",
    languages=Path(__file__).parent / "languages",
    training=part("croupier.games.spite_malice.training:TRAINING"),
    evaluation=part("croupier.games.spite_malice.evaluation:EVALUATION"),
    search=part("croupier.games.spite_malice.search:SEARCH"),
    classic=part("croupier.games.spite_malice.seated:CLASSIC"),
    pictures=part("croupier.games.spite_malice.pictures:PICTURES"),
    lesson=part("croupier.games.spite_malice.lesson:LESSON"),
)
