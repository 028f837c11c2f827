"""Slow computation of Skull King's training rewards, from section 3 of the source and the reference of the rules.

A reward is a number of *units* times the weight of its name (`WEIGHTS`): a needed trick is one unit of
``trick``, a bid missed by three tricks is -3 of ``miss``, a bet of 20 that is lost is -20 of ``roatan``.

Decisions where the source is silent:

* (D) "Progressing toward the bid": fewer tricks won before this one than were bid. Harry comes later and plays no
  part in it.
* (D) The penalty "for over/under" is one unit of ``miss`` for each trick. It goes by the bid after Harry's change.
* (D) A game won by several is shared among them.
* (D) Rosie "helped an opponent" if the one she named wins the next trick and needed it. Her rewards are paid when
  that trick is over, and not at all if nobody, or Graybeard, wins it.
* (D) Loot is an escape. "High" are the black numbers from 8, the others from 12, pirates, the Tigress, the Skull
  King and mermaids; the Kraken and the Whale are neither high nor escapes.
* (D) A bet goes by the bid after Harry's change, like the points.
* (D) Jade's cards are seen as soon as her trick is over, whether there are any or not; "ok" only says so.
"""

from typing import TypeAlias, cast

from tests.games.skull_king.reference import Decision, ReferenceGame
from tests.games.skull_king.reference_cards import TRUMP, Card, Kind, named
from tests.games.skull_king.reference_state import Options, Phase
from tests.games.skull_king.reference_tricks import Outcome

Units: TypeAlias = dict[tuple[int, str], float]
"""Units by seat and weight; what is not there is 0."""

HIGH_KINDS = (Kind.PIRATE, Kind.TIGRESS, Kind.SKULL_KING, Kind.MERMAID)


class RewardedGame(ReferenceGame):
    """The reference, with a book of what every decision earned.

    Attributes:
        earned: The units of each decision so far, every seat's.
        deciders: Who took each decision, and in which phase.
    """

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.earned: list[Units] = []
        self.deciders: list[tuple[int, Phase]] = []
        self._naming: tuple[int, int] | None = None  # who named whom as leader of the trick under way

    def apply(self, decision: Decision) -> None:
        """Takes a decision and writes down what it earned."""
        seat, phase, tricks = self._seat(), self.phase, len(self.round.finished)
        super().apply(decision)
        units: Units = {}
        if decision[0] == "leader":
            self._naming = (seat, cast("int", decision[1]))
        if decision[0] == "discard":
            [card] = named(cast("str", decision[1]))
            units |= self._discard_units(seat, card)
        if len(self.round.finished) > tricks:
            units |= self._trick_units()
        if decision[0] == "harry":
            units |= self._harry_units(seat, cast("int", decision[1]))
        if self.phase in (Phase.DEAL, Phase.OVER):
            units |= self._round_units()
        if self.phase is Phase.OVER:
            winners = [seat for seat, score in enumerate(self.scores) if score == max(self.scores)]
            units |= {(seat, "win"): 1 / len(winners) for seat in winners}
        self.earned.append(units)
        self.deciders.append((seat, phase))

    def _bid_of(self, seat: int) -> int:
        return cast("int", self.round.bids[seat])

    def _discard_units(self, seat: int, card: Card) -> Units:
        """Bendt: what one discarded card earns."""
        if self._bid_of(seat) > 0:
            if card.kind in (Kind.ESCAPE, Kind.LOOT):
                return {(seat, "bendt_escape"): 1}
            return {(seat, "bendt_waste"): -1} if is_high(card) else {}
        return {(seat, "bendt_dodge"): 1} if is_high(card) else {}

    def _trick_units(self) -> Units:
        """What the trick just finished earns, and what comes of naming its leader for Rosie."""
        naming, self._naming = self._naming, None
        *earlier, (_, outcome) = self.round.finished
        winner = winner_of(outcome)
        if winner is None or not self._is_person(winner):
            return {}
        units: Units = {}
        needed = sum(winner_of(before) == winner for _, before in earlier) < self._bid_of(winner)
        if needed:
            units[winner, "trick"] = 1
        if naming == (winner, winner):
            units[winner, "rosie_self"] = 1
        elif naming is not None and naming[0] != winner and naming[1] == winner and needed:
            units[naming[0], "rosie_gift"] = -1
        last = len(self.round.finished) == self.round.cards
        card = outcome.winner.card if outcome.winner else None
        if card and card.name == "jade" and self.options.has_ability("jade") and not last:
            units[winner, "jade"] = 1
        return units

    def _round_units(self) -> Units:
        """What the scoring of the round earns: the bids, and the bets on them."""
        units: Units = {}
        for seat in range(self.options.players):
            off = self._tricks_of(seat) - self._bid_of(seat) - self.round.harry_changes[seat]
            if off == 0:
                units[seat, "exact"] = 1
            else:
                units[seat, "miss"] = -abs(off)
            if self.round.wagers[seat]:
                units[seat, "roatan"] = self.round.wagers[seat] if off == 0 else -self.round.wagers[seat]
        return units

    def _harry_units(self, seat: int, change: int) -> Units:
        """Harry: what the decision to change the bid, or not to, earns; as the source writes it."""
        original, tricks = self._bid_of(seat), self._tricks_of(seat)
        if tricks == original + change:
            return {(seat, "harry_saved" if original != tricks else "harry_kept"): 1}
        return {(seat, "harry_wasted"): -1} if change else {}

    def _tricks_of(self, seat: int) -> int:
        return sum(winner_of(outcome) == seat for _, outcome in self.round.finished)


def winner_of(outcome: Outcome) -> int | None:
    """Gives the seat that won a trick, None if nobody did."""
    return None if outcome.winner is None else outcome.winner.seat


def is_high(card: Card) -> bool:
    """Tells whether a card in the hand is one that wins tricks."""
    if card.kind is Kind.NUMBER:
        return card.rank >= (8 if card.suit == TRUMP else 12)
    return card.kind in HIGH_KINDS
