"""A compiled bot of Leduc poker."""

from __future__ import annotations

from croupier.core import Bot, BotEntry, BotParams, ExactPlay, Generators, Mask, Record, kernel
from croupier.core.base.errors import ConfigError
from croupier.core.spec.options import Options
from croupier.games.leduc.english import say
from croupier.games.leduc.rules import CALL, FOLD, RAISE, strength


@kernel
def choose(s: Record, mask: Mask, params: BotParams, rng: Generators, i: int) -> int:
    """Raise with a pair, or with a king in the first round; fold a jack, and what the table beats."""
    own = strength(s, s["player"])
    if own >= (2 if s["board"] == 0 else 3):
        return RAISE if mask[RAISE] else CALL
    weak = own == 0 or (own < 2 and s["board"] > 0)
    return FOLD if weak and mask[FOLD] else CALL


def make_bot(argument: str, options: Options) -> Bot:
    """The bot, which takes nothing behind a colon."""
    del options
    if argument:
        raise ConfigError(say("bot.unknown", argument=argument))
    return Bot(choose, exact_play=ExactPlay(horizon=1))


BOTS = {"bot": BotEntry(make_bot, say("bot"), "bot")}
