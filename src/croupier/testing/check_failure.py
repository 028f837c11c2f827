"""Failures of checks, with the position in which they were found."""

from __future__ import annotations

from typing import NoReturn

from croupier.core.base.errors import CheckError
from croupier.core.engine.state import State


def fail(what: str, state: State) -> NoReturn:
    """Say what is wrong and where."""
    raise CheckError(f"{what}\n  position: {state.position()}\n  after: {state.history} (seed {state.seed})")


def require(condition: object, what: str, state: State) -> None:
    """Go on only where a condition holds."""
    if not condition:
        fail(what, state)
