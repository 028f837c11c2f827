"""Tables of search: what it gains over the player that it improves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.strength import shown
from benchmarks.strength.measures import Table
from benchmarks.strength.runs import Values
from benchmarks.strength.trials import Pairing, Trials

PAGE = "docs/results.md"
_COMPANY = {"net": "three `net`", "bot": "three `bot`"}
_EXPANSION: Values = (("loot", True), ("kraken", True), ("whale", True))

_MAIN = (
    ("search/fast", "net", 200),
    ("search", "net", 200),
)
_STRONG = (("search/strong,opponents=learned,floor=0.05", "net", 200),)
"""Without the model of strangers, as it was when these hours were played."""
_ELSEWHERE: Mapping[str, tuple[tuple[str, ...], Values]] = {
    "three `bot:simple`": (("bot:simple",), ()),
    "three `random`": (("random",), ()),
    "`net`, `bot`, `bot:simple`": (("net", "bot", "bot:simple"), ()),
    **{f"`net`, {seats} seats": (("net",), (("players", seats),)) for seats in (2, 3, 5, 6, 7, 8)},
    "three `net`, expansion": (("net",), _EXPANSION),
    "three `net`, Rascal scoring": (("net",), (("rascal", True),)),
}

_STRANGERS = ("bot:simple", "bot:habit-saver")
"""Kinds of players that the model of strangers was not fitted to."""
_AMONG_STRANGERS: Mapping[str, int] = {"search/fast,opponents=learned": 60, "search/fast": 60, "search": 60}
_BOTS = (("search", "bot", 100),)
_SPITE = (("search/worlds=64:bot", "bot", "bot"), ("search", "net", "net"), ("search", "net", "bot"))
"""Who plays, what it improves, and whom it meets."""
_LITTLE = "eta=0.125"
"""A point weighs as little as in Skull King, where points are some eight times as many."""
_HEARTS = (
    ("search/fast", "net", 30),
    (f"search/fast,{_LITTLE}", "net", 20),
    ("search/fast", "bot", 20),
)
_OH_HELL = (
    ("search/fast", "net", 200),
    (f"search/fast,{_LITTLE}", "net", 200),
    ("search", "net", 100),
    (f"search/{_LITTLE}", "net", 100),
    ("search/fast", "bot", 100),
)


def _trials(*rows: Pairing) -> Trials:
    return Trials("skull-king", rows)


def _around_net(name: str, page: str, game: str, rows: Sequence[tuple[str, str, int]]) -> Table:
    """Search around `net` in a trick game, by whom it meets and in how many deals."""
    return Table(
        name,
        page,
        Trials(game, tuple(Pairing(player, "net", (other,), deals) for player, other, deals in rows)),
        shown.trials(
            ("agent", "opponents", "deals"),
            [(f"`{player}`", _COMPANY[other], str(deals)) for player, other, deals in rows],
        ),
    )


SEARCHED: tuple[Table, ...] = (
    _around_net("search-strength", PAGE, "skull-king", _MAIN),
    _around_net("search-strong", PAGE, "skull-king", _STRONG),
    _around_net("search-bots", PAGE, "skull-king", _BOTS),
    Table(
        "search-strangers",
        PAGE,
        _trials(
            *(
                Pairing(name, "net", (other,), deals)
                for other in _STRANGERS
                for name, deals in _AMONG_STRANGERS.items()
            )
        ),
        shown.trials(
            ("opponents", "agent", "deals"),
            [
                (f"three `{other}`", f"`{name}`", str(deals))
                for other in _STRANGERS
                for name, deals in _AMONG_STRANGERS.items()
            ],
        ),
    ),
    Table(
        "search-spite-malice",
        PAGE,
        Trials("spite-malice", tuple(Pairing(name, base, (other,), 60) for name, base, other in _SPITE)),
        shown.trials(
            ("agent", "improves", "against"),
            [tuple(f"`{each}`" for each in row) for row in _SPITE],
        ),
    ),
    Table(
        "search-elsewhere",
        PAGE,
        _trials(*(Pairing("search/fast", "net", others, 40, options) for others, options in _ELSEWHERE.values())),
        shown.trials(("opponents",), [(label,) for label in _ELSEWHERE]),
    ),
    _around_net("oh-hell-search", "docs/rules/hearts-and-oh-hell.md", "oh-hell", _OH_HELL),
    _around_net("hearts-search", "docs/rules/hearts-and-oh-hell.md", "hearts", _HEARTS),
)
"""Each row takes from minutes to an hour on one core."""
