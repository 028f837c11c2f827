"""What all tests share."""

import os

import pytest

INTERPRETED = bool(int(os.environ.get("NUMBA_DISABLE_JIT", "0")))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip in interpreted mode what is marked ``compiled``: it is about compilation, or far too slow without."""
    del config
    if INTERPRETED:
        skip = pytest.mark.skip(reason="needs compiled kernels (NUMBA_DISABLE_JIT is set)")
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(skip)
