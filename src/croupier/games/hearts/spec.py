"""The `GameSpec` of Hearts: options, kernels, words and players in one place."""

from pathlib import Path

from croupier.core import GameSpec, Rules, Spaces, Words
from croupier.core.base.lazy import part
from croupier.games.hearts import observe, rules, text, view
from croupier.games.hearts.bots import BOTS
from croupier.games.hearts.english import say

SPEC = GameSpec(
    name="hearts",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=rules.OPTIONS,
    check_options=rules.check_options,
    variants=rules.VARIANTS,
    spaces=Spaces(num_players=rules.players, phases=rules.phases, blocks=observe.blocks),
    rules=Rules.of(rules, observe=observe.observe),
    view=view,
    notation=view.NOTATION,
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
    training=part("croupier.games.hearts.training:TRAINING"),
    search=part("croupier.games.hearts.search:SEARCH"),
    pictures=text.WORDS.pictures(
        "hearts players=6 deal=4 hands=2C,3C,2H,3H,4H,5H,6H,QS/4C,5C,4D,5D,6D,7D,8D,9D/6C,7C,10D,JD,QD,KD,AD,7H/"
        "8C,9C,4S,5S,6S,7S,8S,9S/10C,JC,8H,9H,10S,JS,KS,AS/QC,KC,AC,10H,JH,QH,KH,AH plays=2C,5C,6C,9C,10C"
    ),
    policies=Path(__file__).parent / "policies",
    languages=Path(__file__).parent / "languages",
)
