"""Options: declared once, checked once."""

from typing import Any

import numpy as np
import pytest

from croupier.core.base.errors import ConfigError, unknown
from croupier.core.spec import options
from croupier.core.spec.options import Option

COUNT = Option("count", "int", 3, "how many", low=1, high=9, rule="TOY-1")
FAST = Option("fast", "bool", False, "in a hurry")
COLOUR = Option("colour", "choice", "red", "of the cards", choices=("red", "blue"))
DECLARED = (COUNT, FAST, COLOUR)


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        (COUNT, 1, 1),
        (COUNT, 9, 9),
        (COUNT, np.int8(4), 4),
        (FAST, True, 1),
        (FAST, np.False_, 0),
        (COLOUR, "red", 0),
        (COLOUR, "blue", 1),
    ],
)
def test_values_become_codes_and_come_back(option: Option, value: Any, code: int) -> None:
    assert option.encode(value) == code
    assert option.decode(code) == value
    assert type(option.decode(code)) in (int, bool, str)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        (COUNT, 0, r"option count \(TOY-1\) must be an integer from 1 to 9, not 0"),
        (COUNT, 10, "not 10"),
        (COUNT, True, "not True"),
        (COUNT, 3.0, r"not 3\.0"),
        (COUNT, "3", "not '3'"),
        (COUNT, None, "not None"),
        (FAST, 1, "option fast must be true or false, not 1"),
        (FAST, "true", "not 'true'"),
        (COLOUR, "green", "option colour must be one of red, blue, not 'green'"),
        (COLOUR, 0, "not 0"),
    ],
)
def test_values_out_of_range_are_refused_by_name(option: Option, value: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        option.encode(value)


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (COUNT, "7", 7),
        (FAST, "true", True),
        (FAST, "Yes", True),
        (FAST, "1", True),
        (FAST, "FALSE", False),
        (FAST, "no", False),
        (FAST, "0", False),
        (COLOUR, "blue", "blue"),
    ],
)
def test_values_are_read_from_text(option: Option, text: str, value: Any) -> None:
    assert option.parse(text) == value


@pytest.mark.parametrize(("option", "text"), [(COUNT, "seven"), (COUNT, "10"), (FAST, "maybe"), (COLOUR, "Blue")])
def test_texts_that_are_no_value_are_refused(option: Option, text: str) -> None:
    with pytest.raises(ConfigError, match=f"option {option.name} .*must be {option.range_text}, not"):
        option.parse(text)


def test_missing_options_take_their_defaults() -> None:
    values = options.complete(DECLARED, {"fast": True}, "toy")
    assert values == {"count": 3, "fast": True, "colour": "red"}
    assert list(values) == ["count", "fast", "colour"]
    assert options.encode(DECLARED, values).tolist() == [3, 1, 0]


def test_an_unknown_option_is_refused_with_the_near_names() -> None:
    with pytest.raises(ConfigError, match="unknown option of toy 'color'; did you mean colour"):
        options.complete(DECLARED, {"color": "red"}, "toy")


def test_without_near_names_all_are_listed() -> None:
    assert str(unknown("suit", "qqq", ["green", "black"])) == "unknown suit 'qqq'; known: green, black"
    assert str(unknown("suit", "blac", ["green", "black"])) == "unknown suit 'blac'; did you mean black?"
    assert str(unknown("game", "chess", ["hearts", "pig"])) == "unknown game 'chess'; known: hearts, pig"


def test_people_call_options_and_choices_by_their_labels_or_else_by_their_names() -> None:
    plain = Option("max_turns", "choice", "a", "help", choices=("a", "b"))
    assert (plain.called, plain.value_called("b"), Option("n", "int", 1, "", high=9).value_called(7)) == (
        "max turns", "b", "7",
    )  # fmt: skip
    named = Option("max_turns", "choice", "a", "help", choices=("a", "b"), label="most", choice_labels=("A", "B"))
    assert (named.called, named.value_called("b")) == ("most", "B")
