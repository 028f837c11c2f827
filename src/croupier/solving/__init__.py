"""Small games with hidden cards, solved exactly: CFR+ and best responses over the public tree.

Read `solution.py` (the interface) first, then `tree.py` (the tree as arrays) and `solver.py` (CFR+). The package
imports `agents` and `core`. A new algorithm goes next to `solver`. Importing the package loads nothing: a name
loads its module on first use.

- `solution`: `solve`, `exploitability`, `exact_utilities`; strategies of agents
- `tree`: the tree of a game, as flat arrays, and its parts
- `growing`: building the tree: a game's kernels over many rows, and the deals that share a node
- `solver`: CFR+, exact values, best responses, by compiled passes over a tree
"""

from __future__ import annotations

from croupier.core.base.lazy import lazy_names

__getattr__, __all__ = lazy_names(__name__, __file__)
