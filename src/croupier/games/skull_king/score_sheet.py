"""Score sheet of Skull King for people with real cards: the browser keeps it, here its rounds are counted.

A sheet is JSON, the same that the browser saves as a file; points in it are worked out anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier.core.base.errors import ConfigError
from croupier.core.base.files import parse_json
from croupier.core.base.sentence import Sentence
from croupier.games.skull_king.api import MOST_CAPTURED, score_round
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.cards import LARGEST
from croupier.games.skull_king.record.scoring import winning_seats

FORMAT = 1
ROUND_FIELDS = ("cards", "bids", "won", "bonuses", "wagers", "harry", "alliances")
_COMPUTED = ("points", "totals", "winners")
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


@dataclass
class Sheet:
    """A score sheet.

    Attributes:
        names: the players, in the order of their seats.
        rascal: Rascal scoring (SK-13) instead of the usual one.
        rounds: the rounds so far; `add` checks them.
        points: points of each round, by player.
    """

    names: tuple[str, ...]
    rascal: bool = False
    rounds: list[Round] = field(default_factory=list)
    points: list[tuple[int, ...]] = field(default_factory=list)

    def add(self, played: Round) -> None:
        """Score the next round and write it down.

        Raises:
            ConfigError: it cannot have been played so; the message names the rule.
        """
        check_cards(played.cards, len(self.names))
        check_round(played, self.names)
        scored = score_round(
            played.cards,
            [bid + change for bid, change in zip(played.bids, played.harry, strict=True)],
            played.won,
            bonuses=played.bonuses,
            alliances=played.alliances,
            wagers=played.wagers,
            rascal=self.rascal,
        )
        self.rounds.append(played)
        self.points.append(scored.points)

    def totals(self) -> list[int]:
        """Points of each player so far."""
        return [sum(row[seat] for row in self.points) for seat in range(len(self.names))]

    def winners(self) -> list[str]:
        """Who has the most points."""
        return [self.names[seat] for seat in winning_seats(self.totals())]

    def data(self) -> dict[str, Any]:
        """The sheet as JSON data, without what can be worked out from it."""
        rounds = []
        for played in self.rounds:
            rows: dict[str, Any] = {key: list(getattr(played, key)) for key in ROUND_FIELDS[1:-1]}
            pairs = [[self.names[seat] for seat in pair] for pair in played.alliances]
            rounds.append({"cards": played.cards, **rows, "alliances": pairs})
        return {
            "format": FORMAT, "game": "skull-king", "rascal": self.rascal, "names": list(self.names),
            "rounds": rounds,
        }  # fmt: skip

    def scored(self) -> dict[str, Any]:
        """The sheet as JSON data, with the points."""
        data = self.data()
        for row, points in zip(data["rounds"], self.points, strict=True):
            row["points"] = list(points)
        return data | {"totals": self.totals(), "winners": self.winners()}


def score_sheet(text: str) -> dict[str, Any]:
    """What a sheet's file says, with all scores, as data for JSON.

    Raises:
        ConfigError: see `read`.
    """
    return read(text).scored()


def read(text: str) -> Sheet:
    """Read what a sheet's file says, and score its rounds.

    Raises:
        ConfigError: it is broken, no such sheet, or a round in it cannot be; the message says which.
    """
    try:
        data = parse_json(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(say("sheet.no_json", error=str(error))) from error
    return _sheet(data)


def _sheet(data: Any) -> Sheet:
    """A sheet from JSON data; raises ConfigError."""
    if not isinstance(data, dict) or data.get("game") != "skull-king" or data.get("format") != FORMAT:
        raise ConfigError(say("sheet.foreign", format=FORMAT))
    _known(data, ("format", "game", "rascal", "names", "rounds", *_COMPUTED), say("sheet.the_sheet"))
    names, rascal, rounds = data.get("names"), data.get("rascal", False), data.get("rounds", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ConfigError(say("sheet.names"))
    if not isinstance(rascal, bool) or not isinstance(rounds, list):
        raise ConfigError(say("sheet.rounds"))
    sheet = Sheet(check_names(names), rascal)
    for number, row in enumerate(rounds, start=1):
        try:
            sheet.add(_round(row, sheet.names))
        except ConfigError as error:
            raise ConfigError(say("sheet.round", number=number, error=str(error))) from error
    return sheet


def _round(row: Any, names: tuple[str, ...]) -> Round:
    """A round from JSON data; raises ConfigError."""
    if not isinstance(row, dict):
        raise ConfigError(say("sheet.round_data"))
    _known(row, (*ROUND_FIELDS, *_COMPUTED), say("sheet.a_round"))
    cards = row.get("cards")
    if not isinstance(cards, int) or not _is_int(cards):
        raise ConfigError(say("sheet.cards_data"))
    rows = {key: _numbers(row, key, len(names)) for key in ROUND_FIELDS[1:-1]}
    return Round(cards, **rows, alliances=_pairs(row.get("alliances", []), names))


def _numbers(row: dict[str, Any], key: str, players: int) -> tuple[int, ...]:
    """A row of whole numbers; of zeros where an optional one is left out."""
    numbers = row.get(key, None if key in ("bids", "won") else [0] * players)
    if not isinstance(numbers, list) or len(numbers) != players or not all(map(_is_int, numbers)):
        raise ConfigError(say("sheet.row", name=key, players=players))
    return tuple(numbers)


def _pairs(pairs: Any, names: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Alliances by name, as numbers."""
    if not isinstance(pairs, list):
        raise ConfigError(say("sheet.alliances_data"))
    found = []
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or not all(name in names for name in pair):
            raise ConfigError(say("sheet.alliance_data", pair=pair))
        found.append((names.index(pair[0]), names.index(pair[1])))
    return tuple(found)


def _known(data: dict[str, Any], keys: Sequence[str], what: Sentence) -> None:
    for key in data:
        if key not in keys:
            raise ConfigError(say("sheet.unknown_key", what=what, name=key, known=", ".join(keys)))


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
