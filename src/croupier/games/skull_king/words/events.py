"""Event messages for one seat: what a decision led to, told from that seat's views of the table alone."""

from __future__ import annotations

from typing import Any

from croupier.core.spec.position import Position
from croupier.core.spec.seat_view import TableView
from croupier.games.skull_king.record.state import (
    BENDT_ACTION,
    HARRY_ACTION,
    ROATAN_ACTION,
    ROSIE_ACTION,
    TIGRESS_ACTION,
)
from croupier.games.skull_king.words.board import list_cards, seat_name
from croupier.games.skull_king.words.round_score import scored


def describe(before: Position, action: int, after: Position, seat: int | None) -> list[str]:
    """Tell a seat what a decision led to, the next deal included; who won the game is the `outcome`'s to say.

    Args:
        before: the position.
        action: what its player decided.
        after: the position at the next decision, or the end.
        seat: who is told; None is a spectator.

    Returns:
        Sentences, in the order in which things happened.
    """
    over, was, then = after.is_terminal(), before.table(seat), after.table(seat)
    dealing = not over and was["round"] != then["round"]
    now = before.played(action).table(seat) if dealing else then
    lines = _decided(before, was, action, now, seat)
    lines += _table_changes(was, now, seat, before.phase == "PLAYING")
    people = [side for side in now["seats"] if not side["graybeard"]]
    if before.phase == "BIDDING" and all(side["has_bid"] for side in people):
        bids = ", ".join(f"{side['bid']} by {seat_name(now, side['seat'], seat)}" for side in people)
        lines.insert(1, f"All have bid: {bids}.")
    if dealing or over:
        number = was["round"]
        lines.append(f"round {number} is over: {_scored(now, number, seat)}.")
    if dealing:
        lines.append(
            f"Round {then['round']}: {then['cards']} cards each; {seat_name(then, then['leader'], seat)} "
            f"{_verb(seat == then['leader'], 'lead', 'leads')}."
        )
    return [line[0].upper() + line[1:] for line in lines]


def _verb(own: bool, you: str, other: str) -> str:
    return you if own else other


def _decided(before: Position, was: TableView, action: int, now: TableView, seat: int | None) -> list[str]:
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
        return [f"you discard {was['hand'][action - BENDT_ACTION]}."]
    if phase == "ABILITY_ROATAN":
        return [f"{who} {_verb(own, 'bet', 'bets')} {10 * (action - ROATAN_ACTION)} points."]
    if phase == "ABILITY_JADE":
        return [f"{who} {_verb(own, 'have', 'has')} seen the undealt cards."]
    if phase == "ABILITY_HARRY":
        change = action - HARRY_ACTION - 1
        bid = was["seats"][mover]["bid"] + change
        if change == 0:
            return [f"{who} {_verb(own, 'leave', 'leaves')} the bid at {bid}."]
        return [f"{who} {_verb(own, 'change', 'changes')} the bid to {bid}."]
    if phase == "TIGRESS":
        return [f"the Tigress is {('an escape', 'a pirate')[action - TIGRESS_ACTION]}."]
    card = _plays_of(was, now)[len(was["trick"]["plays"])]["card"]
    return [f"{who} {_verb(own, 'play', 'plays')} {card}."]


def _plays_of(was: TableView, now: TableView) -> list[dict[str, Any]]:
    """The trick that was under way, with what was added; if that finished it, it is the last one by now."""
    trick = now["last_trick"] if now["tricks"] != was["tricks"] else now["trick"]
    plays: list[dict[str, Any]] = trick["plays"]
    return plays


def _table_changes(was: TableView, now: TableView, seat: int | None, playing: bool) -> list[str]:
    """Graybeard's cards, the end of a trick, and the ability that it sets off.

    Args:
        was: the table before the decision.
        now: the table after it.
        seat: who is told.
        playing: whether the decision was to play a card, which is told already.
    """
    told = len(was["trick"]["plays"]) + playing
    lines = _graybeards(now, _plays_of(was, now)[told:])
    if now["tricks"] != was["tricks"]:
        winner = now["last_trick"]["winner"]
        if winner is None:
            name = seat_name(now, now["leader"], seat)
            lines.append(f"nobody wins the trick; {name} {_verb(name == 'you', 'lead', 'leads')}.")
        else:
            bonus = now["seats"][winner]["bonus"] - was["seats"][winner]["bonus"]
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


def _new_abilities(was: TableView, now: TableView, seat: int | None) -> list[str]:
    lines = []
    for pair in now["alliances"][len(was["alliances"]) :]:
        giver, winner = seat_name(now, pair["giver"], seat), seat_name(now, pair["winner"], seat)
        lines.append(f"{giver} and {winner} are allies by loot.")
    if now["bendt"] is not None and was["bendt"] is None:
        drawer, due, drawn = now["bendt"]["seat"], now["bendt"]["due"], now["bendt"]["drawn"]
        cards = f"{due} card{'' if due == 1 else 's'}" if drawn is None else list_cards(drawn)
        name = seat_name(now, drawer, seat)
        lines.append(f"{name} {_verb(drawer == seat, 'draw', 'draws')} {cards} for Bendt.")
    if now["harry"] is not None and was["harry"] is None:
        lines.append(f"{seat_name(now, now['harry']['seat'], seat)} may change the bid at the end, for Harry.")
    return lines


def _scored(now: TableView, number: int, seat: int | None) -> str:
    return "; ".join(
        f"{seat_name(now, each.seat, seat)} bid {each.bid}, won {each.won}: {each.points:+d} ({each.total})"
        for each in scored(now, number).seats
    )
