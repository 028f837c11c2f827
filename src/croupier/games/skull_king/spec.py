"""The `GameSpec` of Skull King: options, kernels, words and players in one place."""

from pathlib import Path
from typing import Any

from croupier.core.base.lazy import part
from croupier.core.spec.spec import GameSpec, Rules, Spaces, Words
from croupier.games.skull_king import notation, observe, redeal, rewards, rules, text, view
from croupier.games.skull_king.bots import BOTS
from croupier.games.skull_king.english import ENGLISH, say
from croupier.games.skull_king.record import state
from croupier.games.skull_king.words.board import round_score, won_trick
from croupier.games.skull_king.words.cards import TRICKS, explain


def score_sheet(text: str) -> dict[str, Any]:
    """The points of a score sheet."""
    from croupier.games.skull_king.score_sheet import score_sheet

    return score_sheet(text)


SPEC = GameSpec(
    name="skull-king",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=state.OPTIONS,
    variants=state.VARIANTS,
    spaces=Spaces(
        num_players=state.players,
        phases=lambda _: state.PHASES,
        blocks=lambda _: observe.FEATURES,
        observation_version=2,
    ),
    rules=Rules.of(
        rules,
        state=state.STATE,
        observe=observe.observe,
        redeal=redeal.redeal,
        shape=rewards.shape,
        shape_weights=rewards.WEIGHTS,
    ),
    view=view,
    notation=notation,
    words=Words(
        text=text,
        prompts=text,
        how_to_play=text.how_to_play,
        round_score=round_score,
        won_trick=won_trick,
        disguise=text.NAMES,
        explain=explain,
        spoken=part("croupier.games.skull_king.words.spoken"),
        tricks=TRICKS,
        rules_by_number=lambda: ENGLISH.named("rule."),
    ),
    facts=rules.facts,
    bots=BOTS,
    policies=Path(__file__).parent / "policies",
    decisions=Path(__file__).parent / "decisions",
    strengths=Path(__file__).parent / "strengths.json",
    languages=Path(__file__).parent / "languages",
    training=part("croupier.games.skull_king.training:TRAINING"),
    evaluation=part("croupier.games.skull_king.evaluation:EVALUATION"),
    search=part("croupier.games.skull_king.search:SEARCH"),
    score_sheet=score_sheet,
    pictures=part("croupier.games.skull_king.pictures:PICTURES"),
    lesson=part("croupier.games.skull_king.words.lesson:LESSON"),
)
