"""Generator of docs/index.md from README.md: ``python -m docs.generate.front_page``."""

from __future__ import annotations

import re
from pathlib import Path

from docs.generate import write_page

SOURCE, PAGE = "README.md", "docs/index.md"


def page(readme: str) -> str:
    """The front page of the documentation: the README with links as they are seen from the folder of the pages.

    Args:
        readme: the README's text.

    Returns:
        The page. What a link outside ``docs`` leads to is not on the site, so it stands there as a file's name.
    """
    inside = re.sub(r"\]\(docs/", "](", readme)
    kept = set(re.findall(r"\]\(docs/([^)]*)\)", readme))

    def outside(link: re.Match[str]) -> str:
        target = link[2]
        return link[0] if target in kept or ":" in target or target.startswith("#") else f"`{target}`"

    return re.sub(r"(?<!!)\[([^\[\]]*)\]\(([^)]*)\)", outside, inside)


if __name__ == "__main__":
    write_page(PAGE, page((Path(__file__).parents[2] / SOURCE).read_text()))
