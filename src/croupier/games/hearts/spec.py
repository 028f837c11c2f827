"""The `GameSpec` of Hearts: options, kernels, words and players in one place."""

from pathlib import Path

from croupier.core import GameSpec, Rules, Spaces, Words
from croupier.core.base.lazy import part
from croupier.games.hearts import observe, rules, text, view
from croupier.games.hearts.bots import BOTS
from croupier.games.hearts.english import say
from croupier.games.hearts.notation import NOTATION

SPEC = GameSpec(
    name="hearts",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=rules.OPTIONS,
    check_options=rules.check_options,
    variants=rules.VARIANTS,
    spaces=Spaces(num_players=rules.players, phases=lambda _: rules.PHASES, blocks=lambda _: observe.BLOCKS),
    rules=Rules.of(rules, observe=observe.observe),
    view=view,
    notation=NOTATION,
    words=Words(
        text=text.WORDS,
        prompts=text.WORDS,
        how_to_play=text.WORDS.how_to_play,
        round_score=text.round_score,
        won_trick=text.WORDS.won_trick,
        asks=text.asks,
        labels=text.LABELS,
    ),
    facts=rules.facts,
    bots=BOTS,
    training=part("croupier.games.hearts.training:TRAINING"),
    search=part("croupier.games.hearts.search:SEARCH"),
    pictures=part("croupier.games.hearts.pictures:PICTURES"),
    lesson=part("croupier.games.hearts.lesson:LESSON"),
    policies=Path(__file__).parent / "policies",
    decisions=Path(__file__).parent / "decisions",
    languages=Path(__file__).parent / "languages",
    claims=part("croupier.games.hearts.search:CLAIMS"),
)
