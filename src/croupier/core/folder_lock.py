"""Exclusive use of a folder: one process at a time writes a run and goes on with it.

The lock is the kernel's, so it ends with its process, however that ends.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
from datetime import datetime
from pathlib import Path

from croupier.core.errors import FileError

LOCK = ".lock"
"""File in a folder that is locked, with who holds it; removed at the end."""
_MOST_READ = 1000


class FolderLock:
    """A folder that no other `FolderLock` can have, in this process or another, until it is released.

    One that is forgotten is released as well.
    """

    def __init__(self, folder: Path) -> None:
        """Lock a folder.

        Args:
            folder: the folder. If it is missing it is made, and removed by `release` if it is empty then.

        Raises:
            FileError: another process has it; the message says which.
            OSError: the folder cannot be made, or written.
        """
        self._file = folder / LOCK
        self._held = -1
        self._made = [each for each in (folder, *folder.parents) if not each.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        while self._held < 0:
            opened = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if not _same_file(opened, self._file):  # removed meanwhile by who held it
                    os.close(opened)
                    continue
            except BlockingIOError:
                holder = _holder(opened)
                os.close(opened)
                raise FileError(
                    f"{folder} is in use by {holder}: wait until it ends, or name another folder"
                ) from None
            except BaseException:
                os.close(opened)
                raise
            self._held = opened
        said = {"pid": os.getpid(), "host": socket.gethostname(), "since": f"{datetime.now():%Y-%m-%d %H:%M:%S}"}
        try:
            os.ftruncate(self._held, 0)
            os.pwrite(self._held, json.dumps(said).encode(), 0)
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Give the folder back; more than once does nothing."""
        if self._held < 0:
            return
        held, self._held = self._held, -1
        try:
            self._file.unlink(missing_ok=True)  # while it is held: who opens it from now on opens another
            for folder in self._made:
                if any(folder.iterdir()):
                    break
                folder.rmdir()
        except OSError:  # a folder that was removed or made read-only has nothing left to give back but the lock
            return
        finally:
            os.close(held)

    def __enter__(self) -> FolderLock:
        return self

    def __exit__(self, *error: object) -> None:
        self.release()

    def __del__(self) -> None:
        if getattr(self, "_held", -1) >= 0:
            self.release()


def _same_file(opened: int, path: Path) -> bool:
    """Whether a path still names the file that was opened."""
    try:
        return os.path.samestat(os.fstat(opened), path.stat())
    except FileNotFoundError:
        return False


def _holder(opened: int) -> str:
    """Who holds a lock, in words, from what its file says."""
    try:
        said = json.loads(os.pread(opened, _MOST_READ, 0))
        pid, host, since = int(said["pid"]), str(said["host"]), str(said["since"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return "another process"
    here = host == socket.gethostname()
    if here and pid == os.getpid():
        return f"this process (since {since}), which has not closed it"
    where = "" if here else f" on {host}"
    return f"process {pid}{where} (since {since})"
