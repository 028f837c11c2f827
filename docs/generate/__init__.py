"""Generators of docs pages: ``python -m docs.generate.NAME`` writes one; a test holds each."""

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
