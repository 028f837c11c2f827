"""Liar's Dice: the rules as kernels. Ids like LD-2 are those of docs/rules/leduc-and-liars-dice.md."""

from __future__ import annotations

import numpy as np

from croupier.core import (
    CHANCE,
    TERMINAL,
    ActionList,
    Block,
    Codes,
    Facts,
    Features,
    Generators,
    Mask,
    Option,
    Phase,
    Probabilities,
    Record,
    SeatValues,
    below,
    inlined,
    kernel,
)  # fmt: skip
from croupier.core.spec.options import Options
from croupier.games.liars_dice.english import say

SEATS, DICE, FACES = 5, 5, 6
"""Most seats, dice per seat, and faces of a die."""

STATE = np.dtype(
    [
        ("player", np.int8),  # seat to move, CHANCE while dice are to be rolled, TERMINAL; all see it
        ("phase", np.int8),  # always 0, SPEAK; all see it
        ("players", np.int8),  # 2..5; all see it
        ("faces", np.int8),  # faces of a die, 2..6, the highest wild; all see it
        ("dice", np.int8, (SEATS,)),  # how many dice each seat has, 0..5, no seat: 0; all see it
        ("total", np.int8),  # all of them together; all see it
        ("rolled", np.int8),  # how many of them lie on the table, seat by seat; all see it
        ("held", np.int8, (SEATS, FACES)),  # how many of a seat's dice show each face: own seat, at the end all
        ("bid", np.uint8),  # 1 + the action of the highest bid, 0 before the first; all see it
        ("count", np.uint8),  # bids made so far, in turn from `first`; all see it
        ("bids", np.int8, (SEATS * DICE * FACES,)),  # 1 for each bid made, each higher than the last; all see it
        # from here on all is 0 where the game is one round (LD-5), and all see all of it
        ("each", np.int8),  # dice each seat began with, the first seat apart; 0: the game is one round
        ("gone", np.int8),  # dice lost so far, one a round
        ("first", np.int8),  # seat that begins the round
        ("outlived", np.int8, (SEATS,)),  # of a seat without dice: how many were out before it
        ("shown", np.int8, (SEATS, FACES)),  # `held` at the end of the round before
        ("called", np.uint8),  # `bid` then, 0 in the first round
        ("caller", np.int8),  # who called it a lie
    ],
    align=True,
)

OPTIONS = (
    Option("players", "int", 2, say("option.players"), low=2, high=SEATS, rule="LD-1"),
    Option("dice", "int", 5, say("option.dice"), low=1, high=DICE, rule="LD-1", label=say("label.dice")),
    Option("first_dice", "int", 0, say("option.first_dice"), low=0, high=DICE, rule="LD-1",
           label=say("label.first_dice")),
    Option("faces", "int", 6, say("option.faces"), low=2, high=FACES, rule="LD-1", label=say("label.faces")),
    Option("lost_dice", "bool", False, say("option.lost_dice"), rule="LD-5", label=say("label.lost_dice")),
)  # fmt: skip
VARIANTS = {
    "LiarsDice-v0": {},
    "LiarsDice-v0-one": {"dice": 1},
    "LiarsDice-v0-five": {"players": 5},
    "LiarsDice-v0-lost": {"players": 3, "lost_dice": True},
}
TABLE = VARIANTS["LiarsDice-v0-lost"]
"""Defaults for a table of people."""


def players(options: Options) -> int:
    """LD-1: two to five players."""
    return int(options["players"])


def dice_in_all(options: Options) -> int:
    """LD-1: the dice of all seats together."""
    each = int(options["dice"])
    return (players(options) - 1) * each + (int(options["first_dice"]) or each)


def phases(options: Options) -> tuple[Phase, ...]:
    """One phase: bids by rising quantity and face, and the call behind them (LD-2)."""
    return (Phase("SPEAK", 0, "speak", 0, dice_in_all(options) * int(options["faces"]) + 1),)


