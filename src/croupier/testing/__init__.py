"""Checks of games and agents: the contract of a game, hidden information, fuzzing, node counts.

Read `checks.py` (all of `check_game`), then `check_secrets.py` (that nothing hidden is told) and `tree.py` (node
counts). The room imports `agents` and `core`. What every game must keep is a check here; what one game must keep
is a test of that game.

Importing the package loads nothing: a name loads what it needs when it is first asked for.

- `checks`: `check_game`, of which `check_facts` (chance too, and how a check fails), `check_secrets` and
  `check_teaching` (pictures too) are parts
- `agent_check`: `check_agent`, and the same of a game's bots
- `fuzz`, `fuzz_worker`, `mutations`: fuzzing, in a process whose arrays are checked
- `tree`: node counts
"""

from __future__ import annotations

from croupier.core.base.lazy import lazy_names

__getattr__, __all__ = lazy_names(__name__, __file__)
