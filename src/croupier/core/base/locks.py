"""Locks: one process at a time holds a file, or writes and resumes a run in a folder.

The system releases a lock when the file is closed or its process ends, however it ends. Portalocker covers the
differences between systems; it is imported with the first lock.
"""

from __future__ import annotations

import errno
import json
import os
import socket
import warnings
from datetime import datetime
from pathlib import Path

from croupier.core.base.errors import FileError

_NO_LOCKS = {errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOLCK}
_WINDOWS = os.name == "nt"


def lock_file(opened: int, path: Path, *, wait: bool) -> None:
    """Lock an open file until it is closed, or warn if the system or the file system has no locks."""
    try:
        import portalocker
    except ImportError:  # it needs the locks of POSIX or of Windows
        _warn("this system has no locks", path)
        return
    except FileNotFoundError:  # Portalocker looks for a temporary folder; on a full disk the next write fails
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


LOCK = ".lock"
"""The locked file in a folder, which names the process that holds it; removed at the end."""
_MOST_READ = 1000


class FolderLock:
    """A folder that one `FolderLock` at a time can hold, in any process, until released or garbage-collected."""

    def __init__(self, folder: Path, named: Path | None = None) -> None:
        """Lock a folder, which is made if it is missing; `release` then removes it again if it is empty."""
        self._file = folder / LOCK
        self._held = -1
        self._process = os.getpid()
        self._made = [each for each in (folder, *folder.parents) if not each.exists()]
        fresh = not self._file.exists()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            while self._held < 0:
                self._held = _locked(self._file, named)
            said = {
                "pid": self._process,
                "host": socket.gethostname(),
                "since": f"{datetime.now():%Y-%m-%d %H:%M:%S}",
            }
            os.ftruncate(self._held, 0)
            os.lseek(self._held, 0, os.SEEK_SET)
            os.write(self._held, json.dumps(said).encode())
        except FileError:  # another's file
            raise
        except BaseException:
            if self._held >= 0:
                self.release()
            else:
                self._remove(fresh)
            raise

    def release(self) -> None:
        """Release the folder; calling it again does nothing."""
        if self._held < 0:
            return
        held, self._held = self._held, -1
        try:
            if os.getpid() == self._process:  # a forked child has a copy: the folder is its parent's
                self._remove(True)  # while the lock is held: later openers get a new file
        finally:
            os.close(held)
        if _WINDOWS:  # removes no open file, and so none that another has taken meanwhile
            self._remove(True)

    def _remove(self, file: bool) -> None:
        """Remove the folders that were made, if they are empty, and before that the lock's file."""
        try:
            if file:
                self._file.unlink(missing_ok=True)
            for folder in self._made:
                if folder.exists():
                    if any(folder.iterdir()):
                        break
                    folder.rmdir()
        except OSError:  # a folder that was removed or made read-only has nothing left to give back but the lock
            return

    def __enter__(self) -> FolderLock:
        return self

    def __exit__(self, *error: object) -> None:
        self.release()

    def __del__(self) -> None:
        if getattr(self, "_held", -1) >= 0:
            self.release()


def _locked(file: Path, named: Path | None) -> int:
    """The descriptor of a locked file; -1 if the file was removed meanwhile."""
    opened = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            lock_file(opened, file, wait=False)
        except BlockingIOError:
            if named is None:
                raise FileError(
                    f"{file.parent} is in use by {_holder(opened)}: wait until it ends, or name another folder"
                ) from None
            raise FileError(
                f"{named} is in use by {_holder(opened)}: wait until it ends, or name another"
            ) from None
        if _same_file(opened, file):  # not removed meanwhile by its holder
            return opened
    except BaseException:
        os.close(opened)
        raise
    os.close(opened)
    return -1


def _same_file(opened: int, path: Path) -> bool:
    """Whether a path still names the opened file."""
    try:
        return os.path.samestat(os.fstat(opened), path.stat())
    except FileNotFoundError:
        return False


def _holder(opened: int) -> str:
    """The process that holds a lock, in words, read from its file."""
    try:
        os.lseek(opened, 0, os.SEEK_SET)
        said = json.loads(os.read(opened, _MOST_READ))
        pid, host, since = int(said["pid"]), str(said["host"]), str(said["since"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):  # on Windows a locked file cannot be read
        return "another process"
    here = host == socket.gethostname()
    if here and pid == os.getpid():
        return f"this process (since {since}), which has not closed it"
    if here:
        return f"process {pid} (since {since})"
    return f"process {pid} on {host} (since {since})"
