"""File locks: one process at a time holds a file.

A lock is the system's: it ends when the file is closed and with its process, however that ends. Portalocker asks
for it in the way of each system; it is imported where the first lock is asked for.
"""

from __future__ import annotations

import errno
import os
import warnings
from pathlib import Path

_NO_LOCKS = {errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOLCK}
_WINDOWS = os.name == "nt"


def lock_file(opened: int, path: Path, *, wait: bool) -> None:
    """Lock an open file until it is closed.

    Where the system or the file system has no locks, work goes on without one, and a warning says so.
    """
    try:
        import portalocker
    except ImportError:  # it needs the locks of POSIX or of Windows
        _warn("this system has no locks", path)
        return
    except FileNotFoundError:  # it looks for a folder of temporary files: a full disk is told by who writes next
        _warn("no temporary folder can be written, so there are no locks", path)
        return
    how = portalocker.LockFlags.EXCLUSIVE
    if not wait:
        how |= portalocker.LockFlags.NON_BLOCKING
    while True:
        try:
            portalocker.lock(opened, how)
        except portalocker.AlreadyLocked as error:
            if wait and _WINDOWS:  # which gives up after ten seconds
                continue
            raise BlockingIOError(errno.EAGAIN, "another has locked it", str(path)) from error
        except portalocker.LockException as error:
            reason = error.__cause__
            if not isinstance(reason, OSError):
                raise OSError(errno.EIO, f"it cannot be locked: {error}", str(path)) from error
            if reason.errno not in _NO_LOCKS:
                raise reason from None
            _warn("the file system has no locks", path)
        return


def _warn(why: str, path: Path) -> None:
    warnings.warn(f"{why}: let no other process write to {path.parent}", RuntimeWarning, stacklevel=3)
