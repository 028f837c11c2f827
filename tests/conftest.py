"""What all tests share."""

import os
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

from croupier.core import registry

INTERPRETED = bool(int(os.environ.get("NUMBA_DISABLE_JIT", "0")))


LONGEST = "tests/test_interpreted.py"
"""The file that takes longest: it comes first, so that one process is not left alone with it at the end."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest file first, and skip in interpreted mode what is marked ``compiled``.

    That is about compilation, or far too slow without.
    """
    del config
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
    if INTERPRETED:
        skip = pytest.mark.skip(reason="needs compiled kernels (NUMBA_DISABLE_JIT is set)")
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(skip)


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Entry points of another package, which has the toy game: name to value.

    The registry is read anew, before and after.
    """
    from tests.toy import SPEC

    module = ModuleType("cards_of_others")
    module.SPEC = SPEC  # type: ignore[attr-defined]
    module.NOTHING = 5  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "cards_of_others", module)
    points = {"toy": "cards_of_others:SPEC"}

    def entry_points(group: str) -> list[EntryPoint]:
        assert group == "croupier.games"
        return [EntryPoint(name, value, group) for name, value in points.items()]

    monkeypatch.setattr(registry, "entry_points", entry_points)
    registry.entries.cache_clear()
    registry.spec.cache_clear()
    yield points
    registry.entries.cache_clear()
    registry.spec.cache_clear()


@pytest.fixture
def toy(outside: dict[str, str]) -> None:
    """Register the toy game as one of another package."""
    assert "toy" in outside
