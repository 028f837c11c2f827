"""Pig Dice, a race for two players: roll and risk the turn total, or hold and bank it."""

from croupier.core.spec import GameSpec
from croupier.games.pig import prompts, rules, text
from croupier.games.pig.bots import BOTS

SPEC = GameSpec(
    name="pig",
    title="Pig Dice",
    summary="Roll to add points, lose them on a 1, hold to bank them: first to the target wins.",
    version=1,
    observation_version=1,
    state=rules.STATE,
    options=rules.OPTIONS,
    num_players=rules.players,
    phases=rules.phases,
    blocks=rules.blocks,
    setup=rules.setup,
    legal=rules.legal,
    play=rules.play,
    chance=rules.chance,
    observe=rules.observe,
    redeal=rules.redeal,
    returns=rules.returns,
    points=rules.points,
    text=text,
    bots=BOTS,
    outcomes=rules.outcomes,
    play_outcome=rules.play_outcome,
    max_outcomes=rules.FACES,
    variants=rules.VARIANTS,
    prompts=prompts,
)
