"""Check what people see and learn: pictures, pages, texts of cards, and the guided first round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from xml.etree import ElementTree as ET

from croupier.core.base.errors import CheckError, ConfigError, FileError, PositionError
from croupier.core.engine.game import Game, State
from croupier.core.engine.lessons import LessonStop, lesson_stops
from croupier.core.engine.view import cards_in
from croupier.core.spec.pictures import Picture
from croupier.core.spec.position import SeatView
from croupier.core.spec.spec import GameSpec
from croupier.core.spec.teaching import PLACES, Lesson
from croupier.testing.check_facts import fail, require

# A picture may contain only the listed elements and attributes. So it runs nothing, loads nothing, styles nothing
# else on the page, and has no ids that could clash with another picture's.

MOST_OF_FACE, MOST_OF_TABLE = 10_000, 250_000
"""Most bytes of the picture of a face, and of a table."""
FAMILIES = {"serif", "sans-serif", "monospace", "system-ui", "ui-rounded", "ui-serif", "ui-sans-serif"}
"""Generic font families, which stand for a font of the reader."""
_SVG = "{http://www.w3.org/2000/svg}"
_SHAPES = {"g", "path", "circle", "ellipse", "rect", "line", "polygon", "polyline", "text", "tspan"}
_NUMBERS = {
    "cx", "cy", "d", "dx", "dy", "font-size", "height", "opacity", "points", "r", "rx", "ry", "stroke-dasharray",
    "stroke-width", "transform", "width", "x", "x1", "x2", "y", "y1", "y2",
}  # fmt: skip
_WORDS = {
    "fill", "fill-rule", "font-weight", "stroke", "stroke-linecap", "stroke-linejoin", "text-anchor",
}  # fmt: skip
_COLOUR_OR_WORD = re.compile(r"#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z-]+|\d+")
_COORDINATES = re.compile(r"[-+.,()\s\dMLHVCSQTAZmlhvcsqtaz]*")
_STEPS = re.compile(r"translate|rotate|scale|matrix|skewX|skewY")


def check_pictures(spec: GameSpec) -> None:
    """Check the pictures of all faces and of the back."""
    if spec.pictures is None:
        return
    pictures = spec.pictures()
    shown = {f"the picture of {name!r}": picture for name, picture in pictures.faces.items()}
    if pictures.back is not None:
        shown["the picture of a card face down"] = pictures.back
    seen: dict[str, str] = {}
    for what, picture in shown.items():
        check_picture(picture, what, MOST_OF_FACE)
        for part in (picture.drawn, picture.label):
            if part in seen:
                raise CheckError(f"{what} has the drawing or the label of another one: {seen[part]}")
            seen[part] = what


def check_page(spec: GameSpec) -> None:
    """Check that the files of a game's own page are there."""
    if spec.page is None:
        return
    for name in spec.page.files:
        try:
            spec.page.find(name)
        except FileError as error:
            raise CheckError(str(error)) from error


def check_tables(state: State) -> None:
    """Check the pictures of a table for each seat and a spectator."""
    if state.game.spec.pictures is None:
        return
    draw = state.game.spec.pictures().table
    for seat in (*range(state.game.num_players), None):
        who = "a spectator" if seat is None else f"seat {seat}"
        check_picture(draw(state.view(seat)), f"the picture of the table for {who}", MOST_OF_TABLE)


def check_names(state: State, view: SeatView) -> None:
    """Check that there is a picture of each card that a view names."""
    spec = state.game.spec
    if spec.pictures is None:
        return
    faces = spec.pictures().faces
    for name in cards_in(spec.view.SCHEMA, view["table"]):
        require(name in faces, f"a view names the card {name!r}, and there is no picture of it", state)


def check_picture(picture: Picture, what: str, most: int) -> None:
    """Check one picture, with at most this many bytes."""
    try:
        root = ET.fromstring(picture.svg)  # noqa: S314  # made by the game
    except ET.ParseError as error:
        raise CheckError(f"{what} is no XML: {error}") from error
    faults = chain(
        (f"has {len(picture.svg.encode())} bytes, more than {most}",) if len(picture.svg.encode()) > most else (),
        () if picture.label.strip() else ("has no label",),
        () if picture.width > 0 and picture.height > 0 else ("has no size",),
        *(_faults(part) for part in root.iter() if part is not root),
    )
    fault = next(faults, None)
    if fault is not None:
        raise CheckError(f"{what} {fault}")


