"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """Write a file beside its name, make sure that it is on the disk, then give it the name.

    Whatever happens in between, `path` holds either what it held before or all that was written; the part that
    was is removed.

    Args:
        path: the file.

    Yields:
        Where to write the bytes.

    Raises:
        OSError: it cannot be written.
    """
    part = path.with_name(f".{path.name}-{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
