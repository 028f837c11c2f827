"""Reference implementation of a whole game on the assignment's classes (its Task 5), without input or output.

It is the readable reference: the rules SM-1 to SM-15 stand in it with their ids, and a faster engine can be
held against it, action by action, from the same shuffles.

What the rules leave open is marked (D) where it is decided.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from croupier.games.spite_malice.classic.cards import (
    FACES,
    HAND_SIZE,
    JOKER,
    Card,
    Hand,
    PlayStack,
    RandomSource,
    isInteger,
    shuffle,
)

REASONS = {
    "table.playing": "SM-2: while the game lasts a goal pile holds 1 to 15 cards",
    "table.aside": "fewer than 50 cards lie aside (SM-13); idle is 0 or 1 (SM-15)",
    "table.pack": "SM-1: ten each of 0 to 9 and twenty -1 is all there is; too many: {surplus}",
    "table.parts": "a position has two hands, two goal piles and four play stacks",
    "table.discards": "a position has four discard piles for each of two players",
    "table.hand": "SM-5: a hand holds at most five cards",
    "table.goal": "SM-2: a goal pile holds at most 15 cards",
    "table.zero": "SM-11: there is never a 0 on a discard pile",
    "table.stack": "SM-6: a play stack goes up from 0 by ones, jokers anywhere, and is gone at 9",
    "table.recycled": "SM-13: at most 50 cards lie aside; the shoe cannot hold more recycled cards than cards",
    "table.counts": "SM-15: player is 0 or 1, idle 0 to 2, and turns are not negative",
    "action.none": "{action!r} is no action: the actions are the ints from 0 to {last}",
    "action.over": "{rule}: the game is over",
    "action.pass": "SM-12: passing takes a hand with nothing to discard (only 0s, or empty) and no play left",
    "action.no_card": "{rule}: there is no card at {place}",
    "action.zero": "SM-11: a 0 is never discarded",
    "action.stack": "SM-6: Play Stack {stack} takes [{need}], not [{card}]",
    "action.zero_first": "SM-11: a 0 must be played while a Play Stack is free, before anything else",
}


class Reason(NamedTuple):
    """Why something is refused."""

    key: str  # one of `REASONS`
    params: Mapping[str, object]  # what its English takes

    def __str__(self) -> str:
        return REASONS[self.key].format(**self.params)


def because(key: str, **params: object) -> Reason:
    """The reason with a key."""
    return Reason(key, params)


class RefusedError(ValueError):
    """A table or an action is refused."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


# The camelCase of the assignment's classes goes on here, so N802 and N803 do not apply.
# ruff: noqa: N802, N803


PACK = (*(value for value in range(10) for _ in range(10)), *[JOKER] * 20)  # SM-1
GOAL_SIZE, PILES = 15, 4
RECYCLED = 50  # SM-13: five completed piles of ten

# Actions. A play is source * 4 + pile, a discard is 40 + hand position * 4 + pile.
GOAL, DISCARD = 5, 6  # sources: 0-4 the hand from the left, 5 the goal top, 6-9 the discard tops
PLAYS, PASS = 40, 60

Shuffle = Callable[[list[Card]], list[Card]]


