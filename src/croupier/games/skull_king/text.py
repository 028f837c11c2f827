"""Actions as text, prompts of the text environment, and messages for a person at the terminal.

Actions are written ``[bid 3]``, ``[play green 7]``, ``[escape]`` / ``[pirate]``, ``[leader 2]``, ``[discard green
7]``, ``[bet 10]``, ``[ok]``, ``[harry +1]``. A card may also be named by its place in the hand, counted from 1.

Secrets stay secret: bids are announced together once the last is in (SK-4). Bendt's draws and discards, and the
cards that Jade shows, are told to their seat only (SK-14).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.core.base.errors import NotLegalNowError, PositionError
from croupier.core.base.sentence import Sentence, joined, key_of
from croupier.core.spec.position import GameShape, Position
from croupier.core.spec.prompts import ActionTool, Message, Names, Parameter, ReplyError, ReplyFault
from croupier.games.skull_king.english import ENGLISH, say
from croupier.games.skull_king.record import state
from croupier.games.skull_king.record.cards import ROLES, SUITS, name_of, read_card
from croupier.games.skull_king.record.tricks import winning_seats
from croupier.games.skull_king.words.board import describe, list_cards, observation_string, seat_name
from croupier.games.skull_king.words.cards import ABILITY_WORDS

__all__ = [
    "action_to_string", "board", "hearers", "narrate", "observation_string", "opening", "outcome", "read",
    "string_to_action",
]  # fmt: skip

_PHASES = {
    "BIDDING": (say("phase.bidding"), say("form.bid"), ("bid",)),
    "PLAYING": (say("phase.playing"), say("form.card"), ("play",)),
    "ABILITY_ROSIE": (say("phase.rosie"), say("form.leader"), ("leader",)),
    "ABILITY_BENDT_1": (say("phase.bendt"), say("form.discard"), ("discard",)),
    "ABILITY_BENDT_2": (say("phase.bendt"), say("form.discard"), ("discard",)),
    "ABILITY_ROATAN": (say("phase.roatan"), say("form.bet"), ("bet",)),
    "ABILITY_JADE": (say("phase.jade"), say("form.jade"), ("ok",)),
    "ABILITY_HARRY": (say("phase.harry"), say("form.harry"), ("harry",)),
    "TIGRESS": (say("phase.tigress"), say("form.tigress"), ROLES),
}
"""Name of a phase, the form of its actions, and their first words. A form has no brackets: models would copy a
bracketed action, and an example is not always legal.
"""
_VERBS = {verb for *_, verbs in _PHASES.values() for verb in verbs}
_NUMBERS = {
    "bid": (state.BID_ACTION, range(11)),
    "bet": (state.ROATAN_ACTION, range(0, 21, 10)),
    "harry": (state.HARRY_ACTION, range(-1, 2)),
    "leader": (state.ROSIE_ACTION, range(state.SEATS)),
}
"""The first action of each verb with a number, and the numbers."""
_WORDS = re.compile(r"\[?\s*([a-z]+)\s*(.*?)\s*\]?", re.IGNORECASE | re.DOTALL)


def action_to_string(position: Position, action: int) -> str:
    """Short text of an action of the player to move, like ``[play green 7]``."""
    for verb, (first, numbers) in _NUMBERS.items():
        if 0 <= action - first < len(numbers):
            number = numbers[action - first]
            return f"[{verb} {number:+d}]" if verb == "harry" and number else f"[{verb} {number}]"
    for verb, first in (("play", state.CARD_ACTION), ("discard", state.BENDT_ACTION)):
        if 0 <= action - first < state.SLOTS:
            return f"[{verb} {_place_name(position, action - first)}]"
    if action == state.JADE_ACTION:
        return "[ok]"
    if 0 <= action - state.TIGRESS_ACTION < len(ROLES):
        return f"[{ROLES[action - state.TIGRESS_ACTION]}]"
    raise ValueError(f"action {action} does not exist; actions are 0..{state.ACTIONS - 1}")


def _place_name(position: Position, place: int) -> str:
    """Name of the card at a place of the mover's hand; the place itself, from 1, if it is empty."""
    mover = position.current_player()
    hand = position.table(mover)["hand"] if mover >= 0 else []
    return str(hand[place]) if place < len(hand) else str(place + 1)


def string_to_action(position: Position, text: str) -> int:
    """Parse an action of the player to move; case, spaces and the brackets do not matter."""
    phase = position.phase
    if position.is_terminal():
        raise NotLegalNowError(say("reply.over", text=text))
    title, form, verbs = _PHASES[phase]
    asked = say("asked", form=form)
    found = _WORDS.fullmatch(text.strip())
    verb, rest = (found[1].lower(), found[2]) if found else ("", "")
    if verb not in _VERBS:
        raise ValueError(say("reply.no_action", text=text, asked=asked))
    if verb not in verbs:
        raise NotLegalNowError(say("reply.phase", text=text, phase=title, asked=asked))
    if verb in ROLES or verb == "ok":
        if rest:
            raise ValueError(say("reply.says_more", text=text, verb=verb))
        return state.JADE_ACTION if verb == "ok" else state.TIGRESS_ACTION + ROLES.index(verb)
    if verb in ("play", "discard"):
        return (state.CARD_ACTION if verb == "play" else state.BENDT_ACTION) + _read_place(position, rest, asked)
    if not re.fullmatch(r"[+-]?\d{1,3}", rest):
        raise ValueError(say("reply.number", text=text, asked=asked))
    first, numbers = _NUMBERS[verb]
    if int(rest) not in numbers:
        raise NotLegalNowError(say("reply.range", text=text, asked=asked))
    return first + numbers.index(int(rest))


