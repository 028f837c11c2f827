"""The score sheet of Skull King for people at a real table: its rounds, its file, what is wrong with either."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from croupier.core.errors import ConfigError, FileError
from croupier.core.files import writing

FORMAT = 1
SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
LEAST, MOST = 2, 8
DECK, LARGEST = 70, 74
_ROUND = ("cards", "bids", "won", "bonuses", "wagers", "harry", "alliances")
_COMPUTED = ("points", "totals", "winners")  # in what --json prints; worked out anew


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
        """Score a round and write it down.

        Raises:
            ConfigError: it cannot have been played so; the message names the rule.
        """
        from croupier.games.skull_king.api import score_round

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
        from croupier.games.skull_king.scoring import winning_seats

        return [self.names[seat] for seat in winning_seats(self.totals())]

    def data(self) -> dict[str, Any]:
        """The sheet as JSON data, without what can be worked out from it."""
        rounds = []
        for played in self.rounds:
            rows: dict[str, Any] = {key: list(getattr(played, key)) for key in _ROUND[1:-1]}
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


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names of the players, stripped.

    Raises:
        ConfigError: too few, too many (SK-2), one twice, or one that could be taken for something else.
    """
    found = tuple(name.strip() for name in names)
    if not LEAST <= len(found) <= MOST:
        raise ConfigError(f"{LEAST} to {MOST} people play Skull King, not {len(found)} (SK-2)")
    for name in found:
        if not name or any(mark in name for mark in ",&\n") or not any(sign.isalpha() for sign in name):
            raise ConfigError(f"a name has a letter, and no comma and no '&', not {name!r}")
    folded = [name.casefold() for name in found]
    for name in found:
        if folded.count(name.casefold()) > 1:
            raise ConfigError(f"two players have the name {name!r}; give each one of its own")
    return found


def check_cards(cards: int, players: int) -> None:
    """Refuse a number of cards that cannot be dealt.

    Raises:
        ConfigError: fewer than 1, more than 10, or more than there are (SK-2).
    """
    hands = max(players, 3)  # Graybeard has one too (SK-15)
    if not 1 <= cards <= 10 or cards * hands > LARGEST:
        raise ConfigError(
            f"{players} players are dealt 1 to {min(10, LARGEST // hands)} cards, not {cards} (SK-2)"
        )