def blocks(options: Options) -> tuple[Block, ...]:
    """The seat's own dice and all bids: nothing else is known before the end."""
    faces, seats, total, lost = int(options["faces"]), players(options), dice_in_all(options), options["lost_dice"]
    made = "who begins made" if lost else "seat 0 made"
    first = (Block("first", seats, 0.0, 1.0, "who began the round, from the own seat on, one-hot"),)
    return (
        Block("held", faces, 0.0, 1.0, "own dice that show each face, by five"),
        Block("seat", seats, 0.0, 1.0, "own seat, one-hot"),
        Block("dice", seats, 0.0, 1.0, "dice of each seat from the own on, by five"),
        Block("face", faces, 0.0, 1.0, "face of the highest bid, one-hot; zeros if none"),
        Block("quantity", 1, 0.0, 1.0, "its quantity, as a share of all dice"),
        Block("bids", total * faces, 0.0, 1.0, f"1 for each bid made; {made} the lowest, and so on in turn"),
        *(first if lost else ()),
    )


def facts(options: Options) -> Facts:
    """LD-2, LD-4, LD-7: every bid is made at most once in a round, and what one seat wins the others lose."""
    # The roll, the bids made and, after any bid, a call are public.
    size, seats, lost = phases(options)[0].size, players(options), bool(options["lost_dice"])
    lengths = [dice * int(options["faces"]) + 1 for dice in range(2, dice_in_all(options) + 1)]
    return Facts(
        min_utility=-1.0 / (seats - 1) if lost else -1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=sum(lengths) if lost else size,
        information="hidden",
        chance="listed",
        public_positions=None if lost else 2**size,
        worst_points=0.0 if lost else -1.0,
        best_points=seats - 1.0 if lost else 1.0,
    )


@inlined
def call_of(s: Record) -> int:
    """The action that calls liar: behind all bids, also those on dice that are lost (LD-2)."""
    return (int(s["total"]) + int(s["gone"])) * int(s["faces"])


@inlined
def next_seat(s: Record, seat: int, step: int) -> int:
    """LD-2, LD-6: the nearest player with dice, clockwise or, with step -1, the other way round."""
    seat = (seat + step) % s["players"]
    while s["dice"][seat] == 0:
        seat = (seat + step) % s["players"]
    return seat


@inlined
def seats_out(s: Record) -> int:
    """LD-6: how many players have no dice any more."""
    count = 0
    for seat in range(s["players"]):
        count += s["dice"][seat] == 0
    return count


@inlined
def clear(s: Record) -> None:
    """LD-1: nothing is rolled and nothing said."""
    s["rolled"] = 0
    s["bid"] = 0
    s["count"] = 0
    for seat in range(SEATS):
        for face in range(FACES):
            s["held"][seat][face] = 0
    for bid in range(SEATS * DICE * FACES):
        s["bids"][bid] = 0


@inlined
def matching(s: Record) -> int:
    """LD-3: how many dice show the face of the highest bid, or the wild face."""
    face, wild = (int(s["bid"]) - 1) % int(s["faces"]), int(s["faces"]) - 1
    count = 0
    for seat in range(s["players"]):
        count += s["held"][seat][face]
        if face != wild:
            count += s["held"][seat][wild]
    return count


@kernel
def setup(s: Record, codes: Codes) -> None:
    """LD-1: all dice are still to be rolled."""
    s["player"] = CHANCE
    s["phase"] = 0
    s["players"] = codes[0]
    s["faces"] = codes[3]
    s["total"] = 0
    s["each"] = codes[1] if codes[4] else 0
    s["gone"] = 0
    s["first"] = 0
    s["called"] = 0
    s["caller"] = 0
    clear(s)
    for seat in range(SEATS):
        s["dice"][seat] = 0
        if seat < codes[0]:
            s["dice"][seat] = codes[2] if seat == 0 and codes[2] > 0 else codes[1]
        s["total"] += s["dice"][seat]
        s["outlived"][seat] = 0
        for face in range(FACES):
            s["shown"][seat][face] = 0


@kernel
def legal(s: Record, mask: Mask, actions: ActionList) -> int:
    """LD-2: any higher bid on the dice that there are, and to call once there is one."""
    call, most, count = call_of(s), int(s["total"]) * int(s["faces"]), 0
    for action in range(call + 1):
        mask[action] = s["bid"] <= action < most if action < call else s["count"] > 0
        if mask[action]:
            actions[count] = action
            count += 1
    return count


@kernel
def play(s: Record, action: int) -> None:
    """LD-2, LD-3: a bid passes the turn on; a call ends the round, and with it the game if there is one round."""
    if action != call_of(s):
        s["bids"][action] = 1
        s["bid"] = action + 1
        s["count"] += 1
        s["player"] = next_seat(s, s["player"], 1)
    elif s["each"] == 0:
        s["player"] = TERMINAL
    else:
        end_round(s)


