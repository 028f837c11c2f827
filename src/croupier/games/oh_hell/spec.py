"""The `GameSpec` of Oh Hell: options, kernels, words and players in one place."""

from pathlib import Path

from croupier.core import GameSpec, Pictures, Rules, Search, Spaces, Training, Words
from croupier.games.oh_hell import observe, rules, text, view
from croupier.games.oh_hell.bots import BOTS
from croupier.games.oh_hell.english import say
from croupier.games.oh_hell.notation import NOTATION


def training() -> Training:
    """What it brings for its training."""
    from croupier.games.oh_hell.training import TRAINING

    return TRAINING


def pictures() -> Pictures:
    """Its pictures."""
    from croupier.games.oh_hell.pictures import PICTURES

    return PICTURES


def search() -> Search:
    """What search needs to know of it."""
    from croupier.games.oh_hell.search import SEARCH

    return SEARCH


SPEC = GameSpec(
    name="oh-hell",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=rules.OPTIONS,
    check_options=rules.check_options,
    variants=rules.VARIANTS,
    spaces=Spaces(num_players=rules.players, phases=rules.phases, blocks=observe.blocks),
    rules=Rules.of(rules, observe=observe.observe),
    view=view,
    notation=NOTATION,
    words=Words(
        text=text.WORDS,
        prompts=text.WORDS,
        how_to_play=text.WORDS.how_to_play,
        round_score=text.round_score,
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
