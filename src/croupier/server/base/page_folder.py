"""The folder of the pages as browsers get it: its modules joined into a few files, all else as it lies there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from croupier.server.base.joined_modules import join_modules
from croupier.server.base.page_file import PageFile, ReadFiles, page_file

_Stamps = tuple[tuple[str, int, int], ...]


class PageFolder:
    """Files of the pages, kept in memory: one is read again when it has changed, and all modules when one has."""

    def __init__(self, folder: Path) -> None:
        """Look which files there are.

        Args:
            folder: the pages.
        """
        self._folder = folder
        self._paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        self._modules = sorted(name for name in self._paths if name.endswith(".js"))
        self._files = ReadFiles()

    def get(self, name: str) -> PageFile | None:
        """A file as it is now; None if there is none.

        Args:
            name: its path in the folder.

        Raises:
            FileError: the modules cannot be joined as they are now.
        """
        path = self._paths.get(name)
        if path is None:
            return None
        return _joined(self._folder, self._stamps()).get(name) if path.suffix == ".js" else self._files.get(path)

    def _stamps(self) -> _Stamps:
        """When each module that is there was written, and its length."""
        found = []
        for name in self._modules:
            try:
                stat = self._paths[name].stat()
            except FileNotFoundError:
                continue
            found.append((name, stat.st_mtime_ns, stat.st_size))
        return tuple(found)


@lru_cache(maxsize=4)
def _joined(folder: Path, stamps: _Stamps) -> Mapping[str, PageFile]:
    """What is sent of the modules of a folder as they were written then.

    Raises:
        FileError: they cannot be joined.
    """
    texts = join_modules({name: (folder / name).read_text(encoding="utf-8") for name, _, _ in stamps})
    newest = max((written for _, written, _ in stamps), default=0)
    return {name: page_file(name, text.encode(), (newest, len(text))) for name, text in texts.items()}
