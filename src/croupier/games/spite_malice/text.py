"""Text forms of Mini Spite and Malice: actions and the table. Prompts for language models are in prompts.py."""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.core.spec import TERMINAL, Records
from croupier.games.spite_malice.classic.cards import FACES
from croupier.games.spite_malice.classic.game import Game, Position, sourceName
from croupier.games.spite_malice.position import format_position, parse_position, read, validate
from croupier.games.spite_malice.rules import legal_bits
from croupier.games.spite_malice.state import DEAL, DISCARD, GOAL, PASS, PILES, PLAYS

__all__ = [
    "action_to_string",
    "format_position",
    "objection",
    "observation_string",
    "open_table",
    "parse_position",
    "read_action",
    "string_to_action",
    "validate",
]

SYNTAX = (
    "[p h3 2] plays (from h1 to h5, g, or d1 to d4, onto 1 to 4), [x3 2] discards, "
    "[x 2] discards the highest card but 0, [x] passes"
)
_PLAY = re.compile(r"p\s+(h([1-5])|g|d([1-4]))\s+([1-4])", re.IGNORECASE)
_DISCARD = re.compile(r"x\s*h?([1-5])\s+([1-4])|x\s+([1-4])|x", re.IGNORECASE)


def action_to_string(records: Records, action: int) -> str:
    """``[p h3 3]``, ``[p g 1]``, ``[p d2 4]``, ``[x3 1]`` or ``[x]``.

    Raises:
        ValueError: there is no such action.
    """
    del records
    if not 0 <= action <= PASS:
        raise ValueError(f"action {action} does not exist: the actions are 0 to {PASS}")
    if action == PASS:
        return "[x]"
    place, pile = divmod(action % PLAYS, PILES)
    return f"[p {sourceName(place)} {pile + 1}]" if action < PLAYS else f"[x{place + 1} {pile + 1}]"


def string_to_action(records: Records, text: str) -> int:
    """Read an action; case, spaces and the brackets do not matter. ``[x 1]`` discards the highest card but 0.

    Raises:
        ValueError: the text is no action, or a rule forbids it here; the message names the rule.
    """
    action = read_action(records, text)
    reason = objection(records, action)
    if reason:
        raise ValueError(f"{text!r} is not possible: {reason}")
    return action


def read_action(records: Records, text: str) -> int:
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
    hand = records[0]["hands"][records[0]["turn"]][: records[0]["hand_counts"][records[0]["turn"]]]
    places = [i for i, card in enumerate(hand) if card != 0]
    if not places:
        raise ValueError(f"{text!r} is not possible: SM-10: there is no card to discard; [x] passes")
    return PLAYS + places[-1] * PILES + int(only_pile) - 1


def objection(records: Records, action: int) -> str:
    """Why an action is illegal here, and by which rule; empty if it is legal."""
    if records[0]["player"] == TERMINAL:
        return "the game is over"
    if 0 <= action <= PASS and legal_bits(records[0]) >> action & 1:
        return ""
    return Game.fromPosition(read(records)).objection(action)


def observation_string(records: Records, seat: int) -> str:
    """All that SM-4 makes open, own things first."""
    return _shown(records, seat)


def open_table(records: Records) -> str:
    """The same for a spectator: both sides by the players' numbers."""
    return _shown(records, None)


def _shown(records: Records, own: int | None) -> str:
    if records[0]["due"] == DEAL:
        return "The cards are not dealt yet."
    p = read(records)
    first = own or 0
    heights = [len(stack) for stack in p.stacks]
    stacks = (f"{i + 1} |{_row(stack)}| needs {heights[i]}" for i, stack in enumerate(p.stacks))
    return "\n".join(
        (
            _headline(records, p, own),
            f"Play piles: {', '.join(stacks)}",
            f"You (Player {own}):" if own is not None else f"Player {first}:",
            *_side(p, first),
            f"Player {1 - first}:",
            *_side(p, 1 - first),
            f"Shoe: {len(p.shoe)} cards ({p.recycled} of them recycled); set aside: {len(p.aside)}",
        )
    )


def _headline(records: Records, p: Position, own: int | None) -> str:
    limit = f"turn {p.turns + 1} of at most {records[0]['max_turns']}"
    if records[0]["player"] != TERMINAL:
        return f"{'Your turn' if p.player == own else f'The turn of Player {p.player}'}, {limit}."
    if p.goals[p.player]:
        return "The game is over: a draw."
    if own is None:
        return f"The game is over: Player {p.player} wins."
    return f"The game is over: you {'win' if p.player == own else 'lose'}."


def _side(p: Position, seat: int) -> list[str]:
    goal = p.goals[seat]
    piles = (f"d{i + 1} {_row(pile) or 'empty'}" for i, pile in enumerate(p.discards[seat]))
    cards = " ".join(f"h{i + 1} [{FACES[card]}]" for i, card in enumerate(p.hands[seat]))
    return [
        f"  hand: {cards or 'empty'}",
        f"  goal: {f'g [{FACES[goal[-1]]}]' if goal else 'empty'}, {len(goal)} left",
        f"  discard piles, top last: {', '.join(piles)}",
    ]


def _row(cards: Sequence[int]) -> str:
    return "".join(f"[{FACES[card]}]" for card in cards)
