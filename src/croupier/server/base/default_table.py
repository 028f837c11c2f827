"""The module that draws a game's table in the browser, and the drawing for games without one.

It has the view's data with labels, its text and its picture. It is made from a view, so it reveals nothing else.
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
"""Folder of the pages, with a folder for each table that croupier draws itself."""
PLAIN = "/plain/table.js"
"""Path of the module that draws the result of `default_table`."""
_COVER = "cover.svg"
Shown = Mapping[str, Any]
_Labels = Mapping[str, str]


def table_module(spec: GameSpec) -> str:
    """Path of the module that draws a game's table: croupier's own, that of the game's package, or `PLAIN`."""
    if _is_drawn(spec.name):
        return f"/{_folder(spec.name)}/table.js"
    return PLAIN if spec.page is None else f"/games/{spec.name}/table.js"


def cover(spec: GameSpec) -> str | None:
    """Path of the picture that a game of another package provides for the first page."""
    return f"/games/{spec.name}/{_COVER}" if spec.page is not None and _COVER in spec.page.files else None


@lru_cache(maxsize=256)
def _is_drawn(game: str) -> bool:
    """Whether croupier has a table of its own for a game, in a folder of its name."""
    own = any(entry.name == game for entry in BUILT_IN)
    return own and (PAGES / _folder(game) / "table.js").is_file()


def _folder(game: str) -> str:
    return game.replace("-", "_")


def for_browsers(spec: GameSpec, view: SeatView) -> Shown:
    """A view for browsers: with `default_table` under ``shown``, if its table is drawn from that."""
    return {**view, "shown": default_table(spec, view)} if table_module(spec) == PLAIN else view


def default_table(spec: GameSpec, view: SeatView) -> Shown:
    """The drawing of a view."""
    # A part of the table is a ``label`` with a ``card``, a ``seat``, both, a ``text`` or a list of ``cells``.
    # Cells are such parts too, in rows with ``columns`` if all are of one kind. The own hand and cards on the
    # table have the ``format`` of their schema.
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
        # None also if the page draws hand and trick
        "picture": None if drawn is None else {"svg": drawn.svg, "label": drawn.label},
        "faces": pictures is not None and bool(pictures.faces),
        "penalties": PENALTIES in formats,  # points are shown to people with the other sign
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
    """A part of a view as it is drawn."""
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
    """A list in a view: cards on the table, rows of one kind, or anything else."""
    if part.get("format") == LAID:
        return {"cells": [dict(each) for each in data]}
    items = part.get("items", {})
    found: Shown = {"cells": [_cell(labels, items, each) for each in data]}
    columns = [_label(labels, name) for name in items.get("properties", {})]
    return {"columns": columns, **found} if columns and data else found
