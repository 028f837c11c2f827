"""Oh Hell in words: what a seat sees, prompts, scores of a round."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.core import EndedRound, GameShape, Message, Position, SeatScore, SeatView, Sentence, joined
from croupier.core.spec.position import TableView
from croupier.games.oh_hell.english import ENGLISH, say
from croupier.games.oh_hell.rules import ACTIONS, SCORINGS, seat_points, sizes
from croupier.games.tricks.cards import DECK
from croupier.games.tricks.english import LABELS as TRICK_LABELS
from croupier.games.tricks.words import TrickWords

LABELS = TRICK_LABELS | ENGLISH.named("view.") | ENGLISH.named("suit.")
"""Names of the parts of a view for people, with an explanation."""
_SUITS = ENGLISH.named("suit.")


class _Words(TrickWords):
    def title(self, table: TableView) -> list[Sentence]:
        """The round with its trump."""
        if not table["cards"]:
            return [say("no_round")]
        shape = {name: table[name] for name in ("round", "rounds", "dealer")} | {"count": table["cards"]}
        trump = say("no_trump")
        if table["turned"]:
            trump = say("turned", card=table["turned"], suit=_SUITS[table["trump"]])
        return [say("round", **shape), trump]

    def sides(self, table: TableView) -> Sequence[Sentence]:
        """Bid, tricks and points of each seat."""
        return [
            say("picture.seat", bid=say("bid.none") if bid is None else str(bid), won=won, score=score)
            for bid, won, score in zip(table["bids"], table["won"], table["scores"], strict=True)
        ]

    def observation_string(self, view: SeatView) -> Sentence:
        """Round and trump; bids, tricks and points by seat; the trick under way and the own hand."""
        table = view["table"]
        lines = [joined(" ", self.title(table))]
        for seat, (bid, won) in enumerate(zip(table["bids"], table["won"], strict=True)):
            said = say("bid.none") if bid is None else str(bid)
            lines.append(say("seat", player=seat, bid=said, won=won, score=table["scores"][seat]))
        lines += self.trick(table)
        lines += [say("hand", hand=" ".join(table["hand"]))] if table["hand"] else []
        return joined("\n", lines)

    def how_to_play(self, game: GameShape) -> Sentence:
        """The rules of a table for people who play by clicking."""
        hands, options = sizes(game.options), game.options
        return say(
            "how_to_play",
            cards=say("how.cards", low=min(hands), high=max(hands)) if len(hands) > 1 else str(hands[0]),
            rounds=say("how.rounds", count=len(hands)),
            trump=say("how.trump") if options["trump"] else say("how.no_trump"),
            hook=say("how.hook") if options["hook"] else say("how.no_hook"),
            scoring=say("how.exact") if options["scoring"] == SCORINGS[0] else say("how.tricks"),
        )

    def narrate(self, before: Position, action: int, after: Position) -> Sequence[Message]:
        """The bid or card, the winner of the trick, the scores of a finished round, and the next deal."""
        player, table = before.current_player(), before.played(action).table(None)
        if action >= DECK:
            return [Message(say("bids", player=player, bid=action - DECK))]
        lines, ended = self.played(player, action, table), round_score(before, action, after)
        for side in ended.seats if ended else ():
            made = {"bid": side.bid, "won": side.won, "gained": side.points, "score": side.total}
            lines += [say("scored", player=side.seat, **made)]
        lines += self.title(after.table(None)) if ended and not after.is_terminal() else []
        return [Message(line) for line in lines]


WORDS = _Words(say, "bid", ACTIONS)


def round_score(before: Position, action: int, after: Position) -> EndedRound | None:
    """Scores of the round that a decision has ended; None if it has ended none (OH-6)."""
    if before.phase != "PLAY" or not (after.is_terminal() or after.phase == "BID"):
        return None
    table, scoring = before.played(action).table(None), SCORINGS.index(str(before.game.options["scoring"]))
    sides = enumerate(zip(table["bids"], table["won"], table["scores"], strict=True))
    scores = (
        SeatScore(seat, seat_points(bid, won, scoring), score, bid, won) for seat, (bid, won, score) in sides
    )
    return EndedRound(table["round"], tuple(scores))
