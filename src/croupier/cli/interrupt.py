"""Ctrl-C while a command works, caught even where Python drops exceptions."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def heard() -> Iterator[Callable[[], None]]:
    """Keep a Ctrl-C in mind for a while.

    What is raised inside a callback from C is printed and dropped, as while compiled code is loaded. Only a
    program's main thread hears signals, and a handler that somebody else has put there is left alone.
    """
    came = False

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal came
        del number, frame
        came = True
        raise KeyboardInterrupt

    def check() -> None:
        if came and threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt

    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield check
        return
    signal.signal(signal.SIGINT, hear)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
