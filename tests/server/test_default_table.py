"""What browsers are sent to draw of games for which the pages have no table."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import croupier
from croupier.core.base.sentence import key_of
from croupier.core.engine.view import (
    array_of,
    by_seat,
    card_name,
    laid_cards,
    object_of,
    own_hand,
    points_by_seat,
    seat_number,
    value,
)
from croupier.core.spec.position import SeatView
from croupier.core.spec.registry import BUILT_IN, spec
from croupier.server.base.default_table import PAGES, PLAIN, default_table, for_browsers, table_module
from tests.splitmix import SplitMix64


class Fan:
    """A view of everything that a schema can say."""

    SCHEMA = object_of(
        "A table.",
        hand=own_hand("own cards"),
        trick=laid_cards("the trick"),
        kitty=array_of(card_name("a card"), "cards on the table"),
        scores=points_by_seat("penalty points", penalties=True),
        top=card_name("the card on top", null=True),
        lives=by_seat(value("integer", "lives"), "of each seat"),
        leader=seat_number("who leads"),
        last_play=object_of("the last one", by=seat_number("who", null=True), open=value("boolean", "face up")),
        claims=array_of(
            object_of("a claim", by=seat_number("who"), sum=value("integer", "how much")), "all claims"
        ),
        share=value("number", "a share"),
    )


TABLE: dict[str, Any] = {
    "hand": ["7h", "As"],
    "trick": [{"seat": 1, "card": "2c"}], "kitty": ["3d"], "scores": [4, 5],
    "top": None, "lives": [3, 1], "leader": 1, "last_play": {"by": None, "open": True},
    "claims": [{"by": 1, "sum": 7}], "share": 0.5,
}  # fmt: skip


def view_of(game: str) -> SeatView:
    return croupier.make(game).new_initial_state(1).view(0)


def test_every_part_of_a_view_is_drawn_as_its_schema_says() -> None:
    pig = replace(spec("pig"), view=Fan(), pictures=None)  # type: ignore[arg-type]
    pig = replace(pig, words=replace(pig.words, text=Told()))  # type: ignore[arg-type]
    found = default_table(pig, {**view_of("pig"), "table": TABLE})
    assert found == {
        "text": "2 cards", "picture": None, "faces": False, "penalties": True, "asked": None,
        "parts": [
            {"label": "Hand", "format": "hand", "cells": [{"card": "7h"}, {"card": "As"}]},
            {"label": "Trick", "format": "laid", "cells": [{"seat": 1, "card": "2c"}]},
            {"label": "Kitty", "cells": [{"card": "3d"}]},
            {"label": "Leader", "seat": 1},
            {"label": "Last play", "cells": [{"label": "By", "text": "–"}, {"label": "Open", "text": "yes"}]},
            {"label": "Claims", "columns": ["By", "Sum"], "cells": [
                {"cells": [{"label": "By", "seat": 1}, {"label": "Sum", "text": "7"}]},
            ]},
            {"label": "Share", "text": "0.5"},
        ],
        "seats": [{"label": "Lives", "cells": [{"text": "3"}, {"text": "1"}]}],
    }  # fmt: skip


class Told:
    """A text of such a view."""

    def observation_string(self, view: SeatView) -> str:
        return f"{len(view['table']['hand'])} cards"


def test_a_game_that_draws_its_table_is_shown_as_its_picture() -> None:
    view = view_of("skull-king")
    found = default_table(spec("skull-king"), view)
    pictures = spec("skull-king").pictures
    assert pictures is not None
    assert found["picture"]["svg"] == pictures().table(view).svg
    assert found["faces"]
    hand = next(part for part in found["parts"] if part["label"] == "Hand")
    assert [cell["card"] for cell in hand["cells"]] == view["table"]["hand"]


def test_no_picture_is_sent_where_the_page_draws_the_hand_and_the_trick() -> None:
    for name in ("hearts", "oh-hell"):
        found = default_table(spec(name), view_of(name))
        assert found["picture"] is None
        assert [part["label"] for part in found["parts"] if "format" in part] == ["Trick", "Hand"]


@pytest.mark.parametrize("game", ["hearts", "oh-hell", "leduc", "liars-dice"])
def test_whatever_a_table_calls_its_parts_is_a_sentence_that_can_be_told_in_other_languages(game: str) -> None:
    state, draw = croupier.make(game).new_initial_state(1), SplitMix64(1)
    while not state.is_terminal():
        for seat in (None, 0):
            for part in labelled(default_table(spec(game), state.view(seat))):
                assert part in spec(game).words.labels.values()
                assert key_of(part)
        legal = state.legal_actions()
        state.apply_action(legal[draw.below(len(legal))])


def labelled(found: Any) -> Iterator[str]:
    """All labels and columns in what is drawn."""
    if isinstance(found, dict):
        yield from [found["label"]] if "label" in found else []
        yield from found.get("columns", [])
    for inner in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        yield from labelled(inner)


def test_games_with_a_table_of_their_own_are_sent_their_view_alone() -> None:
    modules = {entry.name: table_module(spec(entry.name)) for entry in BUILT_IN}
    drawn = {name: module for name, module in modules.items() if module != PLAIN}
    assert drawn == {
        "pig": "/pig/table.js", "skull-king": "/skull_king/table.js", "spite-malice": "/spite_malice/table.js",
        "oh-hell": "/oh_hell/table.js", "hearts": "/hearts/table.js", "liars-dice": "/liars_dice/table.js",
        "leduc": "/leduc/table.js",
    }  # fmt: skip
    for name, module in modules.items():
        assert (PAGES / module[1:]).is_file()
        assert ("shown" in for_browsers(spec(name), view_of(name))) == (name not in drawn)
    for name in ("pages", "../pig", "", "Pig"):
        assert table_module(replace(spec("pig"), name=name)) == PLAIN
