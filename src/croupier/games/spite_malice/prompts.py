"""Prompts of Mini Spite and Malice's text environment, word for word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from croupier.core.spec.position import Position
from croupier.core.spec.prompts import Message, ReplyError
from croupier.core.spec.seat_view import TableView
from croupier.core.spec.shape import GameShape
from croupier.core.spec.tools import ActionTool, Parameter
from croupier.games.spite_malice.classic.cards import FACES, JOKER
from croupier.games.spite_malice.classic.game import sourceName
from croupier.games.spite_malice.state import DISCARD, GOAL, PASS, PILES, PLAYS, TOP
from croupier.games.spite_malice.text import cards_text, objection, observation_string, read_action

TOOLS = (
    ActionTool(
        "play",
        "Play a card onto a play pile.",
        "[p {source} {pile}]",
        (
            Parameter("source", "str", "From where: h1 to h5 (hand), g (goal pile) or d1 to d4 (discards)."),
            Parameter("pile", "int", "The play pile, 1 to 4."),
        ),
    ),
    ActionTool(
        "discard",
        "Discard a hand card, which ends your turn.",
        "[x{card} {pile}]",
        (
            Parameter("card", "int", "The place of the card in the hand, 1 to 5."),
            Parameter("pile", "int", "Your discard pile, 1 to 4."),
        ),
    ),
    ActionTool("pass_turn", "Pass: only if you can neither play nor discard.", "[x]"),
)
"""The actions as tools of language models."""

_TURN_ENDS = re.compile(r"(Player \d) (discards .+|passes)\.")
_BRACKETS = re.compile(r"\[[^\[\]]*\]")
_TYPED = re.compile(r" \[\*\]| \((?:h1 to h5|g|d1 to d4)\)")
"""How cards and places are typed."""
# a paragraph is one line: whoever shows it to people breaks it, to the width at hand
_WHO = """\
You are Player {seat} in Mini Spite and Malice, a card game for two. Whoever is first to play all cards of the \
own goal pile wins.

