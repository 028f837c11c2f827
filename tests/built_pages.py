"""Builds the pages and checks that they are whole and load from nowhere else: ``python -m tests.built_pages``."""

import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from docs.generate.stability import PUBLIC, home, names

ROOT = Path(__file__).parents[1]
DOCS, SITE = ROOT / "docs", ROOT / "site"
TAG = re.compile(r"<(link|script|img|iframe|source|video|audio|track|object|embed)\b([^>]*)>")
ATTRIBUTE = re.compile(r"""\b(rel|href|src|srcset|poster|data)=(?:"([^"]*)"|'([^']*)'|([^\s>]+))""")
STYLE = re.compile(r"""url\(\s*['"]?([^'")\s]+)|@import\s+['"]([^'"]+)""")
LINK = re.compile(r'<a\b[^>]*\bhref="([^"#?]+)')
LOADING = {
    "stylesheet", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "icon", "manifest"
}  # fmt: skip
"""Relations of a link for which a browser asks without a click."""


def loaded(text: str) -> Iterator[tuple[str, str]]:
    """What a browser loads for a page or a style sheet beside it: the tag that says so, and the address."""
    for first, second in STYLE.findall(text):
        yield "style", first or second
    for tag, rest in TAG.findall(text):
        told = {name: "".join(values) for name, *values in ATTRIBUTE.findall(rest)}
        if tag == "link" and LOADING & set(told.get("rel", "").split()):
            yield tag, told["href"]
        for name in told.keys() & {"src", "srcset", "poster", "data"}:
            yield from ((tag, part.split()[0]) for part in told[name].split(", "))


def elsewhere(text: str) -> list[str]:
    """Addresses of other hosts from which a page or a style sheet has something loaded."""
    return [address for _, address in loaded(text) if urlsplit(address).netloc]


def no_files(page: Path) -> list[str]:
    """Links of a page, opened as a file, that lead to no file: a folder shows its list there, not its page."""
    here = [address for address in LINK.findall(page.read_text()) if not urlsplit(address).scheme]
    found = {address: SITE if address.startswith("/") else page.parent for address in here}
    return [address for address, base in found.items() if not (base / unquote(address).lstrip("/")).is_file()]


def check_pages() -> None:
    """Build them, and look through all that a browser loads."""
    words = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    built = subprocess.run(words, check=False, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout[-4000:] + built.stderr[-4000:]
    check_reference(SITE / "objects.inv")
    pages = sorted(SITE.rglob("*.html"))
    assert len(pages) > len(list(DOCS.rglob("*.md")))
    for page in pages:
        text = page.read_text()
        found = list(loaded(text))
        assert [address for _, address in found if urlsplit(address).netloc] == [], page
        assert no_files(page) == [], page
        assert 'class="mermaid"' not in text, "its program is loaded from elsewhere"
        for picture in (unquote(address) for tag, address in found if tag == "img"):
            assert (SITE if picture.startswith("/") else page.parent).joinpath(picture.lstrip("/")).is_file(), page
    sheets = sorted(SITE.rglob("*.css"))
    assert sheets
    assert [address for sheet in sheets for address in elsewhere(sheet.read_text())] == []


def check_reference(inventory: Path) -> None:
    """Each public name stands on the reference page, no private one does (by the site's inventory)."""
    body = zlib.decompress(inventory.read_bytes().split(b"\n", 4)[4]).decode()
    pages = [line.split() for line in body.splitlines()]
    # "#$" is an entry's own anchor; other names of the same entry lead to that
    shown = {name for name, _, _, page, *_ in pages if page.startswith("reference.html") and page.endswith("#$")}
    public = {home(*name.rpartition(".")[::2]) for name in names()}
    tops = [name for name in shown - set(PUBLIC) if name in public or name.rpartition(".")[0] in PUBLIC]
    assert {home(*name.rpartition(".")[::2]) for name in tops} == public
    parts = tuple(f"{name}." for name in tops)
    assert [name for name in shown - {*PUBLIC, *tops} if not name.startswith(parts)] == []


if __name__ == "__main__":
    check_pages()
