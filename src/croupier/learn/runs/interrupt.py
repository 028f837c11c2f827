"""Ctrl-C in a run: the first lets the current update finish before stopping; the second stops at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupted(KeyboardInterrupt):
    """A run was interrupted; the message says where its checkpoint is."""


class StopRequest:
    """Whether a stop was requested with Ctrl-C."""

    def __init__(self) -> None:
        self._requested = False

    def __call__(self) -> bool:  # noqa: D102  # the class says it
        return self._requested

    def request(self, number: int, frame: FrameType | None) -> None:
        """Note the first Ctrl-C; the next one raises KeyboardInterrupt at once."""
        del number, frame
        self._requested = True
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def stop_on_interrupt() -> Iterator[StopRequest]:
    """Catch Ctrl-C for a while. Only a program's main thread can; elsewhere no stop is ever requested."""
    request = StopRequest()
    if threading.current_thread() is not threading.main_thread():
        yield request
        return
    before = signal.signal(signal.SIGINT, request.request)
    try:
        yield request
    finally:
        signal.signal(signal.SIGINT, before)