@dataclass(frozen=True)
class ClassicPosition:
    """A whole table in card values (jokers -1): piles from the bottom up, the shoe from the front."""

    # Seat 0 is player A, seat 1 is B. Hidden cards are visible too (SM-4): it is for setting up and comparing, not
    # for playing by.

    hands: Sequence[Sequence[int]]
    goals: Sequence[Sequence[int]]
    discards: Sequence[Sequence[Sequence[int]]] = (((),) * PILES,) * 2
    stacks: Sequence[Sequence[int]] = ((),) * PILES
    shoe: Sequence[int] = ()
    aside: Sequence[int] = ()
    player: int = 0
    turns: int = 0  # turns ended so far
    idle: int = 0  # of these, the last ones in a row without a draw, a play or a discard
    busy: bool = False  # the present turn has seen a draw or a play
    recycled: int = 0  # so many cards at the back of the shoe were set aside before (SM-13)

    def check(self) -> None:
        """Raise a RefusedError unless a game that goes on can come to this: `checkTable`, and it is not over."""
        self.checkTable()
        if not all(self.goals):
            raise RefusedError(because("table.playing"))
        if len(self.aside) >= RECYCLED or self.idle not in (0, 1):
            raise RefusedError(because("table.aside"))

    def checkTable(self) -> None:
        """Raise a RefusedError unless a game can come to this, be it over or not.

        (D) Cards may be missing, so that small positions can be studied, but none may be there too often.
        """
        dealt = [*self.hands, *self.goals, *self.stacks, self.shoe, self.aside]
        discards = [pile for piles in self.discards for pile in piles]
        surplus = Counter(value for pile in (*dealt, *discards) for value in pile) - Counter(PACK)
        if surplus:
            raise RefusedError(because("table.pack", surplus=dict(surplus)))
        if [len(self.hands), len(self.goals), len(self.stacks)] != [2, 2, PILES]:
            raise RefusedError(because("table.parts"))
        if [len(piles) for piles in self.discards] != [PILES, PILES]:
            raise RefusedError(because("table.discards"))
        if any(len(hand) > HAND_SIZE for hand in self.hands):
            raise RefusedError(because("table.hand"))
        if any(len(goal) > GOAL_SIZE for goal in self.goals):
            raise RefusedError(because("table.goal"))
        if any(0 in pile for pile in discards):
            raise RefusedError(because("table.zero"))
        if any(len(stack) > 9 or misplaced(stack) for stack in self.stacks):
            raise RefusedError(because("table.stack"))
        if len(self.aside) > RECYCLED or not 0 <= self.recycled <= len(self.shoe):
            raise RefusedError(because("table.recycled"))
        if self.player not in (0, 1) or self.idle not in (0, 1, 2) or self.turns < 0:
            raise RefusedError(because("table.counts"))


def misplaced(stack: Sequence[int]) -> bool:
    """Whether a play stack holds a value that is neither its height nor a joker."""
    return any(value not in (height, JOKER) for height, value in enumerate(stack))


def deal(order: Sequence[int]) -> ClassicPosition:
    """Deal 120 values, front first, one at a time from A: hands, goal piles; the rest is the shoe (SM-2)."""
    if Counter(order) != Counter(PACK):
        raise ValueError("SM-1: the order must hold 120 values: ten each of 0 to 9 and twenty -1")
    in_hands, in_goals = 2 * HAND_SIZE, 2 * (HAND_SIZE + GOAL_SIZE)
    hands = [sorted(order[seat:in_hands:2]) for seat in (0, 1)]
    goals = [order[in_hands + seat : in_goals : 2] for seat in (0, 1)]
    ranks = [FACES.index(FACES[goal[-1]]) for goal in goals]  # SM-3: 0 < 1 < ... < 9 < *
    return ClassicPosition(hands, goals, shoe=order[in_goals:], player=int(ranks[1] > ranks[0]))


