"""Cases of rounds as data files have them (``data/rounds.txt`` says how), and what plays them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.games.scripts import said
from tests.games.skull_king.judges import Round, bid, phases, play

DATA = Path(__file__).parent / "data"


def dealt(start: Callable[..., Any], line: str) -> Any:
    """A round of the hands and options of a line."""
    hands, *options = line.split("; ")
    settings: dict[str, Any] = {}
    for option in options:
        name, _, value = option.partition(" ")
        settings[name] = value if name == "undealt" else int(value) if value.isdecimal() else value != "off"
    return start(*hands.split(" / "), **settings)


def shown(played: Round, what: str) -> str:
    """What a round shows, as the file writes it."""
    if what.startswith("hand "):
        seat = int(what.removeprefix("hand ").removesuffix(":"))
        return ", ".join(played.hand(seat))
    if what == "over":
        return "" if played.over else "not yet"
    return said(getattr(played, what))


def take(played: Round, step: str) -> None:
    """Take or check one step of a case."""
    word, _, rest = step.partition(" ")
    if step.startswith("["):
        played.say(step)
    elif word == "bid":
        bid(played, *map(int, rest.split()))
    elif word == "play":
        play(played, rest)
    elif word == "refused":
        with pytest.raises(ValueError, match=r"not legal|not hold|not fit|SK-5"):
            played.say(rest)
    elif word == "calm":
        assert phases(played) == {"PLAYING"}, step
    else:
        what, _, expected = step.partition(": " if word == "hand" else " ")
        assert shown(played, what) == expected, step
