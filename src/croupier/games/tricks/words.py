"""Games with tricks in words: actions, replies, prompts, and the events of a trick."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from croupier.core import GameShape, Message, NotLegalNowError, Position, ReplyError, SeatView, Sentence, joined
from croupier.core.spec.position import TableView, WonTrick
from croupier.games.tricks.cards import CARDS, DECK, PATTERN, RANKS, read_card
from croupier.games.tricks.english import say


class TrickWords(ABC):
    """The `GameText` and `GamePrompts` of a game with tricks, whose catalogue has the sentences they ask for."""

    # Actions are the number of a card, which plays it, and 52 + N: bid N tricks, or pass card N.

    def __init__(self, own: Callable[..., Sentence], before: str, actions: int) -> None:
        self.say, self.before, self.actions, self.bids = own, before, actions, before == "bid"
        self.example = "[bid 2]" if self.bids else "[pass QS]"
        first = r"bid\s*(?P<first>\d{1,2})|" if self.bids else rf"pass\s+(?P<first>{PATTERN})|"
        self.pattern = rf"(?:{first}(?P<play>play\s+)?(?P<card>{PATTERN}))"

    @abstractmethod
    def observation_string(self, view: SeatView) -> Sentence:
        """Everything a seat knows."""

    @abstractmethod
    def how_to_play(self, game: GameShape) -> Sentence:
        """The rules of a table for people who play by clicking."""

    @abstractmethod
    def title(self, table: TableView) -> list[Sentence]:
        """The current round, in sentences."""

    @abstractmethod
    def sides(self, table: TableView) -> Sequence[Sentence]:
        """The text of each seat in a picture of the table."""

    def turn(self, view: SeatView) -> Sentence:
        """Who is to move."""
        return say("picture.turn", player=view["player"])

    @abstractmethod
    def narrate(self, before: Position, action: int, after: Position) -> Sequence[Message]:
        """The results of an action, in sentences."""

    def action_to_string(self, position: Position, action: int) -> str:  # noqa: ARG002  # as `GameText` has it
        """``[bid 2]`` or ``[pass 10H]``, and ``[10H]``."""
        if not 0 <= action < self.actions:
            raise ValueError(say("no_number", action=action, last=self.actions - 1))
        return f"[{self._short(action)}]" if action < DECK else f"[{self.before} {self._short(action)}]"

    def _short(self, action: int) -> str:
        return str(action - DECK) if self.bids and action >= DECK else CARDS[action % DECK]

    def string_to_action(self, position: Position, text: str) -> int:
        """Parse an action; case, spaces, the brackets and first words do not matter."""
        words, first = text.strip().strip("[]").strip(), position.phase == self.before.upper()
        words = f"bid {words}" if self.bids and first and words.isdecimal() else words
        found = re.fullmatch(self.pattern, words, re.IGNORECASE)
        if found is None:
            raise ValueError(self.say("no_action", text=text))
        named = found["first"] or found["card"]
        number = int(named) if named.isdecimal() else read_card(named)
        shifted = found["first"] or (first and not self.bids and not found["play"])
        action = None if number is None else number + (DECK if shifted else 0)
        if action is None or action >= self.actions:
            raise ValueError(self.say("no_action", text=text))
        legal = position.legal_actions()
        if action not in legal:
            allowed = ", ".join(map(self._short, legal))
            if first:
                raise NotLegalNowError(self.say("not_now.first", text=text, cards=allowed))
            raise NotLegalNowError(say("not_now.card", text=text, cards=allowed))
        return action

    def read(self, position: Position, reply: str, *, strict: bool) -> int:
        """The first action in brackets; with `strict` there must be no other."""
        named = [each[0].lower() for each in re.finditer(rf"\[\s*{self.pattern}\s*\]", reply, re.IGNORECASE)]
        if not named or (strict and len({"".join(each.split()) for each in named}) > 1):
            raise ReplyError(say("reply", first=self.example), "several" if named else "unparsable")
        try:
            return self.string_to_action(position, named[0])
        except ValueError as error:
            raise ReplyError(str(error), "illegal") from error

    def opening(self, position: Position, seat: int) -> Sentence:
        """Rules, the spelling of actions, and the seat's view."""
        seen = joined("\n", [say("you", player=seat), self.observation_string(position.view(seat))])
        return joined("\n\n", [self.how_to_play(position.game), self.say("spelling"), seen])

    def hearers(self, position: Position) -> Sequence[int]:
        """All seats: answers are public."""
        return range(position.game.num_players)

    def board(self, position: Position) -> Sentence:
        """A spectator's view."""
        return self.observation_string(position.view(None))

    def outcome(self, position: Position) -> Sentence:
        """The winner, with the points."""
        return self.winners(position.table(None))

    def winners(self, table: TableView, best: Callable[[Sequence[int]], int] = max) -> Sentence:
        """The seats with the best score, and the score."""
        scores, score = table["scores"], best(table["scores"])
        won = [say("player", player=seat) for seat, each in enumerate(scores) if each == score]
        return self.say("wins", who=joined(say("and"), won), score=score, count=len(won))

    def trick(self, table: TableView) -> list[Sentence]:
        """The current trick, on a line; empty for none."""
        laid = [say("laid", player=each["seat"], card=each["card"]) for each in table["trick"]]
        return [say("trick", cards=joined(", ", laid))] if laid else []

    def points_of(self, cards: Sequence[int]) -> int | None:  # noqa: ARG002  # for games that count points in tricks
        """What a trick with these cards brings its winner, or costs."""
        return None

    def won_trick(self, before: Position, action: int) -> WonTrick | None:
        """The trick that a card finishes; the best one has the most points, then trumps, then high cards."""
        table = before.played(action).table(None)
        if before.phase != "PLAY" or table["trick"]:
            return None
        played = tuple((each["seat"], each["card"]) for each in table["last_trick"])
        cards = [CARDS.index(card) for _, card in played]
        points, trumps = self.points_of(cards), sum(card[-1] == table.get("trump") for _, card in played)
        worth = (points or 0, trumps, sum(card % RANKS for card in cards))
        return WonTrick(table["last_winner"], played, points, worth)

    def played(self, player: int, card: int, table: TableView) -> list[Sentence]:
        """The player of a card, and the winner of the trick, if it ends one; `table` is the one after the card."""
        lines = [say("plays", player=player, card=CARDS[card])]
        if not table["trick"]:
            won = next(each["card"] for each in table["last_trick"] if each["seat"] == table["last_winner"])
            lines += [self.say("takes", player=table["last_winner"], card=won)]
        return lines
