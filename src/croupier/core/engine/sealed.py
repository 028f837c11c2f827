"""Sealed decisions: the seats that still have to answer in a phase where answers are revealed together.

A stretch of sealed decisions ends where the phase changes, where a random event is due, and where a seat would be
asked again.
"""

from __future__ import annotations

from collections.abc import Collection

from croupier.core.spec.position import Position

SealedTurns = dict[int, tuple[int, ...]]
"""The legal actions of each seat that is still to answer, in the order in which the game asks them."""


def is_sealed(position: Position) -> bool:
    """Whether what is due now is a sealed decision; see `croupier.core.spec.phases.Phase`."""
    if position.current_player() < 0:
        return False
    return any(phase.sealed and phase.name == position.phase for phase in position.game.phases)


def sealed_turns(position: Position, asked: Collection[int] = ()) -> SealedTurns:
    """Which seats are still to answer in this stretch of sealed decisions, the seat to move included.

    They do not depend on what is answered: `croupier.testing.check_game` tests that.
    """
    turns: SealedTurns = {}
    phase = position.phase
    while is_sealed(position) and position.phase == phase:
        seat, legal = position.current_player(), position.legal_actions()
        if seat in turns or seat in asked:
            break
        turns[seat] = tuple(legal)
        position = position.played(legal[0])
    return turns
