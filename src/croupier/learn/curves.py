"""Curves for TensorBoard, with the errors of the disk as ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from croupier.core.errors import FileError


class Curves:
    """Writes scalars into a folder, as TensorBoard reads them."""

    def __init__(self, folder: Path, update: int) -> None:
        """Open the folder.

        Args:
            folder: made if it is not there.
            update: the first update to be drawn; what an earlier run drew from there on is not shown.

        Raises:
            FileError: it cannot be written.
        """
        from torch.utils.tensorboard import SummaryWriter

        self._folder = folder
        with self._told():
            self._writer = SummaryWriter(str(folder), purge_step=update)

    def add(self, scalars: Mapping[str, float], update: int) -> None:
        """Draw one point of each curve.

        Raises:
            FileError: the folder cannot be written.
        """
        with self._told():
            for name, value in scalars.items():
                self._writer.add_scalar(name, value, update)

    def close(self) -> None:
        """Write what is left.

        Raises:
            FileError: the folder cannot be written.
        """
        with self._told():
            self._writer.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise FileError(
                f"the curves in {self._folder} cannot be written: {error.strerror or error}"
            ) from error
