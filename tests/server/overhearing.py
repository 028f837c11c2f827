"""What a server writes to its owner while a test goes on: nothing may go wrong unseen."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

LOGGERS = ("uvicorn.error", "asyncio", "croupier.server")


class _Handler(logging.Handler):
    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        self._found.append(f"{record.name}: {self.format(record)}")


@contextmanager
def overheard() -> Iterator[list[str]]:
    """All that is written to the log; Uvicorn sets up its own when a server starts, so that comes before."""
    found: list[str] = []
    handler = _Handler(found)
    for name in LOGGERS:
        logging.getLogger(name).addHandler(handler)
    try:
        yield found
    finally:
        for name in LOGGERS:
            logging.getLogger(name).removeHandler(handler)
