"""Pig Dice: the rules as kernels. Ids like PIG-2 are those of docs/rules/pig.md."""

from __future__ import annotations

import numpy as np

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.rng import below
from croupier.core.base.types import (
    ActionList,
    Codes,
    Features,
    Generators,
    Mask,
    Probabilities,
    Record,
    SeatValues,
)
from croupier.core.spec.options import Block, Facts, Option, Options, Phase
from croupier.core.spec.spec import CHANCE, TERMINAL
from croupier.games.pig.english import say

ROLL, HOLD = 0, 1
FACES = 6
HORIZON = 10
"""The observation shows turns left only up to this many; earlier the limit does not matter."""

STATE = np.dtype(
    [
        ("winning_score", np.int32),  # points, >= 1; all see it
        ("max_turns", np.int32),  # >= 1; all see it
        ("turns", np.int32),  # turns (or actions) finished, 0..max_turns; all see it
        ("total", np.int32),  # turn total in points, >= 0; all see it
        ("scores", np.int32, (2,)),  # banked points of each seat, >= 0; all see them
        ("player", np.int8),  # seat to move 0..1, CHANCE while the die is in the air, TERMINAL; all see it
        ("phase", np.int8),  # always 0, TURN; all see it
        ("players", np.int8),  # 2; all see it
        ("turn", np.int8),  # seat whose turn it is, 0..1; all see it
        ("per_action", np.int8),  # 1 if the limit counts actions instead of turns (PIG-5); all see it
        ("spare", np.int8, (3,)),  # zeros, up to a multiple of four bytes
    ],
    align=True,
)

OPTIONS = (
    Option("winning_score", "int", 100, say("option.winning_score"), low=1, high=1_000_000, rule="PIG-6",
           label=say("label.winning_score")),
    Option("max_turns", "int", 500, say("option.max_turns"), low=1, high=1_000_000, rule="PIG-6",
           label=say("label.max_turns")),
    Option(
        "turn_unit", "choice", "turn", say("option.turn_unit"),
        choices=("turn", "action"), rule="PIG-5", label=say("label.turn_unit"),
        choice_labels=(say("unit.turn"), say("unit.action")),
    ),
)  # fmt: skip

VARIANTS = {
    "PigDice-v0": {"winning_score": 100, "max_turns": 100},
    "PigDice-v0-short": {"winning_score": 50, "max_turns": 50},
    "PigDice-v0-long": {"winning_score": 500, "max_turns": 500},
}

PHASES = (Phase("TURN", 0, "turn", 0, 2),)
BLOCKS = (
    Block("scores", 2, 0.0, 1.0, "own score, then the opponent's, as a share of the winning score"),
    Block("turn_total", 1, 0.0, 1.0, "the turn total as a share of the winning score"),
    Block("after_hold", 1, 0.0, 1.0, "score of the seat to move if it held, as a share"),
    Block("to_move", 1, 0.0, 1.0, "1 if it is this seat's turn"),
    Block("turns_left", 1, 0.0, 1.0, f"turns (or actions) until the limit, up to {HORIZON}, by {HORIZON}"),
    Block("target", 1, 0.0, 1.0, "the winning score in thousands, at most 1"),
)


def facts(options: Options) -> Facts:
    """PIG-5, PIG-7: zero-sum, nothing hidden; only counted actions limit a game, and not the rolls of a turn."""
    # they also limit the points: a roll adds at most `FACES`
    actions = int(options["max_turns"]) if options["turn_unit"] == "action" else None
    return Facts(
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=actions,
        information="open",
        chance="listed",
        worst_points=0.0,
        best_points=None if actions is None else float(FACES * actions),
    )


@kernel
def setup(s: Record, codes: Codes) -> None:
    """PIG-1, PIG-6: an empty table; seat 0 starts."""
    s["player"] = 0
    s["phase"] = 0
    s["players"] = 2
    s["turn"] = 0
    s["winning_score"] = codes[0]
    s["max_turns"] = codes[1]
    s["per_action"] = codes[2]
    s["turns"] = 0
    s["total"] = 0
    s["scores"][0] = 0
    s["scores"][1] = 0


@kernel
def legal(s: Record, mask: Mask, actions: ActionList) -> int:
    """PIG-2, PIG-3: rolling and holding are always legal, holding at 0 too."""
    mask[ROLL] = True
    mask[HOLD] = True
    actions[0] = ROLL
    actions[1] = HOLD
    return 2


@inlined
def _count(s: Record, turn_over: bool) -> None:
    """PIG-5: count what was finished; at the limit the game is over."""
    if turn_over:
        s["total"] = 0
        s["turn"] = 1 - s["turn"]
    if turn_over or s["per_action"] == 1:
        s["turns"] += 1
    s["player"] = TERMINAL if s["turns"] >= s["max_turns"] else s["turn"]


@kernel
def play(s: Record, action: int) -> None:
    """PIG-2 to PIG-5: put the die in the air, or bank the turn total."""
    if action == ROLL:
        s["player"] = CHANCE
        return
    seat = s["turn"]
    s["scores"][seat] += s["total"]
    if s["scores"][seat] >= s["winning_score"]:
        s["turns"] += 1
        s["total"] = 0
        s["player"] = TERMINAL
    else:
        _count(s, True)


@kernel
def play_outcome(s: Record, outcome: int) -> None:
    """PIG-2: the die shows outcome + 1."""
    if outcome == 0:
        _count(s, True)
    else:
        s["total"] += outcome + 1
        _count(s, False)


@kernel
def chance(s: Record, rng: Generators, i: int) -> None:
    """PIG-2: one fair die."""
    play_outcome(s, below(rng, i, FACES))


@kernel
def outcomes(s: Record, probs: Probabilities) -> int:
    """The six faces, one sixth each."""
    probs[:FACES] = 1.0 / FACES
    return FACES


@kernel
def observe(s: Record, seat: int, out: Features) -> None:
    """Write the blocks of `BLOCKS`."""
    scale = np.float32(1.0) / np.float32(s["winning_score"])
    one = np.float32(1.0)
    total = np.float32(s["total"])
    out[0] = min(np.float32(s["scores"][seat]) * scale, one)
    out[1] = min(np.float32(s["scores"][1 - seat]) * scale, one)
    out[2] = min(total * scale, one)
    out[3] = min((np.float32(s["scores"][s["turn"]]) + total) * scale, one)
    out[4] = np.float32(s["turn"] == seat)
    out[5] = np.float32(min(s["max_turns"] - s["turns"], HORIZON)) / np.float32(HORIZON)
    out[6] = np.float32(min(s["winning_score"], 1000)) / np.float32(1000.0)


@kernel
def redeal(s: Record, seat: int, rng: Generators, i: int) -> None:
    """Nothing is hidden in Pig."""


@kernel
def returns(s: Record, out: SeatValues) -> None:
    """PIG-4, PIG-5, PIG-7: +1 and -1 by the higher score, 0 and 0 for equal scores."""
    lead = s["scores"][0] - s["scores"][1]
    out[0] = np.float32(np.sign(lead))
    out[1] = np.float32(np.sign(-lead))  # not -out[0]: a draw is no -0.0


@kernel
def points(s: Record, out: SeatValues) -> None:
    """The banked scores."""
    out[0] = s["scores"][0]
    out[1] = s["scores"][1]
