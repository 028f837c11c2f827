"""Oh Hell in words: actions, what a seat sees, prompts, scores of a round."""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.core import (
    EndedRound,
    GameShape,
    Message,
    NotLegalNowError,
    Position,
    SeatScore,
    SeatView,
    Sentence,
    joined,
)
from croupier.core.spec.seat_view import TableView
from croupier.games.oh_hell.english import ENGLISH, say
from croupier.games.oh_hell.rules import ACTIONS, SCORINGS, seat_points, sizes
from croupier.games.tricks.cards import CARDS, DECK, PATTERN, SUIT_LETTERS, read_card
from croupier.games.tricks.replies import first_in_brackets

_ACTION = rf"(?:bid\s*(\d{{1,2}})|(?:play\s+)?({PATTERN}))"


LABELS = ENGLISH.named("view.") | ENGLISH.named("suit.")
"""Names of the parts of a view for people, and what they say in a word."""


def action_to_string(position: Position, action: int) -> str:
    """``[bid 2]`` or ``[10H]``."""
    if not 0 <= action < ACTIONS:
        raise ValueError(say("no_number", action=action, last=ACTIONS - 1))
    return f"[{CARDS[action]}]" if action < DECK else f"[bid {action - DECK}]"


def string_to_action(position: Position, text: str) -> int:
    """Read ``[bid 2]`` or ``[10H]``; case, spaces, the brackets and first words do not matter."""
    words = text.strip().strip("[]").strip()
    words = f"bid {words}" if position.phase == "BID" and words.isdecimal() else words
    found = re.fullmatch(_ACTION, words, re.IGNORECASE)
    action = None if not found else read_card(found[2]) if found[2] else DECK + int(found[1])
    if action is None or action >= ACTIONS:
        raise ValueError(say("no_action", text=text))
    legal = position.legal_actions()
    if action not in legal:
        shown = [action_to_string(position, each).strip("[]").removeprefix("bid ") for each in legal]
        if position.phase == "BID":
            raise NotLegalNowError(say("not_now.bid", text=text, bids=", ".join(shown)))
        raise NotLegalNowError(say("not_now.card", text=text, cards=", ".join(shown)))
    return action


def told_round(table: TableView) -> list[Sentence]:
    """The round with its trump."""
    if not table["cards"]:
        return [say("no_round")]
    shape = {name: table[name] for name in ("round", "rounds", "dealer")} | {"count": table["cards"]}
    suits = {letter: say(key) for letter, key in zip(SUIT_LETTERS, _SUITS, strict=True)}
    trump = say("turned", card=table["turned"], suit=suits[table["trump"]]) if table["turned"] else say("no_trump")
    return [say("round", **shape), trump]


_SUITS = ("suit.C", "suit.D", "suit.H", "suit.S")


def observation_string(view: SeatView) -> Sentence:
    """Round and trump; bids, tricks and points by seat; the trick under way and the own hand."""
    table = view["table"]
    lines = [joined(" ", told_round(table))]
    for seat, (bid, won) in enumerate(zip(table["bids"], table["won"], strict=True)):
        said = say("bid.none") if bid is None else str(bid)
        lines.append(say("seat", player=seat, bid=said, won=won, score=table["scores"][seat]))
    laid = [say("laid", player=each["seat"], card=each["card"]) for each in table["trick"]]
    lines += [say("trick", cards=joined(", ", laid))] if laid else []
    lines += [say("hand", hand=" ".join(table["hand"]))] if table["hand"] else []
    return joined("\n", lines)


def how_to_play(game: GameShape) -> Sentence:
    """The rules of a table for people who see it and click."""
    hands, options = sizes(game.options), game.options
    return say(
        "how_to_play",
        cards=say("how.cards", low=min(hands), high=max(hands)) if len(hands) > 1 else str(hands[0]),
        rounds=say("how.rounds", count=len(hands)),
        trump=say("how.trump") if options["trump"] else say("how.no_trump"),
        hook=say("how.hook") if options["hook"] else say("how.no_hook"),
        scoring=say("how.exact") if options["scoring"] == SCORINGS[0] else say("how.tricks"),
    )


def opening(position: Position, seat: int) -> Sentence:
    """Rules, the spelling of actions, and what the seat sees."""
    seen = joined("\n", [say("you", player=seat), observation_string(position.view(seat))])
    return joined("\n\n", [how_to_play(position.game), say("spelling"), seen])


def read(position: Position, reply: str, *, strict: bool) -> int:
    """The first action in brackets; with `strict` there must be no other."""
    return first_in_brackets(position, reply, _ACTION, string_to_action, say("reply"), strict=strict)


def hearers(position: Position) -> Sequence[int]:
    """Everyone hears what is said."""
    return range(position.game.num_players)


def narrate(before: Position, action: int, after: Position) -> Sequence[Message]:
    """The bid or card, who wins the trick, the scores of a round that is over, and the next deal."""
    player, table = before.current_player(), before.played(action).table(None)
    if action >= DECK:
        return [Message(say("bids", player=player, bid=action - DECK))]
    lines = [say("plays", player=player, card=CARDS[action])]
    if not table["trick"]:
        won = next(each["card"] for each in table["last_trick"] if each["seat"] == table["last_winner"])
        lines += [say("takes", player=table["last_winner"], card=won)]
    ended = round_score(before, action, after)
    for side in ended.seats if ended else ():
        shown = {"player": side.seat, "bid": side.bid, "won": side.won, "gained": side.points, "score": side.total}
        lines += [say("scored", **shown)]
    lines += told_round(after.table(None)) if ended and not after.is_terminal() else []
    return [Message(line) for line in lines]


def board(position: Position) -> Sentence:
    """What everybody sees."""
    return observation_string(position.view(None))


def told_winners(table: TableView) -> Sentence:
    """Who has the best score, and what that is (OH-7)."""
    scores, best = table["scores"], max(table["scores"])
    won = [say("player", player=seat) for seat, score in enumerate(scores) if score == best]
    return say("wins", who=joined(say("and"), won), score=best, count=len(won))


def outcome(position: Position) -> Sentence:
    """Who won, and with how many points (OH-7)."""
    return told_winners(position.table(None))


def round_score(before: Position, action: int, after: Position) -> EndedRound | None:
    """Scores of the round that a decision has ended; None where it has ended none (OH-6)."""
    if before.phase != "PLAY" or not (after.is_terminal() or after.phase == "BID"):
        return None
    table, scoring = before.played(action).table(None), SCORINGS.index(str(before.game.options["scoring"]))
    sides = enumerate(zip(table["bids"], table["won"], table["scores"], strict=True))
    return EndedRound(
        table["round"],
        tuple(
            SeatScore(seat, seat_points(bid, won, scoring), score, bid, won) for seat, (bid, won, score) in sides
        ),
    )
