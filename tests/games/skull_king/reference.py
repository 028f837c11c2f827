"""A slow, readable implementation of Skull King, written from the rules page alone.

It is there to be compared with the compiled game, one decision at a time. It draws no random numbers: `deal`
is given the shuffled deck, `apply` the decisions.

Decisions where the rules page is silent (see the modules imported here for more of them):

* (D) Bidding starts with the player left of the dealer, who also leads the first trick, and goes clockwise.
* (D) With two players the deal goes to and fro between the people; the one who does not deal leads.
* (D) Graybeard sits in seat 2. His cards lie in the order they were dealt, the first dealt on top.
* (D) Graybeard leads not only after a trick he wins, but whenever the lead falls to him: also if he would
  have won a trick but for the Kraken, or played the Whale in a trick without a number.
* (D) Graybeard makes no alliances: his loot, and a loot in a trick he wins, are plain escapes.
* (D) Rosie names a player; Graybeard is none and cannot be named.
* (D) A Tigress lies on the table, undeclared, while her player declares her: she has left the hand.
* (D) A trick is off the table as soon as it is complete, before the winner's ability is used.
* (D) Jade's player is asked for his "ok" even if there is no undealt card to see.
* (D) Bendt draws from the front of the undealt pile. The discards may be among the cards just drawn; they
  stay out of play for the round and are not shown by Jade. With one card to draw one is discarded, with none
  nothing happens.
* (D) Harry's player is asked even if no change can help him.
* (D) What a round left behind (bids, tricks won, ...) stays readable until the next deal.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from tests.games.skull_king.reference_cards import Card, Kind, distinct_names, named, sorted_names
from tests.games.skull_king.reference_scoring import Result, round_points, utilities
from tests.games.skull_king.reference_state import GRAYBEARD, SCHEDULES, Options, Phase, Round, Snapshot
from tests.games.skull_king.reference_tricks import Play, lead_suit, playable, resolve

__all__ = [
    "GRAYBEARD",
    "SCHEDULES",
    "Decision",
    "Options",
    "Phase",
    "ReferenceGame",
    "Round",
    "Snapshot",
]

Decision: TypeAlias = tuple[str | int, ...]
"""("bid", n), ("play", card), ("tigress", "escape" or "pirate"), ("leader", seat), ("discard", card),
("bet", 0, 10 or 20), ("ok",) or ("harry", -1, 0 or 1)."""


class ReferenceGame:
    """A game of Skull King, driven by `deal` and `apply`.

    Attributes:
        options: The rules in force.
        phase: What the game waits for.
        player: The seat that decides, None while a deal is due and when all is over.
        round_index: The round played or about to be dealt, from 0.
        dealer: The dealer of the round, None before the first deal.
        scores: The points by seat.
        round_points: The points of each round scored, by seat.
        round: The state of the round.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.phase = Phase.DEAL
        self.player: int | None = None
        self.round_index = 0
        self.dealer: int | None = None
        self.scores = [0] * options.players
        self.round_points: list[list[int]] = []
        self.round = Round.dealt(options, 0, [], leader=0)

    # ----------------------------------------------------------------------------------------- driving it

    def deal(self, order: Sequence[Card], dealer: int | None = None) -> None:
        """Deals the next round (SK-2, SK-3).

        Args:
            order: The whole deck, shuffled: seat 0's hand first, then seat 1's, and so on (Graybeard's
                third), then the undealt pile.
            dealer: The dealer of the first round. Later the deal moves left by itself; it may be given to be
                checked.

        Raises:
            ValueError: If no deal is due, the cards are not the deck or the dealer is not the right one.
        """
        if self.phase is not Phase.DEAL:
            raise ValueError(f"no deal is due in phase {self.phase.name}")
        if Counter(order) != Counter(self.options.deck):
            raise ValueError("the cards dealt must be the deck, shuffled")
        due = dealer if self.dealer is None else self._left_of(self.dealer)
        if due is None or not 0 <= due < self.options.players or dealer not in (None, due):
            raise ValueError(f"the dealer cannot be {dealer}")
        self.dealer = due
        cards = self.options.hand_size(self.round_index)
        self.round = Round.dealt(self.options, cards, order, leader=self._left_of(due))
        self.phase, self.player = Phase.BIDDING, self.round.leader

    def legal(self) -> list[Decision]:
        """Lists the decisions that may be taken now; identical cards make one."""
        if self.player is None:
            return []
        hand, trick = self.round.hands[self.player], self.round.trick
        choices: dict[Phase, Callable[[], list[Decision]]] = {
            Phase.BIDDING: lambda: [("bid", n) for n in range(self.round.cards + 1)],
            Phase.PLAYING: lambda: [("play", name) for name in distinct_names(playable(hand, trick))],
            Phase.TIGRESS: lambda: [("tigress", "escape"), ("tigress", "pirate")],
            Phase.ABILITY_ROSIE: lambda: [("leader", seat) for seat in range(self.options.players)],
            Phase.ABILITY_BENDT_1: lambda: [("discard", name) for name in distinct_names(hand)],
            Phase.ABILITY_BENDT_2: lambda: [("discard", name) for name in distinct_names(hand)],
            Phase.ABILITY_ROATAN: lambda: [("bet", 0), ("bet", 10), ("bet", 20)],
            Phase.ABILITY_JADE: lambda: [("ok",)],
            Phase.ABILITY_HARRY: self._harry_choices,
        }
        return choices[self.phase]()

    def apply(self, decision: Decision) -> None:
        """Takes a decision for the player whose turn it is.

        Args:
            decision: One of those that `legal` lists.

        Raises:
            ValueError: If it is not one of them; the game is then as it was.
        """
        if decision not in self.legal():
            raise ValueError(f"{decision} is not legal in phase {self.phase.name}: {self.legal()}")
        steps: dict[str | int, Callable[[Decision], None]] = {
            "bid": self._bid,
            "play": self._play,
            "tigress": self._declare_tigress,
            "leader": self._name_leader,
            "discard": self._discard,
            "bet": self._bet,
            "ok": lambda _: self._next_trick(),
            "harry": self._change_bid,
        }
        steps[decision[0]](decision)

    # --------------------------------------------------------------------------------------- looking at it

    @property
    def utilities(self) -> list[float]:
        """What the game is worth to each player at its end (SK-16); the points are in `scores`."""
        if self.phase is not Phase.OVER:
            raise ValueError("there are no utilities before the game is over")
        return utilities(self.scores)

    def snapshot(self) -> Snapshot:
        """Copies everything a comparison looks at."""
        now = self.round
        return Snapshot(
            phase=self.phase,
            player=self.player,
            round_index=self.round_index,
            dealer=self.dealer,
            cards=now.cards,
            hands=tuple(sorted_names(hand) for hand in now.hands),
            undealt=tuple(card.name for card in now.undealt),
            discards=tuple(card.name for card in now.discards),
            trick=tuple((play.seat, play.shown) for play in now.trick),
            leader=now.leader,
            bids=tuple(now.bids),
            has_bid=tuple(bid is not None for bid in now.bids),
            tricks_won=tuple(now.tricks_won),
            tricks_destroyed=sum(outcome.winner is None for _, outcome in now.finished),
            bonuses=tuple(now.bonuses),
            alliances=tuple(now.alliances),
            wagers=tuple(now.wagers),
            harry_changes=tuple(now.harry_changes),
            scores=tuple(self.scores),
            voids=tuple(tuple(sorted(suits)) for suits in now.voids),
            specials=tuple(sorted(now.specials.items())),
            abilities=tuple(sorted(now.abilities.items())),
        )

    # --------------------------------------------------------------------------------------- bids and plays

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.options.players

    def _is_person(self, seat: int) -> bool:
        return seat < self.options.players

    def _seat(self) -> int:
        return cast("int", self.player)

    def _bid(self, decision: Decision) -> None:
        self.round.bids[self._seat()] = cast("int", decision[1])
        if None in self.round.bids:
            self.player = self._left_of(self._seat())
        else:
            self._continue_trick()

    def _play(self, decision: Decision) -> None:
        [card] = named(cast("str", decision[1]))
        self.round.hands[self._seat()].remove(card)
        suit = lead_suit(self.round.trick)
        if suit is not None and card.kind is Kind.NUMBER and card.suit != suit:
            self.round.voids[self._seat()].add(suit)  # else a number of that suit would have been played (SK-5)
        self._note_special(self._seat(), card)
        self.round.trick.append(Play(self._seat(), card))
        if card.kind is Kind.TIGRESS:
            self.phase = Phase.TIGRESS
        else:
            self._continue_trick()

    def _note_special(self, seat: int, card: Card) -> None:
        if card.kind is not Kind.NUMBER:
            self.round.specials[card.name] = seat

    def _declare_tigress(self, decision: Decision) -> None:
        undeclared = self.round.trick.pop()
        self.round.trick.append(Play(undeclared.seat, undeclared.card, as_pirate=decision[1] == "pirate"))
        self._continue_trick()

    def play_order(self) -> list[int]:
        """Lists the seats in the order in which they play to the trick under way (SK-3, SK-15)."""
        leader, players = self.round.leader, self.options.players
        if players > 2:
            return [(leader + step) % players for step in range(players)]
        if leader == GRAYBEARD:
            return [GRAYBEARD, 0, 1]
        return [leader, GRAYBEARD, 1 - leader]

    def _continue_trick(self) -> None:
        """Goes on to the next person to play, or to the end of the trick; Graybeard plays by himself."""
        order = self.play_order()
        trick = self.round.trick
        while len(trick) < len(order) and not self._is_person(order[len(trick)]):
            card = self.round.hands[GRAYBEARD].pop(0)
            self._note_special(GRAYBEARD, card)
            trick.append(Play(GRAYBEARD, card, as_pirate=False if card.kind is Kind.TIGRESS else None))
        if len(trick) < len(order):
            self.phase, self.player = Phase.PLAYING, order[len(trick)]
        else:
            self._finish_trick()

    def _finish_trick(self) -> None:
        now = self.round
        outcome = resolve(now.trick)
        now.finished.append((tuple(now.trick), outcome))
        now.trick.clear()
        now.leader = outcome.next_leader
        if outcome.winner is None:
            self._next_trick()
            return
        seat = outcome.winner.seat
        now.tricks_won[seat] += 1
        if not self._is_person(seat):
            self._next_trick()
            return
        now.bonuses[seat] += outcome.bonus
        now.alliances += [pair for pair in outcome.alliances if self._is_person(pair[0])]
        self._use_ability(seat, outcome.winner.card)

    def _next_trick(self) -> None:
        if len(self.round.finished) < self.round.cards:
            self._continue_trick()
        elif self.round.harry_seat is not None:
            self.phase, self.player = Phase.ABILITY_HARRY, self.round.harry_seat
        else:
            self._score_round()

    # -------------------------------------------------------------------------------------------- abilities

    def _use_ability(self, seat: int, card: Card) -> None:
        """Lets a person who has won a trick use the winning card's ability, if it has one (SK-14)."""
        now = self.round
        if card.kind is not Kind.PIRATE or not self.options.has_ability(card.name):
            self._next_trick()
            return
        if card.name == "harry":
            now.harry_seat = now.abilities["harry"] = seat
        if card.name == "harry" or len(now.finished) == now.cards:
            self._next_trick()
            return
        if card.name == "bendt":
            drawn = now.undealt[:2]
            del now.undealt[:2]
            now.hands[seat] += drawn
            now.discards_due = len(drawn)
            if not drawn:
                self._next_trick()
                return
            now.voids[seat].clear()  # what was drawn may be of any suit
        phases = {
            "rosie": Phase.ABILITY_ROSIE,
            "bendt": Phase.ABILITY_BENDT_1,
            "roatan": Phase.ABILITY_ROATAN,
            "jade": Phase.ABILITY_JADE,
        }
        now.abilities[card.name] = seat
        self.phase, self.player = phases[card.name], seat

    def _name_leader(self, decision: Decision) -> None:
        self.round.leader = cast("int", decision[1])
        self._next_trick()

    def _discard(self, decision: Decision) -> None:
        [card] = named(cast("str", decision[1]))
        self.round.hands[self._seat()].remove(card)
        self.round.discards.append(card)
        self.round.discards_due -= 1
        if self.round.discards_due:
            self.phase = Phase.ABILITY_BENDT_2
        else:
            self._next_trick()

    def _bet(self, decision: Decision) -> None:
        self.round.wagers[self._seat()] = cast("int", decision[1])
        self._next_trick()

    def _harry_choices(self) -> list[Decision]:
        bid = cast("int", self.round.bids[self._seat()])
        return [("harry", change) for change in (-1, 0, 1) if 0 <= bid + change <= self.round.cards]

    def _change_bid(self, decision: Decision) -> None:
        self.round.harry_changes[self._seat()] = cast("int", decision[1])
        self._score_round()

    # ----------------------------------------------------------------------------------------------- points

    def _score_round(self) -> None:
        now = self.round
        results = [
            Result(
                bid=cast("int", now.bids[seat]) + now.harry_changes[seat],
                tricks=now.tricks_won[seat],
                bonus=now.bonuses[seat],
                wager=now.wagers[seat],
            )
            for seat in range(self.options.players)
        ]
        points = round_points(results, now.cards, now.alliances, rascal=self.options.rascal)
        self.round_points.append(points)
        self.scores = [score + own for score, own in zip(self.scores, points, strict=True)]
        self.round_index += 1
        self.player = None
        self.phase = Phase.DEAL if self.round_index < len(self.options.schedule) else Phase.OVER
