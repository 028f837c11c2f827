"""Prompts of Skull King's text environment, and messages for a person at the terminal.

What is secret stays so: a bid is told with all the others once the last is in (SK-4); what Bendt draws and
discards, and what Jade shows, is told to its seat alone (SK-14).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.core.spec.position import Position
from croupier.core.spec.prompts import Message, ReplyError
from croupier.core.spec.shape import GameShape
from croupier.core.spec.tools import ActionTool, Parameter
from croupier.games.skull_king.record.scoring import winning_seats
from croupier.games.skull_king.record.state import ABILITIES, SCHEDULES
from croupier.games.skull_king.text import string_to_action
from croupier.games.skull_king.words.board import list_cards, observation_string, seat_name
from croupier.games.skull_king.words.events import describe

STYLES = {
    r"\bgreen\b( \d+\b)*": "green",
    r"\byellow\b( \d+\b)*": "yellow",
    r"\bpurple\b( \d+\b)*": "magenta",
    r"\bblack\b( \d+\b)*": "white on grey23",
    r"\b(rosie|bendt|roatan|jade|harry|skull king|mermaid|tigress(:\w+)?|kraken|whale)\b": "bold",
}
"""What a terminal colours, as regular expressions, and in which style: cards by their suit."""

_CARD = Parameter("card", "str", "The card by its name, like green 7, or by its place in the hand, like 4.")
TOOLS = (
    ActionTool(
        "bid",
        "Bid how many tricks you will win in this round.",
        "[bid {tricks}]",
        (Parameter("tricks", "int", "The number of tricks, 0 to the number of cards dealt."),),
    ),
    ActionTool("play", "Play a card of your hand.", "[play {card}]", (_CARD,)),
    ActionTool("escape", "Let the Tigress that you play be an escape.", "[escape]"),
    ActionTool("pirate", "Let the Tigress that you play be a pirate.", "[pirate]"),
    ActionTool(
        "leader",
        "Rosie: say who leads the next trick.",
        "[leader {player}]",
        (Parameter("player", "int", "The number of the player."),),
    ),
    ActionTool("discard", "Bendt: discard a card of your hand.", "[discard {card}]", (_CARD,)),
    ActionTool(
        "bet",
        "Roatan: bet on your own bid.",
        "[bet {points}]",
        (Parameter("points", "int", "The points at stake: 0, 10 or 20."),),
    ),
    ActionTool("ok", "Jade: go on after you have seen the undealt cards.", "[ok]"),
    ActionTool(
        "harry",
        "Harry: change your bid at the end of the round.",
        "[harry {change}]",
        (Parameter("change", "int", "The change: -1, 0 or 1."),),
    ),
)
"""The actions as tools of language models."""

_ROUND_ENDS = re.compile(r"Round \d+ is over: ")
_FEWEST_CARDS = 70
_BRACKETS = re.compile(r"\[[^\[\]]*\]")
_TOLD_TO_THE_MOVER = ("BIDDING", "ABILITY_BENDT_1", "ABILITY_BENDT_2")
_SECRET = (*_TOLD_TO_THE_MOVER, "ABILITY_JADE")

# a paragraph is one line: whoever shows it to people breaks it, to the width at hand
_WHO = "You are Player {seat} in Skull King; the players are 0 to {last}.\n"
_RULES = """\
Each round, bid how many tricks you will win, then win exactly as many.
After {rounds} round{plural}, the most points win.

