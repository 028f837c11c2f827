"""Pictures of every built-in game, where `check_game` does not look at them; and the page that shows them."""

import re
from xml.etree import ElementTree as ET

import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.spec import registry
from croupier.core.spec.pictures import Picture, Pictures
from docs.generate.pictures import files
from tests import cases
from tests.changed import changed
from tests.toy import SPEC as TOY

WITH_CARDS = [name for name in cases.having("pictures") if name != "pig"]


def pictures_of(name: str) -> Pictures:
    part = registry.spec(name).pictures
    assert part is not None, f"{name} has no pictures"
    return part()


def all_of(name: str) -> dict[str, Picture]:
    pictures = pictures_of(name)
    return {**pictures.faces, **({} if pictures.back is None else {"face down": pictures.back})}


def parsed(picture: Picture) -> ET.Element:
    return ET.fromstring(picture.svg)  # noqa: S314  # our own


@pytest.mark.parametrize("name", cases.having("pictures"))
def test_pictures_can_be_told_apart_without_colours(name: str) -> None:
    shapes = [re.sub(r'(fill|stroke)="[^"]*"', "", picture.body) for picture in all_of(name).values()]
    assert len(set(shapes)) == len(shapes)


@pytest.mark.parametrize("name", WITH_CARDS)
def test_a_card_face_down_tells_nothing_of_its_face(name: str) -> None:
    pictures = pictures_of(name)
    assert pictures.back is not None
    assert pictures.back.label == "card face down"
    assert not parsed(pictures.back).findall(".//{*}text")
    assert not parsed(pictures.back).findall(".//{*}title")


@pytest.mark.parametrize("name", cases.having("pictures"))
def test_a_state_draws_the_view_of_a_seat_and_a_notebook_that_of_a_spectator(name: str) -> None:
    state, draw = croupier.make(name).new_initial_state(3), pictures_of(name).table
    assert state.svg(1) == draw(state.view(1)).svg
    assert state.svg(None) == draw(state.view(None)).svg
    assert state._repr_svg_() == state.svg(None)
    with pytest.raises(ValueError, match=re.escape("seat 9 is not one of 0..")):
        state.svg(9)


def test_a_game_without_pictures_says_so_and_shows_a_notebook_none() -> None:
    state = croupier.Game(changed(TOY)).new_initial_state(1)
    assert state._repr_svg_() is None
    with pytest.raises(ConfigError, match="toy has no pictures"):
        state.svg(None)


def test_the_pictures_of_the_page_are_up_to_date() -> None:
    written = files()
    for path, content in written.items():
        assert (cases.ROOT / path).read_text() == content, "run: python -m docs.generate.views"
    kept = {str(file.relative_to(cases.ROOT)) for file in (cases.ROOT / "docs" / "pictures").glob("*.svg")}
    assert kept == {path for path in written if path.endswith(".svg")}
