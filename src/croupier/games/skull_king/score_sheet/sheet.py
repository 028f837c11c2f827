"""The score sheet: names, rounds, points and totals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from croupier.games.skull_king.api import score_round
from croupier.games.skull_king.record.scoring import winning_seats
from croupier.games.skull_king.score_sheet.rounds import Round, check_cards, check_round

FORMAT = 1
ROUND_FIELDS = ("cards", "bids", "won", "bonuses", "wagers", "harry", "alliances")


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

    def add(self, played: Round, number: int | None = None) -> None:
        """Score a round and write it down.

        Args:
            played: the round.
            number: the round (from 0) that it corrects; None for the next one.

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
        number = len(self.rounds) if number is None else number
        self.rounds[number : number + 1] = [played]
        self.points[number : number + 1] = [scored.points]

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
