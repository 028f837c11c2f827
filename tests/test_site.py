"""The pages as they are built: strict, whole, and loaded from nowhere else."""

import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

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


@pytest.mark.parametrize(
    "page",
    [
        '<link rel="stylesheet" href="https://fonts.example.org/css?family=Inter">',
        '<link rel="preconnect" href="//cdn.example.org">',
        '<script src="https://cdn.example.org/a.js"></script>',
        '<img src="a.png" srcset="https://example.org/a.png 2x">',
        '<iframe src="https://example.org/"></iframe>',
        '<style>@import "https://example.org/a.css";</style>',
        "a { background: url('https://example.org/a.png') }",
    ],
)
def test_what_is_loaded_from_elsewhere_is_found(page: str) -> None:
    assert len(elsewhere(page)) == 1


def test_what_is_only_linked_is_not_loaded() -> None:
    page = '<a href="https://example.org">A</a><link rel="canonical" href="https://example.org/"><img src="a.png">'
    assert elsewhere(page + "<style>a { background: url(data:image/png;base64,AA) }</style>") == []


def test_links_to_folders_are_found(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    page = tmp_path / "a.html"
    page.write_text(
        '<a class="c" href="b/">B</a><a href="a.html#d">A</a><a href="#d">D</a><a href="https://e.org/">E</a>'
    )
    assert no_files(page) == ["b/"]


def test_the_pages_are_built_whole_and_from_nowhere_else() -> None:
    words = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    built = subprocess.run(words, check=False, cwd=ROOT, capture_output=True, text=True, timeout=500)
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
    """Each public name stands on one reference page, no private one does (by the site's inventory)."""
    body = zlib.decompress(inventory.read_bytes().split(b"\n", 4)[4]).decode()
    pages = [line.split() for line in body.splitlines()]
    # "#$" is an entry's own anchor; other names of the same entry lead to that
    shown = {name for name, _, _, page, *_ in pages if page.startswith("reference/") and page.endswith("#$")}
    public = {home(*name.rpartition(".")[::2]) for name in names()}
    tops = [name for name in shown - set(PUBLIC) if name in public or name.rpartition(".")[0] in PUBLIC]
    assert {home(*name.rpartition(".")[::2]) for name in tops} == public
    parts = tuple(f"{name}." for name in tops)
    assert [name for name in shown - {*PUBLIC, *tops} if not name.startswith(parts)] == []


def test_the_navigation_has_each_page_once() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text().partition("\nnav:\n")[2]
    told = re.findall(r": ([\w/.-]+\.md)$", navigation, re.MULTILINE)
    assert sorted(told) == sorted(str(each.relative_to(DOCS)) for each in DOCS.rglob("*.md"))
