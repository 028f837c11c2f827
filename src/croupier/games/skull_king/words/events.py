"""Event messages for one seat, from its views of the table alone, and the scores of a round (SK-12 to SK-16)."""

from __future__ import annotations

from typing import Any

from croupier.core.base.sentence import Sentence, joined
from croupier.core.spec.position import EndedRound, Position, SeatScore, TableView
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.state import (
    BENDT_ACTION,
    HARRY_ACTION,
    ROATAN_ACTION,
    ROSIE_ACTION,
    TIGRESS_ACTION,
)
from croupier.games.skull_king.words.board import card_named, list_cards, seat_name


def round_score(before: Position, action: int, after: Position) -> EndedRound | None:
    """Scores of the round that a decision has ended; None where it has ended none."""
    bidding = after.phase == "BIDDING" and before.phase != "BIDDING"  # each round begins so; no table need be read
    if not bidding and not after.is_terminal():
        return None
    number = before.table(None)["round"]
    return scored(before.played(action).table(None), number)  # the next deal wipes bids and tricks away


def scored(table: TableView, number: int) -> EndedRound:
    """Scores of a round, from the table after its last decision and before the next deal."""
    return EndedRound(number, tuple(_seat(table, side) for side in table["seats"] if not side["graybeard"]))


def _seat(table: TableView, side: TableView) -> SeatScore:
    harry = table["harry"]
    change = harry["change"] if harry is not None and harry["seat"] == side["seat"] else 0
    bid = side["bid"] + change
    return SeatScore(side["seat"], side["gained"], side["score"], bid, side["won"], side["bonus"])


def describe(before: Position, action: int, after: Position, seat: int | None) -> list[Sentence]:
    """Tell a seat or a spectator what a decision led to, the next deal included, but not who won the game."""
    over, was, then = after.is_terminal(), before.table(seat), after.table(seat)
    dealing = not over and was["round"] != then["round"]
    now = before.played(action).table(seat) if dealing else then
    lines = _decided(before, was, action, now, seat)
    lines += _table_changes(was, now, seat, before.phase == "PLAYING")
    people = [side for side in now["seats"] if not side["graybeard"]]
    if before.phase == "BIDDING" and all(side["has_bid"] for side in people):
        bids = [say("bids.one", bid=side["bid"], who=seat_name(now, side["seat"], seat)) for side in people]
        lines.insert(1, say("bids", bids=joined(", ", bids)))
    if dealing or over:
        number = was["round"]
        lines.append(say("round_over", round=number, scores=_scored(now, number, seat)))
    if dealing:
        dealt = {"round": then["round"], "cards": then["cards"]}
        if then["leader"] == seat:
            lines.append(say("round.you", **dealt))
        else:
            lines.append(say("round", who=seat_name(then, then["leader"]), **dealt))
    return lines


def _decided(before: Position, was: TableView, action: int, now: TableView, seat: int | None) -> list[Sentence]:
    """The decision itself; cards that come to the table are told by `_table_changes`."""
    if before.is_terminal():
        raise ValueError("nobody decides here: the game is over")
    phase, mover = before.phase, before.current_player()
    own, who = mover == seat, seat_name(now, mover)
    if phase == "BIDDING":
        return [say("bid.you", bid=action) if own else say("bid", who=who)]
    if phase == "ABILITY_ROSIE":
        named = action - ROSIE_ACTION
        if own:
            return [say("names.you", whom=say("yourself") if named == seat else seat_name(now, named))]
        return [say("names", who=who, whom=say("itself") if named == mover else seat_name(now, named, seat))]
    if phase in ("ABILITY_BENDT_1", "ABILITY_BENDT_2"):
        if not own:
            return [say("discards", who=who)]
        return [say("discards.you", card=card_named(was["hand"][action - BENDT_ACTION]))]
    if phase == "ABILITY_ROATAN":
        points = 10 * (action - ROATAN_ACTION)
        return [say("bets.you", points=points) if own else say("bets", who=who, points=points)]
    if phase == "ABILITY_JADE":
        return [say("sees.you") if own else say("sees", who=who)]
    if phase == "ABILITY_HARRY":
        change = action - HARRY_ACTION - 1
        bid = was["seats"][mover]["bid"] + change
        if change == 0:
            return [say("leaves_bid.you", bid=bid) if own else say("leaves_bid", who=who, bid=bid)]
        return [say("changes_bid.you", bid=bid) if own else say("changes_bid", who=who, bid=bid)]
    if phase == "TIGRESS":
        return [say(("tigress.escape", "tigress.pirate")[action - TIGRESS_ACTION])]
    card = card_named(_plays_of(was, now)[len(was["trick"]["plays"])]["card"])
    return [say("plays.you", card=card) if own else say("plays", who=who, card=card)]


