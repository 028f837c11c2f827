"""Text forms of Mini Spite and Malice: actions and the table. Prompts for language models are in prompts.py."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from croupier.core import NotLegalNowError, Position, SeatView, Sentence, joined
from croupier.core.spec.position import TableView
from croupier.games.spite_malice.classic.cards import FACES, JOKER
from croupier.games.spite_malice.classic.game import ClassicGame, ClassicPosition, sourceName
from croupier.games.spite_malice.english import say
from croupier.games.spite_malice.state import DISCARD, GOAL, PASS, PILES, PLAYS

_PLAY = re.compile(r"p\s+(h([1-5])|g|d([1-4]))\s+([1-4])", re.IGNORECASE)
_DISCARD = re.compile(r"x\s*h?([1-5])\s+([1-4])|x\s+([1-4])|x", re.IGNORECASE)


def action_to_string(position: Position, action: int) -> str:
    """``[p h3 3]``, ``[p g 1]``, ``[p d2 4]``, ``[x3 1]`` or ``[x]``."""
    if not 0 <= action <= PASS:
        raise ValueError(f"action {action} does not exist: the actions are 0 to {PASS}")
    if action == PASS:
        return "[x]"
    place, pile = divmod(action % PLAYS, PILES)
    return f"[p {sourceName(place)} {pile + 1}]" if action < PLAYS else f"[x{place + 1} {pile + 1}]"


def string_to_action(position: Position, text: str) -> int:
    """Read an action; case, spaces and the brackets do not matter. ``[x 1]`` discards the highest card but 0."""
    action = read_action(position, text)
    reason = objection(position, action)
    if reason:
        raise NotLegalNowError(say("reply.not_possible", text=text, reason=reason))
    return action


def read_action(position: Position, text: str) -> int:
    """Read an action, legal here or not."""
    words = text.strip().removeprefix("[").removesuffix("]").strip()
    if found := _PLAY.fullmatch(words):
        _, hand, discard, pile = found.groups()
        source = int(hand) - 1 if hand else DISCARD + int(discard) - 1 if discard else GOAL
        return source * PILES + int(pile) - 1
    found = _DISCARD.fullmatch(words)
    if not found:
        raise ValueError(say("reply.unknown", text=text, syntax=say("syntax")))
    place, pile, only_pile = found.groups()
    if place:
        return PLAYS + (int(place) - 1) * PILES + int(pile) - 1
    if not only_pile:
        return PASS
    table = position.table(None)  # hands are open (SM-4)
    places = [i for i, card in enumerate(table["seats"][table["turn"]]["hand"]) if card != "0"]
    if not places:
        raise NotLegalNowError(say("reply.no_discard", text=text))
    return PLAYS + places[-1] * PILES + int(only_pile) - 1


def objection(position: Position, action: int) -> Sentence | None:
    """Why an action is illegal here, and by which rule; None if it is legal."""
    if position.is_terminal():
        return say("objection.over_here")
    if action in position.legal_actions():
        return None
    reason = ClassicGame.fromPosition(_open(position.table(None))).reason(action)
    return None if reason is None else say(reason.key, **reason.params)


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


def observation_string(view: SeatView) -> Sentence:
    """All that SM-4 makes open, own things first; for a spectator both sides by the players' numbers."""
    table, own = view["table"], view["seat"]
    if not table["dealt"]:
        return say("not_dealt")
    first = own or 0
    stacks = (
        say("play_pile", pile=i + 1, cards=cards_text(pile["cards"]), needs=pile["needs"])
        for i, pile in enumerate(table["play_piles"])
    )
    return joined(
        "\n",
        (
            _headline(view),
            say("play_piles", piles=joined(", ", stacks)),
            say("side.you", player=own) if own is not None else say("side", player=first),
            *_side(table["seats"][first]),
            say("side", player=1 - first),
            *_side(table["seats"][1 - first]),
            say("shoe", shoe=table["shoe"], recycled=table["recycled"], set_aside=table["set_aside"]),
        ),
    )


def _headline(view: SeatView) -> Sentence:
    table, own = view["table"], view["seat"]
    turn, limit = table["turn"], say("limit", turns=table["turns"] + 1, most=table["max_turns"])
    if table["ended"] is None:
        return say("turn.you", limit=limit) if turn == own else say("turn", player=turn, limit=limit)
    if table["ended"] != "win":
        return say("over.draw")
    if own is None:
        return say("over.player", player=turn)
    return say("over.win") if turn == own else say("over.loss")


def _side(side: Mapping[str, Any]) -> list[Sentence]:
    empty = say("empty")
    piles = (
        say("side.pile", place=f"d{i + 1}", cards=cards_text(pile) or empty)
        for i, pile in enumerate(side["discards"])
    )
    cards = " ".join(f"h{i + 1} [{card}]" for i, card in enumerate(side["hand"]))
    goal = empty if side["goal"] is None else f"g [{side['goal']}]"
    return [
        say("side.hand", cards=cards or empty),
        say("side.goal", goal=goal, left=side["goal_count"]),
        say("side.discards", piles=joined(", ", piles)),
    ]


def cards_text(cards: Iterable[str]) -> str:
    """Cards as people read them, like ``[0][*]``; empty where there are none."""
    return "".join(f"[{card}]" for card in cards)
