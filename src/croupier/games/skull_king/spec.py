"""The `GameSpec` of Skull King: options, kernels, words and players in one place."""

from croupier.core.spec import GameSpec, Rules, Spaces, Words
from croupier.games.skull_king import facts, measures, observe, prompts, redeal, rewards, rules, state, text, view
from croupier.games.skull_king.bots import BOTS

SPEC = GameSpec(
    name="skull-king",
    title="Skull King",
    summary="Bid your tricks and win exactly as many, among pirates and mermaids. Two to eight players.",
    version=1,
    options=state.OPTIONS,
    variants=state.VARIANTS,
    spaces=Spaces(num_players=state.players, phases=state.phases, blocks=observe.blocks, observation_version=1),
    rules=Rules(
        state=state.STATE,
        setup=rules.setup,
        legal=rules.legal,
        play=rules.play,
        chance=rules.chance,
        observe=observe.observe,
        redeal=redeal.redeal,
        returns=rules.returns,
        points=rules.points,
        shape=rewards.shape,
        shape_weights=rewards.WEIGHTS,
    ),
    words=Words(view=view, text=text, prompts=prompts),
    facts=facts.facts,
    bots=BOTS,
    measures=measures.measures,
)