def _read_place(position: Position, text: str, asked: Sentence) -> int:
    """The place of a card in the mover's hand, by name or number from 1; the first of cards with one name."""
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


STYLES = {
    r"\bgreen\b( \d+\b)*": "green",
    r"\byellow\b( \d+\b)*": "yellow",
    r"\bpurple\b( \d+\b)*": "magenta",
    r"\bblack\b( \d+\b)*": "white on grey23",
    r"\b(rosie|bendt|roatan|jade|harry|skull king|mermaid|tigress(:\w+)?|kraken|whale)\b": "bold",
}
"""Regular expressions that a terminal colours, with the style: cards by suit."""

_CARD = Parameter("card", "str", say("tool.card"))
TOOLS = (
    ActionTool("bid", say("tool.bid"), "[bid {tricks}]", (Parameter("tricks", "int", say("tool.bid.tricks")),)),
    ActionTool("play", say("tool.play"), "[play {card}]", (_CARD,)),
    ActionTool("escape", say("tool.escape"), "[escape]"),
    ActionTool("pirate", say("tool.pirate"), "[pirate]"),
    ActionTool(
        "leader", say("tool.leader"), "[leader {player}]", (Parameter("player", "int", say("tool.leader.player")),)
    ),
    ActionTool("discard", say("tool.discard"), "[discard {card}]", (_CARD,)),
    ActionTool("bet", say("tool.bet"), "[bet {points}]", (Parameter("points", "int", say("tool.bet.points")),)),
    ActionTool("ok", say("tool.ok"), "[ok]"),
    ActionTool(
        "harry", say("tool.harry"), "[harry {change}]", (Parameter("change", "int", say("tool.harry.change")),)
    ),
)
"""The actions as tools of language models."""

NAMES = (
    Names(
        old=("green", "yellow", "purple", "black"),
        new=("scarlet", "teal", "indigo", "amber", "copper", "violet", "ochre", "maroon"),
        numbered=True,
    ),
    Names(
        old=("rosie", "bendt", "roatan", "jade", "harry"),
        new=("lysander", "quillon", "fennick", "dorrel", "zabine", "wystan", "nerva", "uldric"),
        short={"rosie": "ros", "bendt": "ben", "roatan": "roa", "jade": "jad", "harry": "har"},
    ),
    Names(
        old=("skull king", "mermaid", "tigress", "pirate", "escape", "loot", "kraken", "whale", "white whale"),
        new=(
            "emperor", "oracle", "chameleon", "falconer", "pebble", "garnet", "eclipse", "blizzard", "glacier",
            "juggler", "lantern", "tundra",
        ),
        short={
            "skull king": "sk", "mermaid": "mer", "tigress": "tig", "escape": "esc", "loot": "loo",
            "kraken": "kra", "whale": "wha",
        },
    ),
    Names(old=("skull-king", "graybeard", "rascal"), new=("ninefold", "bystander", "lenient", "halfway")),
)  # fmt: skip
"""Other names for the game and its cards, for language models that may have read about it."""

_FEWEST_CARDS = 70
_BRACKETS = re.compile(r"\[[^\[\]]*\]")
_TOLD_TO_THE_MOVER = ("BIDDING", "ABILITY_BENDT_1", "ABILITY_BENDT_2")
_SECRET = (*_TOLD_TO_THE_MOVER, "ABILITY_JADE")

_IN_DECK, _WORKS = ENGLISH.named("deck."), ENGLISH.named("rules.")
"""Descriptions of each card of the expansion: in the list of cards, and its effect."""
_TYPED = {
    "rosie": "typed.rosie", "bendt": "typed.bendt", "roatan": "typed.roatan", "jade": "typed.jade",
    "harry": "typed.harry",
}  # fmt: skip
"""The form of the answer to each ability."""


def rules(game: GameShape, seat: int) -> Sentence:
    """The rules of this table, as short as possible."""
    who = say("who", seat=seat, last=game.num_players - 1)
    return joined("", [who, _rules(game, _told(game)), say("how"), say("signs")])


def guide(game: GameShape) -> Sentence:
    """Rules and actions for language models: the text environment's, and the course of a round (SK-2, SK-3)."""
    people = game.num_players
    sizes = state.SCHEDULES[str(game.options["schedule"])]
    short = say("guide.short") if people * max(sizes) > _FEWEST_CARDS else ""
    start = say("guide", people=people, last=people - 1, sizes=", ".join(map(str, sizes)), short=short)
    abilities = [say("guide.abilities")] if _used(game) else []
    rules = _rules(game, _told(game))
    return joined("", [start, rules, say("guide.actions"), *abilities, say("signs")])


