"""Facts of Skull King for adapters and searches: utilities, the longest game, hidden hands."""

from __future__ import annotations

from croupier.core.spec.facts import Facts
from croupier.core.spec.options import Options
from croupier.games.skull_king.record.cards import BASE
from croupier.games.skull_king.record.state import SCHEDULES, players

_ANSWERS = {"rosie": 1, "bendt": 2, "roatan": 1, "jade": 1}
"""Decisions that an ability asks for once in a round, in any trick but the last (SK-14)."""


def facts(options: Options) -> Facts:
    """SK-14, SK-16: one win is given away in each game; hands, secret bids and the pile are hidden."""
    people = players(options)
    seats = max(people, 3)  # SK-15: Graybeard is the third of two
    deck = BASE + 2 * int(options["loot"]) + int(options["kraken"]) + int(options["whale"])
    sizes = (min(size, deck // seats) for size in SCHEDULES[str(options["schedule"])])
    return Facts(
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=1.0,
        max_game_length=sum(_longest_round(people, cards, options) for cards in sizes),
        information="hidden",
        chance="sampled",
    )


def _longest_round(people: int, cards: int, options: Options) -> int:
    """Bids, cards, what the one Tigress is played as, the abilities of the tricks but the last, Harry's change."""
    answers = sorted((count for name, count in _ANSWERS.items() if options[name]), reverse=True)
    return people + people * cards + 1 + sum(answers[: cards - 1]) + int(bool(options["harry"]))
