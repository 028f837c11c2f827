"""Compiled bots of Pig: hold at N, and optimal play from the solved tables."""

from __future__ import annotations

import numpy as np

from croupier.core import Bot, BotEntry, BotParams, ExactPlay, Generators, Mask, Record, kernel
from croupier.core.base.errors import ConfigError, read_whole
from croupier.core.spec.options import Options
from croupier.games.pig.english import say
from croupier.games.pig.exact.evaluate import Policy, optimal_policy
from croupier.games.pig.exact.solver import play_optimally, solved
from croupier.games.pig.rules import HOLD, ROLL

DEFAULT_HOLD = 20


@kernel
def hold_at(s: Record, mask: Mask, params: BotParams, rng: Generators, i: int) -> int:
    """Roll until the turn total reaches params[0] or wins."""
    score = s["scores"][s["turn"]]
    if s["total"] >= params[0] or score + s["total"] >= s["winning_score"]:
        return HOLD
    return ROLL


def make_hold(argument: str, options: Options) -> Bot:
    """Bot for ``bot:hold-N``; plain ``bot`` holds at 20."""
    number = read_whole(argument.removeprefix("hold-")) if argument else DEFAULT_HOLD
    if number is None or not 1 <= number < 1_000_000 or (argument and not argument.startswith("hold-")):
        raise ConfigError(say("bot.unknown", name=argument))
    return Bot(hold_at, np.array([number], dtype=np.int64), ExactPlay(horizon=1))


def make_optimal(argument: str, options: Options) -> Bot:
    """Optimal play for the game's target and turn limit."""
    if argument:
        raise ConfigError(say("bot.no_argument", argument=argument))
    if options["turn_unit"] != "turn":
        raise ConfigError(say("bot.turns_only"))
    target = int(options["winning_score"])
    values = solved(target, int(options["max_turns"]))

    def policy(limited: bool) -> Policy:
        return optimal_policy(values if limited else solved(target))

    return Bot(play_optimally, values, ExactPlay(policy=policy))


BOTS = {
    "bot": BotEntry(make_hold, say("bot"), "bot:hold-25"),
    "optimal": BotEntry(make_optimal, say("bot.optimal"), "optimal"),
}
