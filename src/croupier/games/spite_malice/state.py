"""The record of Mini Spite and Malice, and functions that move single cards in it.

Hands, goal piles and the heights of the play piles are small arrays. The shoe and the eight discard piles share
120 nodes, each with a card and the next node of its list, so that piles can have any size and nothing is shifted.
"""

from __future__ import annotations

import numpy as np

from croupier.core import Record, inlined, kernel

JOKER, NONE = -1, 10
"""A joker's value, and the value for no card; other cards have their values 0 to 9."""
HAND, PILES, MAX_GOAL = 5, 4, 15
CARDS = 120
TOP = 9
RECYCLED = 50
"""Cards of five completed piles (SM-13)."""
COPIES, JOKERS = 10, 20

GOAL, DISCARD, SOURCES = 5, 6, 10
"""Sources of a play: 0-4 the sorted hand, 5 the goal top, 6-9 the own discard tops."""
PLAYS, PASS, ACTIONS = 40, 60, 61
"""A play is source * 4 + pile; 40-59 discard 40 + hand position * 4 + pile; 60 passes."""

DEAL, FIFTH, DRAW = 1, 2, 3
"""Chance events due: the deal, shuffling after the fifth completed pile, shuffling because the shoe is empty."""

ALL = 0x3FF
ONES = np.array([bin(bits).count("1") for bits in range(ALL + 1)], dtype=np.int8)
"""A bit for each value from 0 to 9, and how many bits a number has."""

NIL = CARDS
"""The node that ends every list; the card there is NONE."""

STATE = np.dtype(
    [
        ("turns", np.int32),  # turns ended, 0..max_turns; all see it
        ("max_turns", np.int32),  # >= 1; all see it
        ("jokers", np.int16, (4,)),  # bit k: the card at height k of that play pile is a joker; all see it
        ("cards", np.int8, (121,)),  # cards in the shoe and on discard piles, one a node; all see the discards
        ("links", np.uint8, (121,)),  # the node behind (shoe) or below (discards) each, NIL for none
        ("goals", np.int8, (2, 15)),  # bottom first; all see the top, nobody the rest
        ("hands", np.int8, (2, 5)),  # ascending, jokers first; all see them
        ("unseen", np.int8, (2, 11)),  # hidden jokers, 0s, ..., 9s: as dealt (goals and shoe), and recycled
        ("aside", np.int8, (11,)),  # jokers, 0s, ..., 9s of completed piles set aside; all see them
        ("tops", np.uint8, (8,)),  # node of the top of discard pile 4 * seat + pile, NIL for none
        ("discard_counts", np.int8, (8,)),  # cards on each discard pile, 0..110; all see it
        ("heights", np.int8, (4,)),  # cards on each play pile, 0..9; all see it
        ("hand_counts", np.int8, (2,)),  # 0..5; all see it
        ("goal_counts", np.int8, (2,)),  # 0..15; all see it
        ("front", np.uint8),  # node of the next card to be drawn, NIL for none
        ("back", np.uint8),  # node of the last card in the shoe; when it is empty, of the one drawn last
        ("free", np.uint8),  # first of the nodes that hold no card
        ("shoe_count", np.int8),  # 0..120; all see it
        ("dealt", np.int8),  # cards at the shoe's front that lie there since the deal; all see it
        ("aside_count", np.int8),  # 0..50; all see it
        ("player", np.int8),  # seat to move 0..1, CHANCE while cards are shuffled, TERMINAL; all see it
        ("phase", np.int8),  # always 0, TURN; all see it
        ("players", np.int8),  # 2; all see it
        ("turn", np.int8),  # seat whose turn it is, 0..1; at the end, who moved last; all see it
        ("due", np.int8),  # chance event due: DEAL, FIFTH, DRAW or 0; all see it
        ("idle", np.int8),  # turns in a row that ended without a draw, play or discard, 0..2; all see it
        ("busy", np.int8),  # 1 if the present turn has seen a draw, play or discard; all see it
        ("truncated", np.int8),  # 1 if max_turns ended the game (SM-15); all see it
        ("goal_size", np.int8),  # cards dealt to each goal pile, 1..15; all see it
        ("spare", np.int8, (2,)),  # zeros, up to a multiple of four bytes
    ],
    align=True,
)


