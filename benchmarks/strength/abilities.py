"""Tables of what is left to gain by Rosie's choice, and by what Jade shows."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.strength import shown
from benchmarks.strength.measures import Table
from benchmarks.strength.trials import Pairing, Trials

PAGE = "docs/results.md"
_PLAYERS = "py:benchmarks.strength.ability_players:"
_ROSIE: Mapping[str, tuple[str, int]] = {
    "the rules of `bot`": ("rosie_by_rules", 2000),
    "search": ("rosie_by_search", 900),
    "search with all cards seen": ("rosie_seeing", 2000),
}
_NET, _SEARCH, _BLIND = "net", _PLAYERS + "jade_by_search", _PLAYERS + "jade_by_search_unseen"
_JADE: Mapping[tuple[str, str], tuple[str, str, int]] = {
    ("`net` without what she shows", "`net`"): (_PLAYERS + "jade_unseen", _NET, 2000),
    ("search", "`net`"): (_SEARCH, _NET, 800),
    ("search without what she shows", "`net`"): (_BLIND, _NET, 800),
    ("search", "search without what she shows"): (_SEARCH, _BLIND, 800),
    ("search with all cards seen", "`net`"): (_PLAYERS + "jade_seeing", _NET, 2000),
}


def _trials(*rows: Pairing) -> Trials:
    return Trials("skull-king", rows)


ABILITIES: tuple[Table, ...] = (
    Table(
        "rosie-ceiling",
        PAGE,
        _trials(*(Pairing(_PLAYERS + name, _NET, ("bot",), deals) for name, deals in _ROSIE.values())),
        shown.trials(("Rosie's choice by", "deals"), [(what, str(deals)) for what, (_, deals) in _ROSIE.items()]),
    ),
    Table(
        "jade-ceiling",
        PAGE,
        _trials(*(Pairing(player, base, ("bot",), deals) for player, base, deals in _JADE.values())),
        shown.trials(
            ("after Jade plays", "less", "deals"),
            [(what, base, str(row[2])) for (what, base), row in _JADE.items()],
        ),
    ),
)
"""Searching rows take ten minutes each on one core, the others one."""
