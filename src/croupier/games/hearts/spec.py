"""The `GameSpec` of Hearts: options, kernels, words and players in one place."""

from pathlib import Path

from croupier.core import GameSpec, Pictures, Rules, Search, Spaces, Training, Words
from croupier.games.hearts import observe, redeal, rules, text, view
from croupier.games.hearts.bots import BOTS
from croupier.games.hearts.english import say
from croupier.games.hearts.notation import NOTATION


def training() -> Training:
    """What it brings for its training."""
    from croupier.games.hearts.training import TRAINING

    return TRAINING


def pictures() -> Pictures:
    """Its pictures."""
    from croupier.games.hearts.pictures import PICTURES

    return PICTURES


def search() -> Search:
    """What search needs to know of it."""
    from croupier.games.hearts.search import SEARCH

    return SEARCH


SPEC = GameSpec(
    name="hearts",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=rules.OPTIONS,
    check_options=rules.check_options,
    variants=rules.VARIANTS,
    spaces=Spaces(num_players=rules.players, phases=rules.phases, blocks=observe.blocks),
    rules=Rules.of(rules, observe=observe.observe, redeal=redeal.redeal),
    view=view,
    notation=NOTATION,
    words=Words(
        text=text.WORDS,
        prompts=text.WORDS,
        how_to_play=text.WORDS.how_to_play,
        round_score=text.round_score,
        asks=text.asks,
        labels=text.LABELS,
    ),
    facts=rules.facts,
    bots=BOTS,
    training=training,
    search=search,
    pictures=pictures,
    policies=Path(__file__).parent / "policies",
    languages=Path(__file__).parent / "languages",
)
