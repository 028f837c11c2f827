"""The `GameSpec` of Hearts: options, kernels, words and players in one place."""

from croupier.core import GameSpec, Rules, Spaces, Words
from croupier.games.hearts import notation, observe, redeal, rules, text, view
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
    rules=Rules.of(rules, observe=observe.observe, redeal=redeal.redeal),
    view=view,
    notation=notation,
    words=Words(text=text, prompts=text, how_to_play=text.how_to_play, round_score=text.round_score),
    facts=rules.facts,
    bots=BOTS,
)
