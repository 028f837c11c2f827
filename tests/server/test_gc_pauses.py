"""The garbage collector of a server's process."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest

from croupier.server.base import runtime
from croupier.server.base.runtime import GcPauses, Runtime, keep_pauses_short
from tests.server.clients import AnyServer, Browser


class Ring:
    """Refers to itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Other tests keep their collector."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.enable()


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that other tests have left running in threads of this process look through nothing meanwhile."""
    own, tend = threading.get_ident(), GcPauses.tend

    def tend_here(kept: GcPauses, *, quiet: bool) -> bool:
        return threading.get_ident() == own and tend(kept, quiet=quiet)

    monkeypatch.setattr(GcPauses, "tend", tend_here)


def aged() -> weakref.ref[Ring]:
    """Something that nothing else refers to any more, which has outlived many young collections."""
    ring = Ring()
    for _ in range(20):
        gc.collect(0)
    return weakref.ref(ring)


def test_old_objects_are_left_alone_while_tables_are_played() -> None:
    keep_pauses_short()
    gc.collect()
    kept = GcPauses(Runtime())
    ring = aged()
    made: list[list[int]] = [[] for _ in range(50_000)]  # by default older ones would be looked through
    assert not kept.tend(quiet=False)
    assert ring() is not None
    assert gc.get_count()[1] > 10
    assert len(made) == 50_000


def test_all_are_looked_through_when_nobody_is_there() -> None:
    keep_pauses_short()
    ring = aged()
    kept = GcPauses(Runtime())
    assert kept.tend(quiet=True)
    assert ring() is None
    assert not kept.tend(quiet=True)  # nothing is new since then


def test_and_after_a_while_even_where_nobody_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_pauses_short()
    ring = aged()
    kept = GcPauses(Runtime())
    assert not kept.tend(quiet=False)
    monkeypatch.setattr(runtime, "_MOST_SECONDS", 0.0)
    assert kept.tend(quiet=False)
    assert ring() is None


def test_and_after_many_sockets(ann: Browser, server: AnyServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ann.make("pig", "me", "bot", start=True)["table"]
    kept = server.hub.gc_pauses
    for count in (1, 2):
        with ann.sit(table, 0):
            assert kept.closed == count - 1
        assert kept.closed == count
    keep_pauses_short()
    ring = aged()
    assert not kept.tend(quiet=False)
    monkeypatch.setattr(runtime, "_MOST_SOCKETS", 2)
    assert kept.tend(quiet=False)
    assert ring() is None
    assert kept.closed == 0
