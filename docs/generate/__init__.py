"""Generators of docs pages: ``python -m docs.generate.NAME`` writes one; a test holds each."""

import sys
from pathlib import Path

from croupier.core.base.errors import ConfigError


def between(text: str, name: str, inside: str) -> str:
    """A page with other text between the marker of some name, ``<!-- NAME -->``, and the end of its kind.

    The end names the first word of the name alone: ``<!-- /gamed -->`` of ``<!-- gamed: pig -->``.

    Raises:
        ConfigError: the page has no such marker.
    """
    begin, end = f"<!-- {name} -->", f"<!-- /{name.partition(':')[0]} -->"
    before, marker, rest = text.partition(f"{begin}\n")
    if not marker:
        raise ConfigError(f"the page has no marker {begin}")
    return f"{before}{begin}\n\n{inside.strip()}\n\n{end}{rest.partition(end)[2]}"


def write_page(page: str, text: str) -> None:
    """Write a generated page of the documentation, and print its name."""
    file = Path(__file__).parents[2] / page
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    sys.stdout.write(f"wrote {page}\n")
