"""Pictures of every built-in game: complete, told apart, fit for any page; and the page that shows them."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import State
from croupier.core.engine.view import cards_in
from croupier.core.spec import registry
from croupier.core.spec.pictures import Picture, Pictures
from croupier.testing.check_teaching import FAMILIES, MOST_OF_TABLE, check_picture
from docs.generate.pictures import files
from tests import cases
from tests.changed import changed
from tests.splitmix import SplitMix64
from tests.toy import SPEC as TOY

WITH_CARDS = [name for name in cases.having("pictures") if name != "pig"]
TABLES = [
    pytest.param(name, options, id=f"{name}-{number}")
    for name in cases.having("pictures")
    for number, (options, _) in enumerate(cases.of(name, "PLAYTHROUGHS"))
]


def pictures_of(name: str) -> Pictures:
    part = registry.spec(name).pictures
    assert part is not None, f"{name} has no pictures"
    return part()


def all_of(name: str) -> dict[str, Picture]:
    pictures = pictures_of(name)
    return {**pictures.faces, **({} if pictures.back is None else {"face down": pictures.back})}


def parsed(picture: Picture) -> ET.Element:
    return ET.fromstring(picture.svg)  # noqa: S314  # our own


def positions(name: str, options: Any) -> Iterator[State]:
    state, draw = croupier.make(name, **options).new_initial_state(11), SplitMix64(12)
    yield state
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[draw.below(len(legal))])
        yield state


@pytest.mark.parametrize("name", cases.having("pictures"))
def test_a_picture_runs_loads_styles_and_names_nothing(name: str) -> None:
    for picture in all_of(name).values():
        root = parsed(picture)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.get("viewBox") == f"0 0 {picture.width} {picture.height}"
        assert root.get("aria-label") == picture.label
        for part in root.iter():
            assert not {"script", "style", "image", "use", "a", "foreignObject"} & {part.tag.partition("}")[2]}
            for attribute in part.attrib:
                assert not re.match(r"on|id$|class$|style$|.*href$", attribute), attribute
        assert "url(" not in picture.svg
        assert picture.svg.count("http") == 1  # the name of SVG itself
        assert {
            family for found in re.findall('font-family="([^"]*)"', picture.svg) for family in found.split(",")
        } <= FAMILIES


@pytest.mark.parametrize("name", cases.having("pictures"))
def test_no_two_pictures_of_a_game_are_alike(name: str) -> None:
    shown = all_of(name)
    assert len(shown) >= 6
    assert len({picture.body for picture in shown.values()}) == len(shown)
    assert len({picture.label for picture in shown.values()}) == len(shown)


@pytest.mark.parametrize("name", cases.having("pictures"))
def test_pictures_can_be_told_apart_without_colours(name: str) -> None:
    shapes = [re.sub(r'(fill|stroke)="[^"]*"', "", picture.body) for picture in all_of(name).values()]
    assert len(set(shapes)) == len(shapes)


@pytest.mark.parametrize("name", cases.having("pictures"))
def test_the_pictures_of_a_game_are_small(name: str) -> None:
    sizes = [len(picture.svg.encode()) for picture in all_of(name).values()]
    assert max(sizes) < 8_000
    assert sum(sizes) < 150_000


@pytest.mark.parametrize("name", WITH_CARDS)
def test_a_card_face_down_tells_nothing_of_its_face(name: str) -> None:
    pictures = pictures_of(name)
    assert pictures.back is not None
    assert pictures.back.label == "card face down"
    assert not parsed(pictures.back).findall(".//{*}text")
    assert not parsed(pictures.back).findall(".//{*}title")


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_every_card_of_a_view_has_a_picture_and_every_table_is_fit_for_a_page(name: str, options: Any) -> None:
    pictures, named = pictures_of(name), set()
    for k, state in enumerate(positions(name, options)):
        for seat in (None, *range(state.game.num_players)):
            view = state.view(seat)
            named |= set(cards_in(state.game.spec.view.SCHEMA, view["table"]))
            if k % 7 == 0 or state.is_terminal():
                check_picture(pictures.table(view), f"the table after {k} plies", MOST_OF_TABLE)
    assert named <= set(pictures.faces)
    assert bool(named) == (name in WITH_CARDS)


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
