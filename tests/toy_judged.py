"""Exact values of the toy game's players, by full enumeration."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.kernel import kernel
from croupier.core.base.progress import Progress
from croupier.core.base.types import Records
from croupier.core.spec.exact import ExactPlay, ExactPlayer, ExactResult, ExactSolver, Problem, Solution
from croupier.core.spec.position import GameShape
from croupier.core.spec.spec import Bot
from croupier.measure.play.metrics import win_shares
from tests.toy import DECK, FOLD, STAY, play
from tests.toy import returns as pay


@kernel
def stay_from(s: Any, mask: Any, params: Any, rng: Any, i: int) -> int:
    """Stay with a card of at least params[0]."""
    return STAY if s["deck"][s["player"]] >= params[0] else FOLD


def stay_bot(card: int) -> Bot:
    return Bot(stay_from, np.array([card]), ExactPlay(horizon=1))


def every_deal(game: GameShape) -> Records:
    """All hands of two seats; the order of the rest changes nothing."""
    hands = list(permutations(range(1, DECK + 1), 2))
    records: Records = np.tile(game.new_records(), len(hands))
    records["player"] = 0
    for row, hand in enumerate(hands):
        records["deck"][row] = [*hand, *(card for card in range(1, DECK + 1) if card not in hand)]
    return records


def answered(game: GameShape, records: Records, action: int) -> Records:
    after = records.copy()
    for row in range(len(after)):
        play(after[row], action)
    return after


def first_value(game: GameShape, first: ExactPlayer, second: ExactPlayer) -> float:
    """Mean share of the win of who answers first, over all deals and answers."""
    records, value = every_deal(game), 0.0
    opening = first.probabilities(records)
    for one in (STAY, FOLD):
        between = answered(game, records, one)
        reply = second.probabilities(between)
        for two in (STAY, FOLD):
            shares = wins(game, answered(game, between, two))
            value += float((opening[:, one] * reply[:, two] * shares).mean())
    return value


def wins(game: GameShape, records: Records) -> npt.NDArray[np.float64]:
    returns = np.zeros((len(records), 2), dtype=np.float32)
    for row in range(len(records)):
        pay(records[row], returns[row])
    return win_shares(returns)[:, 0]


def compare(game: GameShape, a: ExactPlayer, b: ExactPlayer, limited: bool) -> ExactResult:
    return ExactResult(first_value(game, a, b), 1.0 - first_value(game, b, a))


def problem(game: GameShape, given: Mapping[str, int], variant: bool) -> Problem:
    def solve(on_progress: Progress) -> Solution:
        # whoever folds wins nothing where the other stays, and half where it folds: staying is never worse
        both = answered(game, answered(game, every_deal(game), STAY), STAY)
        on_progress(1.0)
        return Solution(first=float(wins(game, both).mean()), states=2 * DECK)

    return Problem(options=game.options, title="High Card for two", solve=solve)


EXACT = ExactSolver(
    covers=lambda options: options["players"] == 2, covered="players=2", compare=compare, problem=problem
)