def usual_cards(number: int, players: int) -> int:
    """Cards of a round (from 0) as the usual game deals them (SK-2)."""
    return min(SIZES[min(number, len(SIZES) - 1)], DECK // max(players, 3))


def check_bids(bids: Sequence[int], cards: int, names: Sequence[str]) -> None:
    """Refuse bids out of range.

    Raises:
        ConfigError: a bid is not 0..cards (SK-4).
    """
    for name, bid in zip(names, bids, strict=True):
        if not 0 <= bid <= cards:
            raise ConfigError(f"{name}'s bid must be 0 to {cards}, the cards dealt, not {bid} (SK-4)")


def check_won(won: Sequence[int], cards: int, names: Sequence[str]) -> None:
    """Refuse tricks that cannot have been won; fewer than were played are possible (SK-8, SK-9, SK-15).

    Raises:
        ConfigError: a negative number, or more than were played.
    """
    for name, tricks in zip(names, won, strict=True):
        if tricks < 0:
            raise ConfigError(f"{name} cannot have won {tricks} tricks (SK-6)")
    if sum(won) > cards:
        raise ConfigError(f"the tricks won add up to {sum(won)}, more than the cards dealt, {cards} (SK-2, SK-6)")


def check_bonuses(bonuses: Sequence[int], won: Sequence[int], names: Sequence[str]) -> None:
    """Refuse captures that cannot be.

    Raises:
        ConfigError: no multiple of 10, or of a player without a trick (SK-12).
    """
    for name, bonus, tricks in zip(names, bonuses, won, strict=True):
        if bonus < 0 or bonus % 10:
            raise ConfigError(f"{name}'s bonus must be a multiple of 10, not {bonus} (SK-12)")
        if bonus and not tricks:
            raise ConfigError(f"{name} has won no trick, so nothing was captured (SK-12)")


def check_wagers(wagers: Sequence[int], won: Sequence[int], cards: int, names: Sequence[str]) -> None:
    """Refuse wagers that cannot be: there is one Roatan, and he must win a trick that is not the last.

    Raises:
        ConfigError: see above (SK-14).
    """
    for name, wager, tricks in zip(names, wagers, won, strict=True):
        if wager not in (0, 10, 20):
            raise ConfigError(f"{name}'s wager must be 0, 10 or 20, not {wager} (SK-14)")
        if wager and (not tricks or cards == 1):
            raise ConfigError(f"{name} cannot bet: who bets has won a trick with Roatan, not the last (SK-14)")
    if sum(wager != 0 for wager in wagers) > 1:
        raise ConfigError("one player at most bets in a round: there is one Roatan (SK-14)")


def check_harry(
    changes: Sequence[int], bids: Sequence[int], won: Sequence[int], cards: int, names: Sequence[str]
) -> None:
    """Refuse changes of bids that cannot be: there is one Harry, and he must win a trick.

    Raises:
        ConfigError: see above, or the bid leaves 0..cards (SK-14).
    """
    for name, change, bid, tricks in zip(names, changes, bids, won, strict=True):
        if change not in (-1, 0, 1):
            raise ConfigError(f"Harry changes a bid by -1, 0 or +1, not by {change:+d} for {name} (SK-14)")
        if change and not tricks:
            raise ConfigError(f"{name} has won no trick, so none with Harry (SK-14)")
        if not 0 <= bid + change <= cards:
            raise ConfigError(f"{name}'s bid of {bid} cannot become {bid + change}: bids are 0 to {cards} (SK-14)")
    if sum(change != 0 for change in changes) > 1:
        raise ConfigError("one player at most changes the bid in a round: there is one Harry (SK-14)")


def check_alliances(pairs: Sequence[tuple[int, int]], won: Sequence[int], names: Sequence[str]) -> None:
    """Refuse alliances that cannot be: each of the two loot cards allies its player with the trick's winner.

    Raises:
        ConfigError: see above (SK-11).
    """
    if len(pairs) > 2:
        raise ConfigError(f"there are two loot cards, so at most two alliances, not {len(pairs)} (SK-11)")
    for one, other in pairs:
        if one == other:
            raise ConfigError(f"{names[one]} cannot be allied with {names[one]} (SK-11)")
        if not won[one] and not won[other]:
            raise ConfigError(
                f"one of the allies {names[one]} and {names[other]} has won the trick, but neither won any (SK-11)"
            )


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


def save(sheet: Sheet, file: Path) -> None:
    """Write a sheet's file, whole or not at all.

    Raises:
        FileError: it cannot be written.
    """
    text = json.dumps(sheet.data(), ensure_ascii=False, indent=1) + "\n"
    try:
        with writing(file) as out:
            out.write(text.encode())
    except OSError as error:
        raise FileError(f"{file} cannot be written: {error.strerror}") from error


def load(file: Path) -> Sheet:
    """Read a sheet's file and score its rounds.

    Raises:
        FileError: it is missing, broken, no such sheet, or a round in it cannot be; the message says which.
    """
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise FileError(f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise FileError(f"{file} is no JSON: {error}") from error
    try:
        return _sheet(data)
    except ConfigError as error:
        raise FileError(f"{file}: {error}") from error


def _sheet(data: Any) -> Sheet:
    """A sheet from JSON data; raises ConfigError."""
    if not isinstance(data, dict) or data.get("game") != "skull-king" or data.get("format") != FORMAT:
        raise ConfigError(f'this is no score sheet; one has "format": {FORMAT}, "game": "skull-king"')
    _known(data, ("format", "game", "rascal", "names", "rounds", *_COMPUTED), "the sheet")
    names, rascal, rounds = data.get("names"), data.get("rascal", False), data.get("rounds", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ConfigError('"names" must be a list of names')
    if not isinstance(rascal, bool) or not isinstance(rounds, list):
        raise ConfigError('"rascal" must be true or false, and "rounds" a list')
    sheet = Sheet(check_names(names), rascal)
    for number, row in enumerate(rounds, start=1):
        try:
            sheet.add(_round(row, sheet.names))
        except ConfigError as error:
            raise ConfigError(f"round {number}: {error}") from error
    return sheet


def _round(row: Any, names: tuple[str, ...]) -> Round:
    """A round from JSON data; raises ConfigError."""
    if not isinstance(row, dict):
        raise ConfigError('a round must be like {"cards": 1, "bids": [0, 1], "won": [0, 1]}')
    _known(row, (*_ROUND, *_COMPUTED), "a round")
    cards = row.get("cards")
    if not isinstance(cards, int) or not _is_int(cards):
        raise ConfigError('"cards" must be a whole number')
    rows = {key: _numbers(row, key, len(names)) for key in _ROUND[1:-1]}
    return Round(cards, **rows, alliances=_pairs(row.get("alliances", []), names))


def _numbers(row: dict[str, Any], key: str, players: int) -> tuple[int, ...]:
    """A row of whole numbers; of zeros where an optional one is left out."""
    numbers = row.get(key, None if key in ("bids", "won") else [0] * players)
    if not isinstance(numbers, list) or len(numbers) != players or not all(map(_is_int, numbers)):
        raise ConfigError(f'"{key}" must be a list of {players} whole numbers, one for each name')
    return tuple(numbers)


def _pairs(pairs: Any, names: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Alliances by name, as numbers."""
    if not isinstance(pairs, list):
        raise ConfigError('"alliances" must be a list of pairs of names')
    found = []
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or not all(name in names for name in pair):
            raise ConfigError(f"an alliance is a pair of names of the sheet, not {pair!r} (SK-11)")
        found.append((names.index(pair[0]), names.index(pair[1])))
    return tuple(found)


def _known(data: dict[str, Any], keys: Sequence[str], what: str) -> None:
    for key in data:
        if key not in keys:
            raise ConfigError(f'{what} has no "{key}"; known: {", ".join(keys)}')


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
