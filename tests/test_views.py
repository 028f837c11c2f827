"""Views of every built-in game: what their schemas say holds on played games, and what is the same for all."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import croupier
from croupier.core.engine.game import State
from croupier.core.engine.record_position import RecordPosition
from croupier.core.engine.view import schema
from croupier.core.spec.spec import CHANCE
from docs.generate.views import PAGE, page
from tests import cases
from tests.amounts import larger
from tests.splitmix import SplitMix64

TABLES = [
    pytest.param(name, options, id=f"{name}-{number}")
    for name in cases.NAMES
    for number, (options, _) in enumerate(cases.of(name, "PLAYTHROUGHS"))
]


def positions(options: Mapping[str, Any], name: str) -> Iterator[State]:
    """All positions of a random game, the last one included."""
    state = croupier.make(name, **options).new_initial_state(7)
    draw = SplitMix64(8)
    yield state
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[draw.below(len(legal))])
        yield state


SIGNS = {"points": 1, "penalties": -1}
"""Formats of the parts of a table that say the points once more."""


@pytest.mark.parametrize(("name", "options"), TABLES)
@larger("step", 7, 1)
def test_every_view_of_a_game_is_as_its_schema_says_and_says_what_the_state_says(
    name: str, options: Mapping[str, Any], step: int
) -> None:
    checker = Draft202012Validator(schema(croupier.make(name, **options).spec))
    for number, state in enumerate(positions(options, name)):
        if number % step and not state.is_terminal():
            continue
        over, player, points = state.is_terminal(), state.current_player(), state.points().tolist()
        for seat in (None, *range(state.game.num_players)):
            view = state.view(seat)
            checker.validate(json.loads(json.dumps(view, allow_nan=False)))
            legal = [] if seat != player else state.legal_actions()
            assert {part: said for part, said in view.items() if part != "table"} == {
                "game": name,
                "seat": seat,
                "over": over,
                "player": None if over else player,
                "phase": None if over else state.phase,
                "points": points,
                "returns": state.returns().tolist() if over else None,
                "actions": [{"action": a, "text": state.action_to_string(a)} for a in legal],
            }
        for part, said in state.game.spec.view.SCHEMA["properties"].items():
            if (sign := SIGNS.get(said.get("format"))) is not None:
                assert [sign * each for each in state.view(None)["table"][part]] == points


@pytest.mark.parametrize("name", cases.NAMES)
def test_a_schema_is_one_of_draft_2020_12_and_describes_every_property(name: str) -> None:
    whole = schema(croupier.make(name).spec)
    assert whole["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(whole)
    described = list(parts(whole))
    assert len(described) > 15
    for part in described:
        assert part["description"], part
        assert part["type"], part
        if "properties" in part:
            assert part["required"] == list(part["properties"])
            assert part["additionalProperties"] is False


def parts(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield part
    for inner in (*part.get("properties", {}).values(), *([part["items"]] if "items" in part else [])):
        yield from parts(inner)


def test_the_view_of_a_seat_that_is_not_there_is_refused() -> None:
    state = croupier.make("pig").new_initial_state(1)
    for seat in (-1, 2):
        with pytest.raises(ValueError, match=re.escape(f"seat {seat} is not one of 0..1")):
            state.view(seat)


@pytest.mark.parametrize("name", cases.NAMES)
def test_a_view_may_be_asked_for_while_a_random_event_is_due(name: str) -> None:
    game = croupier.make(name)
    records = game.new_records()
    records["player"] = CHANCE
    view = RecordPosition(game, records).view(0)
    assert (view["player"], view["phase"], view["over"], view["actions"]) == (None, None, False, [])
    Draft202012Validator(schema(game.spec)).validate(view)
    assert game.spec.words.text.observation_string(view)


def test_the_page_of_the_views_is_up_to_date() -> None:
    assert (cases.ROOT / PAGE).read_text() == page(), "run: python -m docs.generate.views"
