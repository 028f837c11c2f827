"""Cases of rounds as data files have them (``data/rounds.txt`` says how), and what plays them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.games.skull_king.judges import KernelRound, ReferenceRound, Round, bid, phases, play

DATA = Path(__file__).parent / "data"
Played = TypeVar("Played", KernelRound, ReferenceRound)


def cases(file: str) -> list[Any]:
    """The cases of a file as parameters of a test: what is dealt, and the steps."""
    return [pytest.param(lines[0], " | ".join(lines[1:]).split(" | "), id=title) for title, lines in _blocks(file)]


def _blocks(file: str) -> Iterator[tuple[str, list[str]]]:
    """Each case: its title, and its lines with the words of "each" filled in."""
    for block in (DATA / file).read_text().strip().split("\n\n")[1:]:
        title, *lines = block.splitlines()
        names, rows = "", ""
        if lines[0].startswith("each "):
            names, _, rows = lines.pop(0).removeprefix("each ").partition(": ")
        for row in rows.split(", "):
            words = [word.replace("_", " ") for word in row.split()]
            filled = dict(zip(names.split(", "), words, strict=False))
            yield title.format(**filled), [line.format(**filled) for line in lines]


def dealt(start: Callable[..., Played], line: str) -> Played:
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
    found = getattr(played, what)
    return str(found) if isinstance(found, int) else " ".join(map(str, found))


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
