"""Registry of Skull King's compiled bots by name."""

from __future__ import annotations

import numpy as np

from croupier.core.base.errors import unknown
from croupier.core.spec.options import Options
from croupier.core.spec.spec import Bot, BotEntry
from croupier.games.skull_king.bots.simple import HABITS, choose_random, choose_simple
from croupier.games.skull_king.bots.strong import REASON, SOURCE, choose_answering_at_random, choose_strong
from croupier.games.skull_king.english import say

_BOTS = {
    "": Bot(choose_strong, np.array([REASON, 1])),
    "source-abilities": Bot(choose_strong, np.array([SOURCE, 0])),
    "random-abilities": Bot(choose_answering_at_random, np.array([REASON, 0])),
    "simple": Bot(choose_simple),
    "random-bid": Bot(choose_random),
    **{f"habit-{name}": bot for name, bot in HABITS.items()},
}


def make_bot(argument: str, options: Options) -> Bot:
    """The bot of a name's text after the colon, for all options; raises ConfigError if there is none."""
    if argument not in _BOTS:
        raise unknown(say("bot_of"), f"bot:{argument}", ["bot", *(f"bot:{name}" for name in _BOTS if name)])
    return _BOTS[argument]


BOTS = {"bot": BotEntry(make_bot, say("bot"), "bot:simple")}
