"""The folder of the pages as browsers get it: modules and style sheets in a few files, all else as it lies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath

from croupier.core.base.errors import FileError
from croupier.server.base.joined_modules import join_modules
from croupier.server.base.page_file import FileStamp, PageFile, ReadFiles, page_file, stamp_of

_JOINED = (".css", ".js")
_IMPORTED = re.compile(r'^@import "\./([^"]+)";$', re.MULTILINE)
_ASKED_FIRST = ("css/pages.css", "main.js", "start.js")
"""What every page begins with: all files are looked at then, so that those which follow fit these."""
_Stamps = tuple[tuple[str, FileStamp], ...]


class PageFolder:
    """Files of the pages, kept in memory: one is read again when it has changed, joined ones all at once."""

    def __init__(self, folder: Path) -> None:
        """Look which files there are.

        Args:
            folder: the pages.
        """
        self._folder = folder
        self._paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        self._parts = sorted(name for name in self._paths if name.endswith(_JOINED))
        self._seen: dict[str, FileStamp] = {}
        self._now: Mapping[str, PageFile] = {}
        self._files = ReadFiles()

    def get(self, name: str) -> PageFile | None:
        """A file as it is now; None if there is none.

        Args:
            name: its path in the folder.

        Raises:
            FileError: the files cannot be joined as they are now.
        """
        path = self._paths.get(name)
        if path is None:
            return None
        if path.suffix not in _JOINED:
            return self._files.get(path)
        if name in _ASKED_FIRST or self._seen.get(name) is None or self._seen[name] != stamp_of(path):
            found = ((each, stamp_of(self._paths[each])) for each in self._parts)
            self._seen = {each: stamp for each, stamp in found if stamp is not None}
            self._now = _joined(self._folder, tuple(self._seen.items()))
        return self._now.get(name)


@lru_cache(maxsize=4)
def _joined(folder: Path, stamps: _Stamps) -> Mapping[str, PageFile]:
    """What is sent of the modules and style sheets of a folder as they were written then.

    Raises:
        FileError: they cannot be joined.
    """
    texts = {name: (folder / name).read_text(encoding="utf-8") for name, _ in stamps}
    modules = {name: text for name, text in texts.items() if name.endswith(".js")}
    styles = {name: text for name, text in texts.items() if name not in modules}
    newest = max((written for _, (written, _) in stamps), default=0)
    sent = {**join_modules(modules), **{name: _with_imported(name, styles) for name in styles}}
    return {name: page_file(name, text.encode(), (newest, len(text))) for name, text in sent.items()}


def _with_imported(name: str, styles: Mapping[str, str]) -> str:
    """A style sheet, with those beside it that it imports in place of the lines that import them.

    Raises:
        FileError: one of them is not there.
    """

    def text_of(found: re.Match[str]) -> str:
        part = str(PurePosixPath(name).with_name(found[1]))
        if part not in styles:
            raise FileError(f"{name} imports {part}, which is not there")
        return f"/* {part} */\n{styles[part]}"

    return _IMPORTED.sub(text_of, styles[name])
