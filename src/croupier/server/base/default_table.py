"""Which module draws a game's table in the browser, and what is drawn where a game has none.

That is the view's data with labels, its text, its picture: all made from a view alone, so it tells nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from croupier.core.engine.view import BY_SEAT, CARD, HAND, LAID, PENALTIES, POINTS, SEAT
from croupier.core.spec.pictures import Pictures
from croupier.core.spec.position import SeatView
from croupier.core.spec.registry import BUILT_IN
from croupier.core.spec.spec import GameSpec, Schema
from croupier.server.base.english import say

PAGES = Path(__file__).parents[1] / "static"
"""Folder of the pages; each game's table that croupier itself draws is a folder in it."""
PLAIN = "/plain/table.js"
"""Path of the module that draws what `default_table` gives."""
_COVER = "cover.svg"
Shown = Mapping[str, Any]
_Labels = Mapping[str, str]


def table_module(spec: GameSpec) -> str:
    """Path of the address of the module that draws a game's table.

    It is croupier's own, or that of the page which a game of another package brings, or else `PLAIN`.
    """
    if _is_drawn(spec.name):
        return f"/{_folder(spec.name)}/table.js"
    return PLAIN if spec.page is None else f"/games/{spec.name}/table.js"


def cover(spec: GameSpec) -> str | None:
    """Path of the picture that a game of another package brings for the first page."""
    return f"/games/{spec.name}/{_COVER}" if spec.page is not None and _COVER in spec.page.files else None


@lru_cache(maxsize=256)
def _is_drawn(game: str) -> bool:
    """Whether croupier has a table for a game: one of its own, with a folder of its name among the pages."""
    own = any(entry.name == game for entry in BUILT_IN)
    return own and (PAGES / _folder(game) / "table.js").is_file()


def _folder(game: str) -> str:
    return game.replace("-", "_")


def for_browsers(spec: GameSpec, view: SeatView) -> Shown:
    """A view as browsers get it: with `default_table` under ``shown``, where its table is drawn from that."""
    return {**view, "shown": default_table(spec, view)} if table_module(spec) == PLAIN else view


def default_table(spec: GameSpec, view: SeatView) -> Shown:
    """What is drawn of a view.

    A part of the table is a ``label`` with a ``card``, a ``seat``, both, a ``text`` or a list of ``cells``, which
    are such parts too, in rows with ``columns`` where they are all of one kind; the own hand, and cards on the
    table, have the ``format`` of their schema.
    """
    pictures = _pictures(spec)
    schema = spec.view.SCHEMA.get("properties", {})
    asks, labels = spec.words.asks, spec.words.labels
    formats = {part.get("format") for part in schema.values()}
    drawn = None if pictures is None or formats & {HAND, LAID} else pictures.table(view)
    known = [
        (name, part, view["table"][name])
        for name, part in schema.items()
        if view["table"].get(name) is not None and part.get("format") not in (POINTS, PENALTIES)
    ]
    return {
        "text": spec.words.text.observation_string(view),
        # None also where the page draws hand and trick
        "picture": None if drawn is None else {"svg": drawn.svg, "label": drawn.label},
        "faces": pictures is not None and bool(pictures.faces),
        "penalties": PENALTIES in formats,  # people are told points with the other sign
        "asked": asks(view) if asks and view["seat"] is not None and view["seat"] == view["player"] else None,
        "parts": [_labelled(labels, name, part, data) for name, part, data in known if not _is_by_seat(part)],
        "seats": [_labelled(labels, name, part, data) for name, part, data in known if _is_by_seat(part)],
    }


@lru_cache(maxsize=32)
def _pictures(spec: GameSpec) -> Pictures | None:
    return None if spec.pictures is None else spec.pictures()


def _is_by_seat(part: Schema) -> bool:
    return part.get("format") == BY_SEAT


def _labelled(labels: _Labels, name: str, part: Schema, data: object) -> Shown:
    marked = {"format": part["format"]} if part.get("format") in (HAND, LAID) else {}
    return {"label": _label(labels, name), **marked, **_cell(labels, part, data)}


def _label(labels: _Labels, name: str) -> str:
    return labels.get(name) or name.replace("_", " ").capitalize()


def _cell(labels: _Labels, part: Schema, data: object) -> Shown:
    """A part of a view as what is drawn of it."""
    if isinstance(data, dict):
        inner = part.get("properties", {})
        return {"cells": [_labelled(labels, name, inner.get(name, {}), each) for name, each in data.items()]}
    if isinstance(data, list):
        return _cells(labels, part, data)
    if isinstance(data, str):
        return {"card": data} if part.get("format") == CARD else {"text": labels.get(data, data)}
    if isinstance(data, bool):
        return {"text": say("view.yes") if data else say("view.no")}
    if isinstance(data, int) and part.get("format") == SEAT:
        return {"seat": data}
    return {"text": "–" if data is None else f"{data:g}" if isinstance(data, float) else f"{data}"}


def _cells(labels: _Labels, part: Schema, data: list[Any]) -> Shown:
    """A list in a view: cards on the table, rows of one kind, or whatever it holds."""
    if part.get("format") == LAID:
        return {"cells": [dict(each) for each in data]}
    items = part.get("items", {})
    found: Shown = {"cells": [_cell(labels, items, each) for each in data]}
    columns = [_label(labels, name) for name in items.get("properties", {})]
    return {"columns": columns, **found} if columns and data else found
