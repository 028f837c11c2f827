"""Score sheet of Skull King for people with real cards: the browser stores it, this module counts its rounds.

A sheet is JSON, in the same form as the browser's file; its points are recomputed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.core.base.errors import ConfigError
from croupier.core.base.files import parse_json
from croupier.core.base.sentence import Sentence
from croupier.games.skull_king.api import MOST_CAPTURED, score_round
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.cards import LARGEST
from croupier.games.skull_king.record.tricks import winning_seats

FORMAT = 1
_ROWS = ("bids", "won", "bonuses", "wagers", "harry")
"""Fields of a round with one number per player, in the order of the names."""
_COMPUTED = ("points", "totals", "winners")
_LEAST, _MOST = 2, 8


def score_sheet(text: str) -> dict[str, Any]:
    """A sheet's file with all scores, as data for JSON."""
    try:
        data = parse_json(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(say("sheet.no_json", error=str(error))) from error
    if not isinstance(data, dict) or data.get("game") != "skull-king" or data.get("format") != FORMAT:
        raise ConfigError(say("sheet.foreign", format=FORMAT))
    _known(data, ("format", "game", "rascal", "names", "rounds", *_COMPUTED), say("sheet.the_sheet"))
    named, rascal, rounds = data.get("names"), data.get("rascal", False), data.get("rounds", [])
    if not isinstance(named, list) or not all(isinstance(name, str) for name in named):
        raise ConfigError(say("sheet.names"))
    if not isinstance(rascal, bool) or not isinstance(rounds, list):
        raise ConfigError(say("sheet.rounds"))
    names, scored = [name.strip() for name in named], []
    _check_names(names)
    for number, row in enumerate(rounds, start=1):
        try:
            scored.append(_scored(row, names, rascal))
        except ConfigError as error:
            raise ConfigError(say("sheet.round", number=number, error=str(error))) from error
    totals = [sum(row["points"][seat] for row in scored) for seat in range(len(names))]
    return {
        "format": FORMAT, "game": "skull-king", "rascal": rascal, "names": names, "rounds": scored,
        "totals": totals, "winners": [names[seat] for seat in winning_seats(totals)],
    }  # fmt: skip


def _check_names(names: Sequence[str]) -> None:
    """SK-2: as many names as players, all different and unambiguous."""
    if not _LEAST <= len(names) <= _MOST:
        raise ConfigError(say("sheet.people", least=_LEAST, most=_MOST, count=len(names)))
    for name in names:
        if not name or any(mark in name for mark in ",&\n") or not any(sign.isalpha() for sign in name):
            raise ConfigError(say("sheet.name", name=name))
    folded = [name.casefold() for name in names]
    for name in names:
        if folded.count(name.casefold()) > 1:
            raise ConfigError(say("sheet.same_name", name=name))


def _scored(row: Any, names: Sequence[str], rascal: bool) -> dict[str, Any]:
    """A round from JSON data, checked, with its points; bids are those before Harry's change."""
    if not isinstance(row, dict):
        raise ConfigError(say("sheet.round_data"))
    _known(row, ("cards", *_ROWS, "alliances", *_COMPUTED), say("sheet.a_round"))
    cards = row.get("cards")
    if not isinstance(cards, int) or not _is_int(cards):
        raise ConfigError(say("sheet.cards_data"))
    rows = {key: _numbers(row, key, len(names)) for key in _ROWS}
    pairs = _pairs(row.get("alliances", []), names)
    bids, won, bonuses, wagers, harry = rows.values()
    _check_tricks(cards, bids, won, names)
    _check_bonuses(bonuses, won, names)
    _check_wagers(wagers, won, cards, names)
    _check_harry(harry, bids, won, cards, names)
    _check_alliances(pairs, won, names)
    changed = [bid + change for bid, change in zip(bids, harry, strict=True)]
    made = score_round(cards, changed, won, bonuses=bonuses, alliances=pairs, wagers=wagers, rascal=rascal)
    allies = [[names[seat] for seat in pair] for pair in pairs]
    return {"cards": cards, **rows, "alliances": allies, "points": list(made.points)}


def _check_tricks(cards: int, bids: Sequence[int], won: Sequence[int], names: Sequence[str]) -> None:
    """SK-2, SK-4, SK-6: possible cards and bids; a trick may be nobody's, so fewer may be won."""
    hands = max(len(names), 3)  # Graybeard has one too (SK-15)
    if not 1 <= cards <= 10 or cards * hands > LARGEST:
        raise ConfigError(say("sheet.cards", players=len(names), most=min(10, LARGEST // hands), cards=cards))
    for name, bid in zip(names, bids, strict=True):
        if not 0 <= bid <= cards:
            raise ConfigError(say("sheet.bid", name=name, cards=cards, bid=bid))
    for name, tricks in zip(names, won, strict=True):
        if tricks < 0:
            raise ConfigError(say("sheet.tricks", name=name, tricks=tricks))
    if sum(won) > cards:
        raise ConfigError(say("sheet.won", total=sum(won), cards=cards))


def _check_bonuses(bonuses: Sequence[int], won: Sequence[int], names: Sequence[str]) -> None:
    """SK-12: multiples of 10, only for players with a trick, and no more than can be captured."""
    for name, bonus, tricks in zip(names, bonuses, won, strict=True):
        if bonus < 0 or bonus % 10:
            raise ConfigError(say("sheet.bonus", name=name, bonus=bonus))
        if bonus and not tricks:
            raise ConfigError(say("sheet.no_bonus", name=name))
    if sum(bonuses) > MOST_CAPTURED:
        raise ConfigError(say("sheet.bonuses", most=MOST_CAPTURED, total=sum(bonuses)))


def _check_wagers(wagers: Sequence[int], won: Sequence[int], cards: int, names: Sequence[str]) -> None:
    """SK-14: there is one Roatan, who must win a trick that is not the last."""
    for name, wager, tricks in zip(names, wagers, won, strict=True):
        if wager not in (0, 10, 20):
            raise ConfigError(say("sheet.wager", name=name, wager=wager))
        if wager and (not tricks or cards == 1):
            raise ConfigError(say("sheet.no_wager", name=name))
    if sum(wager != 0 for wager in wagers) > 1:
        raise ConfigError(say("sheet.wagers"))


def _check_harry(
    changes: Sequence[int], bids: Sequence[int], won: Sequence[int], cards: int, names: Sequence[str]
) -> None:
    """SK-14: there is one Harry, who must win a trick, and the bid stays within 0 and the cards dealt."""
    for name, change, bid, tricks in zip(names, changes, bids, won, strict=True):
        if change not in (-1, 0, 1):
            raise ConfigError(say("sheet.harry", change=change, name=name))
        if change and not tricks:
            raise ConfigError(say("sheet.no_harry", name=name))
        if not 0 <= bid + change <= cards:
            raise ConfigError(say("sheet.harry_bid", name=name, bid=bid, changed=bid + change, cards=cards))
    if sum(change != 0 for change in changes) > 1:
        raise ConfigError(say("sheet.harrys"))


def _check_alliances(pairs: Sequence[tuple[int, int]], won: Sequence[int], names: Sequence[str]) -> None:
    """SK-11: each of the two loot cards allies its player with the winner of the trick."""
    if len(pairs) > 2:
        raise ConfigError(say("sheet.alliances", count=len(pairs)))
    for one, other in pairs:
        if one == other:
            raise ConfigError(say("sheet.alliance", one=names[one]))
        if not won[one] and not won[other]:
            raise ConfigError(say("sheet.allies", one=names[one], other=names[other]))


def _numbers(row: dict[str, Any], key: str, players: int) -> list[int]:
    """A row of integers; zeros if an optional one is left out."""
    numbers = row.get(key, None if key in ("bids", "won") else [0] * players)
    if not isinstance(numbers, list) or len(numbers) != players or not all(map(_is_int, numbers)):
        raise ConfigError(say("sheet.row", name=key, players=players))
    return numbers


def _pairs(pairs: Any, names: Sequence[str]) -> list[tuple[int, int]]:
    """Alliances by name, as numbers."""
    if not isinstance(pairs, list):
        raise ConfigError(say("sheet.alliances_data"))
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or not all(name in names for name in pair):
            raise ConfigError(say("sheet.alliance_data", pair=pair))
    return [(names.index(one), names.index(other)) for one, other in pairs]


def _known(data: dict[str, Any], keys: Sequence[str], what: Sentence) -> None:
    for key in data:
        if key not in keys:
            raise ConfigError(say("sheet.unknown_key", what=what, name=key, known=", ".join(keys)))


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
