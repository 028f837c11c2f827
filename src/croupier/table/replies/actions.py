"""Mentions of actions in a reply: in brackets as asked, or in other words of the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from croupier.core.base.errors import NotLegalNowError
from croupier.core.engine.game import State
from croupier.core.spec.prompts import Named, ReplyError, Weight
from croupier.table.replies import phrases

LONGEST = 80
"""Most characters of a text that can be an action."""
NO_BRACKETS = "it has no action in square brackets"

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_LABEL = re.compile(
    r"(?:(?:my|the|final|chosen|next|best) )*(?:answer|action|move|choice|decision|reply)(?: is)? ?[:=]? ?",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]+")
_LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|\d+")
_WORD = re.compile(r"[^\W\d_]{2}")
_MOST_KNOWN = 200
"""Most distinct pairs of brackets that are examined."""
_BEGIN, _LETTER = re.compile(r"[\w+-]"), re.compile(r"\w")
_WEIGHTS: dict[Weight, int] = {"number": 0, "thing": 1, "action": 2, "phrase": 3}


@dataclass(frozen=True)
class Mention:
    """A mention of an action in a text."""

    start: int
    end: int
    legal: frozenset[int]  # legal actions that it can mean
    asked: bool = False  # whether it is in square brackets
    weight: Weight = "action"  # how explicit its words are; see `croupier.core.spec.prompts.Named`
    refusal: str = ""  # why it is refused, if it names an illegal action


class Finder:
    """Finds the actions that texts name in one position, by the game's own spelling (`spelled`) or any words."""

    def __init__(self, state: State, *, spelled: bool = False) -> None:
        self.state = state
        self.seat = state.current_player()
        self.legal = frozenset(state.legal_actions())
        part = state.game.spec.words.spoken
        self.words = None if part is None or spelled else part()
        self.idle = phrases.POLITE | (frozenset() if self.words is None else self.words.FILLERS)
        self._known: dict[str, Mention | None] = {}

    def asked(self, text: str) -> list[Mention]:
        """The actions in square brackets, in the game's spelling or else in its other words."""
        found = []
        for each in _BRACKETS.finditer(text):
            words = each[1]
            if not words.strip() or len(words) > LONGEST:
                continue
            if words not in self._known and len(self._known) < _MOST_KNOWN:
                self._known[words] = self._in_brackets(words)
            mention = self._known.get(words)
            if mention is not None:
                found.append(replace(mention, start=each.start(), end=each.end(), asked=True))
        return found

    def foreign(self, text: str) -> str:
        """Words in square brackets that are given as the answer but name no action; empty if there are none."""
        # They count as the answer if they are alone in a line, or nothing follows them.
        last = None
        for each in _BRACKETS.finditer(text):
            last = each if _WORD.search(each[1]) else last
        if last is None or len(last[1]) > LONGEST or self._in_brackets(last[1]) is not None:
            return ""
        if len({each.legal for each in self.named(last[1])}) > 1:
            return ""  # ambiguous, but not foreign
        line = text[text.rfind("\n", 0, last.start()) + 1 :].split("\n", 1)[0]
        alone = not _LETTER.search(line.replace(last[0], "", 1))
        return last[1] if alone or not _LETTER.search(text, last.end()) else ""

    def _in_brackets(self, words: str) -> Mention | None:
        """The mention in square brackets; None for no action, or for words that say more than the game has."""
        found = self.field(words)
        if found is None or len(found.legal) != 1:
            return found
        with suppress(ReplyError):
            self.spelled(words)
            return found
        same = [each for each in self.named(words) if each.legal & found.legal]
        beside = _LETTERS_OR_DIGITS.findall(_without(words, same))
        return found if all(word in self.idle or word in phrases.JOINS for word in beside) else None

    def spelled(self, words: str) -> int:
        """The action that words spell as the game does, apart from what people put around it."""
        words = _bare(words)
        if not words or len(words) > LONGEST:
            raise ReplyError(NO_BRACKETS)
        try:
            action = self.state.game.spec.words.text.string_to_action(self.state, words)
        except NotLegalNowError as error:
            raise ReplyError(str(error), "illegal") from None
        except ValueError as error:
            raise ReplyError(str(error)) from None
        if action not in self.legal:
            raise ReplyError(f"{self.state.action_to_string(action)} is not legal now", "illegal")
        return action

    def field(self, words: str) -> Mention | None:
        """The action that a structured answer names, by its most explicit words; None if it names none."""
        refusal = ""
        try:
            return Mention(0, len(words), frozenset({self.spelled(words)}))
        except ReplyError as error:
            refusal = str(error) if error.fault == "illegal" else ""
        found = self.named(words)
        if refusal and not (len(found) == 1 and found[0].weight == "thing" and _whole(words, found[0])):
            return Mention(0, len(words), frozenset(), refusal=refusal)
        if not found or _TURNED_DOWN.search(_without(words, found)):
            return None
        if any(_NUMBER_BEHIND.match(words, each.end) for each in found):
            return None  # "bid 2-3", "p h5 3 4": one number more than the action has
        heaviest = max(_WEIGHTS[each.weight] for each in found)
        if heaviest == 0 and any(word not in phrases.POLITE for word in _LETTERS.findall(_without(words, found))):
            return None  # a number next to other words is no answer
        beside = [each for each in found if _WEIGHTS[each.weight] < heaviest and each.legal]
        found = [each for each in found if _WEIGHTS[each.weight] == heaviest]
        first = next((each for each in found if not each.legal), found[0])
        if len({each.legal for each in found}) > 1 and first.legal:
            return Mention(0, len(words), frozenset().union(*(each.legal for each in found)))
        if first.legal and (others := [each.legal for each in beside if not each.legal & first.legal]):
            return Mention(0, len(words), first.legal.union(*others))  # "bid 2-3"
        return Mention(0, len(words), first.legal, refusal=first.refusal)

    def named(self, text: str) -> list[Mention]:
        """The actions that a text names in any words, not nested, in order."""
        if self.words is None:
            return []
        found = sorted(self.words.named(self.state, text), key=lambda each: (each.start, -each.end))
        kept: list[Named] = []
        for each in found:
            if kept and each.start < kept[-1].end:
                if each.end - each.start <= kept[-1].end - kept[-1].start:
                    continue
                kept.pop()
            kept.append(each)
        return [self._mention(each, text) for each in kept]

    def _mention(self, named: Named, text: str) -> Mention:
        legal = named.actions & self.legal
        refusal = "" if legal else f"{text[named.start : named.end].strip()!r} is not legal now"
        end = named.start + len(text[named.start : named.end].rstrip())
        return Mention(named.start, end, legal, weight=named.weight, refusal=refusal)


