"""Ctrl-C in a run: the first lets the present update end, so that nothing is lost; the second does not wait."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupted(KeyboardInterrupt):
    """A run was interrupted; the message says where its checkpoint is."""


class Asked:
    """Whether Ctrl-C was pressed."""

    def __init__(self) -> None:
        self._pressed = False

    def __call__(self) -> bool:  # noqa: D102  # the class says it
        return self._pressed

    def press(self, number: int, frame: FrameType | None) -> None:
        """Note the first Ctrl-C; the next one raises KeyboardInterrupt at once."""
        del number, frame
        self._pressed = True
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def listening() -> Iterator[Asked]:
    """Take Ctrl-C as a question for a while. Only a program's main thread can; elsewhere nothing is asked."""
    asked = Asked()
    if threading.current_thread() is not threading.main_thread():
        yield asked
        return
    before = signal.signal(signal.SIGINT, asked.press)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)