def recap(lines: Sequence[str]) -> str | None:
    """A round's bids, tricks and points, from the message that ends it."""
    return lines[-1] if key_of(lines[-1]) == "skull-king.round_over" else None


def how_to_play(game: GameShape) -> Sentence:
    """The rules of a table for people who play by clicking."""
    used = [say("abilities.line", ability=ABILITY_WORDS[name]) for name in _used(game)]
    return _rules(game, joined("\n", ["", "", say("abilities"), *used]) if used else "")


def _told(game: GameShape) -> str:
    """The abilities in use, for players by text."""
    typed = [say(_TYPED[name], ability=ABILITY_WORDS[name]) for name in _used(game)]
    lines = [say("abilities.typed_line", ability=each) for each in typed]
    return joined("\n", ["", say("abilities.typed", abilities=say("abilities")), *lines]) if lines else ""


def _used(game: GameShape) -> list[str]:
    """The abilities in use."""
    return [name for name in state.ABILITIES if game.options[name]]


def _rules(game: GameShape, abilities: str) -> Sentence:
    options = game.options
    used = [name for name in _IN_DECK if options[name]]
    more = [_WORKS[name] for name in used]
    more += [say("rules.both")] if options["kraken"] and options["whale"] else []
    more += [say("rules.graybeard")] if game.num_players == 2 else []
    return say(
        "rules",
        rounds=say("rounds", count=len(state.SCHEDULES[str(options["schedule"])])),
        deck=joined(", ", [say("deck"), *(_IN_DECK[name] for name in used)]),
        more=joined("", more),
        scoring=say("scoring.rascal") if options["rascal"] else say("scoring.usual"),
        captured=say("captured.rascal") if options["rascal"] else say("captured.usual"),
        abilities=abilities,
    )


def opening(position: Position, seat: int) -> Sentence:
    """The rules, the seat's hand, and its possible answers if it is first."""
    return joined("\n\n", [rules(position.game, seat), position.observation_string(seat)])


def read(position: Position, reply: str, *, strict: bool) -> int:
    """Find an action in brackets among other words; case does not matter."""
    legal = " ".join(position.action_to_string(action) for action in position.legal_actions())
    actions, refusals = [], []
    fault: ReplyFault = "unparsable"
    for words in _BRACKETS.findall(reply):
        try:
            actions.append(string_to_action(position, words))
        except ValueError as error:
            refusals.append(str(error))  # reported if nothing else in the reply is an action
            fault = "illegal" if isinstance(error, NotLegalNowError) else fault
    if not actions:
        raise ReplyError(refusals[0] if refusals else say("reply.none", legal=legal), fault)
    if strict and len(set(actions)) > 1:
        raise ReplyError(say("reply.several", legal=legal))
    if actions[0] not in position.legal_actions():
        refusal = say("reply.illegal", action=position.action_to_string(actions[0]), legal=legal)
        raise ReplyError(refusal, "illegal")
    return actions[0]


def hearers(position: Position) -> Sequence[int]:
    """All seats; only its own seat for the answer to a secret question."""
    secret = position.phase in _SECRET
    return (position.current_player(),) if secret else range(position.game.num_players)


def narrate(before: Position, action: int, after: Position) -> Sequence[Message]:
    """Public messages, followed by those for the mover or a drawer only."""
    messages = [Message(line) for line in describe(before, action, after, None)]
    if before.phase in _TOLD_TO_THE_MOVER:
        mover = before.current_player()
        messages.append(Message(describe(before, action, after, mover)[0], to=mover))
    was, now = before.table(None)["bendt"], after.table(None)["bendt"]
    if now is not None and (was is None or was["seat"] != now["seat"]):
        drawer = now["seat"]
        drawn = after.table(drawer)["bendt"]["drawn"]
        messages.append(Message(say("draws.you", cards=list_cards(drawn)), to=drawer))
    return messages


def tell(before: Position, action: int, after: Position, seat: int) -> list[str]:
    """The results of a decision for the person in a seat, who is called "you"."""
    return [*describe(before, action, after, seat)]


def board(position: Position) -> Sentence:
    """A spectator's view (SK-4, SK-14)."""
    return observation_string(position.view(None))


def outcome(position: Position) -> Sentence:
    """The winner, with all scores (SK-16)."""
    table = position.table(None)
    scores = [side["score"] for side in table["seats"] if not side["graybeard"]]
    best = winning_seats(scores)
    who = joined(say("and"), [seat_name(table, seat) for seat in best])
    others = [
        say("outcome.other", who=seat_name(table, seat), points=score)
        for seat, score in enumerate(scores)
        if seat not in best
    ]
    tail = say("outcome.others", others=joined(", ", others)) if others else ""
    return say("outcome" if len(best) == 1 else "outcome.shared", who=who, points=scores[best[0]], others=tail)
