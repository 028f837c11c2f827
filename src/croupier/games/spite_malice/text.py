"""Mini Spite and Malice in words: actions, the table, and the text environment's prompts, word for word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from croupier.core import NotLegalNowError, Position, SeatView, Sentence, joined
from croupier.core.spec.position import GameShape, TableView
from croupier.core.spec.prompts import ActionTool, Message, Parameter, ReplyError, ReplyFault
from croupier.core.spec.teaching import FaceWords
from croupier.games.spite_malice.classic.cards import FACES, JOKER
from croupier.games.spite_malice.classic.game import ClassicGame, ClassicPosition, sourceName
from croupier.games.spite_malice.english import say
from croupier.games.spite_malice.state import DISCARD, GOAL, PASS, PILES, PLAYS, TOP

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
    """Parse an action; case, spaces and the brackets do not matter. ``[x 1]`` discards the highest card but 0."""
    action = read_action(position, text)
    reason = objection(position, action)
    if reason:
        raise NotLegalNowError(say("reply.not_possible", text=text, reason=reason))
    return action


def read_action(position: Position, text: str) -> int:
    """Parse an action, legal here or not."""
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
    table = position.table(None)  # hands are public (SM-4)
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
    """The public table (SM-4), with the classic game's names: everything that decides the legal actions."""
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
    """Everything public (SM-4), own things first; for a spectator both sides by the players' numbers."""
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
    """Cards for people, like ``[0][*]``; empty for none."""
    return "".join(f"[{card}]" for card in cards)


TOOLS = (
    ActionTool(
        "play",
        say("tool.play"),
        "[p {source} {pile}]",
        (Parameter("source", "str", say("tool.play.source")), Parameter("pile", "int", say("tool.play.pile"))),
    ),
    ActionTool(
        "discard",
        say("tool.discard"),
        "[x{card} {pile}]",
        (Parameter("card", "int", say("tool.discard.card")), Parameter("pile", "int", say("tool.discard.pile"))),
    ),
    ActionTool("pass_turn", say("tool.pass"), "[x]"),
)
"""The actions as tools of language models."""

_BRACKETS = re.compile(r"\[[^\[\]]*\]")


def rules(game: GameShape, seat: int) -> Sentence:
    """The rules, in less than 300 words."""
    return say("opening", seat=seat, rules=_rules(game), actions=say("actions"))


def _rules(game: GameShape) -> Sentence:
    """The rules, with the spelling of cards and places."""
    limit = game.options["max_turns"]
    typed = {"jokers": say("typed.jokers"), "hand": say("typed.hand"), "goal": say("typed.goal")}
    return say("rules", limit=limit, discards=say("typed.discards"), **typed)


def how_to_play(game: GameShape) -> Sentence:
    """The rules of a table for people who play by clicking."""
    limit = game.options["max_turns"]
    return say("how_to_play", rules=say("rules", limit=limit, jokers="", hand="", goal="", discards=""))


def explain(game: GameShape) -> FaceWords:
    """What each card does (SM-6, SM-7, SM-11)."""
    between = {FACES[value]: say("does.card", before=value - 1, after=value + 1) for value in range(1, 9)}
    ends = {FACES[0]: say("does.zero"), FACES[9]: say("does.nine"), FACES[JOKER]: say("does.joker")}
    return FaceWords(between | ends)


def guide(game: GameShape) -> Sentence:
    """Rules and actions for language models: those of the text environment, for both seats."""
    return say("guide", rules=_rules(game), actions=say("actions"))


def recap(lines: Sequence[str]) -> str | None:
    """The result of a turn: number of cards played, change of the goal pile, the discard."""
    ending = {"spite-malice.discards": "turn.discards", "spite-malice.passes": "turn.passes"}
    told = [line for line in lines if isinstance(line, Sentence)]
    if not told or told[-1].key not in ending:
        return None
    last = told[-1]
    own = [line for line in told if line.params.get("player") == last.params["player"]]
    plays = [line for line in own if line.key in ("spite-malice.plays", "spite-malice.plays_joker")]
    parts = [say("turn.played", count=len(plays))] if plays else []
    parts += [_of_pile(line) for line in own if line.key in ("spite-malice.goal", "spite-malice.goal_empty")][-1:]
    did = {name: value for name, value in last.params.items() if name != "player"}
    parts.append(say(ending[last.key], **did))
    return say("turn_over", player=last.params["player"], parts=joined("; ", parts))


