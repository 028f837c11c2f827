"""Hearts in words: actions, what a seat sees, prompts, penalty points of a deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.core import EndedRound, GameShape, Message, Position, SeatScore, SeatView, Sentence, joined
from croupier.core.spec.position import TableView
from croupier.games.hearts.english import ENGLISH, say
from croupier.games.hearts.rules import ACTIONS, ALL_POINTS, PASSES, in_deck, penalty_of
from croupier.games.tricks.cards import CARDS, DECK
from croupier.games.tricks.english import LABELS as TRICK_LABELS
from croupier.games.tricks.words import TrickWords

LABELS = TRICK_LABELS | ENGLISH.named("view.") | ENGLISH.named("passing.")
"""Names of the parts of a view for people, with an explanation."""
_PASSES = ENGLISH.named("passes.")
_PASSING = {
    "cycle": "how.cycle", "left": "how.left", "right": "how.right", "across": "how.across", "none": "how.none",
}  # fmt: skip
"""Sentences on the direction of passing in a deal, and in a game."""


def _listed(cards: Sequence[str]) -> str:
    return " ".join(cards)


class _Words(TrickWords):
    def title(self, table: TableView) -> list[Sentence]:
        """The deal, and the receiver of passed cards."""
        if table["passing"] is None:
            return [say("no_deal")]
        return [say("deal", deal=table["deal"]), _PASSES[table["passing"]]]

    def sides(self, table: TableView) -> Sequence[Sentence]:
        """The penalty points of each seat."""
        taken = zip(table["taken"], table["scores"], strict=True)
        return [say("picture.seat", taken=now, score=score) for now, score in taken]

    def turn(self, view: SeatView) -> Sentence:
        """Who is to pass, or to play a card."""
        return say("picture.pass", player=view["player"]) if view["phase"] == "PASS" else super().turn(view)

    def observation_string(self, view: SeatView) -> Sentence:
        """The deal; points by seat; the trick under way, and the own hand with what was passed."""
        table = view["table"]
        lines = [joined(" ", self.title(table))]
        for seat, (taken, score) in enumerate(zip(table["taken"], table["scores"], strict=True)):
            lines.append(say("seat", player=seat, taken=taken, score=score))
        lines += [say(key, player=table[key]) for key in ("queen", "jack") if table[key] is not None]
        lines += [say("broken")] if table["broken"] else []
        lines += self.trick(table)
        if table["to"] is not None:
            lines += [say("own.passed", player=table["to"], cards=_listed(table["passed"]) or say("nothing"))]
        for key, name in (("own.received", "received"), ("own.hand", "hand")):
            lines += [say(key, cards=_listed(table[name]))] if table[name] else []
        return joined("\n", lines)

    def how_to_play(self, game: GameShape) -> Sentence:
        """The rules of a table for people who play by clicking."""
        options, people = game.options, game.num_players
        out = [CARDS[card] for card in range(DECK) if not in_deck(card, people)]
        return say(
            "how_to_play",
            deck=say("how.without", cards=", ".join(out)) if out else say("how.all"),
            cards=DECK // people,
            passing=say(
                "how.cycle.three"
                if people == 3 and options["passing"] == "cycle"
                else _PASSING[str(options["passing"])]
            ),
            first=say("how.first.safe" if options["first_trick"] == "safe" else "how.first.any"),
            jack=say("how.jack" if options["jack"] else "how.no_jack"),
            moon=say("how.moon.add" if options["moon"] == "add" else "how.moon.subtract"),
            end=say("how.target", target=options["target"], deals=options["max_deals"])
            if options["target"]
            else say("how.deals", count=options["max_deals"]),
        )

    def points_of(self, cards: Sequence[int]) -> int:
        """The penalty points in a trick (HE-6)."""
        return sum(penalty_of(card) for card in cards)

    def hearers(self, position: Position) -> Sequence[int]:
        """Who hears what is said: nobody else while cards are passed (HE-2)."""
        return [position.current_player()] if position.phase == "PASS" else range(position.game.num_players)

    def narrate(self, before: Position, action: int, after: Position) -> Sequence[Message]:
        """The card, the winner of the trick, the cards passed to each seat, the end of a deal, and the next."""
        player, seats = before.current_player(), range(before.game.num_players)
        if action >= DECK:
            told = [Message(say("you.pass", card=CARDS[action - DECK]), to=player)]
            if len(before.table(player)["passed"]) == PASSES - 1:
                told += [Message(say("passed", player=player))]
            if after.phase == "PLAY":
                told += [
                    Message(say("own.received", cards=_listed(after.table(k)["received"])), to=k) for k in seats
                ]
            return told
        table = before.played(action).table(None)
        lines = self.played(player, action, table)
        if table["gained"]:
            lines += [say("moon", player=k) for k in seats if table["taken"][k] == ALL_POINTS]
            lines += [say("scored", player=k, gained=table["gained"][k], score=table["scores"][k]) for k in seats]
            lines += self.title(after.table(None)) if not after.is_terminal() else []
        return [Message(line) for line in lines]

    def winners(self, table: TableView, best: Callable[[Sequence[int]], int] = min) -> Sentence:
        """The seats with the fewest penalty points (HE-9)."""
        return super().winners(table, best)


WORDS = _Words(say, "pass", ACTIONS)


def asks(view: SeatView) -> Sentence | None:
    """The receiver of the cards to pass, and the number chosen (HE-2)."""
    if view["phase"] != "PASS":
        return None
    table = view["table"]
    return say("asks.pass", player=table["to"], done=len(table["passed"]), count=PASSES)


def round_score(before: Position, action: int, after: Position) -> EndedRound | None:
    """Points of a deal that a decision has ended; None if it has ended none (HE-6, HE-9)."""
    table = before.played(action).table(None)
    if table["gained"] is None:
        return None
    both = enumerate(zip(table["gained"], table["scores"], strict=True))
    return EndedRound(table["deal"], tuple(SeatScore(seat, -gained, -score) for seat, (gained, score) in both))
