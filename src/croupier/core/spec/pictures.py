"""Pictures of a game as SVG made by code: cards or dice, a table, and the elements they are drawn with.

A game that needs more in the browser than a picture brings a `Page`: its own files, which draw the table.

A picture is self-contained: no script, no style sheet, only generic font families, nothing loaded from elsewhere,
and no ids, so any number of pictures fit in one page. `croupier.testing.check_teaching` checks this. Colours are
attributes, since a page may forbid styles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from html import escape
from math import cos, pi, sin
from pathlib import Path

from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.sentence import Language, in_language
from croupier.core.spec.position import SeatView

CARD_WIDTH, CARD_HEIGHT = 240, 336
"""Size of a card's drawing, in its units."""
PAPER, INK, GOLD = "#fdf8ec", "#22262e", "#f2c14e"
FELT, PLATE, CHALK, DIM = "#1f4a45", "#173a37", "#f6f1e3", "#a9c4bd"
"""Colours of a table: the cloth, things on it, words, and less important words."""


def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def escaped(words: str) -> str:
    """Words escaped for an element or an attribute."""
    return escape(words, quote=True)


def element(name: str, inner: str = "", /, **attributes: str | float | None) -> str:
    """An SVG element; attributes have ``_`` for ``-``, and None leaves one out."""
    shown = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{shown}>{inner}</{name}>" if inner else f"<{name}{shown}/>"


def path(d: str, fill: str = "none", /, **attributes: str | float | None) -> str:
    """A filled path."""
    return element("path", d=d, fill=fill, **attributes)


def line(d: str, colour: str, width: float, /, **attributes: str | float | None) -> str:
    """A line along a path, with round ends."""
    return path(
        d, stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round", **attributes
    )


def ellipse(x: float, y: float, across: float, down: float, fill: str, /) -> str:
    """An ellipse, given by its half axes."""
    return element("ellipse", cx=x, cy=y, rx=across, ry=down, fill=fill)


def circle(x: float, y: float, radius: float, fill: str, /, **attributes: str | float | None) -> str:
    """A disc."""
    return element("circle", cx=x, cy=y, r=radius, fill=fill, **attributes)


def box(
    x: float, y: float, width: float, height: float, fill: str, /, radius: float = 0, **attributes: str | float
) -> str:
    """A rectangle with round corners."""
    return element("rect", x=x, y=y, width=width, height=height, rx=radius or None, fill=fill, **attributes)


def text(
    x: float, y: float, words: str, size: float, fill: str = INK, /, *, anchor: str = "middle", weight: int = 700
) -> str:
    """Words on a line; `y` is the baseline."""
    return element(
        "text",
        escaped(words),
        x=x,
        y=y,
        font_size=size,
        font_weight=weight,
        text_anchor=anchor if anchor != "start" else None,
        fill=fill,
    )


def fitting(words: str, size: float, width: float) -> float:
    """The font size at which bold words fit into a width, at most the given one."""
    return min(size, width / (0.6 * max(len(words), 1)))


