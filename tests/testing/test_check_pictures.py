"""check_game finds pictures that are not fit for any page, and cards without one."""
# ruff: noqa: ARG002  # the contracts fix the arguments, used or not

from typing import Any

import pytest

from croupier.core.base.errors import CheckError
from croupier.core.base.types import Records
from croupier.core.engine.game import Game
from croupier.core.engine.view import card_name, object_of
from croupier.core.spec.pictures import Picture, Pictures
from croupier.core.spec.position import SeatView
from croupier.core.spec.spec import GameSpec, Schema
from croupier.testing.check_teaching import MOST_OF_FACE, check_picture, check_pictures
from croupier.testing.checks import check_game
from tests.changed import changed
from tests.toy import SPEC as TOY

GOOD = '<g transform="translate(1 2) scale(-1 1)"><path d="M0 0L1-2.5Z" fill="#fdf8ec" stroke-width="2"/></g>'
BAD = {
    "script": ("<script>alert(1)</script>", "has an element <script>"),
    "id": ('<g id="x"/>', "the attribute id='x' at <g>"),
    "handler": ('<g onclick="x()"/>', "the attribute onclick="),
    "address": ('<g fill="url(#x)"/>', "the attribute fill="),
    "font": ('<g font-family="Papyrus"/>', "the attribute font-family="),
    "nan": ('<path d="M0 nan"/>', "the attribute d="),
    "infinite": ('<g transform="translate(inf 0)"/>', "the attribute transform="),
    "open": ("<g>", "is no XML"),
    "large": ("<g/>" * MOST_OF_FACE, f"bytes, more than {MOST_OF_FACE}"),
}


def picture(body: str, label: str = "a thing", width: float = 10) -> Picture:
    return Picture(body, label, width, 10)


def table(view: SeatView) -> Picture:
    return picture(GOOD, "a table")


def toy(pictures: Pictures, **parts: Any) -> GameSpec:
    return changed(TOY, pictures=lambda: pictures, **parts)


def of(**parts: Any) -> Pictures:
    whole: dict[str, Any] = {"faces": {}, "table": table, "legend": "", "example": ""}
    return Pictures(**(whole | parts))


@pytest.mark.parametrize(("body", "message"), BAD.values(), ids=BAD)
def test_a_picture_that_is_not_fit_for_any_page_is_refused_by_name(body: str, message: str) -> None:
    with pytest.raises(CheckError) as caught:
        check_picture(picture(body), "the picture of 'one'", MOST_OF_FACE)
    assert str(caught.value).startswith("the picture of 'one' ")
    assert message in str(caught.value)


def test_a_picture_needs_a_label_and_a_size() -> None:
    with pytest.raises(CheckError, match="it has no label"):
        check_picture(picture(GOOD, " "), "it", MOST_OF_FACE)
    with pytest.raises(CheckError, match="it has no size"):
        check_picture(picture(GOOD, width=0), "it", MOST_OF_FACE)


def test_two_faces_that_look_or_read_alike_are_refused_and_so_is_a_back_that_tells_a_face() -> None:
    one, other = picture(GOOD, "one"), picture("<g/>", "other")
    check_pictures(toy(of(faces={"1": one}, back=other)))
    for same in (picture(GOOD, "new"), picture("<path/>", "one")):
        with pytest.raises(CheckError, match=r"the picture of '2' has the drawing or the label of another one"):
            check_pictures(toy(of(faces={"1": one, "2": same})))
        with pytest.raises(CheckError, match=r"the picture of a card face down has the drawing or the label"):
            check_pictures(toy(of(faces={"1": one}, back=same)))


class Named:
    """A view that names a card."""

    SCHEMA: Schema = object_of("The table.", card=card_name("a card"))

    def view(self, records: Records, seat: int | None) -> dict[str, Any]:
        return {"card": "ace"}


def test_check_game_finds_a_card_without_a_picture_and_a_table_that_is_not_fit() -> None:
    with pytest.raises(
        CheckError, match=r"a view names the card 'ace', and there is no picture of it\n  position: toy"
    ):
        check_game(Game(toy(of(), view=Named())), games=1, fuzz=0)
    ill = of(table=lambda _: picture("<script/>", "a table"))
    with pytest.raises(CheckError, match=r"the picture of the table for seat 0 has an element <script>"):
        check_game(Game(toy(ill)), games=1, fuzz=0)
    with pytest.raises(CheckError, match=r"the picture of 'ace' has an element <script>"):
        check_game(Game(toy(of(faces={"ace": picture("<script/>")}))), games=1, fuzz=0)
