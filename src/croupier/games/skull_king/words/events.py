"""Event messages for one seat: what a decision led to, told from that seat's views of the table alone."""

from __future__ import annotations

from typing import Any, NamedTuple

from croupier.core.base.copies import copy
from croupier.core.base.types import Records
from croupier.core.engine.state import State
from croupier.core.spec.seat_view import TableView
from croupier.games.skull_king.record.cards import NONE
from croupier.games.skull_king.record.state import (
    BENDT_ACTION,
    HARRY_ACTION,
    ROATAN_ACTION,
    ROSIE_ACTION,
    TIGRESS_ACTION,
)
from croupier.games.skull_king.rules import play
from croupier.games.skull_king.view import view
from croupier.games.skull_king.words.board import list_cards, seat_name
from croupier.games.skull_king.words.round_score import scored


class _Before(NamedTuple):
    """How far a table was before a decision, as everybody may know; a whole view takes several times as long.

    Attributes:
        round: number of the round, from 0.
        tricks: tricks finished in it.
        laid: cards in the trick under way.
        bids: how many had bid.
        bonuses: points to capture so far, by seat.
        allies: alliances so far.
        bendt: whether somebody had drawn for Bendt.
        harry: whether somebody might change the bid for Harry.
    """

    round: int
    tricks: int
    laid: int
    bids: int
    bonuses: list[int]
    allies: int
    bendt: bool
    harry: bool

    @classmethod
    def of(cls, records: Records) -> _Before:
        """Read it off a position, one row."""
        s = records[0]
        allies = int((s["allies"][:, 0] != NONE).sum())
        return cls(
            int(s["round"]), int(s["tricks"]), int(s["laid"]), int(s["bids_in"]), s["bonuses"].tolist(), allies,
            bool(s["bendt_seat"] != NONE), bool(s["harry_seat"] != NONE),
        )  # fmt: skip


def describe(before: State, action: int, after: State, seat: int | None) -> list[str]:
    """Tell a seat what a decision led to, the next deal included; who won the game is the `outcome`'s to say.

    Args:
        before: the position.
        action: what its player decided.
        after: the position at the next decision, or the end.
        seat: who is told; None is a spectator.

    Returns:
        Sentences, in the order in which things happened.
    """
    over, middle, was = after.is_terminal(), after.records, _Before.of(before.records)
    dealing = not over and bool(was.round != middle[0]["round"])
    if dealing:
        middle = copy(before.records)
        play(middle[0], action)  # what the deal that follows wipes away is still on the table here
    now = view(middle, seat)
    lines = _decided(before, was, action, now, seat)
    lines += _table_changes(was, now, seat, before.phase == "PLAYING")
    people = [side for side in now["seats"] if not side["graybeard"]]
    if was.bids < len(people) and all(side["has_bid"] for side in people):
        bids = ", ".join(f"{side['bid']} by {seat_name(now, side['seat'], seat)}" for side in people)
        lines.insert(1, f"All have bid: {bids}.")
    if dealing or over:
        number = was.round + 1
        lines.append(f"round {number} is over: {_scored(now, number, seat)}.")
    if dealing:
        then = view(after.records, seat)
        lines.append(
            f"Round {then['round']}: {then['cards']} cards each; {seat_name(then, then['leader'], seat)} "
            f"{_verb(seat == then['leader'], 'lead', 'leads')}."
        )
    return [line[0].upper() + line[1:] for line in lines]


def _verb(own: bool, you: str, other: str) -> str:
    return you if own else other


