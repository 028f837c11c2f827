"""The garbage collector of a server's process: its pauses are too short to be felt at a table.

Python frees nearly all that a server makes as soon as nothing refers to it; the collector looks for what refers to
itself. At 1,000 tables its middle generation stopped all of them for some 80 ms every few seconds, and found
nothing. So it looks through new objects alone, a few at a time, and through all of them when nobody is connected,
and otherwise after many sockets, of which each leaves some 25 kB that refer to themselves, or after an hour.
"""

from __future__ import annotations

import gc

from croupier.server.base.runtime import Clock

_YOUNG = 700
"""New objects after which the youngest are looked through: some 2 ms at 1,000 tables."""
_NEVER = 1_000_000_000
_WORTH_IT = 10
"""Collections of the youngest since the last full one before there is another."""
_MOST_SECONDS = 3600.0
_MOST_SOCKETS = 4_000


class GcPauses:
    """Chooses when the garbage collector pauses the process to look through all objects.

    Attributes:
        closed: sockets that were closed since they were; whoever closes one counts it.
    """

    def __init__(self, clock: Clock) -> None:
        """Begin to count."""
        self._clock = clock
        self.closed = 0
        self._last = self._clock.monotonic()

    def tend(self, *, quiet: bool) -> bool:
        """Look through all objects if it is time to."""
        long_ago = self._clock.monotonic() - self._last >= _MOST_SECONDS or self.closed >= _MOST_SOCKETS
        if not (quiet or long_ago) or gc.get_count()[1] < _WORTH_IT:
            return False
        gc.collect()
        self.closed, self._last = 0, self._clock.monotonic()
        return True


def keep_pauses_short() -> None:
    """Let only the youngest objects be looked through by themselves, in this process."""
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)
