"""Text forms of actions. The table is in board.py, events in events.py, positions in notation.py.

Actions are written ``[bid 3]``, ``[play green 7]``, ``[escape]`` / ``[pirate]``, ``[leader 2]``,
``[discard green 7]``, ``[bet 10]``, ``[ok]``, ``[harry +1]``. A card may also be named by its place in the hand,
counted from 1.
"""

from __future__ import annotations

import re

from croupier.core.base.errors import NotLegalNowError, PositionError
from croupier.core.base.sentence import Sentence
from croupier.core.spec.position import Position
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.cards import ROLES, SUITS, name_of, read_card
from croupier.games.skull_king.record.state import (
    BENDT_ACTION,
    BID_ACTION,
    CARD_ACTION,
    HARRY_ACTION,
    JADE_ACTION,
    ROATAN_ACTION,
    ROSIE_ACTION,
    SEATS,
    TIGRESS_ACTION,
)
from croupier.games.skull_king.words.board import observation_string

__all__ = ["action_to_string", "observation_string", "string_to_action"]

# a legal action in brackets would be copied, and an example is not always legal
_FORMS = {
    "BIDDING": say("form.bid"),
    "PLAYING": say("form.card"),
    "ABILITY_ROSIE": say("form.leader"),
    "ABILITY_BENDT_1": say("form.discard"),
    "ABILITY_BENDT_2": say("form.discard"),
    "ABILITY_ROATAN": say("form.bet"),
    "ABILITY_JADE": say("form.jade"),
    "ABILITY_HARRY": say("form.harry"),
    "TIGRESS": say("form.tigress"),
}
_VERBS = {
    "bid": ("BIDDING",),
    "play": ("PLAYING",),
    "leader": ("ABILITY_ROSIE",),
    "discard": ("ABILITY_BENDT_1", "ABILITY_BENDT_2"),
    "bet": ("ABILITY_ROATAN",),
    "ok": ("ABILITY_JADE",),
    "harry": ("ABILITY_HARRY",),
    "escape": ("TIGRESS",),
    "pirate": ("TIGRESS",),
}
_TITLES = {
    "BIDDING": say("phase.bidding"),
    "PLAYING": say("phase.playing"),
    "ABILITY_ROSIE": say("phase.rosie"),
    "ABILITY_BENDT_1": say("phase.bendt"),
    "ABILITY_BENDT_2": say("phase.bendt"),
    "ABILITY_ROATAN": say("phase.roatan"),
    "ABILITY_JADE": say("phase.jade"),
    "ABILITY_HARRY": say("phase.harry"),
    "TIGRESS": say("phase.tigress"),
}
_WORDS = re.compile(r"\[?\s*([a-z]+)\s*(.*?)\s*\]?", re.IGNORECASE | re.DOTALL)


def action_to_string(position: Position, action: int) -> str:
    """Short text of an action of the player to move, like ``[play green 7]``.

    Raises:
        ValueError: there is no such action.
    """
    if BID_ACTION <= action < CARD_ACTION:
        return f"[bid {action - BID_ACTION}]"
    if CARD_ACTION <= action < BENDT_ACTION:
        return f"[play {_place_name(position, action - CARD_ACTION)}]"
    if BENDT_ACTION <= action < ROATAN_ACTION:
        return f"[discard {_place_name(position, action - BENDT_ACTION)}]"
    if ROATAN_ACTION <= action < JADE_ACTION:
        return f"[bet {10 * (action - ROATAN_ACTION)}]"
    if action == JADE_ACTION:
        return "[ok]"
    if HARRY_ACTION <= action < TIGRESS_ACTION:
        return ("[harry -1]", "[harry 0]", "[harry +1]")[action - HARRY_ACTION]
    if TIGRESS_ACTION <= action < ROSIE_ACTION:
        return f"[{ROLES[action - TIGRESS_ACTION]}]"
    if ROSIE_ACTION <= action < ROSIE_ACTION + SEATS:
        return f"[leader {action - ROSIE_ACTION}]"
    raise ValueError(f"action {action} does not exist; actions are 0..{ROSIE_ACTION + SEATS - 1}")


def _place_name(position: Position, place: int) -> str:
    """Name of the card at a place of the mover's hand; the place itself, from 1, where there is none."""
    mover = position.current_player()
    hand = position.table(mover)["hand"] if mover >= 0 else []
    return str(hand[place]) if place < len(hand) else str(place + 1)


def string_to_action(position: Position, text: str) -> int:
    """Read an action of the player to move; case, spaces and the brackets do not matter.

    Raises:
        NotLegalNowError: it cannot be played now; the message says what is asked for.
        ValueError: it is none; likewise.
    """
    phase = position.phase
    if position.is_terminal():
        raise NotLegalNowError(say("reply.over", text=text))
    asked = say("asked", form=_FORMS[phase])
    found = _WORDS.fullmatch(text.strip())
    verb, rest = (found[1].lower(), found[2]) if found else ("", "")
    if verb not in _VERBS:
        raise ValueError(say("reply.no_action", text=text, asked=asked))
    if phase not in _VERBS[verb]:
        raise NotLegalNowError(say("reply.phase", text=text, phase=_TITLES[phase], asked=asked))
    if verb in ROLES or verb == "ok":
        if rest:
            raise ValueError(say("reply.says_more", text=text, verb=verb))
        return JADE_ACTION if verb == "ok" else TIGRESS_ACTION + ROLES.index(verb)
    if verb in ("play", "discard"):
        return (CARD_ACTION if verb == "play" else BENDT_ACTION) + _read_place(position, rest, asked)
    if not re.fullmatch(r"[+-]?\d{1,3}", rest):
        raise ValueError(say("reply.number", text=text, asked=asked))
    return _read_number(verb, int(rest), text, asked)


def _read_number(verb: str, number: int, text: str, asked: Sentence) -> int:
    allowed = {"bid": range(11), "leader": range(SEATS), "bet": range(0, 21, 10), "harry": range(-1, 2)}[verb]
    if number not in allowed:
        raise NotLegalNowError(say("reply.range", text=text, asked=asked))
    first = {"bid": BID_ACTION, "leader": ROSIE_ACTION, "bet": ROATAN_ACTION, "harry": HARRY_ACTION}[verb]
    return first + allowed.index(number)


def _read_place(position: Position, text: str, asked: Sentence) -> int:
    """The place of a card in the mover's hand, named or counted from 1; of cards of one name the first."""
    table = position.table(position.current_player())
    hand: list[str] = table["hand"]
    if re.fullmatch(r"\d{1,3}", text):
        place = int(text) - 1
        if not 0 <= place < len(hand):
            raise NotLegalNowError(say("reply.place", text=text, count=len(hand)))
        card = hand[place]
    else:
        try:
            card = name_of(read_card(text))
        except PositionError as error:
            raise ValueError(say("reply.card", why=str(error), asked=asked)) from error
        if card not in hand:
            raise NotLegalNowError(say("reply.not_held", card=card, asked=asked))
    suit, led = card.partition(" ")[0], table["trick"]["suit"]
    held = {name.partition(" ")[0] for name in hand}
    if position.phase == "PLAYING" and suit in SUITS and suit != led and led in held:
        raise NotLegalNowError(say("reply.follow", card=card, suit=led))
    return hand.index(card)
