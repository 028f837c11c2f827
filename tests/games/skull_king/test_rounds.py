"""Rounds played by hand, by the kernels and by the reference alike: the cases of ``data/rounds.txt``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.skull_king.judges import JUDGES, Judge, Round, bid, phases, play

DATA = Path(__file__).parent / "data" / "rounds.txt"


def cases() -> Iterator[tuple[str, list[str]]]:
    """Each case of the file: its title, and its lines with the words of "each" filled in."""
    for block in DATA.read_text().strip().split("\n\n")[1:]:
        title, *lines = block.splitlines()
        names, rows = "", ""
        if lines[0].startswith("each "):
            names, _, rows = lines.pop(0).removeprefix("each ").partition(": ")
        for row in rows.split(", "):
            words = [word.replace("_", " ") for word in row.split()]
            filled = dict(zip(names.split(", "), words, strict=False))
            yield title.format(**filled), [line.format(**filled) for line in lines]


def dealt(judge: Judge, line: str) -> Round:
    """A round of the hands and options of a line."""
    hands, *options = line.split("; ")
    settings: dict[str, Any] = {}
    for option in options:
        name, _, value = option.partition(" ")
        settings[name] = value if name == "undealt" else int(value) if value.isdecimal() else value != "off"
    return judge.start(*hands.split(" / "), **settings)


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


@pytest.mark.parametrize(("title", "lines"), [pytest.param(*case, id=case[0]) for case in cases()])
def test_sk_3_to_sk_15_a_round_goes_as_the_file_says(title: str, lines: list[str]) -> None:
    for judge in JUDGES:
        played = dealt(judge, lines[0])
        for step in " | ".join(lines[1:]).split(" | "):
            take(played, step)
