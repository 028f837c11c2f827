"""Shaped rewards of single decisions, only for training. Strength is never measured in them."""

from __future__ import annotations

from croupier.core import TERMINAL, Record, SeatValues, Weights, inlined, kernel
from croupier.games.skull_king.record.cards import ESCAPE, MERMAID, NONE, RANKS, TRUMP, is_escape, is_number
from croupier.games.skull_king.record.state import BENDT_1, BENDT_2, BENDT_ACTION, round_ended, trick_ended
from croupier.games.skull_king.record.tricks import winners

_HIGH_RANK, _HIGH_BLACK = 12, 8  # a number from here on is one that wins tricks


WEIGHTS = {
    "trick": 0.1,  # for a trick won that is still needed for the bid
    "exact": 1.0,  # for a bid made exactly, at the end of the round
    "miss": 0.2,  # cost of each trick that the bid is missed by
    "win": 10.0,  # for the game won, shared on ties
    "rosie_self": 0.2,  # for naming oneself and winning the next trick
    "rosie_gift": 0.1,  # cost of naming another who wins the next trick and needed it
    "bendt_escape": 0.1,  # for discarding an escape or loot with a bid above zero
    "bendt_dodge": 0.1,  # for discarding a card that wins tricks with a bid of zero
    "bendt_waste": 0.2,  # cost of discarding a card that wins tricks with a bid above zero
    "roatan": 0.01,  # for each point of a wager won; cost of each lost
    "jade": 0.0,  # for being shown the undealt cards, paid when the trick is won
    "harry_saved": 0.3,  # for a bid made by changing it
    "harry_kept": 0.1,  # for a bid made by leaving it
    "harry_wasted": 0.2,  # cost of a change that did not help
}
"""The default weights of all shaped rewards, in the order of `shape`'s argument; a cost is subtracted."""
(
    _TRICK, _EXACT, _MISS, _WIN, _ROSIE_SELF, _ROSIE_GIFT, _BENDT_ESCAPE, _BENDT_DODGE, _BENDT_WASTE, _ROATAN,
    _JADE, _HARRY_SAVED, _HARRY_KEPT, _HARRY_WASTED,
) = range(len(WEIGHTS))  # fmt: skip

_trick_ended = inlined(trick_ended)
_round_ended = inlined(round_ended)
_winners = inlined(winners)


@inlined
def is_winner(card: int) -> bool:
    """Whether a card of the hand is one that wins tricks: a character, a black 8 or more, another 12 or more."""
    if is_number(card):
        return card % RANKS + 1 >= (_HIGH_BLACK if card // RANKS == TRUMP else _HIGH_RANK)
    return card > ESCAPE and card <= MERMAID


@kernel
def shape(before: Record, action: int, after: Record, weights: Weights, out: SeatValues) -> None:
    """Rewards of one decision, one a seat; the record after it may be that of the next round's deal."""
    for seat in range(len(out)):
        out[seat] = 0.0
    seat = before["player"]
    if before["phase"] == BENDT_1 or before["phase"] == BENDT_2:
        out[seat] += _bendt(before, before["hands"][seat, action - BENDT_ACTION], weights)
    round_over = _round_ended(before, after)
    if _trick_ended(before, after):
        _trick(before, after, weights, out)
        if not round_over and after["jade_seat"] != before["jade_seat"]:
            out[after["jade_seat"]] += weights[_JADE]
    if round_over:
        _round(before, after, weights, out)
    if after["player"] == TERMINAL:
        _game(after, weights, out)


@inlined
def _bendt(before: Record, card: int, weights: Weights) -> float:
    bid = before["bids"][before["player"]]
    if is_escape(card):
        return float(weights[_BENDT_ESCAPE]) if bid > 0 else 0.0
    if is_winner(card):
        return float(weights[_BENDT_DODGE]) if bid == 0 else -float(weights[_BENDT_WASTE])
    return 0.0


@inlined
def _trick(before: Record, after: Record, weights: Weights, out: SeatValues) -> None:
    """A trick is over: was it needed, and what came of naming its leader for Rosie?"""
    winner = after["last_winner"]
    if winner == NONE or winner >= before["players"]:
        return
    needed = before["won"][winner] < before["bids"][winner]
    if needed:
        out[winner] += weights[_TRICK]
    namer = before["rosie_seat"]
    if namer != NONE:
        if winner == namer and before["leader"] == namer:
            out[namer] += weights[_ROSIE_SELF]
        elif winner != namer and winner == before["leader"] and needed:
            out[namer] -= weights[_ROSIE_GIFT]


@inlined
def _round(before: Record, after: Record, weights: Weights, out: SeatValues) -> None:
    """The round is scored: bids, Roatan's wagers, Harry's change (only where the decision was Harry's)."""
    for seat in range(before["players"]):
        missed = after["missed"][seat]
        if missed == 0:
            out[seat] += weights[_EXACT] + weights[_ROATAN] * before["wagers"][seat]
        else:
            out[seat] -= weights[_MISS] * missed + weights[_ROATAN] * before["wagers"][seat]
    if before["tricks"] == before["cards"]:
        seat = before["player"]
        missed = after["missed"][seat]
        off = abs(before["won"][seat] - before["bids"][seat])
        if missed == 0:
            out[seat] += weights[_HARRY_SAVED] if off != 0 else weights[_HARRY_KEPT]
        elif missed != off:
            out[seat] -= weights[_HARRY_WASTED]


@inlined
def _game(after: Record, weights: Weights, out: SeatValues) -> None:
    won, shared = _winners(after["scores"], after["players"]), 0
    for seat in range(after["players"]):
        shared += (won >> seat) & 1
    for seat in range(after["players"]):
        if (won >> seat) & 1:
            out[seat] += weights[_WIN] / shared
