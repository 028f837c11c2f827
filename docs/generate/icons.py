"""Generator of the icons on home screens: ``python -m docs.generate.icons``, which needs the `raster` extra.

They are the pages' own icon in pixels. A system may cut any shape out of a maskable icon, so there the cards lie
within the inner four fifths of a square without corners; an iPhone rounds the corners itself.
"""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "src/croupier/server/static"
SOURCE = "icon.svg"
ICONS = {
    "icons/any-192.png": (192, 1.0),
    "icons/any-512.png": (512, 1.0),
    "icons/maskable-512.png": (512, 0.88),
    "icons/apple-180.png": (180, 0.96),
}
"""Pixels of each icon, and the size of its cards; one below 1 fills the square to its edges."""
_GROUND = re.compile(r'<rect x="2" y="2" width="60" height="60" rx="14" fill="(#[0-9a-f]{6})"/>')


def drawing(icon: str, size: float) -> str:
    """The SVG of an icon whose cards have another size.

    Args:
        icon: the pages' own icon.
        size: 1 for the icon as it is.

    Raises:
        ValueError: the icon has no ground of its own.
    """
    ground = _GROUND.search(icon)
    if ground is None:
        raise ValueError(f"{SOURCE} has no ground: {_GROUND.pattern}")
    if size == 1.0:
        return icon
    edge = 32 * (1 - size)
    square = f'<rect width="64" height="64" fill="{ground[1]}"/>'
    cards = icon[ground.end() : icon.rindex("</svg>")]
    moved = f'<g transform="translate({edge:g} {edge:g}) scale({size:g})">{cards}</g>'
    return f"{icon[: ground.start()]}{square}{moved}</svg>"


def write() -> None:
    """Write all icons."""
    import resvg_py

    icon = (FOLDER / SOURCE).read_text(encoding="utf-8")
    for name, (pixels, size) in ICONS.items():
        png = resvg_py.svg_to_bytes(svg_string=drawing(icon, size), width=pixels)
        (FOLDER / name).parent.mkdir(exist_ok=True)
        (FOLDER / name).write_bytes(bytes(png))


if __name__ == "__main__":
    write()
