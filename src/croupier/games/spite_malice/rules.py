"""Mini Spite and Malice: the rules as kernels. Ids like SM-5 are those of docs/rules/spite-malice.md.

The readable reference is `classic.game.Game`; this engine plays the same game from the same shuffles, which the
tests check action by action.
"""

from __future__ import annotations

import numpy as np

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.rng import shuffle
from croupier.core.base.types import ActionList, Codes, Generators, Mask, Record, SeatValues, Weights
from croupier.core.spec.options import Facts, Option, Options, Phase
from croupier.core.spec.spec import CHANCE, TERMINAL
from croupier.games.spite_malice.english import say
from croupier.games.spite_malice.state import (
    ACTIONS,
    CARDS,
    COPIES,
    DEAL,
    DISCARD,
    DRAW,
    FIFTH,
    GOAL,
    HAND,
    JOKER,
    JOKERS,
    MAX_GOAL,
    NIL,
    PASS,
    PILES,
    PLAYS,
    RECYCLED,
    TOP,
    add_to_hand,
    clear,
    discard_top,
    goal_top,
    put_discard,
    put_shoe,
    release,
    take_discard,
    take_from_hand,
    take_goal,
)

OPTIONS = (
    Option("max_turns", "int", 1000, say("option.max_turns"), low=1, high=1_000_000, rule="SM-15",
           label=say("label.max_turns")),
    Option("goal_size", "int", 15, say("option.goal_size"), low=1, high=MAX_GOAL, rule="SM-2",
           label=say("label.goal_size")),
)  # fmt: skip

PHASES = (Phase("TURN", 0, "turn", 0, ACTIONS),)
VARIANTS = {"MiniSpiteAndMalice-v0": {"max_turns": 1000, "goal_size": 15}}

# Which piles take a card is one nibble a value, at value + 1, so that JOKER and NONE need no branch.
_EVERYWHERE = 0xF
_DISCARDABLE = 0xFFFFFFFFF0F
_ZERO = 0xF0
_NIBBLE = 15


def facts(options: Options) -> Facts:
    """SM-2, SM-4, SM-15: zero-sum; goal piles and shoe are hidden; no rule bounds the plays of one turn."""
    return Facts(
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=None,
        information="hidden",
        chance="sampled",
        worst_points=0.0,
        best_points=float(options["goal_size"]),
    )


@kernel
def setup(s: Record, codes: Codes) -> None:
    """SM-1: the whole pack in the shoe, in order; the deal is due."""
    s["max_turns"] = codes[0]
    s["goal_size"] = codes[1]
    clear(s)
    s["player"] = CHANCE
    s["due"] = DEAL
    s["shoe_count"] = CARDS
    s["dealt"] = CARDS
    s["front"] = 0
    s["back"] = CARDS - 1
    s["free"] = NIL
    for k in range(CARDS):
        s["cards"][k] = JOKER if k < JOKERS else (k - JOKERS) // COPIES
    for value in range(11):
        s["unseen"][0, value] = JOKERS if value == 0 else COPIES


@kernel
def legal_bits(s: Record) -> int:
    """SM-6, SM-10 to SM-12: the legal actions of the seat whose turn it is, bit a for action a."""
    seat = int(s["turn"])
    takes = _EVERYWHERE
    for pile in range(PILES):
        takes |= 1 << (4 * (int(s["heights"][pile]) + 1) + pile)
    plays = 0
    zeros = 0
    discards = 0
    for i in range(HAND):
        value = 4 * (int(s["hands"][seat, i]) + 1)
        plays |= ((takes >> value) & _NIBBLE) << (4 * i)
        zeros |= ((_ZERO & takes) >> value & _NIBBLE) << (4 * i)
        discards |= ((_DISCARDABLE >> value) & _NIBBLE) << (4 * i)
    value = 4 * (goal_top(s, seat) + 1)
    plays |= ((takes >> value) & _NIBBLE) << (4 * GOAL)
    zeros |= ((_ZERO & takes) >> value & _NIBBLE) << (4 * GOAL)
    if zeros != 0:  # SM-11
        return zeros
    for pile in range(PILES):
        value = 4 * (discard_top(s, PILES * seat + pile) + 1)
        plays |= ((takes >> value) & _NIBBLE) << (4 * (DISCARD + pile))
    bits = plays | discards << PLAYS
    return bits if bits != 0 else 1 << PASS  # SM-12


