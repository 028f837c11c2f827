"""Twins: an evening that is played twice, the second time with something else where only some may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from croupier.core.spec.position import is_sealed
from tests.simulator.checking.leaks import compared, leaks
from tests.simulator.checking.record import TableRecord
from tests.simulator.evening import EveningOutcome, EveningPlan, simulate
from tests.simulator.redealing import Redeal


@dataclass(frozen=True)
class TwinOutcome:
    """What two evenings have shown."""

    faults: list[str]  # what somebody was told of what is hidden
    compared: int  # characters that were compared


def compare_twin(seed: int, plan: EveningPlan, outcome: EveningOutcome) -> TwinOutcome:
    """Play an evening again with other sealed answers or hidden cards; compare what others were told."""
    told = outcome.record
    otherwise, members = _otherwise(Random(f"{seed} twin"), plan, told)
    if not members:
        return TwinOutcome([], 0)
    other = simulate(seed, otherwise).record
    return TwinOutcome(leaks(told, other, members), compared(told, other, members))


def _otherwise(draw: Random, plan: EveningPlan, told: TableRecord) -> tuple[EveningPlan, Sequence[int | None]]:
    """A plan with something else that is hidden, and the members who may not know it."""
    seats = {member: told.seats_of(member) for member in told.history.received}
    sealed = [row.payload["turn"] for row in told.log if row.kind == "seal" and row.seat in seats[0]]
    if sealed and draw.random() < 0.5:
        turn = sealed[int(draw.random() * len(sealed))]
        others = [member for member in seats if member is None or (member and seats[member])]
        return replace(plan, other_answers=turn), others
    seat = int(draw.random() * sum(member is not None for member in seats))
    knowing = [member for member in seats if member is None or seats[member] == {seat}]
    moments = _hidden_moments(told)
    return replace(plan, redeal=Redeal(seat, moments[int(draw.random() * len(moments))])), knowing


def _hidden_moments(told: TableRecord) -> list[int]:
    """After how many decisions a sealed phase began, or else all; none to which an undo has led."""
    undone = {told.states[told.shown(row.number)].plies + 1 for row in told.log if row.kind == "undo"}
    plies = [
        (state.plies, is_sealed(state)) for _, state in sorted(told.states.items()) if state.plies not in undone
    ]
    begun = [after for (_, before), (after, sealed) in pairwise([(0, False), *plies]) if sealed and not before]
    return begun or [after for after, _ in plies] or [0]
