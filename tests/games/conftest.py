"""The rules run as Python in these tests, so that bounds of arrays are checked; `Batch` is compiled."""

import pytest

from croupier.core.base.tiers import Tiered

MANY = ("test_memory", "test_observe", "test_redeal")
"""Files that deal thousands of worlds: as Python they take minutes, and they do so in a thorough run."""


@pytest.fixture(autouse=True)
def _interpreted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels that run on one row at a time stay interpreted, also where their compiled code lies in the cache."""
    if request.path.stem not in MANY:
        monkeypatch.setattr(Tiered, "_look", lambda *_: None)
