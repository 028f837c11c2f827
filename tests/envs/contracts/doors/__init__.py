"""The doors, one file each, in which stands its `DOORS`; a file is read where its library is installed."""

from __future__ import annotations

import importlib
from functools import cache

from tests.envs.contracts.about import ALL, is_there
from tests.envs.contracts.door import About, Door

FILES = {
    "state": "native",
    "batch": "native",
    "gymnasium-vector": "gymnasium_door",
    "open-spiel": "open_spiel_door",
    "open-spiel-deals": "open_spiel_door",
    "models": "asked_door",
    "programs": "asked_door",
}
"""Where a door stands whose file is not called after it."""


HERE: list[About] = [about for about in ALL if is_there(about)]
"""Of the doors whose libraries are installed."""


@cache
def door_of(name: str) -> Door:
    """A door by its name: its library, which may be large, is loaded for its first test alone."""
    doors: list[Door] = importlib.import_module(f"{__name__}.{FILES.get(name, f'{name}_door')}").DOORS
    return next(door for door in doors if door.about.id == name)
