"""Check that sealed decisions can be taken in any order and stay secret until the last; part of `check_game`."""

from __future__ import annotations

from croupier.core.engine.state import State
from croupier.core.spec.position import Position, SealedTurns, SeatView, is_sealed, sealed_turns
from croupier.testing.check_failure import fail


def check_sealed(state: State) -> None:
    """Check a sealed decision: whatever is answered, the same seats are asked next, and see the same."""
    if not is_sealed(state):
        return
    mover = state.current_player()
    turns = sealed_turns(state)
    known: tuple[int, SealedTurns, dict[int | None, SeatView]] | None = None
    for action in turns[mover]:
        after = state.played(action)
        rest = sealed_turns(after, (mover,))
        views = _views(after, mover) if rest else {}
        if known is None:
            known = action, rest, views
            continue
        first, first_rest, first_views = known
        both = f"{state.action_to_string(first)} and {state.action_to_string(action)} of seat {mover}"
        if rest != first_rest:
            where = f"phase {state.phase} is sealed, and what is legal in it depends on another seat's answer"
            fail(f"{where}: after {both} the seats {first_rest} and {rest} are asked", state)
        for seat, view in views.items():
            if view != first_views[seat]:
                who = "a spectator" if seat is None else f"seat {seat}"
                fail(f"phase {state.phase} is sealed, and {who} sees another table after {both}", state)


def _views(after: Position, mover: int) -> dict[int | None, SeatView]:
    """What all others see."""
    others: list[int | None] = [seat for seat in range(after.game.num_players) if seat != mover]
    return {seat: after.view(seat) for seat in [*others, None]}
