"""The `GameSpec` of Pig Dice: options, kernels, words and players in one place."""

from pathlib import Path

from croupier.core.spec.evaluation import Evaluation
from croupier.core.spec.exact import ExactSolver
from croupier.core.spec.pictures import Pictures
from croupier.core.spec.prompts import SpokenWords
from croupier.core.spec.search import Search
from croupier.core.spec.spec import GameSpec, Rules, Spaces, Words
from croupier.core.spec.teaching import Lesson
from croupier.core.spec.training import Training
from croupier.games.pig import notation, prompts, rules, text, view
from croupier.games.pig.bots import BOTS
from croupier.games.pig.english import NAMES, say


def search() -> Search:
    """What search needs to know of it."""
    from croupier.games.pig.search import SEARCH

    return SEARCH


def training() -> Training:
    """What it brings for its training."""
    from croupier.games.pig.training import TRAINING

    return TRAINING


def evaluation() -> Evaluation:
    """How its players are judged."""
    from croupier.games.pig.evaluation import EVALUATION

    return EVALUATION


def exact() -> ExactSolver:
    """Its exact solver."""
    from croupier.games.pig.exact.problem import EXACT

    return EXACT


def lesson() -> Lesson:
    """Its guided first round."""
    from croupier.games.pig.lesson import LESSON

    return LESSON


def pictures() -> Pictures:
    """Its pictures."""
    from croupier.games.pig.pictures import PICTURES

    return PICTURES


def spoken() -> SpokenWords:
    """Its actions in other words than its spelling."""
    from croupier.games.pig import spoken

    return spoken


SPEC = GameSpec(
    name="pig",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=rules.OPTIONS,
    variants=rules.VARIANTS,
    spaces=Spaces(num_players=rules.players, phases=rules.phases, blocks=rules.blocks, observation_version=1),
    rules=Rules.of(rules, max_outcomes=rules.FACES),
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
    decisions=Path(__file__).parent / "decisions",
    strengths=Path(__file__).parent / "strengths.json",
    languages=Path(__file__).parent / "languages",
    training=training,
    evaluation=evaluation,
    search=search,
    exact=exact,
    pictures=pictures,
    lesson=lesson,
)
