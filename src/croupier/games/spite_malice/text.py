"""Text forms of Mini Spite and Malice: actions and the table. Prompts for language models are in prompts.py."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from croupier.core.base.errors import NotLegalNowError
from croupier.core.spec.position import Position
from croupier.core.spec.seat_view import SeatView, TableView
from croupier.games.spite_malice.classic.cards import FACES, JOKER
from croupier.games.spite_malice.classic.game import ClassicGame, ClassicPosition, sourceName
from croupier.games.spite_malice.state import DISCARD, GOAL, PASS, PILES, PLAYS

SYNTAX = (
    "[p SOURCE PILE] plays (from h1 to h5, g, or d1 to d4, onto 1 to 4), [xCARD PILE] discards, "
    "[x PILE] discards the highest card but 0, and x alone passes"
)
_PLAY = re.compile(r"p\s+(h([1-5])|g|d([1-4]))\s+([1-4])", re.IGNORECASE)
_DISCARD = re.compile(r"x\s*h?([1-5])\s+([1-4])|x\s+([1-4])|x", re.IGNORECASE)


def action_to_string(position: Position, action: int) -> str:
    """``[p h3 3]``, ``[p g 1]``, ``[p d2 4]``, ``[x3 1]`` or ``[x]``.

    Raises:
        ValueError: there is no such action.
    """
    del position
    if not 0 <= action <= PASS:
        raise ValueError(f"action {action} does not exist: the actions are 0 to {PASS}")
    if action == PASS:
        return "[x]"
    place, pile = divmod(action % PLAYS, PILES)
    return f"[p {sourceName(place)} {pile + 1}]" if action < PLAYS else f"[x{place + 1} {pile + 1}]"


def string_to_action(position: Position, text: str) -> int:
    """Read an action; case, spaces and the brackets do not matter. ``[x 1]`` discards the highest card but 0.

    Raises:
        NotLegalNowError: a rule forbids it here; the message names the rule.
        ValueError: the text is no action.
    """
    action = read_action(position, text)
    reason = objection(position, action)
    if reason:
        raise NotLegalNowError(f"{text!r} is not possible: {reason}")
    return action


def read_action(position: Position, text: str) -> int:
    """Read an action, legal here or not.

    Raises:
        ValueError: the text is no action.
    """
    words = text.strip().removeprefix("[").removesuffix("]").strip()
    if found := _PLAY.fullmatch(words):
        _, hand, discard, pile = found.groups()
        source = int(hand) - 1 if hand else DISCARD + int(discard) - 1 if discard else GOAL
        return source * PILES + int(pile) - 1
    found = _DISCARD.fullmatch(words)
    if not found:
        raise ValueError(f"{text!r} is no action of Mini Spite and Malice: {SYNTAX}")
    place, pile, only_pile = found.groups()
    if place:
        return PLAYS + (int(place) - 1) * PILES + int(pile) - 1
    if not only_pile:
        return PASS
    table = position.table(None)  # hands are open (SM-4)
    places = [i for i, card in enumerate(table["seats"][table["turn"]]["hand"]) if card != "0"]
    if not places:
        raise NotLegalNowError(f"{text!r} is not possible: SM-10: there is no card to discard; [x] passes")
    return PLAYS + places[-1] * PILES + int(only_pile) - 1


def objection(position: Position, action: int) -> str:
    """Why an action is illegal here, and by which rule; empty if it is legal."""
    if position.is_terminal():
        return "the game is over"
    if action in position.legal_actions():
        return ""
    return ClassicGame.fromPosition(_open(position.table(None))).objection(action)


def _open(table: TableView) -> ClassicPosition:
    """What lies open (SM-4), with the classic game's names: all that decides which actions are legal."""
    return ClassicPosition(
        hands=[_values(side["hand"]) for side in table["seats"]],
        goals=[_values([side["goal"]]) for side in table["seats"]],
        discards=[[_values(pile) for pile in side["discards"]] for side in table["seats"]],
        stacks=[_values(pile["cards"]) for pile in table["play_piles"]],
        player=table["turn"],
    )


def _values(faces: Iterable[str]) -> list[int]:
    return [JOKER if face == FACES[JOKER] else int(face) for face in faces]


def observation_string(view: SeatView) -> str:
    """All that SM-4 makes open, own things first; for a spectator both sides by the players' numbers."""
    table, own = view["table"], view["seat"]
    if not table["dealt"]:
        return "The cards are not dealt yet."
    first = own or 0
    stacks = (
        f"{i + 1} |{cards_text(pile['cards'])}| needs {pile['needs']}"
        for i, pile in enumerate(table["play_piles"])
    )
    return "\n".join(
        (
            _headline(view),
            f"Play piles: {', '.join(stacks)}",
            f"You (Player {own}):" if own is not None else f"Player {first}:",
            *_side(table["seats"][first]),
            f"Player {1 - first}:",
            *_side(table["seats"][1 - first]),
            f"Shoe: {table['shoe']} cards ({table['recycled']} of them recycled); set aside: {table['set_aside']}",
        )
    )


def _headline(view: SeatView) -> str:
    table, own = view["table"], view["seat"]
    turn, limit = table["turn"], f"turn {table['turns'] + 1} of at most {table['max_turns']}"
    if table["ended"] is None:
        return f"{'Your turn' if turn == own else f'The turn of Player {turn}'}, {limit}."
    if table["ended"] != "win":
        return "The game is over: a draw."
    if own is None:
        return f"The game is over: Player {turn} wins."
    return f"The game is over: you {'win' if turn == own else 'lose'}."


def _side(side: Mapping[str, Any]) -> list[str]:
    piles = (f"d{i + 1} {cards_text(pile) or 'empty'}" for i, pile in enumerate(side["discards"]))
    cards = " ".join(f"h{i + 1} [{card}]" for i, card in enumerate(side["hand"]))
    goal = "empty" if side["goal"] is None else f"g [{side['goal']}]"
    return [
        f"  hand: {cards or 'empty'}",
        f"  goal: {goal}, {side['goal_count']} left",
        f"  discard piles, top last: {', '.join(piles)}",
    ]


def cards_text(cards: Iterable[str]) -> str:
    """Cards as people read them, like ``[0][*]``; empty where there are none."""
    return "".join(f"[{card}]" for card in cards)
