"""Scores of a round of Skull King that has ended, as data (SK-12 to SK-16)."""

from __future__ import annotations

from croupier.core.spec.position import Position
from croupier.core.spec.seat_view import EndedRound, SeatScore, TableView


def round_score(before: Position, action: int, after: Position) -> EndedRound | None:
    """Scores of the round that a decision has ended; None where it has ended none.

    Args:
        before: the position.
        action: what its player decided.
        after: the position at the next decision, or the end.
    """
    bidding = after.phase == "BIDDING" and before.phase != "BIDDING"  # each round begins so; no table need be read
    if not bidding and not after.is_terminal():
        return None
    number = before.table(None)["round"]
    return scored(before.played(action).table(None), number)  # the next deal wipes bids and tricks away


def scored(table: TableView, number: int) -> EndedRound:
    """Scores of a round, from the table after its last decision and before the next deal.

    Args:
        table: the table of any seat's view.
        number: number of the round, from 1.
    """
    return EndedRound(number, tuple(_seat(table, side) for side in table["seats"] if not side["graybeard"]))


def _seat(table: TableView, side: TableView) -> SeatScore:
    harry = table["harry"]
    change = harry["change"] if harry is not None and harry["seat"] == side["seat"] else 0
    bid = side["bid"] + change
    return SeatScore(side["seat"], side["gained"], side["score"], bid, side["won"], side["bonus"])
