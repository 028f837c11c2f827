"""Which of the named actions is the answer."""

from __future__ import annotations

import re

from croupier.core.spec.prompts import ReplyError
from croupier.table.replies.actions import Mention
from croupier.table.replies.clauses import Meaning, Stance
from croupier.table.replies.phrases import CORRECTS, TURNS

SEVERAL = "it names more than one action"
UNCLEAR = "it names no action as its answer"

_TOKENS = re.compile(r"[^\W_]")
_NUMBERED = re.compile(r"^[ \t]*\d+[.)]", re.MULTILINE)
_WORDS = re.compile(r"[^\W\d_]{2,}")


def choose(meaning: Meaning, *, asked: bool) -> Mention | None:
    """The mention that is the answer; None where none is."""
    answers = _with(meaning, Stance.ANSWER)
    named = [*answers, *_with(meaning, Stance.NAMED)] if asked else answers
    answers, named = _not_taken_back(meaning, answers, named), _not_taken_back(meaning, named, named)
    if not named:
        open_ones = [*_with(meaning, Stance.LATER), *_with(meaning, Stance.WEIGHED)]
        if len(frozenset().union(*(meaning.mentions[each].legal for each in open_ones))) > 1:
            raise ReplyError(SEVERAL, "several")
        return None
    if len({_key(meaning, each) for each in named}) == 1:
        return meaning.mentions[named[0]]
    if len({_key(meaning, each) for each in answers}) == 1:
        return _unless_later(meaning, answers, named)
    last = max(answers, default=-1)
    if answers and _settles(meaning, answers, last, asked=asked):
        return _unless_later(meaning, [last], named)
    raise ReplyError(SEVERAL, "several")


def _with(meaning: Meaning, stance: Stance) -> list[int]:
    return [index for index, each in enumerate(meaning.stances) if each is stance]


def _key(meaning: Meaning, index: int) -> object:
    mention = meaning.mentions[index]
    return mention.legal or mention.refusal


def _not_taken_back(meaning: Meaning, places: list[int], named: list[int]) -> list[int]:
    """Places of actions that are not turned down behind them, where others are left."""
    rejected = {_key(meaning, each): each for each in _with(meaning, Stance.REJECTED)}
    left = {_key(meaning, each) for each in named if each > rejected.get(_key(meaning, each), -1)}
    return [each for each in places if _key(meaning, each) in left] if left else places


def _unless_later(meaning: Meaning, answers: list[int], named: list[int]) -> Mention:
    """The one answer, unless an action that is not legal is named behind it."""
    last = max(named)
    if last > max(answers) and not meaning.mentions[last].legal:
        return meaning.mentions[last]
    return meaning.mentions[max(answers)]


def _settles(meaning: Meaning, answers: list[int], last: int, *, asked: bool) -> bool:
    """Whether the last of several answers takes the place of those before."""
    earlier = [each for each in answers if _key(meaning, each) != _key(meaning, last)]
    between = meaning.text[meaning.mentions[max(earlier)].end : meaning.mentions[last].start]
    if not asked:
        return TURNS.search(between) is not None
    labelled = meaning.labelled(last) and not any(map(meaning.labelled, earlier))
    if labelled or CORRECTS.search(between):
        return True
    if "\n\n" in between and _TOKENS.search(_NUMBERED.sub("", between)):
        return not _WORDS.search(meaning.text, meaning.mentions[last].end)
    after = meaning.text[meaning.mentions[last].end :]
    return len(_WORDS.findall(between)) >= 3 and len(_WORDS.findall(after)) <= 2


def illegal_beside(meaning: Meaning, answer: Mention) -> Mention | None:
    """An action that is not legal and is named beside an answer, with its verb; None where there is none.

    What is turned down, weighed or planned is left aside, and so is what the reply turns away from.
    """
    for mention, stance in zip(meaning.mentions, meaning.stances, strict=True):
        spoken = mention.weight in ("action", "phrase") and stance >= Stance.NAMED
        if spoken and not mention.legal and not TURNS.search(meaning.text, mention.end, answer.start):
            return mention
    return None


def taken_back(meaning: Meaning, answer: Mention) -> bool:
    """Whether words behind an answer turn away from it."""
    return TURNS.search(meaning.text, answer.end) is not None