"""
_RULES = """\
- There are ten cards each of 0 to 9, and 20 jokers [*].
- Four play piles are shared and built upwards: an empty one takes a 0, any other the value that follows its \
top. A joker takes the value needed. A 9 completes a pile, which is then empty again.
- You may play hand cards (h1 to h5), the top of your goal pile (g) and the tops of your four discard piles (d1 \
to d4). A played goal card turns up the next.
- Your turn begins with a draw to five. Play as many cards as you like; discarding one hand card onto one of \
your discard piles ends the turn. A hand that runs out before draws five more.
- While a play pile is empty, a 0 in your hand or on your goal pile must be played before anything else. A 0 is \
never discarded.
- With no play left and nothing to discard you pass.
- Both hands, the discard piles, the play piles and the goal tops are open to both.
- Two turns in a row without a draw, a play or a discard end the game in a draw, and so do {limit} turns.
"""
_HOW = """
Answer with one action in brackets, each time you are asked:
"""
_ACTIONS = """\
[p h3 2] plays your third hand card onto play pile 2, [p g 1] your goal card, [p d4 3] the top of \
discard pile 4.
[x3 1] discards your third hand card onto discard pile 1, [x 1] your highest card but 0.
[x] passes."""


def rules(game: GameShape, seat: int) -> str:
    """The rules, in less than 300 words."""
    return _WHO.format(seat=seat) + _RULES.format(limit=game.options["max_turns"]) + _HOW + _ACTIONS


def how_to_play(game: GameShape) -> str:
    """The rules of a table for people who see it and click."""
    body = _TYPED.sub("", _RULES.format(limit=game.options["max_turns"]))
    return f"Be the first to play all cards of your goal pile.\n\n{body}".rstrip()


def guide(game: GameShape) -> str:
    """Rules and actions for language models: those of the text environment, for both seats."""
    rules = _RULES.format(limit=game.options["max_turns"])
    return (
        "Mini Spite and Malice, a card game for two, Player 0 and Player 1. Whoever is first to play all cards of "
        "the own goal pile wins.\n\n"
        f"{rules}- On the table, hand cards are listed as h1 to h5, and piles from the bottom to the top.\n"
        "- The shoe is the pile to draw from. Completed piles are set aside; after every fifth they are shuffled "
        "and put at its back (recycled).\n"
        "- A turn is several decisions: you are asked again after each play.\n"
        f"\nYour actions, written in brackets:\n{_ACTIONS}"
    )


def recap(lines: Sequence[str]) -> str | None:
    """What a turn came to: how many cards were played, what became of the goal pile, the discard."""
    ended = _TURN_ENDS.match(lines[-1])
    if ended is None:
        return None
    player = ended[1]
    plays = sum(line.startswith(f"{player} plays") for line in lines)
    goals = [line for line in lines if line.startswith(f"The goal pile of {player}")]
    goal = goals[-1].removeprefix(f"The goal pile of {player} ").rstrip(".") if goals else ""
    parts = [f"{plays} card{'' if plays == 1 else 's'} played"] if plays else []
    parts += [f"goal pile {goal}"] if goal else []
    return f"{player}: {'; '.join([*parts, ended[2]])}."


def opening(position: Position, seat: int) -> str:
    """The rules and the table."""
    return f"{rules(position.game, seat)}\n\n{position.observation_string(seat)}"


def read(position: Position, reply: str, *, strict: bool) -> int:
    """Find an action in brackets among other words; case does not matter.

    Raises:
        ReplyError: there is none, it is not legal (the rule is named), or (strict) there are several.
    """
    actions = []
    for words in _BRACKETS.findall(reply):
        try:
            actions.append(read_action(position, words))
        except ValueError:  # brackets around something else, like a card
            continue
    if not actions:
        raise ReplyError("it names no action; answer with one in brackets, spelt as in the rules")
    if strict and len(set(actions)) > 1:
        raise ReplyError("it names several actions; answer with one")
    reason = objection(position, actions[0])
    if reason:
        raise ReplyError(f"{position.action_to_string(actions[0])} is not possible ({reason})")
    return actions[0]


def hearers(position: Position) -> Sequence[int]:
    """Both seats: nothing that is said is secret."""
    return range(position.game.num_players)


def narrate(before: Position, action: int, after: Position) -> Sequence[Message]:
    """The move and what it led to."""
    was, now = before.table(None), after.table(None)
    lines = [
        *_moved(was, action),
        *_completed(was, action, now),
        *_goal(was, action, now),
        *_drawn(was, action, now),
    ]
    return [Message(line) for line in lines]


def _moved(was: TableView, action: int) -> list[str]:
    player, pile = f"Player {was['turn']}", action % PILES
    if action == PASS:
        return [f"{player} passes."]
    card = f"[{_moved_card(was, action)}]"
    if action >= PLAYS:
        return [f"{player} discards {card} onto discard pile {pile + 1}."]
    value = f" as a {was['play_piles'][pile]['needs']}" if card == f"[{FACES[JOKER]}]" else ""
    return [f"{player} plays {card}{value} from {sourceName(action // PILES)} onto play pile {pile + 1}."]


def _moved_card(was: TableView, action: int) -> str:
    side, source = was["seats"][was["turn"]], action % PLAYS // PILES
    if action < PLAYS and source >= DISCARD:
        return str(side["discards"][source - DISCARD][-1])
    return str(side["goal"] if action < PLAYS and source == GOAL else side["hand"][source])


def _completed(was: TableView, action: int, now: TableView) -> list[str]:
    aside = was["set_aside"]
    lines = []
    if action < PLAYS and len(was["play_piles"][action % PILES]["cards"]) == TOP:
        aside += TOP + 1
        lines.append(f"Play pile {action % PILES + 1} is complete and set aside.")
    if now["set_aside"] < aside:
        lines.append(f"The {aside} cards set aside are shuffled and added to the back of the shoe.")
    return lines


def _goal(was: TableView, action: int, now: TableView) -> list[str]:
    if action >= PLAYS or action // PILES != GOAL:
        return []
    side = now["seats"][was["turn"]]
    left = "is empty" if side["goal"] is None else f"now shows [{side['goal']}], {side['goal_count']} left"
    return [f"The goal pile of Player {was['turn']} {left}."]


def _drawn(was: TableView, action: int, now: TableView) -> list[str]:
    """Who drew: the mover, where the hand was emptied by a play, or the one whose turn has begun."""
    turn = now["turn"]
    old = Counter(was["seats"][turn]["hand"])
    if action < PLAYS and action // PILES < GOAL:
        old[_moved_card(was, action)] -= 1
    new = Counter(now["seats"][turn]["hand"]) - old
    if turn == was["turn"] and action >= PLAYS:
        return []  # the game is over: nobody draws
    cards = cards_text(sorted(new.elements()))  # a joker, *, comes before the digits
    return [f"Player {turn} draws {cards}."] if new else []


def board(position: Position) -> str:
    """All that SM-4 makes open, both hands too."""
    return observation_string(position.view(None))


def outcome(position: Position) -> str:
    """Who won, or why nobody did (SM-8, SM-15)."""
    table = position.table(None)
    left = [side["goal_count"] for side in table["seats"]]
    if table["ended"] == "win":
        winner = left.index(0)
        return f"Player {winner} has played the last goal card and wins; Player {1 - winner} has {max(left)} left."
    if table["ended"] == "limit":
        return f"A draw: {table['turns']} turns are the limit."
    return "A draw: two turns in a row changed nothing."
