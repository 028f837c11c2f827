"""Sets of decisions: what every legal action of a position is worth, and files of such positions.

- `sets`, `row`: the file of a set, read and checked; one decision of it
- `asked`: one decision as a question in words; `constants`: answers that ignore the position, the zero of a score
- `valued`: what the legal actions of positions are worth
- `problems`: decisions with one clear answer for people, and the file of them that ships with a game
- `making`, `drawn`, `dealt`: a set is made: of decisions drawn from played games, each in a world dealt anew
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.core.base.lazy import lazy_names

if TYPE_CHECKING:
    from croupier.decisions.row import Row
    from croupier.decisions.sets import DecisionSet, load, shipped_sets

__all__ = ["DecisionSet", "Row", "load", "shipped_sets"]

__getattr__ = lazy_names(
    __name__,
    {
        "croupier.decisions.row": ("Row",),
        "croupier.decisions.sets": ("DecisionSet", "load", "shipped_sets"),
    },
)