Cards: green, yellow, purple and black 1 to 14 (black is trump), 5 escapes, the pirates Rosie, Bendt, Roatan, \
Jade and Harry, the Tigress, the Skull King, 2 mermaids{more}.
- The first number card of a trick sets its suit: whoever holds a number of it plays one, or any special card. If \
a special card that is no escape comes before it, no suit is set.
- The Skull King beats pirates, pirates beat mermaids, all of them beat numbers; but a mermaid in the trick beats \
the Skull King. The first of equals wins.
- Black beats the other suits, else the highest of the suit led wins.
- Escapes win nothing, unless nothing else was played: then the first card does.
- The Tigress is an escape or a pirate, as her player says.
{rules}\
- Bids are secret until all are in.
{scoring}\
- {captured}: coloured 14 +10, black 14 +20, each mermaid by a pirate +20, each pirate by the \
Skull King +30, the Skull King by a mermaid +40.
{abilities}"""
_SIGNS = """
On the table, a bid "-" is not made yet, "?" is made but secret; "bonus" says the points captured in this \
round."""
_HOW = """
Answer with one action in brackets, each time you are asked; what is legal is listed. A card is named, \
[play green 7], or given by its place in your hand, [play 4]."""
_GUIDE = """\
Skull King, for {people} players, Player 0 to Player {last}. After Player {last} it is the turn of Player 0.
Cards dealt to each player in each round: {sizes}{short}. The player after the dealer bids first and leads the \
first trick; who wins a trick leads the next.
"""
_ACTIONS = """
Your actions, written in brackets:
- [bid 3] bids three tricks.
- [play green 7] plays a card by its name, [play 4] the fourth card of your hand as listed. Special cards have \
names too: [play skull king], [play mermaid], [play escape], [play rosie]. After [play tigress] you are asked \
whether she is an [escape] or a [pirate].
"""
_ABILITY_ACTIONS = "- For abilities you answer as it is written with them above, when you are asked.\n"
_CARDS = {"loot": "2 loot", "kraken": "the Kraken", "whale": "the White Whale"}
_EXTRA = {
    "loot": "- Loot is an escape; its player and the trick's winner are allies and get 20 points each if both "
    "bids come out exactly.\n",
    "kraken": "- With the Kraken nobody wins the trick; who would have won it leads next.\n",
    "whale": "- With the White Whale specials lose their power; the highest number of any colour wins.\n",
}
_BOTH = "- Of Kraken and Whale in one trick only the second acts.\n"
_ABILITY = {
    "rosie": "Rosie: say who leads next, [leader 2]",
    "bendt": "Bendt: draw two undealt cards, discard two, [discard 5] or [discard green 7]",
    "roatan": "Roatan: bet on your own bid, [bet 0], [bet 10] or [bet 20]",
    "jade": "Jade: see the undealt cards, then [ok]",
    "harry": "Harry: change your bid at the end, [harry -1], [harry 0] or [harry +1]",
}
_EXAMPLE = re.compile(r", (then )?\[.*")
"""What an ability's line says of how to answer."""
_HEADING = "- Who wins a trick with a pirate, the last trick apart, uses the ability (Harry's in any trick):\n"
_USUAL = """\
- A bid of 1 or more scores 20 a trick if it is exact, else -10 for each trick too many or too few. A bid of 0 \
wins or loses 10 times the cards dealt.
"""
_RASCAL = """\
- 10 times the cards dealt are at stake, with the captures: an exact bid gets all, one off by one half, others \
none.
"""
_GRAYBEARD = """\
- Graybeard, a third hand, plays the top card of a face-down pile, second in each trick or first where he leads, \
without following suit. He neither bids nor scores.
"""


def rules(game: GameShape, seat: int) -> str:
    """The rules of this table, as short as they can be told."""
    who = _WHO.format(seat=seat, last=game.num_players - 1)
    return who + _rules(game, _told(game)) + _HOW + _SIGNS


def guide(game: GameShape) -> str:
    """Rules and actions for language models: those of the text environment, and how a round goes (SK-2, SK-3)."""
    people = game.num_players
    sizes = SCHEDULES[str(game.options["schedule"])]
    start = _GUIDE.format(
        people=people,
        last=people - 1,
        sizes=", ".join(map(str, sizes)),
        short=" (fewer where the deck runs short)" if people * max(sizes) > _FEWEST_CARDS else "",
    )
    rules = start + _rules(game, _told(game)) + _ACTIONS
    return rules + (_ABILITY_ACTIONS if _abilities(game) else "") + _SIGNS


def recap(lines: Sequence[str]) -> str | None:
    """A round's bids, tricks and points: the message that ends it says them."""
    return lines[-1] if _ROUND_ENDS.match(lines[-1]) else None


def how_to_play(game: GameShape) -> str:
    """The rules of a table for people who see it and click."""
    used = [f"- {_EXAMPLE.sub('', text)}.\n" for text in _abilities(game)]
    return _rules(game, "".join(["\n", _HEADING.removeprefix("- "), *used] if used else [])).rstrip()


