"""Measuring: matches on the same deals with rotated seats, costs of decisions, and reports.

Read `play/match.py` (tables of one pairing) first, then `play/tournament.py` (line-ups) and `costs/valued.py`
(values of actions). The room imports `table`, `testing`, `provenance`, `agents` and `core`. What a game counts at
each decision is in its own `evaluation`. A figure of a match goes into `play/metrics.py`, one of its statistics
into `stats`, one of decisions into `costs`; each has its rows next to it, and `reports` puts them into pages.

- `play`: matches, locally or on a cluster
- `stats`: statistics of match results
- `costs`: values and costs of decisions
- `reports`: results as tables, pages and files; leaderboards and benchmarks

Importing the package loads nothing: a name loads its module on first use.
"""

from __future__ import annotations

from croupier.core.base.lazy import lazy_names

__getattr__, __all__ = lazy_names(__name__, __file__)
"""Public names of the package; each loads its module on first use."""
