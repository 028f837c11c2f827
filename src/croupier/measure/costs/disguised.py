"""Relabelling: the same decision under other names of game and cards, and replies mapped back.

A model that has read about a game knows it by its words. In disguise it has the rules of its prompt alone; what it
plays worse then, it had remembered. Names are drawn by a seed, each another one, so there is a way back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from croupier.agents.speech import Question, Refused
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.core.spec.prompts import ReplyError
from croupier.table.replies import MOST_READ, answer_of, plain

UNKNOWN = "unknown"
"""What stands in a reply where it used a name that its question did not have."""
_SHORT = 3
_BEFORE, _BEHIND = "(?<![A-Za-z0-9])", "(?![A-Za-z0-9])"


class Disguise:
    """Other names of a game and its cards, drawn by a seed.

    Attributes:
        names: the new name of every word, by the old one, in small letters; short names too.
        numbered: the new letters of short names with numbers, like ``g7``, by the old ones.
    """

    def __init__(self, game: Game, seed: int) -> None:
        """Draw the names."""
        if not game.spec.words.disguise:
            raise ConfigError(f"{game.name} has no other names, so it cannot be disguised")
        rng = np.random.Generator(np.random.PCG64(seed))
        self.names: dict[str, str] = {}
        self.numbered: dict[str, str] = {}
        taken: set[str] = set()
        for group in game.spec.words.disguise:
            free = [word for word in group.new if word not in taken]
            drawn = [free[k] for k in rng.permutation(len(free))[: len(group.old)].tolist()]
            taken.update(drawn)
            self.names |= dict(zip(group.old, drawn, strict=True))
            self.names |= {short: self.names[old][:_SHORT] for old, short in group.short.items()}
            if group.numbered:
                self.numbered |= {old[0]: self.names[old][0] for old in group.old}
        self._back = {new: old for old, new in self.names.items()}
        self._back_numbered = {new: old for old, new in self.numbered.items()}
        foreign = [old for old in self.names if old not in self._back]
        self._there = _pattern(self.names, self.numbered)
        self._here = _pattern([*self._back, *foreign], [*self._back_numbered, *self.numbered])

    def text(self, text: str) -> str:
        """A text under the new names."""
        return self._there.sub(lambda found: _renamed(found, self.names, self.numbered), text)

    def original(self, text: str) -> str:
        """A text under the new names, under the old ones again. An old name in it becomes `UNKNOWN`."""
        return self._here.sub(lambda found: _renamed(found, self._back, self._back_numbered), text)

    def reply(self, reply: str) -> str:
        """A reply, as it would have been said without the disguise; its thoughts are left out.

        Markdown and foreign letters are taken off first, as the reader of replies does, so that names are found in
        every spelling. A reply that ends within a thought stays as it is.
        """
        try:
            answer = answer_of(reply)
        except ReplyError:
            return reply
        return self.original(plain(answer[-MOST_READ:]))

    def question(self, question: Question) -> Question:
        """A question under the new names. What it quotes of the player's own replies stays as it was said."""
        view: Any = self._data(question.view)
        return replace(
            question,
            game=self.text(question.game),
            rules=self.text(question.rules),
            situation=self.text(question.situation),
            transcript=tuple(map(self.text, question.transcript)),
            view=view,
            legal=tuple(map(self.text, question.legal)),
            refused=tuple(Refused(each.reply, self.text(each.why)) for each in question.refused),
        )

    def _data(self, data: object) -> object:
        """Plain data with every text in it renamed, keys too."""
        if isinstance(data, str):
            return self.text(data)
        if isinstance(data, Mapping):
            return {self._data(name): self._data(value) for name, value in data.items()}
        if isinstance(data, list | tuple):
            return [self._data(value) for value in data]
        return data


def _pattern(words: Any, letters: Any) -> re.Pattern[str]:
    """Finds words, with an ending of English grammar, and letters that stand before a number."""
    longest = sorted(map(re.escape, words), key=lambda word: -len(word))
    spaced = "|".join(longest).replace(r"\ ", r"[ _]+")
    numbered = f"|(?P<letter>[{''.join(letters)}])(?=\\d{{1,2}}{_BEHIND})" if letters else ""
    return re.compile(f"{_BEFORE}(?:(?P<word>{spaced})(?P<end>s|ed)?{_BEHIND}{numbered})", re.IGNORECASE)


def _renamed(found: re.Match[str], names: Mapping[str, str], letters: Mapping[str, str]) -> str:
    letter = found.groupdict().get("letter")
    if letter:
        return _like(letter, letters.get(letter.lower(), UNKNOWN))
    said = re.sub(r"[ _]+", " ", found["word"])
    return _like(said, names.get(said.lower(), UNKNOWN)) + (found["end"] or "")


def _like(said: str, word: str) -> str:
    """A word in capitals or small letters, like another one."""
    if len(said) > 1 and said.isupper():
        return word.upper()
    if not said[0].isupper():
        return word
    return " ".join(part if part == "and" else part.capitalize() for part in word.split(" "))
