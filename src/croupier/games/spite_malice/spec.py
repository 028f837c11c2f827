"""The `GameSpec` of Mini Spite and Malice: options, kernels, words and players in one place."""

from pathlib import Path

from croupier.core.spec.classic import ClassicTerminal
from croupier.core.spec.evaluation import Evaluation
from croupier.core.spec.pictures import Pictures
from croupier.core.spec.prompts import SpokenWords
from croupier.core.spec.search import Search
from croupier.core.spec.spec import GameSpec, Rules, Spaces, Words
from croupier.core.spec.teaching import Lesson
from croupier.core.spec.training import Training
from croupier.games.spite_malice import notation, observe, prompts, redeal, rewards, rules, state, text, view
from croupier.games.spite_malice.bots import BOTS
from croupier.games.spite_malice.english import NAMES, say


def search() -> Search:
    """What search needs to know of it."""
    from croupier.games.spite_malice.search import SEARCH

    return SEARCH


def training() -> Training:
    """What it brings for its training."""
    from croupier.games.spite_malice.training import TRAINING

    return TRAINING


def evaluation() -> Evaluation:
    """How its players are judged."""
    from croupier.games.spite_malice.evaluation import EVALUATION

    return EVALUATION


def classic() -> ClassicTerminal:
    """The terminal that its source prescribes."""
    from croupier.games.spite_malice.seated import CLASSIC

    return CLASSIC


def lesson() -> Lesson:
    """Its guided first round."""
    from croupier.games.spite_malice.lesson import LESSON

    return LESSON


def pictures() -> Pictures:
    """Its pictures."""
    from croupier.games.spite_malice.pictures import PICTURES

    return PICTURES


def spoken() -> SpokenWords:
    """Its actions in other words than its spelling."""
    from croupier.games.spite_malice import spoken

    return spoken


SPEC = GameSpec(
    name="spite-malice",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=rules.OPTIONS,
    variants=rules.VARIANTS,
    spaces=Spaces(num_players=rules.players, phases=rules.phases, blocks=observe.blocks, observation_version=1),
    rules=Rules(
        state=state.STATE,
        layout=state.LAYOUT,
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
    view=view,
    notation=notation,
    words=Words(
        text=text,
        prompts=prompts,
        how_to_play=prompts.how_to_play,
        disguise=NAMES,
        explain=prompts.explain,
        rules_by_number=prompts.rules_by_number,
        spoken=spoken,
    ),
    facts=rules.facts,
    bots=BOTS,
    policies=Path(__file__).parent / "policies",
    decisions=Path(__file__).parent / "decisions",
    strengths=Path(__file__).parent / "strengths.json",
    languages=Path(__file__).parent / "languages",
    training=training,
    evaluation=evaluation,
    search=search,
    classic=classic,
    pictures=pictures,
    lesson=lesson,
)
