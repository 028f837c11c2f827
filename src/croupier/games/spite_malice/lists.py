"""Reading and checking of the record's linked lists: the shoe, eight discard piles, and the free nodes."""

from __future__ import annotations

import numpy as np

from croupier.core.base.errors import PositionError
from croupier.core.base.sentence import Sentence
from croupier.games.spite_malice.english import say
from croupier.games.spite_malice.state import CARDS, JOKER, NIL, NONE, PILES


def check_lists(s: np.void) -> None:
    """Raise PositionError unless the shoe, the discard piles and the free nodes share out all nodes among them.

    Kernels follow the links unchecked, so each has to lead on to a node of its own list or to NIL. When the shoe
    is empty, `front` is NIL and nobody reads `back`, which is left at the node last drawn.
    """
    for name in ("front", "back", "free"):
        _check_node(name, int(s[name]))
    for name in ("tops", "links"):
        for place, node in enumerate(s[name].tolist()):
            _check_node(f"{name}[{place}]", node)
    if s["links"][NIL] != NIL or s["cards"][NIL] != NONE:
        raise _broken(say("lists.last", node=NIL))
    if not JOKER <= s["cards"].min() <= s["cards"].max() <= NONE:
        raise _broken(say("lists.cards", low=JOKER, high=NONE, least=s["cards"].min(), most=s["cards"].max()))
    shoe = _shoe(s)
    if shoe and s["back"] != shoe[-1]:
        raise _broken(say("lists.back", back=s["back"], last=shoe[-1]))
    owner: dict[int, Sentence] = {}
    piles = [(say("lists.pile", pile=p), _pile(s, p)) for p in range(2 * PILES)]
    for name, nodes in ((say("lists.shoe"), shoe), *piles, (say("lists.free"), _free(s))):
        for node in nodes:
            if node in owner:
                raise _broken(say("lists.twice", node=node, one=owner[node], other=name))
            owner[node] = name


def _check_node(name: str, node: int) -> None:
    if not 0 <= node <= NIL:
        raise _broken(say("lists.node", name=name, node=node, last=NIL - 1, none=NIL))


def _broken(what: Sentence) -> PositionError:
    return PositionError(say("lists", what=what))


def _walk(s: np.void, name: Sentence, node: int, count: int) -> list[int]:
    """The nodes of a list, first to last.

    Raises:
        PositionError: it does not have so many.
    """
    links = s["links"].tolist()
    if not 0 <= count <= CARDS:
        raise _broken(say("lists.length", name=name, count=count))
    nodes: list[int] = []
    for _ in range(count):
        if not 0 <= node < NIL:
            raise _broken(say("lists.short", name=name, found=len(nodes), wanted=count))
        nodes.append(node)
        node = links[node]
    if node != NIL:
        what = say("lists.back_to") if node in nodes else say("lists.on_to", node=node)
        raise _broken(say("lists.long", name=name, count=count, what=what))
    return nodes


def shoe_cards(s: np.void) -> tuple[int, ...]:
    """The cards of the shoe, the next to be drawn first.

    Raises:
        PositionError: the list does not have as many nodes as the shoe has cards.
    """
    return _cards(s, _shoe(s))


def pile_cards(s: np.void, p: int) -> tuple[int, ...]:
    """The cards of discard pile p (4 * seat + pile) from the bottom up.

    Raises:
        PositionError: the list does not have as many nodes as the pile has cards.
    """
    return _cards(s, _pile(s, p))[::-1]


def _cards(s: np.void, nodes: list[int]) -> tuple[int, ...]:
    cards = s["cards"].tolist()
    return tuple(cards[node] for node in nodes)


def _shoe(s: np.void) -> list[int]:
    return _walk(s, say("lists.shoe"), int(s["front"]), int(s["shoe_count"]))


def _pile(s: np.void, p: int) -> list[int]:
    return _walk(s, say("lists.pile", pile=p), int(s["tops"][p]), int(s["discard_counts"][p]))


def _free(s: np.void) -> list[int]:
    held = int(s["shoe_count"]) + int(s["discard_counts"].sum())
    return _walk(s, say("lists.free"), int(s["free"]), CARDS - held)
