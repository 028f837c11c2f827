"""Reading and checking of the record's linked lists: the shoe, eight discard piles, and the free nodes."""

from __future__ import annotations

import numpy as np

from croupier.core.base.errors import PositionError
from croupier.games.spite_malice.state import CARDS, JOKER, NIL, NONE, PILES


def check_lists(s: np.void) -> None:
    """Raise PositionError unless the shoe, the discard piles and the free nodes share out all nodes among them."""
    # Kernels follow the links unchecked, so each has to lead on to a node of its own list or to NIL. When the shoe
    # is empty, `front` is NIL and nobody reads `back`, which is left at the node last drawn.
    for name in ("front", "back", "free"):
        _check_node(name, int(s[name]))
    for name in ("tops", "links"):
        for place, node in enumerate(s[name].tolist()):
            _check_node(f"{name}[{place}]", node)
    if s["links"][NIL] != NIL or s["cards"][NIL] != NONE:
        raise _broken(f"node {NIL} ends every list, so it leads to itself and holds no card")
    if not JOKER <= s["cards"].min() <= s["cards"].max() <= NONE:
        raise _broken(f"cards are {JOKER} to {NONE}, not {s['cards'].min()} to {s['cards'].max()}")
    shoe = _shoe(s)
    if shoe and s["back"] != shoe[-1]:
        raise _broken(f"back is {s['back']}, and the last card of the shoe is at node {shoe[-1]}")
    owner: dict[int, str] = {}
    piles = [(f"discard pile {p}", _pile(s, p)) for p in range(2 * PILES)]
    for name, nodes in (("the shoe", shoe), *piles, ("the list of free nodes", _free(s))):
        for node in nodes:
            if node in owner:
                raise _broken(f"node {node} is in {owner[node]} and in {name}")
            owner[node] = name


def _check_node(name: str, node: int) -> None:
    if not 0 <= node <= NIL:
        raise _broken(f"{name} is {node}; nodes are 0 to {NIL - 1}, and {NIL} stands for none")


def _broken(what: str) -> PositionError:
    return PositionError(f"the record's lists of cards are broken: {what}")


def _walk(s: np.void, name: str, node: int, count: int) -> list[int]:
    """The nodes of a list, first to last."""
    links = s["links"].tolist()
    if not 0 <= count <= CARDS:
        raise _broken(f"{name} cannot have {count} nodes")
    nodes: list[int] = []
    for _ in range(count):
        if not 0 <= node < NIL:
            raise _broken(f"{name} ends after {len(nodes)} of {count} nodes")
        nodes.append(node)
        node = links[node]
    if node != NIL:
        what = "leads back to one of them" if node in nodes else f"goes on to node {node}"
        raise _broken(f"{name} has {count} nodes and {what}")
    return nodes


def shoe_cards(s: np.void) -> tuple[int, ...]:
    """The cards of the shoe, the next to be drawn first."""
    return tuple(s["cards"][_shoe(s)].tolist())


def pile_cards(s: np.void, p: int) -> tuple[int, ...]:
    """The cards of discard pile p (4 * seat + pile) from the bottom up."""
    return tuple(s["cards"][_pile(s, p)[::-1]].tolist())


def _shoe(s: np.void) -> list[int]:
    return _walk(s, "the shoe", int(s["front"]), int(s["shoe_count"]))


def _pile(s: np.void, p: int) -> list[int]:
    return _walk(s, f"discard pile {p}", int(s["tops"][p]), int(s["discard_counts"][p]))


def _free(s: np.void) -> list[int]:
    held = int(s["shoe_count"]) + int(s["discard_counts"].sum())
    return _walk(s, "the list of free nodes", int(s["free"]), CARDS - held)
