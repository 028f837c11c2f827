"""Skull King, a trick-taking game: bid how many tricks you will win; every pirate's ability is a decision."""

from croupier.core.spec import GameSpec
from croupier.games.skull_king import measures, observe, prompts, redeal, rewards, rules, state, text
from croupier.games.skull_king.api import (
    RoundScore,
    RoundTally,
    TrickResult,
    legal_cards,
    resolve_trick,
    score_round,
    tally_tricks,
)
from croupier.games.skull_king.bots import BOTS
from croupier.games.skull_king.state import DecisionPhase

__all__ = [
    "SPEC",
    "DecisionPhase",
    "RoundScore",
    "RoundTally",
    "TrickResult",
    "legal_cards",
    "resolve_trick",
    "score_round",
    "tally_tricks",
]

SPEC = GameSpec(
    name="skull-king",
    title="Skull King",
    summary="Bid your tricks and win exactly as many, among pirates and mermaids. Two to eight players.",
    version=1,
    observation_version=1,
    state=state.STATE,
    options=state.OPTIONS,
    num_players=state.players,
    phases=state.phases,
    blocks=observe.blocks,
    setup=rules.setup,
    legal=rules.legal,
    play=rules.play,
    chance=rules.chance,
    observe=observe.observe,
    redeal=redeal.redeal,
    returns=rules.returns,
    points=rules.points,
    text=text,
    prompts=prompts,
    bots=BOTS,
    shape=rewards.shape,
    shape_weights=rewards.WEIGHTS,
    measures=measures.measures,
    variants=state.VARIANTS,
)
