"""The doors, one file each, in which stands its `DOORS`; a file is read where its library is installed."""

from __future__ import annotations

import importlib

from tests.envs.contracts.about import ALL, is_there
from tests.envs.contracts.door import Door

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


def doors() -> list[Door]:
    """All doors whose libraries are installed."""
    names = {about.id: FILES.get(about.id, f"{about.id}_door") for about in ALL if is_there(about)}
    found = {name: importlib.import_module(f"{__name__}.{name}").DOORS for name in dict.fromkeys(names.values())}
    by_id = {door.about.id: door for some in found.values() for door in some}
    return [by_id[name] for name in names]