class ClassicGame:
    """A game from the deal to its end, for anyone or anything that chooses the actions.

    Args:
        rng: What the shuffles draw from; the random module if nothing is said.
        order: The 120 values to deal, front first, in place of the first shuffle.
        shuffle: Used for every shuffle in place of `classic.shuffle`; not together with rng.
        maxTurns: The game is cut off when so many turns have ended (SM-15); (D) A's and B's count one each.
    """

    def __init__(
        self,
        rng: RandomSource | None = None,
        *,
        order: Sequence[int] | None = None,
        shuffle: Shuffle | None = None,
        maxTurns: int = 1000,
    ) -> None:
        if rng is not None and shuffle is not None:
            raise ValueError("give rng or shuffle, not both: a shuffle of your own does not draw from rng")
        if not isInteger(maxTurns) or maxTurns < 1:
            raise ValueError(f"SM-15: maxTurns is an int from 1 up, not {maxTurns!r}")
        self._mix = shuffle or _shuffleWith(random if rng is None else rng)
        self._maxTurns = maxTurns
        self._lay(deal(_values(self._shuffled(PACK)) if order is None else order))

    @classmethod
    def fromPosition(
        cls,
        position: ClassicPosition,
        rng: RandomSource | None = None,
        *,
        shuffle: Shuffle | None = None,
        maxTurns: int = 1000,
    ) -> ClassicGame:
        """Go on from a position; (D) as it stands: nothing is drawn before the first action."""
        position.check()
        game = cls(rng, order=PACK, shuffle=shuffle, maxTurns=maxTurns)
        game._lay(position)
        return game

    def _lay(self, position: ClassicPosition) -> None:
        self._hands = [Hand(), Hand()]
        for hand, values in zip(self._hands, position.hands, strict=True):
            hand.add(map(Card, values))
            hand.sort()
        self._stacks = [PlayStack() for _ in range(PILES)]
        for stack, values in zip(self._stacks, position.stacks, strict=True):
            for value in values:
                stack.playCard(Card(value))
        self._goals = [_cards(goal) for goal in position.goals]
        self._discards = [[_cards(pile) for pile in piles] for piles in position.discards]
        self._shoe = deque(_cards(position.shoe))
        self._aside = _cards(position.aside)
        self._recycled = position.recycled
        self._player, self._turns = position.player, position.turns
        self._idle, self._busy = position.idle, position.busy
        self._ending = ""

    def position(self) -> ClassicPosition:
        """Everything on the table, hidden cards too, in tuples."""
        return ClassicPosition(
            hands=tuple(tuple(hand.values()) for hand in self._hands),
            goals=tuple(map(_values, self._goals)),
            discards=tuple(tuple(map(_values, piles)) for piles in self._discards),
            stacks=tuple(_values(map(_cardOf, stack.faces())) for stack in self._stacks),
            shoe=_values(self._shoe),
            aside=_values(self._aside),
            player=self._player,
            turns=self._turns,
            idle=self._idle,
            busy=self._busy,
            recycled=self._recycled,
        )

    def maxTurns(self) -> int:
        """How many turns the game is cut off at (SM-15)."""
        return self._maxTurns

    def player(self) -> int:
        """Who is to move, 0 for A and 1 for B; (D) when the game is over, who moved last."""
        return self._player

    def ending(self) -> str:
        """Empty while the game lasts, then "win", "stalemate" or "truncated"."""
        return self._ending

    def isOver(self) -> bool:
        """Whether the game has ended."""
        return self._ending != ""

    def winner(self) -> int | None:
        """0 or 1, or None while nobody has won."""
        return self._player if self._ending == "win" else None

    def utility(self, player: int) -> int:
        """+1 for the winner, -1 for the loser, 0 for both in a draw and before the end (SM-15)."""
        if self.winner() is None:
            return 0
        return 1 if self.winner() == player else -1

    def _sources(self) -> list[int | None]:
        """The values that the ten sources offer, None where there is no card."""
        hand = self._hands[self._player].values()
        piles = (self._goals[self._player], *self._discards[self._player])
        tops = [pile[-1].getValue() if pile else None for pile in piles]
        return [*hand, *[None] * (HAND_SIZE - len(hand)), *tops]

    def legalActions(self) -> list[int]:
        """The legal actions, ascending; none when the game is over. (D) Equal cards are not merged."""
        if self.isOver():
            return []
        sources = self._sources()
        needs = [len(stack.faces()) for stack in self._stacks]  # SM-6: at height k the stack needs a k
        plays = [
            source * PILES + pile
            for source, value in enumerate(sources)
            for pile, need in enumerate(needs)
            if value in (need, JOKER)
        ]
        zeros = [action for action in plays if sources[action // PILES] == 0]
        if zeros:  # SM-11
            return zeros
        held = [i for i, value in enumerate(sources[:HAND_SIZE]) if value not in (None, 0)]
        discards = [PLAYS + i * PILES + pile for i in held for pile in range(PILES)]
        return plays + discards or [PASS]  # SM-12

    def objection(self, action: int) -> str:
        """Why this action is illegal, and by which rule; empty if it is legal."""
        reason = self.reason(action)
        return "" if reason is None else str(reason)

    def reason(self, action: int) -> Reason | None:
        """Why this action is illegal, by key; None if it is legal."""
        if not isInteger(action) or not 0 <= action <= PASS:
            return because("action.none", action=action, last=PASS)
        if self.isOver():
            return because("action.over", rule="SM-8" if self._ending == "win" else "SM-15")
        if action in self.legalActions():
            return None
        if action == PASS:
            return because("action.pass")
        source, pile = divmod(action % PLAYS, PILES)
        value, need = self._sources()[source], len(self._stacks[pile].faces())
        if value is None:
            rule = "SM-10" if action >= PLAYS else "SM-6"
            return because("action.no_card", rule=rule, place=sourceName(source))
        if action >= PLAYS and value == 0:
            return because("action.zero")
        if action < PLAYS and value not in (need, JOKER):
            return because("action.stack", stack=pile + 1, need=need, card=FACES[value])
        return because("action.zero_first")

    def apply(self, action: int) -> None:
        """Play one legal action; a ValueError that names the rule if it is not, and then nothing changes."""
        objection = self.objection(action)
        if objection:
            raise ValueError(objection)
        if action < PLAYS:
            self._play(*divmod(action, PILES))
        elif action < PASS:
            self._discard(*divmod(action - PLAYS, PILES))
        else:
            self._endTurn()

    def _discard(self, i: int, pile: int) -> None:
        """Put a hand card onto an own discard pile, which ends the turn (SM-10)."""
        self._discards[self._player][pile].append(self._hands[self._player].pop(i))
        self._busy = True
        self._endTurn()

    def _play(self, source: int, pile: int) -> None:
        """Leave the source, push, complete, win?, recycle, refill, sort (SM-14)."""
        hand, goal = self._hands[self._player], self._goals[self._player]
        if source < GOAL:
            card = hand.pop(source)
        else:
            card = (goal if source == GOAL else self._discards[self._player][source - DISCARD]).pop()
        faces = self._stacks[pile].playCard(card)
        self._aside.extend(map(_cardOf, faces))  # SM-7: new cards, so the jokers are wild
        self._busy = True
        if not goal:  # SM-8
            self._ending = "win"
            return
        if len(self._aside) >= RECYCLED:
            self._recycle()
        if hand.size() == 0:  # SM-9
            self._draw()
        hand.sort()

    def _draw(self) -> bool:
        """Fill the hand to five as far as there are cards (SM-5); whether any came."""
        hand = self._hands[self._player]
        before = hand.size()
        while hand.size() < HAND_SIZE and (self._shoe or self._aside):
            if not self._shoe:
                self._recycle()
            hand.add([self._shoe.popleft()])
            self._recycled = min(self._recycled, len(self._shoe))
        hand.sort()
        return hand.size() > before

    def _recycle(self) -> None:
        """Shuffle the cards set aside and add them to the back of the shoe (SM-13)."""
        self._shoe.extend(self._shuffled(_values(self._aside)))
        self._recycled += len(self._aside)
        self._aside.clear()

    def _shuffled(self, values: Sequence[int]) -> list[Card]:
        cards = self._mix(_cards(values))
        if Counter(_values(cards)) != Counter(values):
            raise ValueError("the shuffle given to this game did not return the cards it was given")
        return cards

    def _endTurn(self) -> None:
        """End the game if it is due (SM-15), otherwise begin the other player's turn with a draw (SM-5)."""
        self._turns += 1
        self._idle = 0 if self._busy else self._idle + 1
        if self._idle == 2:  # SM-15
            self._ending = "stalemate"
        elif self._turns >= self._maxTurns:
            self._ending = "truncated"
        else:
            self._player = 1 - self._player
            self._busy = self._draw()


def sourceName(source: int) -> str:
    """The source of a play as a player types it: h1 to h5, g, d1 to d4."""
    if source == GOAL:
        return "g"
    return f"h{source + 1}" if source < GOAL else f"d{source - DISCARD + 1}"


def _shuffleWith(rng: RandomSource) -> Shuffle:
    return partial(shuffle, rng=rng)


def _cards(values: Iterable[int]) -> list[Card]:
    return [Card(value) for value in values]


def _values(cards: Iterable[Card]) -> tuple[int, ...]:
    return tuple(card.getValue() for card in cards)


def _cardOf(face: str) -> Card:
    return Card(JOKER if face == "*" else int(face))
