"""What is drawn in a picture."""

import re
from collections.abc import Mapping

from croupier.core.spec.pictures import Picture


def words(svg: str) -> list[str]:
    """All texts, in their order."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def faces(svg: str, pictures: Mapping[str, Picture]) -> set[str]:
    """The faces that lie in it."""
    return {name for name, picture in pictures.items() if picture.body in svg}
