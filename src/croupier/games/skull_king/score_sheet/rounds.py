"""A round on the score sheet, and checks that refuse a round that cannot have been played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.core.base.errors import ConfigError
from croupier.games.skull_king.api import MOST_CAPTURED
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.cards import BASE, LARGEST

SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
LEAST, MOST = 2, 8


@dataclass(frozen=True)
class Round:
    """What happened in a round; rows have one entry a player, in the order of the names.

    Attributes:
        cards: cards dealt to each, 1..10.
        bids: the bids as made, 0..cards.
        won: tricks won, 0..cards.
        bonuses: points captured, multiples of 10.
        wagers: Roatan's wager, 0, 10 or 20.
        harry: Harry's change of the bid, -1..1.
        alliances: pairs of players allied by loot, as numbers from 0.
    """

    cards: int
    bids: tuple[int, ...]
    won: tuple[int, ...]
    bonuses: tuple[int, ...]
    wagers: tuple[int, ...]
    harry: tuple[int, ...]
    alliances: tuple[tuple[int, int], ...] = ()


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names of the players, stripped.

    Raises:
        ConfigError: too few, too many (SK-2), one twice, or one that could be taken for something else.
    """
    found = tuple(name.strip() for name in names)
    if not LEAST <= len(found) <= MOST:
        raise ConfigError(say("sheet.people", least=LEAST, most=MOST, count=len(found)))
    for name in found:
        if not name or any(mark in name for mark in ",&\n") or not any(sign.isalpha() for sign in name):
            raise ConfigError(say("sheet.name", name=name))
    folded = [name.casefold() for name in found]
    for name in found:
        if folded.count(name.casefold()) > 1:
            raise ConfigError(say("sheet.same_name", name=name))
    return found


def check_cards(cards: int, players: int) -> None:
    """Refuse a number of cards that cannot be dealt.

    Raises:
        ConfigError: fewer than 1, more than 10, or more than there are (SK-2).
    """
    hands = max(players, 3)  # Graybeard has one too (SK-15)
    if not 1 <= cards <= 10 or cards * hands > LARGEST:
        raise ConfigError(say("sheet.cards", players=players, most=min(10, LARGEST // hands), cards=cards))


def usual_cards(number: int, players: int) -> int:
    """Cards of a round (from 0) as the usual game deals them (SK-2)."""
    return min(SIZES[min(number, len(SIZES) - 1)], BASE // max(players, 3))


def check_bids(bids: Sequence[int], cards: int, names: Sequence[str]) -> None:
    """Refuse bids out of range.

    Raises:
        ConfigError: a bid is not 0..cards (SK-4).
    """
    for name, bid in zip(names, bids, strict=True):
        if not 0 <= bid <= cards:
            raise ConfigError(say("sheet.bid", name=name, cards=cards, bid=bid))


def check_won(won: Sequence[int], cards: int, names: Sequence[str]) -> None:
    """Refuse tricks that cannot have been won; fewer than were played are possible (SK-8, SK-9, SK-15).

    Raises:
        ConfigError: a negative number, or more than were played.
    """
    for name, tricks in zip(names, won, strict=True):
        if tricks < 0:
            raise ConfigError(say("sheet.tricks", name=name, tricks=tricks))
    if sum(won) > cards:
        raise ConfigError(say("sheet.won", total=sum(won), cards=cards))


def check_bonuses(bonuses: Sequence[int], won: Sequence[int], names: Sequence[str]) -> None:
    """Refuse captures that cannot be.

    Raises:
        ConfigError: no multiple of 10, of a player without a trick, or more than there is to capture (SK-12).
    """
    for name, bonus, tricks in zip(names, bonuses, won, strict=True):
        if bonus < 0 or bonus % 10:
            raise ConfigError(say("sheet.bonus", name=name, bonus=bonus))
        if bonus and not tricks:
            raise ConfigError(say("sheet.no_bonus", name=name))
    if sum(bonuses) > MOST_CAPTURED:
        raise ConfigError(say("sheet.bonuses", most=MOST_CAPTURED, total=sum(bonuses)))


def check_wagers(wagers: Sequence[int], won: Sequence[int], cards: int, names: Sequence[str]) -> None:
    """Refuse wagers that cannot be: there is one Roatan, and he must win a trick that is not the last.

    Raises:
        ConfigError: see above (SK-14).
    """
    for name, wager, tricks in zip(names, wagers, won, strict=True):
        if wager not in (0, 10, 20):
            raise ConfigError(say("sheet.wager", name=name, wager=wager))
        if wager and (not tricks or cards == 1):
            raise ConfigError(say("sheet.no_wager", name=name))
    if sum(wager != 0 for wager in wagers) > 1:
        raise ConfigError(say("sheet.wagers"))


def check_harry(
    changes: Sequence[int], bids: Sequence[int], won: Sequence[int], cards: int, names: Sequence[str]
) -> None:
    """Refuse changes of bids that cannot be: there is one Harry, and he must win a trick.

    Raises:
        ConfigError: see above, or the bid leaves 0..cards (SK-14).
    """
    for name, change, bid, tricks in zip(names, changes, bids, won, strict=True):
        if change not in (-1, 0, 1):
            raise ConfigError(say("sheet.harry", change=change, name=name))
        if change and not tricks:
            raise ConfigError(say("sheet.no_harry", name=name))
        if not 0 <= bid + change <= cards:
            raise ConfigError(say("sheet.harry_bid", name=name, bid=bid, changed=bid + change, cards=cards))
    if sum(change != 0 for change in changes) > 1:
        raise ConfigError(say("sheet.harrys"))


def check_alliances(pairs: Sequence[tuple[int, int]], won: Sequence[int], names: Sequence[str]) -> None:
    """Refuse alliances that cannot be: each of the two loot cards allies its player with the trick's winner.

    Raises:
        ConfigError: see above (SK-11).
    """
    if len(pairs) > 2:
        raise ConfigError(say("sheet.alliances", count=len(pairs)))
    for one, other in pairs:
        if one == other:
            raise ConfigError(say("sheet.alliance", one=names[one]))
        if not won[one] and not won[other]:
            raise ConfigError(say("sheet.allies", one=names[one], other=names[other]))


def check_round(played: Round, names: Sequence[str]) -> None:
    """Refuse a round that cannot have been played.

    Raises:
        ConfigError: the message says what is wrong, with the rule.
    """
    cards, won = played.cards, played.won
    check_bids(played.bids, cards, names)
    check_won(won, cards, names)
    check_bonuses(played.bonuses, won, names)
    check_wagers(played.wagers, won, cards, names)
    check_harry(played.harry, played.bids, won, cards, names)
    check_alliances(played.alliances, won, names)