@inlined  # a call across which two array rows travel would cost as much as the rest
def legal(s: Record, mask: Mask, actions: ActionList) -> int:
    """SM-6, SM-10 to SM-12: mask and list of the legal actions."""
    bits = legal_bits(s)
    count = 0
    for action in range(ACTIONS):
        mask[action] = (bits >> action) & 1 != 0
    for action in range(PLAYS):
        actions[count] = action
        count += (bits >> action) & 1
    for first in range(PLAYS, PASS, PILES):  # a card that may be discarded may go on any of the four piles
        for pile in range(PILES):
            actions[count + pile] = first + pile
        count += PILES * ((bits >> first) & 1)
    actions[count] = PASS
    return count + (bits >> PASS)


@inlined
def _push(s: Record, pile: int, card: int) -> None:
    """SM-6, SM-7: put a card on a play pile; the tenth sets the pile aside, with its jokers wild again."""
    height = int(s["heights"][pile])
    jokers = int(s["jokers"][pile]) | (int(card == JOKER) << height)
    s["heights"][pile] = height + 1
    s["jokers"][pile] = jokers
    if height == TOP:
        for value in range(TOP + 1):
            wild = (jokers >> value) & 1
            s["aside"][0] += wild
            s["aside"][value + 1] += 1 - wild
        s["aside_count"] += TOP + 1
        s["heights"][pile] = 0
        s["jokers"][pile] = 0


@inlined
def _draw(s: Record) -> None:
    """SM-5, SM-9: fill the hand to five; SM-13: with the shoe empty, the cards set aside are shuffled first."""
    seat = s["turn"]
    while s["hand_counts"][seat] < HAND and s["shoe_count"] > 0:
        node = s["front"]
        s["front"] = s["links"][node]
        s["shoe_count"] -= 1
        card = release(s, node)
        old = 1 if s["dealt"] > 0 else 0
        s["dealt"] -= old
        s["unseen"][1 - old, card + 1] -= 1
        add_to_hand(s, seat, card)
        s["busy"] = 1
    if s["hand_counts"][seat] < HAND and s["aside_count"] > 0:
        s["player"] = CHANCE
        s["due"] = DRAW
    else:
        s["player"] = seat
        s["due"] = 0


@inlined
def _end_turn(s: Record) -> None:
    """SM-15: end the game if that is due; otherwise the other seat begins its turn (SM-5)."""
    s["turns"] += 1
    s["idle"] = 0 if s["busy"] != 0 else s["idle"] + 1
    if s["idle"] == 2:
        s["player"] = TERMINAL
    elif s["turns"] >= s["max_turns"]:
        s["player"] = TERMINAL
        s["truncated"] = 1
    else:
        s["turn"] = 1 - s["turn"]
        s["busy"] = 0
        _draw(s)


@inlined
def _play_card(s: Record, seat: int, source: int, pile: int) -> None:
    """SM-14: leave the source, push, complete, win?, recycle, refill, sort."""
    s["busy"] = 1
    if source < GOAL:
        card = take_from_hand(s, seat, source)
    elif source == GOAL:
        card = take_goal(s, seat)
    else:
        card = take_discard(s, PILES * seat + source - DISCARD)
    _push(s, pile, card)
    if s["goal_counts"][seat] == 0:  # SM-8
        s["player"] = TERMINAL
    elif s["aside_count"] >= RECYCLED:
        s["player"] = CHANCE
        s["due"] = FIFTH
    elif s["hand_counts"][seat] == 0:
        _draw(s)


