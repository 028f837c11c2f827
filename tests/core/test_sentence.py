"""Sentences: texts with keys and parameters, and how they are told in another language."""

import copy
import json
import pickle

import pytest

from croupier.core.base.errors import PositionError
from croupier.core.base.sentence import (
    Catalogue,
    DecimalCommas,
    Language,
    Sentence,
    capitalised,
    joined,
    key_of,
    retold,
)

ENGLISH = Catalogue(
    "toy",
    {
        "and": " and ",
        "draws": "{who} draws {cards}.",
        "you": "you",
        "cards": {"one": "a card", "other": "{count} cards"},
        "share": "{share:.0%} of {name!r}",
    },
)
say = ENGLISH.say
POLISH = Language(
    {
        "toy.and": " i ",
        "toy.draws": "{cards}: {who}.",
        "toy.you": "ty",
        "toy.cards": {"one": "{count} karta", "few": "{count} karty", "other": "{count} kart"},
        "toy.share": "{name}",
    },
    lambda count: (
        "one" if count == 1 else "few" if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else "other"
    ),
)


def test_a_sentence_is_its_english_text() -> None:
    told = say("draws", who=say("you"), cards=say("cards", count=2))
    assert told == "you draws 2 cards."
    assert (told.key, key_of(told), key_of("you draws 2 cards.")) == ("toy.draws", "toy.draws", "")
    assert json.dumps([told]) == '["you draws 2 cards."]'
    assert say("share", share=0.5, name="a b") == "50% of 'a b'"


@pytest.mark.parametrize(("count", "text"), [(1, "1 karta"), (3, "3 karty"), (5, "5 kart"), (13, "13 kart")])
def test_another_language_has_its_own_plurals_and_order(count: int, text: str) -> None:
    told = say("draws", who=say("you"), cards=say("cards", count=count))
    assert retold(told, POLISH) == f"{text}: ty."
    assert retold(told, ENGLISH.language) == told


def test_sentences_made_of_others_are_told_part_by_part() -> None:
    both = joined(say("and"), [capitalised(say("you")), "Ann"])
    assert both == "You and Ann"
    assert retold(both, POLISH) == "Ty i Ann"
    assert joined(", ", []) == capitalised("") == ""
    assert retold("Ann", POLISH) == "Ann"


def test_an_error_hands_its_sentence_on() -> None:
    error = PositionError(say("you"))
    assert str(error) is error.args[0]
    assert isinstance(str(PositionError(str(error))), Sentence)


def test_copies_are_the_same_sentence() -> None:
    told = say("draws", who=say("you"), cards=say("cards", count=2))
    pickled = pickle.loads(pickle.dumps(told))  # noqa: S301  # our own bytes
    for made in (copy.copy(told), copy.deepcopy(told), pickled):
        assert retold(made, POLISH) == "2 karty: ty."


def test_what_a_catalogue_or_a_language_lacks_is_named() -> None:
    with pytest.raises(ValueError, match=r"toy\.nothing was given a; it takes: no such key"):
        say("nothing", a=1)
    with pytest.raises(ValueError, match=r"toy\.draws was given who; it takes: cards, who"):
        say("draws", who="Ann")
    with pytest.raises(ValueError, match=r"toy\.you was given name; it takes: $"):
        say("you", name="Ann")
    with pytest.raises(ValueError, match=r"this language has no sentence 'toy\.you'"):
        retold(say("you"), Language({}))


def test_numbers_are_filled_in_with_decimal_commas_and_the_sign_for_minus() -> None:
    told = DecimalCommas().vformat(
        "{gain:+.1f} {points:+d} {share:.0%} {count} {text} {text!r} {width:>4}",
        (),
        {"gain": -1234.25, "points": -30, "share": 0.5, "count": 3, "text": "a-1.5", "width": 7},
    )
    assert told == "−1234,2 −30 50\N{NO-BREAK SPACE}% 3 a-1.5 'a-1.5'    7"
