"""A file of the pages as browsers are sent it: compressed once, and not again to who has it already."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from email.utils import formatdate, parsedate_to_datetime
from pathlib import Path

from starlette.datastructures import Headers

_LEAST_COMPRESSED = 256
"""Bytes of the smallest file that is compressed: even such a one is a third shorter then."""
_TYPES = {
    ".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
    ".webp": "image/webp", ".woff2": "font/woff2",
}  # fmt: skip
"""Kinds that systems name differently, or not at all."""
RawHeaders = list[tuple[bytes, bytes]]
FileStamp = tuple[int, int]
"""When a file was written, in nanoseconds, and its length: another one is another content."""


@dataclass(frozen=True)
class PageFile:
    """A file as it is sent.

    Attributes:
        stamp: of the file, or of those that it was joined from.
        body: its bytes.
        short: the same, compressed; None where that is not worth it.
        tag: a digest of its bytes, by which a browser asks whether what it has is still right; a weak one, as it
            is the same for both forms.
        kind: its content type.
        written: when it was written, as headers say it.
    """

    stamp: FileStamp
    body: bytes
    short: bytes | None
    tag: str
    kind: str
    written: str

    def is_held(self, asked: Headers) -> bool:
        """Whether a browser has this content already, by what it says of its own."""
        held = asked.get("if-none-match")
        if held is not None:
            tags = [each.strip().removeprefix("W/") for each in held.split(",")]
            return self.tag.removeprefix("W/") in tags or "*" in tags
        return self._is_since(asked.get("if-modified-since", ""))

    def _is_since(self, date: str) -> bool:
        try:
            return parsedate_to_datetime(date) >= parsedate_to_datetime(self.written)
        except (TypeError, ValueError):  # no date, or one without a zone
            return False


def stamp_of(path: Path) -> FileStamp | None:
    """The stamp of a file as it is now; None if it is gone.

    Args:
        path: the file.
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_mtime_ns, found.st_size


def page_file(name: str, body: bytes, stamp: FileStamp) -> PageFile:
    """Compress what is sent under a name.

    Args:
        name: the name, by whose ending the kind is known.
        body: the bytes.
        stamp: of what was written.
    """
    kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    # pictures of pixels are compressed as they are
    worth = len(body) >= _LEAST_COMPRESSED and (not kind.startswith("image/") or kind == "image/svg+xml")
    return PageFile(
        stamp=stamp,
        body=body,
        short=gzip.compress(body, 9, mtime=0) if worth else None,
        tag=f'W/"{hashlib.sha256(body).hexdigest()[:32]}"',
        kind=f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
        written=formatdate(stamp[0] / 1e9, usegmt=True),
    )


class ReadFiles:
    """Files that were read: each is kept in memory, and read again when it has changed."""

    def __init__(self) -> None:
        """None are read yet."""
        self._read: dict[Path, PageFile] = {}

    def get(self, path: Path) -> PageFile | None:
        """A file as it is now; None if it is gone.

        Args:
            path: the file.
        """
        stamp = stamp_of(path)
        if stamp is None:
            return None
        file = self._read.get(path)
        if file is None or file.stamp != stamp:
            file = self._read[path] = page_file(path.name, path.read_bytes(), stamp)
        return file


def answer(file: PageFile, asked: Headers) -> tuple[int, RawHeaders, bytes]:
    """Status, headers and body of the answer to a request for a file.

    Args:
        file: the file.
        asked: the headers of the request.
    """
    fields = [(b"etag", file.tag.encode())]
    if file.short is not None:
        fields.append((b"vary", b"accept-encoding"))
    if file.is_held(asked):
        return 304, fields, b""
    body = file.body
    if file.short is not None and "gzip" in asked.get("accept-encoding", ""):
        body = file.short
        fields.append((b"content-encoding", b"gzip"))
    fields += [
        (b"content-type", file.kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"last-modified", file.written.encode()),
    ]
    return 200, fields, body