def _whole(text: str, mention: Mention) -> bool:
    """Whether a mention is the whole text."""
    return text[mention.start : mention.end].strip() == text.strip()


def _without(text: str, mentions: Sequence[Mention]) -> str:
    """A text without its mentions of actions."""
    ends = [0, *(each.end for each in mentions)]
    starts = [*(each.start for each in mentions), len(text)]
    return " ".join(text[end:start] for end, start in zip(ends, starts, strict=True))


_NUMBER_BEHIND = re.compile(r"[\s,;&+/~-]*\d")
_TURNED_DOWN = re.compile(
    r"\b(?:not|dont|wont|never|no|nicht|kein\w*|instead of|if|unless|between|or|either)\b|[?]"
)


def _bare(words: str) -> str:
    """Words without what people put around an action: a label, underscores, a full stop, other brackets."""
    words = _from_word(" ".join(words.split()))
    last = _LETTER.search(words[::-1])  # searched backwards, since a pattern for the end tries every beginning
    words = words[: len(words) - last.start()].strip("_ ") if last else ""
    label = _LABEL.match(words)
    if label and label[0].strip() and label.end() < len(words):
        words = _from_word(words[label.end() :])
    return words


def _from_word(words: str) -> str:
    """The words from the first letter, digit or sign."""
    first = _BEGIN.search(words)
    return words[first.start() :] if first else ""
