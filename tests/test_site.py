"""What a page loads and links to is found; the pages themselves are a check beside the suite."""

import re
from pathlib import Path

import pytest

from tests.built_pages import DOCS, ROOT, elsewhere, no_files


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


def test_links_to_folders_are_found(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    page = tmp_path / "a.html"
    page.write_text(
        '<a class="c" href="b/">B</a><a href="a.html#d">A</a><a href="#d">D</a><a href="https://e.org/">E</a>'
    )
    assert no_files(page) == ["b/"]


def test_the_navigation_has_each_page_once() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text().partition("\nnav:\n")[2]
    told = re.findall(r": ([\w/.-]+\.md)$", navigation, re.MULTILINE)
    assert sorted(told) == sorted(str(each.relative_to(DOCS)) for each in DOCS.rglob("*.md"))
