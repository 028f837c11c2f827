"""Tables of search: what it gains over the player that it improves."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.strength import shown
from benchmarks.strength.measures import Table
from benchmarks.strength.runs import Values
from benchmarks.strength.trials import Pairing, Trials

PAGE = "docs/search.md"
_OLD = "net:tests/data/skull-king-4-0.1.onnx"
_COMPANY = {"net": "three `net`", _OLD: "three `net` of version 0.1"}
_EXPANSION: Values = (("loot", True), ("kraken", True), ("whale", True))

_MAIN = (
    ("search/fast", "net", 200),
    ("search", "net", 200),
    ("search/fast", _OLD, 200),
    ("search", _OLD, 40),
)
_ELSEWHERE: Mapping[str, tuple[tuple[str, ...], Values]] = {
    "three `bot:simple`": (("bot:simple",), ()),
    "three `random`": (("random",), ()),
    "`net`, `bot`, `bot:simple`": (("net", "bot", "bot:simple"), ()),
    **{f"`net`, {seats} seats": (("net",), (("players", seats),)) for seats in (2, 3, 5, 6, 7, 8)},
    "three `net`, expansion": (("net",), _EXPANSION),
    "three `net`, Rascal scoring": (("net",), (("rascal", True),)),
}

_PIMC = "pimc/worlds=64:bot"
_BOTS = ("search/opponents=bot", "search")
_PARTS: Mapping[str, str] = {
    "as it is": "search",
    "no belief": "search/belief=none",
    "belief from bids alone": "search/belief=bids",
    "no gate": "search/gate=0",
    "the others play as the blueprint": "search/opponents=self",
}


def _trials(*rows: Pairing) -> Trials:
    return Trials("skull-king", rows)


SEARCHED: tuple[Table, ...] = (
    Table(
        "search-strength",
        PAGE,
        _trials(*(Pairing(name, "net", (other,), deals) for name, other, deals in _MAIN)),
        shown.trials(("agent", "company"), [(f"`{name}`", _COMPANY[other]) for name, other, _ in _MAIN]),
    ),
    Table(
        "search-strong",
        PAGE,
        _trials(*(Pairing("search/strong", "net", (other,), 40) for other in _COMPANY)),
        shown.trials(("agent", "company"), [("`search/strong`", company) for company in _COMPANY.values()]),
    ),
    Table(
        "search-bots",
        PAGE,
        _trials(*(Pairing(name, "net", ("bot",), 100) for name in _BOTS)),
        shown.trials(("agent", "company"), [(f"`{name}`", "three `bot`") for name in _BOTS]),
    ),
    Table(
        "search-parts",
        PAGE,
        _trials(*(Pairing(name, "net", ("net",), 40) for name in _PARTS.values())),
        shown.trials(("search", "setting"), [(what, f"`{name}`") for what, name in _PARTS.items()]),
    ),
    Table(
        "search-baselines",
        PAGE,
        _trials(Pairing(_PIMC, "net", ("net",), 70)),
        shown.trials(("agent",), [(f"`{_PIMC}`",)]),
    ),
    Table(
        "search-spite-malice",
        PAGE,
        Trials("spite-malice", (Pairing("search/fast:bot", "bot", ("bot",), 30),)),
        shown.trials(("agent", "against"), [("`search/fast:bot`", "`bot`")]),
    ),
    Table(
        "search-elsewhere",
        PAGE,
        _trials(*(Pairing("search/fast", "net", others, 100, options) for others, options in _ELSEWHERE.values())),
        shown.trials(("company",), [(label,) for label in _ELSEWHERE]),
    ),
)
"""Each row takes from minutes to half an hour on one core."""