@inlined
def is_true(s: Record) -> bool:
    """LD-3: whether the highest bid is."""
    return matching(s) > (int(s["bid"]) - 1) // int(s["faces"])


@inlined
def end_round(s: Record) -> None:
    """LD-5, LD-6: the loser of the call loses a die and begins the next round. Out, it leaves that to the next."""
    caller = int(s["player"])
    loser = caller if is_true(s) else next_seat(s, caller, -1)
    out = seats_out(s)
    s["called"] = s["bid"]
    s["caller"] = caller
    for seat in range(s["players"]):
        for face in range(s["faces"]):
            s["shown"][seat][face] = s["held"][seat][face]
    clear(s)
    s["dice"][loser] -= 1
    s["total"] -= 1
    s["gone"] += 1
    s["first"] = loser
    if s["dice"][loser] == 0:
        s["outlived"][loser] = out
        s["first"] = next_seat(s, loser, 1)
    s["player"] = TERMINAL if s["total"] == s["dice"][s["first"]] else CHANCE


@kernel
def play_outcome(s: Record, outcome: int) -> None:
    """LD-1, LD-6: the next die shows outcome + 1; when the last one lies, bids begin."""
    seat, upto = 0, int(s["dice"][0])
    while s["rolled"] >= upto:
        seat += 1
        upto += s["dice"][seat]
    s["held"][seat][outcome] += 1
    s["rolled"] += 1
    if s["rolled"] == s["total"]:
        s["player"] = s["first"]


@kernel
def chance(s: Record, rng: Generators, i: int) -> None:
    """LD-1: one fair die."""
    play_outcome(s, below(rng, i, s["faces"]))


@kernel
def outcomes(s: Record, probs: Probabilities) -> int:
    """Each face of the next die, equally likely."""
    faces = int(s["faces"])
    probs[:faces] = 1.0 / faces
    return faces


@kernel
def observe(s: Record, seat: int, out: Features) -> None:
    """Write the blocks of `blocks`."""
    out[:] = 0.0
    faces, seats, by_five = int(s["faces"]), int(s["players"]), np.float32(0.2)
    for face in range(faces):
        out[face] = np.float32(s["held"][seat][face]) * by_five
    out[faces + seat] = 1.0
    for k in range(seats):
        out[faces + seats + k] = np.float32(s["dice"][(seat + k) % seats]) * by_five
    at = faces + 2 * seats
    if s["bid"] > 0:
        bid = int(s["bid"]) - 1
        out[at + bid % faces] = 1.0
        out[at + faces] = np.float32(bid // faces + 1) / np.float32(s["total"])
    at += faces + 1
    for bid in range(call_of(s)):
        out[at + bid] = s["bids"][bid]
    if s["each"] > 0:
        out[at + call_of(s) + (s["first"] - seat) % seats] = 1.0


@kernel
def redeal(s: Record, seat: int, rng: Generators, i: int) -> None:
    """LD-1, LD-2: the others' dice may show anything, each face as likely, since bids need not be true."""
    if s["player"] == TERMINAL:
        return
    for other in range(s["players"]):
        if other != seat:
            lying = 0
            for face in range(s["faces"]):
                lying += s["held"][other][face]
                s["held"][other][face] = 0
            for _ in range(lying):
                s["held"][other][below(rng, i, s["faces"])] += 1


@kernel
def returns(s: Record, out: SeatValues) -> None:
    """LD-4: +1 and -1 to bidder and caller; LD-7: +1 to the last one with dice, and as much lost by the others."""
    out[:] = 0.0
    if s["each"] > 0:
        for seat in range(s["players"]):
            out[seat] = 1.0 if s["dice"][seat] > 0 else -1.0 / (s["players"] - 1)
        return
    caller = s["count"] % s["players"]
    bidder = (s["count"] - 1) % s["players"]
    out[bidder] = np.float32(1.0) if is_true(s) else np.float32(-1.0)
    out[caller] = -out[bidder]


@kernel
def points(s: Record, out: SeatValues) -> None:
    """LD-7: how many were out before. LD-4: utility, once the game is over: before, it would tell hidden dice."""
    out[:] = 0.0
    if s["each"] > 0:
        for seat in range(s["players"]):
            out[seat] = seats_out(s) if s["dice"][seat] > 0 else s["outlived"][seat]
    elif s["player"] == TERMINAL:
        returns(s, out)
