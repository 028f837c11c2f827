"""Pictures of a game as SVG made by code: cards or dice, a table, and the elements they are drawn with.

A game that wants more of the browser than a picture brings a `Page`: files of its own, which draw its table.

A picture needs nothing else: no script, no style sheet, no font but the generic families, nothing that is loaded
from elsewhere, and no ids, so that any number of pictures can stand in one page. `croupier.testing.check_teaching`
holds games to that. Colours are attributes, never styles: a page may forbid these.
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
"""Units of a card's drawing."""
PAPER, INK, GOLD = "#fdf8ec", "#22262e", "#f2c14e"
FELT, PLATE, CHALK, DIM = "#1f4a45", "#173a37", "#f6f1e3", "#a9c4bd"
"""Colours of a table: its cloth, what lies on it, words, and words beside them."""


def number(value: float) -> str:
    """A coordinate, with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def escaped(words: str) -> str:
    """Words as they may stand in an element or in an attribute."""
    return escape(words, quote=True)


def element(name: str, inner: str = "", /, **attributes: str | float | None) -> str:
    """An SVG element.

    Args:
        attributes: with ``_`` for ``-``; those that are None are left out.
    """
    shown = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{shown}>{inner}</{name}>" if inner else f"<{name}{shown}/>"


def path(d: str, fill: str = "none", /, **attributes: str | float | None) -> str:
    """A path, filled with a colour."""
    return element("path", d=d, fill=fill, **attributes)


def line(d: str, colour: str, width: float, /, **attributes: str | float | None) -> str:
    """A line along a path, with round ends."""
    return path(
        d, stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round", **attributes
    )


def ellipse(x: float, y: float, across: float, down: float, fill: str, /) -> str:
    """An ellipse, by its half axes."""
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
    """Words on a line; `y` is where they stand."""
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
    """The size of letters at which bold words fit into a width: the given one, or less."""
    return min(size, width / (0.6 * max(len(words), 1)))


def group(body: str, /, *, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> str:
    """Elements scaled, turned clockwise by degrees, and moved to a place."""
    steps = [f"translate({number(x)} {number(y)})"] if x or y else []
    steps += [f"rotate({number(turn)})"] if turn else []
    steps += [f"scale({scale:.4g})"] if scale != 1 else []
    return element("g", body, transform=" ".join(steps)) if steps else body


def mirrored(body: str) -> str:
    """Elements with left and right exchanged about x = 0."""
    return element("g", body, transform="scale(-1 1)")


def at_both_corners(body: str) -> str:
    """A corner's index, at the upper left and, upside down, at the lower right of a card."""
    return body + element("g", body, transform=f"rotate(180 {CARD_WIDTH / 2:g} {CARD_HEIGHT / 2:g})")


def card(panel: str, body: str) -> str:
    """A card: paper with an edge that shows on light and dark pages, a coloured panel, and what is on it."""
    edge = box(1.5, 1.5, CARD_WIDTH - 3, CARD_HEIGHT - 3, PAPER, radius=20, stroke="#8f8672", stroke_width=3)
    return edge + box(11, 11, CARD_WIDTH - 22, CARD_HEIGHT - 22, panel, radius=13) + body


def ribbon(words: str) -> str:
    """The name of a special card, on a band across its panel."""
    size = min(26, 205 / (0.75 * len(words)))  # capitals of a bold font are so wide
    letters = text(CARD_WIDTH / 2, 240 + size * 0.35, words.upper(), size, weight=800)
    return box(9, 222, CARD_WIDTH - 18, 36, PAPER) + letters


def index(words: str, colour: str, mark: str) -> str:
    """The index of a card that has a number: at its corners the number, and a small mark below it.

    A 6 and a 9 are underlined, since cards lie upside down as often as not.

    Args:
        mark: elements around 0,0, at most 20 units to each side.
    """
    x, size = (41, 52) if len(words) == 1 else (46, 44)
    bar = line("M30 72H52", colour, 5) if words in ("6", "9") else ""
    return at_both_corners(text(x, 64, words, size, colour, weight=800) + bar + group(mark, x=41, y=98))


