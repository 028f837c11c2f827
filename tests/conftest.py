"""What all tests share."""

import os

import pytest

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
