"""Checks of games and agents: the contract of a game, hidden information, fuzzing, node counts.

Read `checks.py` (all of `check_game`) first, then `check_secrets.py` (nothing hidden leaks) and `tree.py` (node
counts). The package imports `agents` and `core`. A check for every game belongs into this package, a check for one
game into that game's tests. Importing the package loads nothing: a name loads its module on first use.

- `checks`: `check_game`, with its parts `check_facts` (also chance, and failures), `check_secrets` and
  `check_teaching` (also pictures)
- `agent_check`: `check_agent`, and the same for a game's bots
- `fuzz`, `fuzz_worker`, `mutations`: fuzzing, in a process with checked arrays
- `tree`: node counts
"""

from __future__ import annotations

from croupier.core.base.lazy import lazy_names

__getattr__, __all__ = lazy_names(__name__, __file__)