def _told(game: GameShape) -> str:
    """The abilities that are used, for who plays by text."""
    used = [f"  {text}.\n" for text in _abilities(game)]
    return "".join([_HEADING, *used] if used else [])


def _abilities(game: GameShape) -> list[str]:
    """A line for each ability that is used."""
    return [_ABILITY[name] for name in ABILITIES if game.options[name]]


def _rules(game: GameShape, abilities: str) -> str:
    options, rounds = game.options, len(SCHEDULES[str(game.options["schedule"])])
    extra = [_EXTRA[name] for name in _EXTRA if options[name]]
    extra += [_BOTH] if options["kraken"] and options["whale"] else []
    extra += [_GRAYBEARD] if game.num_players == 2 else []
    return _RULES.format(
        rounds=rounds,
        plural="" if rounds == 1 else "s",
        more="".join(f", {_CARDS[name]}" for name in _CARDS if options[name]),
        rules="".join(extra),
        scoring=_RASCAL if options["rascal"] else _USUAL,
        captured="Captures" if options["rascal"] else "Captured with an exact bid",
        abilities=abilities,
    )


def opening(position: Position, seat: int) -> str:
    """The rules, the seat's hand, and what it may answer if it is the first."""
    return f"{rules(position.game, seat)}\n\n{position.observation_string(seat)}"


def read(position: Position, reply: str, *, strict: bool) -> int:
    """Find an action in brackets among other words; case does not matter.

    Raises:
        ReplyError: there is none, it is not legal, or (strict) there are several; the message says what is.
    """
    legal = " ".join(position.action_to_string(action) for action in position.legal_actions())
    actions, refusals = [], []
    for words in _BRACKETS.findall(reply):
        try:
            actions.append(string_to_action(position, words))
        except ValueError as error:
            refusals.append(str(error))  # told if nothing else in the reply is an action
    if not actions:
        raise ReplyError(refusals[0] if refusals else f"it names no action; answer with one of {legal}")
    if strict and len(set(actions)) > 1:
        raise ReplyError(f"it names several actions; answer with one of {legal}")
    if actions[0] not in position.legal_actions():
        raise ReplyError(f"{position.action_to_string(actions[0])} is not legal now; answer with one of {legal}")
    return actions[0]


def hearers(position: Position) -> Sequence[int]:
    """All seats; the answer to a secret question only its own."""
    secret = position.phase in _SECRET
    return (position.current_player(),) if secret else range(position.game.num_players)


def narrate(before: Position, action: int, after: Position) -> Sequence[Message]:
    """What everybody sees; then what the mover or a drawer alone does."""
    messages = [Message(line) for line in describe(before, action, after, None)]
    if before.phase in _TOLD_TO_THE_MOVER:
        mover = before.current_player()
        messages.append(Message(describe(before, action, after, mover)[0], to=mover))
    was, now = before.table(None)["bendt"], after.table(None)["bendt"]
    if now is not None and (was is None or was["seat"] != now["seat"]):
        drawer = now["seat"]
        drawn = after.table(drawer)["bendt"]["drawn"]
        messages.append(Message(f"You draw {list_cards(drawn)} for Bendt.", to=drawer))
    return messages


def tell(before: Position, action: int, after: Position, seat: int) -> list[str]:
    """What a decision led to, for the person in a seat: who did what, with "you" for that person."""
    return describe(before, action, after, seat)


def board(position: Position) -> str:
    """What everybody may know (SK-4, SK-14)."""
    return observation_string(position.view(None))


def outcome(position: Position) -> str:
    """Who won, with all scores (SK-16)."""
    table = position.table(None)
    scores = [side["score"] for side in table["seats"] if not side["graybeard"]]
    best = winning_seats(scores)
    names = " and ".join(seat_name(table, seat) for seat in best)
    verb = "wins" if len(best) == 1 else "share the win"
    others = ", ".join(
        f"{seat_name(table, seat)}: {score}" for seat, score in enumerate(scores) if seat not in best
    )
    tail = f"; {others}" if others else ""
    return f"{names} {verb} with {scores[best[0]]} points{tail}."
