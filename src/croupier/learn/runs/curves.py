"""TensorBoard curves: scalars in an event file, flushed at once; disk errors become FileError.

`torch.utils.tensorboard` writes from a separate thread, which on a full disk dies with a traceback.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from croupier.core.base.files import write_errors

_VERSION = "brain.Event:2"


class Curves:
    """Writes scalars for TensorBoard into a folder."""

    def __init__(self, folder: Path, update: int) -> None:
        """Open a new file in the folder."""
        from tensorboard.compat.proto.event_pb2 import Event, SessionLog
        from tensorboard.summary.writer.record_writer import RecordWriter

        self._folder, self._event = folder, Event
        with self._told():
            folder.mkdir(parents=True, exist_ok=True)
            now = time.time()
            self._file = (folder / f"events.out.tfevents.{now:.6f}.{os.getpid()}").open("xb")
            self._records = RecordWriter(self._file)
            self._write(wall_time=now, file_version=_VERSION)
            self._write(wall_time=now, step=update, session_log=SessionLog(status=SessionLog.START))

    def add(self, scalars: Mapping[str, float], update: int) -> None:
        """Add one point to each curve."""
        from tensorboard.compat.proto.summary_pb2 import Summary

        points = [Summary.Value(tag=name, simple_value=value) for name, value in scalars.items()]
        with self._told():
            self._write(wall_time=time.time(), step=update, summary=Summary(value=points))

    def close(self) -> None:
        """Close the file, which already has every point."""
        with self._told():
            self._file.close()

    def _write(self, **parts: Any) -> None:
        self._records.write(self._event(**parts).SerializeToString())
        self._file.flush()

    def _told(self) -> AbstractContextManager[None]:
        return write_errors(f"the curves in {self._folder}")


def read_curves(folder: Path, prefix: str) -> dict[str, list[tuple[float, float]]]:
    """Read scalars back."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    found = EventAccumulator(str(folder))
    found.Reload()
    names = [name for name in found.Tags()["scalars"] if name.startswith(prefix)]
    return {name: [(point.step, point.value) for point in found.Scalars(name)] for name in names}