def _faults(part: ET.Element) -> Iterator[str]:
    """The faults of an element inside a picture."""
    tag = part.tag.removeprefix(_SVG)
    if tag not in _SHAPES:
        yield f"has an element <{tag}>; it may have {', '.join(sorted(_SHAPES))}"
    for name, value in part.attrib.items():
        if name in _NUMBERS:
            fits = bool(_COORDINATES.fullmatch(_STEPS.sub("", value) if name == "transform" else value))
        elif name == "font-family":
            fits = all(family.strip() in FAMILIES for family in value.split(","))
        else:
            fits = name in _WORDS and bool(_COLOUR_OR_WORD.fullmatch(value))
        if not fits:
            yield f"has the attribute {name}={value!r} at <{tag}>, which is not one that a picture may have"


MOST_SAID = 400
"""Most characters of a step of a lesson."""


def check_lesson(spec: GameSpec) -> None:
    """Check that a game's lesson can be played, and that everything it points to exists."""
    if spec.lesson is None:
        return
    lesson = spec.lesson()
    try:
        stops = lesson_stops(spec, lesson)
    except ConfigError as error:
        raise CheckError(str(error)) from error
    if not stops or not lesson.title or lesson.minutes < 1:
        raise CheckError(f"the lesson of {spec.name} has no steps, no title, or takes no time")
    seats = stops[0].state.game.num_players
    if len(lesson.names) != seats or not 0 <= lesson.seat < seats:
        raise CheckError(
            f"the lesson of {spec.name} has {seats} seats, {len(lesson.names)} names, seat {lesson.seat}"
        )
    for number, stop in enumerate(stops, 1):
        fault = _fault(lesson, stop)
        if fault:
            raise CheckError(f"step {number} of the lesson of {spec.name} {fault}")


def _fault(lesson: Lesson, stop: LessonStop) -> str:
    """The fault of a step; empty for none."""
    step, view = stop.step, stop.state.view(lesson.seat)
    place, colon, which = step.look.partition(":")
    if not step.says or len(step.says) > MOST_SAID:
        return f"says {len(step.says)} characters; it must be 1 to {MOST_SAID}"
    if bool(step.asks) != bool(step.unless):
        return "asks for something and has nothing to say to who does something else, or the other way round"
    if step.look and (place not in PLACES or bool(colon) != (place == "card")):
        return f"looks at {step.look!r}, which is no place of a table"
    if place == "card" and which not in cards_in(stop.state.game.spec.view.SCHEMA, view["table"]):
        return f"looks at the card {which!r}, which the learner does not see"
    return ""


class WordsCheck:
    """Checks at each position that everything on the table is explained."""

    def __init__(self, game: Game) -> None:
        """Get the game's texts once."""
        words = game.spec.words
        explained = None if words.explain is None else words.explain(game)
        self._faces = {} if explained is None else explained.faces
        self._explains, self._tricks = explained is not None, words.tricks
        self._told: object = None
        ranks = () if explained is None else explained.order
        unknown = [face for rank in ranks for face in rank.faces if face not in self._faces]
        if unknown:
            raise CheckError(f"the order of the cards of {game.name} names {unknown[0]!r}, which has no text")

    def node(self, state: State) -> None:
        """Check the cards that the player to move sees, and the last trick."""
        table = state.table(state.current_player())
        for name in cards_in(state.game.spec.view.SCHEMA, table) if self._explains else ():
            require(self._faces.get(name), f"a view names the card {name!r}, and nothing says what it does", state)
        plays = None if self._tricks is None else self._tricks.last(table)
        if self._tricks is None or plays is None or plays == self._told:
            return
        self._told = plays
        try:
            reason = self._tricks.why(state.game, plays)
        except PositionError as error:
            fail(f"the last trick is said to be none: {error}", state)
        seats = {each["seat"] for each in plays}
        require(reason.winner is None or reason.winner in seats, f"{reason.winner} is said to have won", state)
        require(reason.words and reason.rule, "the last trick has no reason, or no rule", state)