def _decided(before: State, was: _Before, action: int, now: TableView, seat: int | None) -> list[str]:
    """The decision itself; cards that come to the table are told by `_table_changes`."""
    if before.is_terminal():
        raise ValueError("nobody decides here: the game is over")
    phase, mover = before.phase, before.current_player()
    own, who = mover == seat, seat_name(now, mover, seat)
    if phase == "BIDDING":
        return [f"you bid {action}." if own else f"{who} has bid."]
    if phase == "ABILITY_ROSIE":
        named = action - ROSIE_ACTION
        whom = "yourself" if own and named == seat else "itself" if named == mover else seat_name(now, named, seat)
        return [f"{who} {_verb(own, 'name', 'names')} {whom} to lead."]
    if phase in ("ABILITY_BENDT_1", "ABILITY_BENDT_2"):
        if not own:
            return [f"{who} discards a card."]
        return [f"you discard {view(before.records, seat)['hand'][action - BENDT_ACTION]}."]
    if phase == "ABILITY_ROATAN":
        return [f"{who} {_verb(own, 'bet', 'bets')} {10 * (action - ROATAN_ACTION)} points."]
    if phase == "ABILITY_JADE":
        return [f"{who} {_verb(own, 'have', 'has')} seen the undealt cards."]
    if phase == "ABILITY_HARRY":
        change = action - HARRY_ACTION - 1
        bid = view(before.records, seat)["seats"][mover]["bid"] + change
        if change == 0:
            return [f"{who} {_verb(own, 'leave', 'leaves')} the bid at {bid}."]
        return [f"{who} {_verb(own, 'change', 'changes')} the bid to {bid}."]
    if phase == "TIGRESS":
        return [f"the Tigress is {('an escape', 'a pirate')[action - TIGRESS_ACTION]}."]
    card = _plays_of(was, now)[was.laid]["card"]
    return [f"{who} {_verb(own, 'play', 'plays')} {card}."]


def _plays_of(was: _Before, now: TableView) -> list[dict[str, Any]]:
    """The trick that was under way, with what was added; if that finished it, it is the last one by now."""
    trick = now["last_trick"] if now["tricks"] != was.tricks else now["trick"]
    plays: list[dict[str, Any]] = trick["plays"]
    return plays


def _table_changes(was: _Before, now: TableView, seat: int | None, playing: bool) -> list[str]:
    """Graybeard's cards, the end of a trick, and the ability that it sets off.

    Args:
        was: how far it was before the decision.
        now: the table after it.
        seat: who is told.
        playing: whether the decision was to play a card, which is told already.
    """
    told = was.laid + playing
    lines = _graybeards(now, _plays_of(was, now)[told:])
    if now["tricks"] != was.tricks:
        winner = now["last_trick"]["winner"]
        if winner is None:
            name = seat_name(now, now["leader"], seat)
            lines.append(f"nobody wins the trick; {name} {_verb(name == 'you', 'lead', 'leads')}.")
        else:
            bonus = now["seats"][winner]["bonus"] - was.bonuses[winner]
            extra = f", with {bonus} points to capture" if bonus else ""
            lines.append(
                f"{seat_name(now, winner, seat)} {_verb(winner == seat, 'win', 'wins')} the trick{extra}."
            )
        lines += _new_abilities(was, now, seat)
        lines += _graybeards(now, now["trick"]["plays"])
    return lines


def _graybeards(table: TableView, plays: list[dict[str, Any]]) -> list[str]:
    """Which of some cards Graybeard has played (SK-15)."""
    hidden = [side["seat"] for side in table["seats"] if side["graybeard"]]
    return [f"Graybeard plays {play['card']}." for play in plays if play["seat"] in hidden]


def _new_abilities(was: _Before, now: TableView, seat: int | None) -> list[str]:
    lines = []
    for pair in now["alliances"][was.allies :]:
        giver, winner = seat_name(now, pair["giver"], seat), seat_name(now, pair["winner"], seat)
        lines.append(f"{giver} and {winner} are allies by loot.")
    if now["bendt"] is not None and not was.bendt:
        drawer, due, drawn = now["bendt"]["seat"], now["bendt"]["due"], now["bendt"]["drawn"]
        cards = f"{due} card{'' if due == 1 else 's'}" if drawn is None else list_cards(drawn)
        name = seat_name(now, drawer, seat)
        lines.append(f"{name} {_verb(drawer == seat, 'draw', 'draws')} {cards} for Bendt.")
    if now["harry"] is not None and not was.harry:
        lines.append(f"{seat_name(now, now['harry']['seat'], seat)} may change the bid at the end, for Harry.")
    return lines


def _scored(now: TableView, number: int, seat: int | None) -> str:
    return "; ".join(
        f"{seat_name(now, each.seat, seat)} bid {each.bid}, won {each.won}: {each.points:+d} ({each.total})"
        for each in scored(now, number).seats
    )
