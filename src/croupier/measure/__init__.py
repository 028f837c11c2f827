"""Measuring: matches on the same deals with rotated seats, costs of decisions, and reports.

Read `play/match.py` (tables of one pairing), then `play/tournament.py` (who plays whom) and `costs/valued.py`
(what actions are worth). The room imports `table`, `testing`, `provenance`, `agents` and `core`. What is counted
in a match goes into `play/metrics.py`, a figure computed from results into `stats` or `costs`, and how it is shown
into `reports`.

- `play`: matches, here or on a cluster
- `stats`: what matches show
- `costs`: what decisions are worth and what they cost
- `reports`: results as rows, pages and files; boards and benchmarks

Importing the package loads nothing else: a name loads what it needs when it is first asked for.
"""

from __future__ import annotations

from croupier.core.base.lazy import lazy_names

__getattr__, __all__ = lazy_names(__name__, __file__)
"""Public names of the package, each with the module that it is loaded from when it is first asked for."""
