"""The `GameSpec` of Liar's Dice: options, kernels, words and players in one place."""

from pathlib import Path

from croupier.core.spec.spec import GameSpec, Rules, Spaces, Words
from croupier.games.liars_dice import notation, prompts, rules, text, view
from croupier.games.liars_dice.bots import BOTS
from croupier.games.liars_dice.english import say

SPEC = GameSpec(
    name="liars-dice",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=rules.OPTIONS,
    variants=rules.VARIANTS,
    spaces=Spaces(num_players=rules.players, phases=rules.phases, blocks=rules.blocks),
    rules=Rules(
        state=rules.STATE,
        setup=rules.setup,
        legal=rules.legal,
        play=rules.play,
        chance=rules.chance,
        outcomes=rules.outcomes,
        play_outcome=rules.play_outcome,
        max_outcomes=rules.FACES,
        observe=rules.observe,
        redeal=rules.redeal,
        returns=rules.returns,
        points=rules.points,
    ),
    view=view,
    notation=notation,
    words=Words(text=text, prompts=prompts, how_to_play=prompts.how_to_play),
    facts=rules.facts,
    bots=BOTS,
    languages=Path(__file__).parent / "languages",
)
