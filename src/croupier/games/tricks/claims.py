"""A claim of all remaining tricks: judged by the leading seat's knowledge, and played out.

The seat leads its cards in a fixed order (`_line`). The claim is proven if each card takes its trick in every full
deal consistent with what the seat knows, however the others play. Another seat beats a card with a higher one of
its suit, or with a trump once it has no card of that suit, after following suit to everything led before. So only
its number of cards in each suit matters, and all deals are checked at once, for any number of cards: can the
unseen cards be distributed so that another seat has what it needs to beat one? Without trumps this is exact. With
trumps a seat may run out of a suit sooner here than it sometimes can, so a true claim may stay unproven.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from croupier.core import Claims, Record
from croupier.games.tricks.cards import DECK, RANKS, names_of
from croupier.games.tricks.hidden import Whole


def claims(
    trump: Callable[[Record], int],
    late: Callable[[Record], int],
    hidden: Callable[[Record, int, Whole, Whole], int],
) -> Claims:
    """The claims of a game in which all follow suit, and the highest trump or card of the suit takes the trick."""
    # `trump` gives the suit of trumps, and `late` a suit that may not be led before all others; both give `NOBODY`
    # for none. ``hidden(record, seat, cards, free)`` lists what a seat does not see, as for the game's re-deal.

    def line(s: Record, seat: int) -> list[int]:
        held = [card for card in range(DECK) if s["where"][card] == seat]
        return _line(held, trump(s), late(s))

    def proven(s: Record, seat: int) -> bool:
        cards, free = np.empty(DECK, dtype=np.int64), np.empty(DECK, dtype=np.int64)
        count = hidden(s, seat, cards, free)
        places = dict(zip(cards[:count].tolist(), free[:count].tolist(), strict=True))
        seen = {card: 1 << holder for card, holder in enumerate(s["where"].tolist()) if holder >= 0}
        others = [other for other in range(int(s["players"])) if other != seat]
        known = {other: {card for card, at in {**seen, **places}.items() if at >> other & 1} for other in others}
        return not _beaten(line(s, seat), trump(s), known)

    def chosen(s: Record, seat: int, legal: Sequence[int]) -> int:
        if s["player"] == seat:
            return next(card for card in line(s, seat) if card in legal)
        return min(legal, key=lambda card: (card // RANKS == trump(s), card % RANKS, card))

    return Claims(_left, proven, lambda s, seat: names_of(line(s, seat)), chosen)


def _left(s: Record) -> int:
    """Cards left to play, if the mover leads at least two more tricks."""
    people, played = int(s["players"]), int(s["played"])
    left = people * int(s["cards"]) - played
    leads = s["player"] >= 0 and s["laid"] == 0 and played >= people
    return left if leads and left > people else 0


def _line(hand: Sequence[int], trump: int, late: int) -> list[int]:
    """The order of leads: trumps first, a suit that may not be led yet last, high cards first."""
    suits = {suit: (suit == late, suit != trump, suit) for suit in range(DECK // RANKS)}
    return sorted(hand, key=lambda card: (suits[card // RANKS], -card))


def _beaten(line: Sequence[int], trump: int, others: dict[int, set[int]]) -> bool:
    """Whether another seat can beat one of some cards led in this order."""
    led: Counter[int] = Counter()
    for place, card in enumerate(line):
        suit, after = card // RANKS, len(line) - place - 1
        for seat, cards in others.items():
            same = {each for each in cards if each // RANKS == suit}
            higher = {each for each in same if each > card}
            # a higher card, one card of the suit per time it was led, and any other cards
            keeps = [higher, *[same] * led[suit], *[cards] * (len(line) - led[suit] - 1)]
            if _fits(keeps, seat, others):
                return True
            trumps = {each for each in cards if each // RANKS == trump}
            if suit == trump or not trumps:
                continue
            # trumps per time they were led, and one to ruff with; no card of the led suit is left after that
            ruffs = [*[trumps] * (led[trump] + 1), *[cards - same] * after, *[cards] * (place - led[trump])]
            if _fits(ruffs, seat, others):
                return True
        led[suit] += 1
    return False


def _fits(hand: Sequence[set[int]], seat: int, others: dict[int, set[int]]) -> bool:
    """Whether a seat's cards can be one of a set each, while the others have their own: bipartite matching."""
    slots = [*hand, *(cards for other, cards in others.items() if other != seat for _ in hand)]
    owner: dict[int, int] = {}

    def placed(slot: int, tried: set[int]) -> bool:
        for card in slots[slot] - tried:
            tried.add(card)
            if card not in owner or placed(owner[card], tried):
                owner[card] = slot
                return True
        return False

    return all(placed(slot, set()) for slot in range(len(slots)))
