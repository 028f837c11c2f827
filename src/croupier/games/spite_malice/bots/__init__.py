"""Compiled bots of Mini Spite and Malice: one plays whatever fits, two plan their turn."""

from __future__ import annotations

import numpy as np

from croupier.core import Bot, BotEntry, BotParams, Generators, Mask, Record, kernel
from croupier.core.base.errors import ConfigError
from croupier.core.spec.options import Options
from croupier.games.spite_malice.bots.planner import FILE, planner, read_weights
from croupier.games.spite_malice.bots.turn import WEIGHTS, search
from croupier.games.spite_malice.english import say
from croupier.games.spite_malice.state import GOAL, HAND, JOKER, NONE, PASS, PILES, PLAYS


@kernel
def greedy(s: Record, mask: Mask, params: BotParams, rng: Generators, i: int) -> int:
    """Play the goal card, else the first card that fits; else discard the highest on the smallest pile."""
    for pile in range(PILES):
        if mask[PILES * GOAL + pile]:
            return PILES * GOAL + pile
    for action in range(PLAYS):
        if mask[action]:
            return action
    if mask[PASS]:
        return PASS
    seat = int(s["turn"])
    place, smallest = 0, 0
    for k in range(HAND):
        card = s["hands"][seat, k]
        if card not in (NONE, 0) and (card != JOKER or k == 0):
            place = k
    for pile in range(PILES):
        if s["discard_counts"][PILES * seat + pile] < s["discard_counts"][PILES * seat + smallest]:
            smallest = pile
    return PLAYS + PILES * place + smallest


def make_bot(argument: str, options: Options) -> Bot:
    """``bot`` plans its turn, ``bot:planner`` uses a learned value; ``bot:greedy`` plays any card that fits."""
    if argument == "greedy":
        return Bot(greedy)
    if argument == "planner":
        return Bot(planner, read_weights(), heavy=True, weights=FILE)
    if argument:
        raise ConfigError(say("bot.unknown", name=argument))
    return Bot(search, np.array(list(WEIGHTS.values()), dtype=np.float64))


BOTS = {"bot": BotEntry(make_bot, say("bot"), "bot:greedy")}
