"""The rules in words, for people who see a table and click."""

import pytest

import croupier
from croupier.core.spec.registry import registered_games


@pytest.mark.parametrize("name", registered_games())
def test_rules_for_people_say_nothing_of_typed_answers(name: str) -> None:
    game = croupier.make(name)
    assert game.spec.words.how_to_play is not None
    text = game.spec.words.how_to_play(game)
    assert not set("[]{}*") & set(text)
    assert "nswer" not in text
    assert "Player 0" not in text
    assert text == text.strip()
    points = [line for line in text.splitlines() if line.startswith("- ")]
    assert len(points) >= 4
    assert all(line.endswith((".", ":")) for line in text.splitlines() if line)


@pytest.mark.parametrize(
    ("name", "options", "said", "unsaid"),
    [
        ("pig", {"winning_score": 37}, "37 points", "rolls and holds the"),
        ("pig", {"max_turns": 12, "turn_unit": "action"}, "After 12 rolls and holds", "12 turns"),
        ("spite-malice", {"max_turns": 77}, "77 turns", "h1"),
        ("skull-king", {"schedule": "one"}, "After 1 round, the most points win.", "Kraken"),
        ("skull-king", {"kraken": True, "whale": True}, "Of Kraken and Whale", "Graybeard"),
        ("skull-king", {"players": 2}, "Graybeard", "White Whale"),
        ("skull-king", {"rascal": True, "rosie": False}, "at stake", "Rosie: "),
    ],
)
def test_rules_are_those_of_the_options(name: str, options: dict[str, object], said: str, unsaid: str) -> None:
    game = croupier.make(name, **options)
    assert game.spec.words.how_to_play is not None
    text = game.spec.words.how_to_play(game)
    assert said in text
    assert unsaid not in text
