"""Since when the host of a table has been gone."""

from __future__ import annotations

from collections.abc import Collection

from croupier.server.log import now


class HostWatch:
    """How long the host of a table has not been connected."""

    def __init__(self, pause: int) -> None:
        """Begin to watch.

        Args:
            pause: seconds after which others may take hosting over.
        """
        self._pause = 1000 * pause
        self._host: int | None = None
        self._free: int | None = None

    def free_at(self, host: int, here: Collection[int], elsewhere: int | None = None) -> int | None:
        """When others may take hosting over, in milliseconds since 1970; None while the host is here.

        Args:
            host: number of the present host.
            here: the members that are connected now.
            elsewhere: what another process says, which may have missed the host for longer; None where none does.
        """
        if host in here:
            self._free = None
        elif self._free is None or host != self._host:
            self._free = now() + self._pause
        self._host = host
        if self._free is None or elsewhere is None:
            return self._free
        return min(self._free, elsewhere)