def group(body: str, /, *, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> str:
    """Elements scaled, turned clockwise by degrees, and moved."""
    steps = [f"translate({number(x)} {number(y)})"] if x or y else []
    steps += [f"rotate({number(turn)})"] if turn else []
    steps += [f"scale({scale:.4g})"] if scale != 1 else []
    return element("g", body, transform=" ".join(steps)) if steps else body


def mirrored(body: str) -> str:
    """Elements mirrored at x = 0."""
    return element("g", body, transform="scale(-1 1)")


def at_both_corners(body: str) -> str:
    """A corner's index, at the upper left and, upside down, at the lower right of a card."""
    return body + element("g", body, transform=f"rotate(180 {CARD_WIDTH / 2:g} {CARD_HEIGHT / 2:g})")


def card(panel: str, body: str) -> str:
    """A card: paper with an edge that shows on light and dark pages, a coloured panel, and its drawing."""
    edge = box(1.5, 1.5, CARD_WIDTH - 3, CARD_HEIGHT - 3, PAPER, radius=20, stroke="#8f8672", stroke_width=3)
    return edge + box(11, 11, CARD_WIDTH - 22, CARD_HEIGHT - 22, panel, radius=13) + body


def ribbon(words: str) -> str:
    """The name of a special card, on a band across its panel."""
    size = min(26, 205 / (0.75 * len(words)))  # width of a bold font's capitals
    letters = text(CARD_WIDTH / 2, 240 + size * 0.35, words.upper(), size, weight=800)
    return box(9, 222, CARD_WIDTH - 18, 36, PAPER) + letters


def index(words: str, colour: str, mark: str) -> str:
    """The index of a card with a number: the number at its corners, and a small mark below it."""
    # The mark is around 0,0, at most 20 units to each side. A 6 and a 9 are underlined, since cards may lie upside
    # down.
    x, size = (41, 52) if len(words) == 1 else (46, 44)
    bar = line("M30 72H52", colour, 5) if words in ("6", "9") else ""
    return at_both_corners(text(x, 64, words, size, colour, weight=800) + bar + group(mark, x=41, y=98))


def star(points: int, outer: float, inner: float) -> str:
    """The path of a star around 0,0, with a point at the top."""
    corners = []
    for k in range(2 * points):
        radius, angle = (inner if k % 2 else outer), pi * k / points
        corners.append(f"{number(radius * sin(angle))} {number(-radius * cos(angle))}")
    return f"M{'L'.join(corners)}Z"


_SPADE = "M0-44C8-32 16-26 16-17A10 10 0 0 1 3-8L5 0H-5L-3-8A10 10 0 0 1-16-17C-16-26-8-32 0-44Z"


def back() -> str:
    """The back of croupier's cards, the same upside down: a lattice, and a spade either way from the middle."""
    panel, lines = "#1f4a44", "#f2c14e"
    middle_x, middle_y = CARD_WIDTH // 2, CARD_HEIGHT // 2
    across, down, step = middle_x - 22, middle_y - 22, 28
    lattice = []
    for k in range(-9, 10):  # y = x + step * k around the middle, cut off at the frame; and its mirror image
        left, right = max(-across, -down - step * k), min(across, down - step * k)
        if left < right:
            lattice += [f"M{flip * left} {left + step * k}L{flip * right} {right + step * k}" for flip in (1, -1)]
    return card(
        panel,
        group(line("".join(lattice), lines, 2, opacity=0.5), x=middle_x, y=middle_y)
        + box(22, 22, 2 * across, 2 * down, "none", radius=6, stroke=lines, stroke_width=3)
        + circle(middle_x, middle_y, 58, panel, stroke=lines, stroke_width=3)
        + group(path(_SPADE, lines) + group(path(_SPADE, lines), turn=180), x=middle_x, y=middle_y, scale=1.15),
    )


def mixed(colour: str, other: str, share: float) -> str:
    """A colour mixed with a share (0..1) of another; both like ``#1f4a45``."""
    pairs = ((int(colour[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(own + share * (new - own)):02x}" for own, new in pairs)


def cloth(width: float, height: float) -> str:
    """The cloth of a table; everything on it has its own background, so pages may be light or dark."""
    return box(1.5, 1.5, width - 3, height - 3, FELT, radius=18, stroke="#0f2e2b", stroke_width=3)


def plate(x: float, y: float, width: float, height: float, *, on: bool = False) -> str:
    """A place for a seat's things, with a bright edge if the seat is to move."""
    return box(
        x, y, width, height, PLATE, radius=10, stroke=GOLD if on else "#2f625b", stroke_width=3 if on else 1.5
    )


def empty_place(x: float, y: float, width: float) -> str:
    """An empty place for a card."""
    height = width * CARD_HEIGHT / CARD_WIDTH
    return box(x, y, width, height, "none", radius=width / 12, stroke=DIM, stroke_width=2, stroke_dasharray="6 5")


@dataclass(frozen=True)
class Picture:
    """A drawing and its description.

    Attributes:
        body: SVG elements from 0,0 to `width`, `height`, without the band.
        label: description for people who cannot see it. For a card face down it does not reveal the face.
        width: width in units of the drawing.
        height: height in units of the drawing.
        band: words on a band across a card, like its name; may be empty.
    """

    body: str
    label: str
    width: float
    height: float
    band: str = ""

    @property
    def drawn(self) -> str:
        """All elements of the drawing."""
        return self.body + (ribbon(self.band) if self.band else "")

    def told_in(self, language: Language | None) -> Picture:
        """The same drawing with its words in another language; None is English."""
        return replace(self, label=in_language(self.label, language), band=in_language(self.band, language))

    @property
    def svg(self) -> str:
        """The drawing as an SVG document, for a page or a file; it scales to the size that it is given."""
        return element(
            "svg",
            self.drawn,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(self.width)} {number(self.height)}",
            role="img",
            aria_label=escaped(self.label),
            font_family="system-ui,sans-serif",
        )

    def at(self, x: float, y: float, width: float) -> str:
        """The drawing as part of another one: with its upper left corner at x, y and this width."""
        return group(self.drawn, x=x, y=y, scale=width / self.width)


@dataclass(frozen=True, kw_only=True)
class Pictures:
    """The pictures of a game.

    Attributes:
        faces: cards face up, by their names in views (see `croupier.core.engine.view.card_name`). The faces of a
            die are named by their numbers.
        back: a card face down; None if the game has no cards.
        table: ``table(view)``: the whole table, drawn only from a view, so it shows only what that seat may see.
        legend: how to read them, in a few sentences of Markdown.
        example: a position to show, in its one-line text form.
    """

    faces: Mapping[str, Picture]
    back: Picture | None = None
    table: Callable[[SeatView], Picture]
    legend: str
    example: str


_MODULE = "table.js"
_KINDS = ("css", "jpg", "js", "png", "svg", "webp", "woff2")
_FILE = re.compile(rf"[\w-]+(?:\.[\w-]+)*\.(?:{'|'.join(_KINDS)})", re.ASCII)


@dataclass(frozen=True)
class Page:
    """Files with which a game of another package draws its table in the browser: scripts, styles, pictures.

    The server sends only these files of the folder, under its own policy: nothing inline, and nothing from
    elsewhere. Raises ConfigError if `table.js` is missing, or if the name or kind of a file is not allowed.

    Attributes:
        folder: the folder.
        files: names of the files, without folders. `table.js` is a module that exports `Table`, a Preact
            component.
    """

    folder: Path
    files: tuple[str, ...] = (_MODULE,)

    def __post_init__(self) -> None:
        for name in self.files:
            if not _FILE.fullmatch(name):
                raise ConfigError(
                    f"{name!r} cannot be a file of a game's page: it is a name without "
                    f"folders, of the kinds {', '.join(_KINDS)}"
                )
        if _MODULE not in self.files:
            raise ConfigError(
                f"a game's page has the module {_MODULE}, which draws the table; its "
                f"files are {', '.join(self.files)}"
            )

    def find(self, name: str) -> Path:
        """The path of a file.

        Raises:
            FileError: the page has no such file, it is missing, or it is a link out of the folder.
        """
        if name not in self.files:
            raise FileError(f"the game's page has no file {name!r}; its files are {', '.join(self.files)}")
        found = (self.folder / name).resolve()
        if found.parent != self.folder.resolve() or not found.is_file():
            raise FileError(f"the file {name} of the game's page is not in its folder")
        return found
