"""croupier: turn-based card and dice games compiled with Numba, for play and for training agents.

Examples:
    >>> import croupier
    >>> state = croupier.make("pig", winning_score=50).new_initial_state(seed=7)
    >>> state.legal_actions()
    [0, 1]

Importing the package loads neither Numba nor a game: `make` does.
"""

from __future__ import annotations

from importlib.metadata import version

from croupier.core.base.lazy import lazy_names

__version__ = version("croupier")

__getattr__, __all__ = lazy_names(__name__, __file__)
