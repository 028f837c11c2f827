"""Games with stretches of our own, to test what reads `GameSpec.search` without knowing a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from croupier.core.base.kernel import kernel
from croupier.core.engine.game import Game
from croupier.core.spec.search import Search
from croupier.core.spec.spec import GameSpec, Kernel


@kernel
def by_turns(start: Any, s: Any) -> bool:
    """Stretches of a seat's turn."""
    return bool(s["player"] != start["player"])


@kernel
def whole(start: Any, s: Any) -> bool:
    """One stretch for all of a game."""
    return False


@kernel
def no_gain(start: Any, s: Any, out: Any) -> None:
    """Write nothing."""


def with_search(spec: GameSpec, horizon: Kernel, **options: Any) -> Game:
    """A game whose stretches end where `horizon` says."""
    return Game(replace(spec, search=lambda: Search(horizon=horizon, gain=no_gain, unit="points")), **options)