def _of_pile(line: Sentence) -> Sentence:
    """The change of the goal pile, without its owner."""
    if line.key == "spite-malice.goal_empty":
        return say("turn.goal_empty")
    return say("turn.goal", card=line.params["card"], left=line.params["left"])


def opening(position: Position, seat: int) -> Sentence:
    """The rules and the table."""
    return joined("\n\n", [rules(position.game, seat), position.observation_string(seat)])


def read(position: Position, reply: str, *, strict: bool) -> int:
    """Find an action in brackets among other words; case does not matter."""
    actions = []
    fault: ReplyFault = "unparsable"
    for words in _BRACKETS.findall(reply):
        try:
            actions.append(read_action(position, words))
        except NotLegalNowError:
            fault = "illegal"
        except ValueError:  # brackets around something else, like a card
            continue
    if not actions:
        raise ReplyError(say("reply.none"), fault)
    if strict and len(set(actions)) > 1:
        raise ReplyError(say("reply.several"))
    reason = objection(position, actions[0])
    if reason:
        refusal = say("reply.illegal", action=position.action_to_string(actions[0]), reason=reason)
        raise ReplyError(refusal, "illegal")
    return actions[0]


def hearers(position: Position) -> Sequence[int]:
    """Both seats: nothing that is said is secret."""
    return range(position.game.num_players)


def narrate(before: Position, action: int, after: Position) -> Sequence[Message]:
    """The move and what it led to."""
    was, now = before.table(None), after.table(None)
    led_to = _completed(was, action, now) + _goal(was, action, now) + _drawn(was, action, now)
    return [Message(line) for line in _moved(was, action) + led_to]


def _moved(was: TableView, action: int) -> list[Sentence]:
    player, pile = was["turn"], action % PILES
    if action == PASS:
        return [say("passes", player=player)]
    card = f"[{_moved_card(was, action)}]"
    if action >= PLAYS:
        return [say("discards", player=player, card=card, pile=pile + 1)]
    played = {"player": player, "card": card, "place": sourceName(action // PILES), "pile": pile + 1}
    if card != f"[{FACES[JOKER]}]":
        return [say("plays", **played)]
    return [say("plays_joker", value=was["play_piles"][pile]["needs"], **played)]


def _moved_card(was: TableView, action: int) -> str:
    side, source = was["seats"][was["turn"]], action % PLAYS // PILES
    if action < PLAYS and source >= DISCARD:
        return str(side["discards"][source - DISCARD][-1])
    return str(side["goal"] if action < PLAYS and source == GOAL else side["hand"][source])


def _completed(was: TableView, action: int, now: TableView) -> list[Sentence]:
    aside = was["set_aside"]
    lines = []
    if action < PLAYS and len(was["play_piles"][action % PILES]["cards"]) == TOP:
        aside += TOP + 1
        lines.append(say("completes", pile=action % PILES + 1))
    if now["set_aside"] < aside:
        lines.append(say("recycles", cards=aside))
    return lines


def _goal(was: TableView, action: int, now: TableView) -> list[Sentence]:
    if action >= PLAYS or action // PILES != GOAL:
        return []
    side = now["seats"][was["turn"]]
    if side["goal"] is None:
        return [say("goal_empty", player=was["turn"])]
    return [say("goal", player=was["turn"], card=f"[{side['goal']}]", left=side["goal_count"])]


def _drawn(was: TableView, action: int, now: TableView) -> list[Sentence]:
    """Who drew: the mover, if a play emptied the hand, or the player whose turn has begun."""
    turn = now["turn"]
    old = Counter(was["seats"][turn]["hand"])
    if action < PLAYS and action // PILES < GOAL:
        old[_moved_card(was, action)] -= 1
    new = Counter(now["seats"][turn]["hand"]) - old
    if turn == was["turn"] and action >= PLAYS:
        return []  # the game is over: nobody draws
    cards = cards_text(sorted(new.elements()))  # a joker, *, comes before the digits
    return [say("draws", player=turn, cards=cards)] if new else []


def board(position: Position) -> Sentence:
    """Everything public (SM-4), including both hands."""
    return observation_string(position.view(None))


def outcome(position: Position) -> Sentence:
    """The winner, or why there is none (SM-8, SM-15)."""
    table = position.table(None)
    left = [side["goal_count"] for side in table["seats"]]
    if table["ended"] == "win":
        winner = left.index(0)
        return say("wins", player=winner, other=1 - winner, left=max(left))
    if table["ended"] == "limit":
        return say("draw.limit", turns=table["turns"])
    return say("draw.idle")
