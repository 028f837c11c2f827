"""Checks of games and agents: the contract of a game, hidden information, fuzzing, node counts.

Importing the package loads nothing: a name loads what it needs when it is first asked for.

- `checks`: `check_game`, of which `check_bots`, `check_chance`, `check_facts`, `check_pictures`, `check_sealed`,
  `check_secrets` and `check_teaching` are parts; `check_failure` says where one fails
- `agent_check`: `check_agent`
- `fuzz`, `fuzz_worker`, `mutations`, `strict`: fuzzing, in a process whose arrays are checked
- `tree`: node counts
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.core.base.lazy import lazy_names

if TYPE_CHECKING:
    from croupier.core.base.errors import CheckError
    from croupier.testing.agent_check import check_agent
    from croupier.testing.checks import check_game
    from croupier.testing.fuzz import FuzzError, FuzzReport, fuzz_game
    from croupier.testing.tree import perft

__all__ = [
    "CheckError",
    "FuzzError",
    "FuzzReport",
    "check_agent",
    "check_game",
    "fuzz_game",
    "perft",
]

__getattr__ = lazy_names(
    __name__,
    {
        "croupier.core.base.errors": ("CheckError",),
        "croupier.testing.agent_check": ("check_agent",),
        "croupier.testing.checks": ("check_game",),
        "croupier.testing.fuzz": (
            "FuzzError",
            "FuzzReport",
            "fuzz_game",
        ),
        "croupier.testing.tree": ("perft",),
    },
)
