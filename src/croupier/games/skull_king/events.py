"""Event messages for one seat: what a decision led to, without anything that the seat cannot know."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from croupier.core.spec import CHANCE, TERMINAL, Records
from croupier.core.types import Record
from croupier.games.skull_king.board import list_cards, seat_name
from croupier.games.skull_king.cards import NONE, name_of
from croupier.games.skull_king.rules import play
from croupier.games.skull_king.state import (
    BENDT_1,
    BENDT_2,
    BENDT_ACTION,
    BIDDING,
    CARD_ACTION,
    HARRY_ACTION,
    HARRY_PHASE,
    JADE_PHASE,
    PLAYING,
    ROATAN_ACTION,
    ROATAN_PHASE,
    ROSIE_ACTION,
    ROSIE_PHASE,
    TIGRESS_ACTION,
    TIGRESS_PHASE,
    bids_open,
    place_to_seat,
)


def describe(before: Records, action: int, after: Records, seat: int) -> list[str]:
    """Tell a seat what a decision led to, the next deal included; who won the game is the `outcome`'s to say.

    Args:
        before: the position, one row.
        action: what its player decided.
        after: the position at the next decision, or the end.
        seat: who is told.

    Returns:
        Sentences, in the order in which things happened.
    """
    middle = before.copy()
    play(middle[0], action)  # what a deal that follows wipes away is still on the table here
    was, now = before[0], middle[0]
    lines = _decided(was, action, seat)
    lines += _table_changes(was, now, seat)
    if bids_open(now) and not bids_open(was):
        lines.insert(1, f"All have bid: {_by_seat(now, now['bids'], seat)}.")
    if now["player"] in (CHANCE, TERMINAL):
        lines += _scored(was, now, seat)
    then = after[0]
    if now["player"] == CHANCE and then["player"] != CHANCE:
        lines.append(
            f"Round {then['round'] + 1}: {then['cards']} cards each; {_subject(then, int(then['leader']), seat)} "
            f"{_verb(seat == then['leader'], 'lead', 'leads')}."
        )
    return [line[0].upper() + line[1:] for line in lines]


def _verb(own: bool, you: str, other: str) -> str:
    return you if own else other


def _subject(s: Record, seat: int, own: int) -> str:
    return seat_name(s, seat, own)


def _by_seat(s: Record, values: npt.NDArray[np.int8], own: int) -> str:
    return ", ".join(f"{int(values[seat])} by {seat_name(s, seat, own)}" for seat in range(s["players"]))


def _decided(s: Record, action: int, seat: int) -> list[str]:
    """The decision itself; cards that come to the table are told by `_table_changes`."""
    mover, phase = int(s["player"]), int(s["phase"])
    own = mover == seat
    who = _subject(s, mover, seat)
    if phase == BIDDING:
        return [f"you bid {action}." if own else f"{who} has bid."]
    if phase == ROSIE_PHASE:
        named = action - ROSIE_ACTION
        whom = "yourself" if own and named == seat else "itself" if named == mover else _subject(s, named, seat)
        return [f"{who} {_verb(own, 'name', 'names')} {whom} to lead."]
    if phase in (BENDT_1, BENDT_2):
        card = name_of(int(s["hands"][mover, action - BENDT_ACTION]))
        return [f"you discard {card}." if own else f"{who} discards a card."]
    if phase == ROATAN_PHASE:
        return [f"{who} {_verb(own, 'bet', 'bets')} {10 * (action - ROATAN_ACTION)} points."]
    if phase == JADE_PHASE:
        return [f"{who} {_verb(own, 'have', 'has')} seen the undealt cards."]
    if phase == HARRY_PHASE:
        change = action - HARRY_ACTION - 1
        bid = int(s["bids"][mover]) + change
        if change == 0:
            return [f"{who} {_verb(own, 'leave', 'leaves')} the bid at {bid}."]
        return [f"{who} {_verb(own, 'change', 'changes')} the bid to {bid}."]
    if phase == TIGRESS_PHASE:
        return [f"the Tigress is {('an escape', 'a pirate')[action - TIGRESS_ACTION]}."]
    card = name_of(int(s["hands"][mover, action - CARD_ACTION]))
    return [f"{who} {_verb(own, 'play', 'plays')} {card}."]


def _table_changes(was: Record, now: Record, seat: int) -> list[str]:
    """Graybeard's cards, the end of a trick, and the ability that it sets off."""
    lines = []
    people = int(was["players"])
    finished = now["tricks"] != was["tricks"]
    asked = int(was["laid"]) + (was["phase"] == PLAYING)
    whole = [int(card) for card in now["last_trick"] if card != NONE] if finished else []
    trick = whole if finished else [int(card) for card in now["trick"][: now["laid"]]]
    leader = int(now["last_leader"] if finished else now["leader"])
    lines += _graybeards(trick, asked, leader, people)
    if finished:
        if now["last_winner"] == NONE:
            name = _subject(now, int(now["leader"]), seat)
            lines.append(f"nobody wins the trick; {name} {_verb(name == 'you', 'lead', 'leads')}.")
        else:
            winner = int(now["last_winner"])
            bonus = int(now["bonuses"][winner]) - int(was["bonuses"][winner])
            extra = f", with {bonus} points to capture" if bonus else ""
            lines.append(f"{_subject(now, winner, seat)} {_verb(winner == seat, 'win', 'wins')} the trick{extra}.")
        lines += _new_abilities(was, now, seat)
        lines += _graybeards([int(card) for card in now["trick"][: now["laid"]]], 0, int(now["leader"]), people)
    return lines


def _graybeards(trick: list[int], told: int, leader: int, people: int) -> list[str]:
    """Cards that Graybeard has put into a trick behind the `told` ones (SK-15)."""
    if people > 2:
        return []
    places = [p for p in range(told, len(trick)) if place_to_seat(leader, p, people) >= people]
    return [f"Graybeard plays {name_of(trick[place])}." for place in places]


def _new_abilities(was: Record, now: Record, seat: int) -> list[str]:
    lines = []
    for k, (giver, winner) in enumerate(now["allies"].tolist()):
        if giver != was["allies"][k, 0] or winner != was["allies"][k, 1]:
            lines.append(f"{_subject(now, giver, seat)} and {_subject(now, winner, seat)} are allies by loot.")
    if now["bendt_seat"] != was["bendt_seat"]:
        drawer = int(now["bendt_seat"])
        count = int(now["due"])
        cards = list_cards(now["drawn"]) if drawer == seat else f"{count} card{'' if count == 1 else 's'}"
        lines.append(f"{_subject(now, drawer, seat)} {_verb(drawer == seat, 'draw', 'draws')} {cards} for Bendt.")
    if now["harry_seat"] != was["harry_seat"]:
        holder = int(now["harry_seat"])
        lines.append(f"{_subject(now, holder, seat)} may change the bid at the end, for Harry.")
    return lines


def _scored(was: Record, now: Record, seat: int) -> list[str]:
    rows = []
    for other in range(now["players"]):
        bid = int(now["bids"][other]) + (int(now["harry_change"]) if other == now["harry_seat"] else 0)
        rows.append(
            f"{_subject(now, other, seat)} bid {bid}, won {now['won'][other]}: {now['gained'][other]:+d} "
            f"({now['scores'][other]})"
        )
    return [f"round {was['round'] + 1} is over: {'; '.join(rows)}."]
