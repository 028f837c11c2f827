"""Facts of Skull King for adapters and searches: utilities, the longest game, hidden hands."""

from __future__ import annotations

from croupier.core.spec.facts import Facts
from croupier.core.spec.options import Options
from croupier.games.skull_king.record.cards import BASE
from croupier.games.skull_king.record.scoring import ALLIANCE
from croupier.games.skull_king.record.state import SCHEDULES, players

_ANSWERS = {"rosie": 1, "bendt": 2, "roatan": 1, "jade": 1}
"""Decisions that an ability asks for once in a round, in any trick but the last (SK-14)."""

_BET = 20
"""The most that Roatan's player bets (SK-14)."""
_CAPTURES = 3 * 10 + 20 + 2 * 20 + 6 * 30
"""The 14s, both mermaids and all pirates with the Tigress, who are worth more than the Skull King (SK-12)."""


def facts(options: Options) -> Facts:
    """SK-11 to SK-16: one win is given away in each game; hands, secret bids and the pile are hidden."""
    people = players(options)
    seats = max(people, 3)  # SK-15: Graybeard is the third of two
    deck = BASE + 2 * int(options["loot"]) + int(options["kraken"]) + int(options["whale"])
    sizes = [min(size, deck // seats) for size in SCHEDULES[str(options["schedule"])]]
    return Facts(
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=1.0,
        max_game_length=sum(_longest_round(people, cards, options) for cards in sizes),
        information="hidden",
        chance="sampled",
        worst_points=float(sum(_worst_round(cards, options) for cards in sizes)),
        best_points=float(sum(_best_round(cards, options) for cards in sizes)),
    )


def _worst_round(cards: int, options: Options) -> int:
    """SK-12 to SK-14: a bid that is missed by all the cards, which costs nothing in Rascal scoring; a bet lost."""
    return -10 * cards * (not options["rascal"]) - _BET * bool(options["roatan"])


def _best_round(cards: int, options: Options) -> int:
    """SK-11 to SK-14: all tricks bid and won with all that they can hold, every alliance, a bet won."""
    made = (10 if options["rascal"] else 20) * cards
    return made + _CAPTURES + 2 * ALLIANCE * bool(options["loot"]) + _BET * bool(options["roatan"])


def _longest_round(people: int, cards: int, options: Options) -> int:
    """Bids, cards, what the one Tigress is played as, the abilities of the tricks but the last, Harry's change."""
    answers = sorted((count for name, count in _ANSWERS.items() if options[name]), reverse=True)
    return people + people * cards + 1 + sum(answers[: cards - 1]) + int(bool(options["harry"]))