def _plays_of(was: TableView, now: TableView) -> list[dict[str, Any]]:
    """The trick that was under way, with what was added; if that finished it, it is the last one by now."""
    trick = now["last_trick"] if now["tricks"] != was["tricks"] else now["trick"]
    plays: list[dict[str, Any]] = trick["plays"]
    return plays


def _table_changes(was: TableView, now: TableView, seat: int | None, playing: bool) -> list[Sentence]:
    """Graybeard's cards, the end of a trick, and the ability that it sets off; a card played is told already."""
    told = len(was["trick"]["plays"]) + playing
    lines = _graybeards(now, _plays_of(was, now)[told:])
    if now["tricks"] != was["tricks"]:
        winner = now["last_trick"]["winner"]
        if winner is None:
            leader = now["leader"]
            other = say("nobody_wins", who=seat_name(now, leader))
            lines.append(say("nobody_wins.you") if leader == seat else other)
        else:
            bonus = now["seats"][winner]["bonus"] - was["seats"][winner]["bonus"]
            captured = say("wins_trick.captured", points=bonus) if bonus else ""
            other = say("wins_trick", who=seat_name(now, winner), captured=captured)
            lines.append(say("wins_trick.you", captured=captured) if winner == seat else other)
        lines += _new_abilities(was, now, seat)
        lines += _graybeards(now, now["trick"]["plays"])
    return lines


def _graybeards(table: TableView, plays: list[dict[str, Any]]) -> list[Sentence]:
    """Which of some cards Graybeard has played (SK-15)."""
    hidden = [side["seat"] for side in table["seats"] if side["graybeard"]]
    return [
        say("plays", who=say("graybeard"), card=card_named(play["card"]))
        for play in plays
        if play["seat"] in hidden
    ]


def _new_abilities(was: TableView, now: TableView, seat: int | None) -> list[Sentence]:
    lines = []
    for pair in now["alliances"][len(was["alliances"]) :]:
        giver = say("you.first") if pair["giver"] == seat else seat_name(now, pair["giver"])
        lines.append(say("allies", giver=giver, winner=seat_name(now, pair["winner"], seat)))
    if now["bendt"] is not None and was["bendt"] is None:
        drawer, due, drawn = now["bendt"]["seat"], now["bendt"]["due"], now["bendt"]["drawn"]
        cards = say("draws.cards", count=due) if drawn is None else list_cards(drawn)
        other = say("draws", who=seat_name(now, drawer), cards=cards)
        lines.append(say("draws.you", cards=cards) if drawer == seat else other)
    if now["harry"] is not None and was["harry"] is None:
        other = say("may_change", who=seat_name(now, now["harry"]["seat"]))
        lines.append(say("may_change.you") if now["harry"]["seat"] == seat else other)
    return lines


def _scored(now: TableView, number: int, seat: int | None) -> Sentence:
    return joined("; ", [_score(now, each, seat) for each in scored(now, number).seats])


def _score(now: TableView, made: SeatScore, seat: int | None) -> Sentence:
    who = seat_name(now, made.seat, seat)
    return say("score", who=who, bid=made.bid, won=made.won, points=made.points, total=made.total)