@kernel
def play(s: Record, action: int) -> None:
    """SM-6 to SM-15: one play, one discard that ends the turn (SM-10), or a pass (SM-12)."""
    seat = int(s["turn"])
    if action < PLAYS:
        _play_card(s, seat, action // PILES, action % PILES)
        return
    if action < PASS:
        card = take_from_hand(s, seat, (action - PLAYS) // PILES)
        put_discard(s, PILES * seat + action % PILES, card)
        s["busy"] = 1
    _end_turn(s)


@inlined
def _deal(s: Record, rng: Generators, i: int) -> None:
    """SM-2: shuffle and deal one by one from A, hands then goal piles; SM-3: the higher goal top starts."""
    shuffle(s["cards"], CARDS, rng, i)
    size = int(s["goal_size"])
    in_hands, dealt = 2 * HAND, 2 * (HAND + size)
    for k in range(dealt):
        card = int(s["cards"][k])
        if k < in_hands:
            add_to_hand(s, k % 2, card)
        else:
            s["goals"][k % 2, (k - in_hands) // 2] = card
        if k < in_hands or k >= dealt - 2:
            s["unseen"][0, card + 1] -= 1
    s["front"] = dealt
    s["back"] = CARDS - 1
    s["free"] = 0
    s["links"][dealt - 1] = NIL
    s["shoe_count"] = CARDS - dealt
    s["dealt"] = CARDS - dealt
    for seat in range(2):
        s["goal_counts"][seat] = size
    a, b = goal_top(s, 0), goal_top(s, 1)
    s["turn"] = 1 if (b if b != JOKER else TOP + 1) > (a if a != JOKER else TOP + 1) else 0
    s["player"] = s["turn"]
    s["due"] = 0
    s["busy"] = 0


@inlined
def _recycle(s: Record, rng: Generators, i: int) -> None:
    """SM-13: shuffle the cards set aside and add them to the back of the shoe."""
    pack = np.empty(CARDS, dtype=np.int8)
    size = 0
    for value in range(11):
        for _ in range(s["aside"][value]):
            pack[size] = value - 1
            size += 1
        s["unseen"][1, value] += s["aside"][value]
        s["aside"][value] = 0
    s["aside_count"] = 0
    shuffle(pack, size, rng, i)
    for k in range(size):
        put_shoe(s, int(pack[k]))


@kernel
def chance(s: Record, rng: Generators, i: int) -> None:
    """SM-2, SM-13: resolve the shuffle that is due and go on where it was needed (SM-14)."""
    if s["due"] == DEAL:
        _deal(s, rng, i)
        return
    _recycle(s, rng, i)
    if s["due"] == DRAW or s["hand_counts"][s["turn"]] == 0:
        _draw(s)
    else:
        s["player"] = s["turn"]
        s["due"] = 0


@kernel
def redeal(s: Record, seat: int, rng: Generators, i: int) -> None:
    """SM-4: reshuffle what is hidden: goal piles under the top, and the order of the shoe.

    Recycled cards are known not to lie in a goal pile, so the cards as dealt mix among themselves, and so do the
    recycled ones. Both seats know the same. The cards come from the counts that all see, not from where they lie,
    so that the world depends on what is known and on the generator alone.
    """
    pack = np.empty(CARDS, dtype=np.int8)
    size = 0
    for part in range(2):
        first = size
        for value in range(s["unseen"].shape[1]):
            for _ in range(s["unseen"][part, value]):
                pack[size] = JOKER + value
                size += 1
        shuffle(pack[first:], size - first, rng, i)
    size = 0
    for owner in range(2):
        for k in range(int(s["goal_counts"][owner]) - 1):
            s["goals"][owner, k] = pack[size]
            size += 1
    node = s["front"]
    for _ in range(s["shoe_count"]):
        s["cards"][node] = pack[size]
        node = s["links"][node]
        size += 1


@kernel
def returns(s: Record, out: SeatValues) -> None:
    """SM-8, SM-15: +1 for an empty goal pile and -1 for the other seat; 0 and 0 in a draw."""
    out[0] = np.float32(int(s["goal_counts"][0] == 0) - int(s["goal_counts"][1] == 0))
    out[1] = np.float32(0.0) - out[0]  # in a draw 0.0, which its negative is not


@kernel
def points(s: Record, out: SeatValues) -> None:
    """Goal cards played so far."""
    out[0] = s["goal_size"] - s["goal_counts"][0]
    out[1] = s["goal_size"] - s["goal_counts"][1]


WEIGHTS: dict[str, float] = {"win": 1.0, "goal": 1.0}
"""The default weights of shaped rewards, in the order in which `shape` is given them."""


@kernel
def shape(before: Record, action: int, after: Record, weights: Weights, out: SeatValues) -> None:
    """Rewards for training only: the win, and the share of the goal pile that is played, less the other seat's."""
    won = int(after["goal_counts"][0] == 0) - int(after["goal_counts"][1] == 0)
    own = before["goal_counts"][0] - after["goal_counts"][0]
    other = before["goal_counts"][1] - after["goal_counts"][1]
    out[0] = weights[0] * won + weights[1] * (own - other) / after["goal_size"]
    out[1] = -out[0]
