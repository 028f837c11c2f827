"""Values and texts that break readers of files, put at random places of what a file holds."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np


class Raw(str):
    """JSON that Python would not write."""

    __slots__ = ()


VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 2**31, 2**64, -(2**63), 10**400, 0.5, -0.0, 1e308, Raw("NaN"),
    Raw("-Infinity"), Raw("1e999"), Raw("9" * 5000), Raw("[" * 30_000 + "]" * 30_000),
    Raw('{"a":' * 3000 + "1" + "}" * 3000), "", "x", "bot", "\x00", "é" * 300, "9" * 5000, [], [None], ["x"],
    [[1, 2]], [0] * 100, [1e308], {}, {"x": 1}, {"": None}, {"bit_generator": "PCG64"},
)  # fmt: skip


def changed(tree: Any, draw: np.random.Generator) -> Any:
    """A tree of plain data with one to three entries replaced, removed or added."""
    found = copy.deepcopy(tree)
    for _ in range(draw.integers(1, 4)):
        at, key = _place(found, draw)
        if at is None:
            continue
        what = draw.integers(8)
        if what == 0:
            del at[key]
        elif what == 1 and isinstance(at, dict):
            at[f"{key}x"] = at.pop(key)
        else:
            at[key] = copy.deepcopy(VALUES[draw.integers(len(VALUES))])
    return found


def _place(tree: Any, draw: np.random.Generator) -> tuple[Any, Any]:
    """A container in a tree and one of its keys; None where it is empty."""
    at, key, below = None, None, tree
    while isinstance(below, dict | list) and below and (at is None or draw.random() < 0.75):
        at = below
        key = list(at)[draw.integers(len(at))] if isinstance(at, dict) else int(draw.integers(len(at)))
        below = at[key]
    return at, key


def as_json(tree: Any) -> str:
    """A tree as JSON, raw parts as they are."""
    if isinstance(tree, Raw):
        return str.__str__(tree)
    if isinstance(tree, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{as_json(value)}" for key, value in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ",".join(map(as_json, tree)) + "]"
    return json.dumps(tree)


def damaged(data: bytes, draw: np.random.Generator) -> bytes:
    """Bytes with some changed, cut out, doubled or cut off."""
    found = bytearray(data)
    for _ in range(draw.integers(1, 5)):
        place = int(draw.integers(len(found) + 1))
        match draw.integers(4):
            case 0:
                found[place : place + 1] = draw.bytes(1)
            case 1:
                del found[place : place + int(draw.integers(1, 30))]
            case 2:
                found[place:place] = found[max(0, place - int(draw.integers(1, 30))) : place]
            case _ if draw.random() < 0.2:
                del found[place:]
    return bytes(found)
