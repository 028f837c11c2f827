"""Parts of the documentation's pages, for tests that run the code on them."""

import re
from pathlib import Path

from tests import cases

DOCS = Path(__file__).parents[1] / "docs"


def section(page: str, heading: str) -> str:
    """What stands on a page under a heading of the second or third level, up to the next of its own level.

    Args:
        page: file name in the folder of the documentation.
        heading: the heading's line without the marks; empty for what stands above the first one.
    """
    text = (DOCS / page).read_text()
    code = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
    bare = code.sub(lambda block: re.sub(r"[^\n]", "x", block[0]), text)  # a comment in code is no heading
    if not heading:
        return text[: bare.index("\n## ")]
    (found,) = re.finditer(rf"^(##+) {re.escape(heading)}$", bare, re.MULTILINE)
    end = re.compile(rf"^#{{2,{len(found[1])}}} ", re.MULTILINE).search(bare, found.end())
    return text[found.start() : end.start() if end else None]


def rule_ids(game: str) -> list[str]:
    """Ids of a game's rules, in the order of the table on its page, which two games may share."""
    rules = cases.ROOT / "src/croupier/games" / game.replace("-", "_") / "rules.py"
    named = re.search(r"Ids like ([A-Z]+)-\d+", rules.read_text())
    (page,) = DOCS.glob(f"rules/*{game}*.md")
    assert named is not None
    found = re.findall(rf"^\| ({named[1]}-\d+) \|", page.read_text(), re.MULTILINE)
    assert found, page
    return found


def python(page: str, heading: str) -> list[str]:
    """The blocks of Python code of a page's section; there is at least one."""
    blocks = re.findall(r"```python\n(.*?)```", section(page, heading), re.DOTALL)
    assert blocks, (page, heading)
    return blocks