def star(points: int, outer: float, inner: float) -> str:
    """A path of a star around 0,0, with a point at the top."""
    corners = []
    for k in range(2 * points):
        radius, angle = (inner if k % 2 else outer), pi * k / points
        corners.append(f"{number(radius * sin(angle))} {number(-radius * cos(angle))}")
    return f"M{'L'.join(corners)}Z"


def back(panel: str, lines: str, medallion: str) -> str:
    """The back of a card, alike upside down: a lattice on a panel, and a medallion around 0,0."""
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
        + group(medallion, x=middle_x, y=middle_y),
    )


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share (0..1) of another one; both like ``#1f4a45``."""
    pairs = ((int(colour[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(own + share * (new - own)):02x}" for own, new in pairs)


def cloth(width: float, height: float) -> str:
    """The cloth of a table. All that lies on it brings its own ground, so pages may be light or dark."""
    return box(1.5, 1.5, width - 3, height - 3, FELT, radius=18, stroke="#0f2e2b", stroke_width=3)


def plate(x: float, y: float, width: float, height: float, *, on: bool = False) -> str:
    """A place for what belongs to a seat; with a bright edge where that seat is to move."""
    return box(
        x, y, width, height, PLATE, radius=10, stroke=GOLD if on else "#2f625b", stroke_width=3 if on else 1.5
    )


def empty_place(x: float, y: float, width: float) -> str:
    """Where a card may lie, and none does."""
    height = width * CARD_HEIGHT / CARD_WIDTH
    return box(x, y, width, height, "none", radius=width / 12, stroke=DIM, stroke_width=2, stroke_dasharray="6 5")


@dataclass(frozen=True)
class Picture:
    """A drawing, and what it shows in words.

    Attributes:
        body: SVG elements, in units of the drawing's own, from 0,0 to `width`, `height`; without its band.
        label: what it shows, for those who do not see it. That of a card face down says nothing of its face.
        width: in units of the drawing.
        height: as above.
        band: what stands on a band across a card, as its name; empty where it has none.
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
        """The same with its words in another language; None is English."""
        return replace(self, label=in_language(self.label, language), band=in_language(self.band, language))

    @property
    def svg(self) -> str:
        """The drawing as a whole, for a page or for a file of its own; it takes the size that it is given."""
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
        """The drawing as a part of another one: its upper left corner there, and so wide."""
        return group(self.drawn, x=x, y=y, scale=width / self.width)


@dataclass(frozen=True, kw_only=True)
class Pictures:
    """The pictures of a game.

    Attributes:
        faces: what lies on the table, face up, by the text that a view names it by: all that its schema marks as
            a card (`croupier.core.engine.view.card_name`). The faces of a die are named by their numbers.
        back: a card face down; None where the game has no cards.
        table: ``table(view)``: the whole table, drawn from a view alone, so that it shows what that seat may know.
        legend: how they are to be read, in a few sentences of Markdown.
        example: a position worth showing, in its one-line text form.
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
    """What a game of another package brings to draw its table in the browser: scripts, styles, pictures.

    The server sends these files and no others of the folder, under the same policy as its own: nothing inline, and
    nothing from elsewhere.

    Attributes:
        folder: where they lie.
        files: their names, without folders. `table.js` is a module that exports `Table`, a component of Preact.
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
        """Where a file lies.

        Args:
            name: its name.

        Raises:
            FileError: it is none of the page's, it is not there, or it is a link that leads out of the folder.
        """
        if name not in self.files:
            raise FileError(f"the game's page has no file {name!r}; its files are {', '.join(self.files)}")
        found = (self.folder / name).resolve()
        if found.parent != self.folder.resolve() or not found.is_file():
            raise FileError(f"the file {name} of the game's page is not in its folder")
        return found
