"""Pictures of a game as SVG made by code: its cards or dice, and a table seen by a seat or spectator.

A game that wants more of the browser than a picture brings a `Page`: files of its own, which draw its table.

A picture needs nothing else: no script, no style sheet, no font but the generic families, nothing that is loaded
from elsewhere, and no ids, so that any number of pictures can stand in one page. `croupier.testing.check_pictures`
holds games to that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.sentence import Language, in_language
from croupier.core.spec.drawing import element, escaped, group, number, ribbon
from croupier.core.spec.seat_view import SeatView


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
