"""Small games with hidden cards, solved exactly: CFR+ and best responses over the tree of what is public.

Read `solution.py` (what is asked for), then `tree.py` (the tree as arrays) and `solver.py` (CFR+). The room
imports `agents` and `core`.

Importing the package loads nothing: a name loads what it needs when it is first asked for.

- `solution`: `solve`, `exploitability`, `exact_utilities`: what is asked for from outside; strategies of agents
- `tree`: the tree of a game, as flat arrays, and what it is made of
- `growing`: how the tree is built: a game's kernels over many rows, and which deals share a node
- `solver`: CFR+, exact values, best responses, by compiled passes over a tree
"""

from __future__ import annotations

from croupier.core.base.lazy import lazy_names

__getattr__, __all__ = lazy_names(__name__, __file__)