LAYOUT = ("cards", "links", "tops", "front", "back", "free")
"""Fields that depend on which node holds which card, which is not part of the position."""


@kernel
def clear(s: Record) -> None:
    """An empty table: no card anywhere, nothing due, seat 0's turn. The options stay."""
    s["turns"] = 0
    for node in range(CARDS):
        s["cards"][node] = NONE
        s["links"][node] = node + 1
    s["cards"][NIL] = NONE
    s["links"][NIL] = NIL
    s["free"] = 0
    s["front"] = NIL
    s["back"] = NIL
    for p in range(2 * PILES):
        s["tops"][p] = NIL
        s["discard_counts"][p] = 0
    for pile in range(PILES):
        s["heights"][pile] = 0
        s["jokers"][pile] = 0
    for seat in range(2):
        for k in range(MAX_GOAL):
            s["goals"][seat, k] = NONE
        for k in range(HAND):
            s["hands"][seat, k] = NONE
        for value in range(11):
            s["unseen"][seat, value] = 0
        s["hand_counts"][seat] = 0
        s["goal_counts"][seat] = 0
    for value in range(11):
        s["aside"][value] = 0
    s["shoe_count"] = 0
    s["dealt"] = 0
    s["aside_count"] = 0
    s["player"] = 0
    s["phase"] = 0
    s["players"] = 2
    s["turn"] = 0
    s["due"] = 0
    s["idle"] = 0
    s["busy"] = 0
    s["truncated"] = 0


@inlined
def discard_top(s: Record, p: int) -> int:
    """Top card of discard pile p (4 * seat + pile), NONE if it is empty."""
    return int(s["cards"][s["tops"][p]])


@inlined
def goal_top(s: Record, seat: int) -> int:
    """Top card of a goal pile, NONE if it is empty."""
    count = s["goal_counts"][seat]
    return int(s["goals"][seat, count - 1]) if count > 0 else NONE


@inlined
def take_from_hand(s: Record, seat: int, i: int) -> int:
    """Take the card at position i of a hand; the cards right of it close up."""
    card = int(s["hands"][seat, i])
    for k in range(HAND - 1):
        s["hands"][seat, k] = s["hands"][seat, k + int(k >= i)]
    s["hands"][seat, HAND - 1] = NONE
    s["hand_counts"][seat] -= 1
    return card


@inlined
def take_goal(s: Record, seat: int) -> int:
    """SM-8: take the goal top, which turns up the next."""
    count = s["goal_counts"][seat] - 1
    card = int(s["goals"][seat, count])
    s["goals"][seat, count] = NONE
    s["goal_counts"][seat] = count
    if count > 0:
        s["unseen"][0, s["goals"][seat, count - 1] + 1] -= 1
    return card


@inlined
def release(s: Record, node: int) -> int:
    """Take the card of a node, which is free from now on."""
    s["links"][node] = s["free"]
    s["free"] = node
    return int(s["cards"][node])


@inlined
def take_discard(s: Record, p: int) -> int:
    """Take the top of discard pile p."""
    node = s["tops"][p]
    s["tops"][p] = s["links"][node]
    s["discard_counts"][p] -= 1
    return release(s, node)


@inlined
def put_discard(s: Record, p: int, card: int) -> None:
    """Put a card on discard pile p."""
    node = s["free"]
    s["free"] = s["links"][node]
    s["cards"][node] = card
    s["links"][node] = s["tops"][p]
    s["tops"][p] = node
    s["discard_counts"][p] += 1


@inlined
def put_shoe(s: Record, card: int) -> None:
    """Put a card at the back of the shoe."""
    node = s["free"]
    s["free"] = s["links"][node]
    s["cards"][node] = card
    s["links"][node] = NIL
    if s["shoe_count"] == 0:
        s["front"] = node
    else:
        s["links"][s["back"]] = node
    s["back"] = node
    s["shoe_count"] += 1


@inlined
def add_to_hand(s: Record, seat: int, card: int) -> None:
    """Put a card in its place in the sorted hand; without a branch, since NONE is above every card."""
    for k in range(HAND):
        held = int(s["hands"][seat, k])
        s["hands"][seat, k] = min(held, card)
        card = max(held, card)
    s["hand_counts"][seat] += 1
