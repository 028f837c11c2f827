"""The doors, one file each: its `DOORS`. A file is read where the library that it needs is installed."""

from __future__ import annotations

import importlib
import importlib.util

from tests.envs.contracts.door import Door

FILES = {
    "native": "croupier",
    "gymnasium_door": "gymnasium",
    "sb3_door": "sb3_contrib",
    "pettingzoo_door": "pettingzoo",
    "open_spiel_door": "pyspiel",
    "table_door": "croupier",
    "text_door": "croupier",
    "textarena_door": "textarena",
    "mcp_door": "mcp",
    "asked_door": "croupier",
    "trl_door": "croupier",
    "server_door": "fastapi",
}
"""By each file the library that it needs."""


def doors() -> list[Door]:
    """All doors whose libraries are installed."""
    there = [name for name, library in FILES.items() if importlib.util.find_spec(library) is not None]
    return [door for name in there for door in importlib.import_module(f"{__name__}.{name}").DOORS]
