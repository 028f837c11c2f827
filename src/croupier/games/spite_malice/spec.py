"""The `GameSpec` of Mini Spite and Malice: options, kernels, text and bots in one place."""

from croupier.core.spec import GameSpec
from croupier.games.spite_malice import observe, prompts, rules, table, text
from croupier.games.spite_malice.bots import BOTS

SPEC = GameSpec(
    name="spite-malice",
    title="Mini Spite and Malice",
    summary="Play your goal pile away over four shared piles before the other does.",
    version=1,
    observation_version=1,
    state=table.STATE,
    options=rules.OPTIONS,
    num_players=rules.players,
    phases=rules.phases,
    blocks=observe.blocks,
    setup=rules.setup,
    legal=rules.legal,
    play=rules.play,
    chance=rules.chance,
    observe=observe.observe,
    redeal=rules.redeal,
    returns=rules.returns,
    points=rules.points,
    text=text,
    bots=BOTS,
    shape=rules.shape,
    shape_weights={"win": 1.0, "goal": 1.0},
    variants=rules.VARIANTS,
    prompts=prompts,
    layout=table.LAYOUT,
)
