"""How a reply means each action that it names: as the answer, rejected, weighed, or planned.

A reply is split into clauses at punctuation and at words that begin one (*because*, *if*, *then*, *or*). The
meaning of a mention is read from the words of its clause, from the word that begins the clause, and from its
neighbours in lists of actions.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from enum import IntEnum

from croupier.table.replies import phrases
from croupier.table.replies.actions import Finder, Mention


class Stance(IntEnum):
    """How an action is meant, from rejected to a certain answer."""

    REJECTED = 0
    LATER = 1
    WEIGHED = 2
    NAMED = 3
    ANSWER = 4


@dataclass(frozen=True)
class Clause:
    """A part of a sentence."""

    start: int  # of its words
    end: int
    opener: str  # punctuation or word before it; empty at the start of a sentence
    sentence: int
    asks: bool = False  # whether the sentence ends with a question mark


MOST_MENTIONS = 200
"""Most mentions that are examined, from the end; each takes time that grows with the length of its clause."""
_MOST_BACK = 20
"""Most clauses before an action that are searched for a label or a supposition."""
_WINDOW = 400
"""Most characters of a clause before and after an action that are examined."""
_LETTERS = re.compile(r"[^\W\d_]+|\d+")
_CONTENT = re.compile(r"\b(?!(?:the|a|an|my|also|der|die|das|le|la|el)\b)[^\W\d_]+")
_CHANGES = re.compile(r"\s*rather\b")
_KEEPS = re.compile(r"\W{0,3}(?:and )?i(?:ll| will| would)? (?:keep|save)\b")
"""Words after a bracketed action that begin a new sentence without a full stop."""
_POINTS = (":", "=>", "->", "→")


class Meaning:
    """A text split into clauses, with the stance of each mention."""

    def __init__(self, text: str, mentions: Sequence[Mention], finder: Finder) -> None:
        self.text = text
        self._seat, self._idle = finder.seat, finder.idle
        self.mentions = list(mentions)[-MOST_MENTIONS:]
        self._clauses = list(_clauses(text, self.mentions))
        starts = [clause.start for clause in self._clauses]
        self._place = [max(0, bisect_right(starts, each.start) - 1) for each in self.mentions]
        self.stances = [self._stance(index) for index in range(len(self.mentions))]
        for index in range(1, len(self.mentions)):
            self._compare(index)

    def labelled(self, index: int) -> bool:
        """Whether a label before the mention announces the answer."""
        return self._labelled(index, phrases.LABEL)

    def is_answer(self, mention: Mention) -> bool:
        """Whether a mention is given as an answer, and not only named."""
        return self.stances[self.mentions.index(mention)] is Stance.ANSWER

    def illegal(self) -> Mention | None:
        """A mention of an illegal action that the reply does not reject."""
        found = zip(self.mentions, self.stances, strict=True)
        return next((each for each, stance in found if not each.legal and stance is not Stance.REJECTED), None)

    def _of(self, index: int) -> Clause:
        return self._clauses[self._place[index]]

    def _stance(self, index: int) -> Stance:
        """The stance of a mention, from its own clause."""
        mention, clause = self.mentions[index], self._of(index)
        before = self.text[max(clause.start, mention.start - _WINDOW) : mention.start]
        after = self.text[mention.end : min(clause.end, mention.end + _WINDOW)]
        following = self._following(index)
        if self._rejected(clause, before, after, following):
            return Stance.REJECTED
        if self._later(index, before, after, following):
            return Stance.LATER
        if clause.opener in phrases.ALSO and phrases.COUNTED.search(before) and self._owned(index):
            return Stance.WEIGHED
        supposed = clause.opener in phrases.SUPPOSES or following in phrases.CONDITIONS
        supposed = supposed or (following in phrases.CHOOSES and not mention.asked)
        if supposed or clause.asks or phrases.WEIGHING.search(before) or self._labelled(index, phrases.NO_LABEL):
            return Stance.WEIGHED
        if self._of_others(before) or phrases.PAST.search(self._time(index) + before):
            return Stance.WEIGHED
        return Stance.ANSWER if self._answers(index, before) else Stance.NAMED

    def _of_others(self, before: str) -> bool:
        """Whether the words before an action say that another player plays it."""
        found = phrases.OTHERS.search(before) or phrases.OTHERS_HAN.search(before)
        if found is None or phrases.OWN.search(found["on"]):
            return False
        return found["seat"] is None or int(found["seat"]) != self._seat

    def _time(self, index: int) -> str:
        """The clause before that of an action, if it names a past time: *last turn, I held*."""
        place = self._place[index]
        if place == 0 or self._clauses[place].opener != ",":
            return ""
        clause = self._clauses[place - 1]
        words = self.text[max(clause.start, clause.end - _WINDOW) : clause.end]
        return f"{words} " if phrases.PAST_TIME.fullmatch(words) else ""

    def _rejected(self, clause: Clause, before: str, after: str, following: str) -> bool:
        before = phrases.IDIOMS.sub(" ", before)
        if clause.opener in phrases.REJECTS or (following == "not" and phrases.COPULA.search(after)):
            return True
        patterns = ((phrases.NEGATION, before), (phrases.OVER, before), (phrases.TAKEN_BACK, after))
        return any(pattern.search(words) for pattern, words in patterns)

    def _later(self, index: int, before: str, after: str, following: str) -> bool:
        opener = self._of(index).opener
        then = opener in phrases.THEN and index > 0
        if then or phrases.LATER.search(before) or phrases.LATER_AFTER.search(after):
            return True
        if opener in phrases.ALSO and (following in phrases.SUPPOSES or self._supposed(index, phrases.SUPPOSES)):
            return True
        return opener == "," and (following in phrases.SUPPOSES or self._supposed(index, phrases.PROMISES))

    def _back(self, index: int) -> Iterator[int]:
        """The earlier clauses of a mention's sentence, nearest first."""
        place = self._place[index]
        for other in range(place - 1, max(-1, place - 1 - _MOST_BACK), -1):
            if self._clauses[other].sentence != self._clauses[place].sentence:
                return
            yield other

    def _supposed(self, index: int, openers: Set[str]) -> bool:
        """Whether the sentence made a supposition before, by certain words or by word order."""
        found = (self._clauses[place] for place in self._back(index))
        return any(
            each.opener in openers or phrases.SUPPOSED.match(self.text, each.start, each.end) for each in found
        )

    def _owned(self, index: int) -> bool:
        """Whether an earlier clause says what somebody has."""
        found = (self._clauses[place] for place in self._back(index))
        return any(phrases.HAVE.search(self.text, each.start, each.end) for each in found)

    def _labelled(self, index: int, pattern: re.Pattern[str]) -> bool:
        """Whether a label is before the mention, up to a colon or an arrow; *so option 2* is no label."""
        for place in self._back(index):
            if self._clauses[place + 1].opener not in _POINTS:
                continue
            label = self._clauses[place]
            if pattern is phrases.NO_LABEL and label.opener in phrases.THEREFORE:
                return False
            return pattern.fullmatch(" ".join(_LETTERS.findall(self.text, label.start, label.end))) is not None
        return False

    def _following(self, index: int) -> str:
        """The word that begins the next clause of the sentence."""
        place = self._place[index] + 1
        if place == len(self._clauses) or self._clauses[place].sentence != self._of(index).sentence:
            return ""
        clause = self._clauses[place]
        return clause.opener if _LETTERS.search(self.text, clause.start, clause.end) else ""

    def _answers(self, index: int, before: str) -> bool:
        """Whether a mention that nothing speaks against is given as an answer."""
        mention = self.mentions[index]
        if not mention.asked and self._aside(index):
            return False
        if mention.weight == "phrase" and not mention.asked:
            return True
        if self._alone(index):
            return mention.asked or mention.weight != "number" or self._bare(index)
        if self._labelled(index, phrases.LABEL) and self._says_nothing(before):
            return True
        played = mention.weight == "action" and not mention.asked and self._says_nothing(before)
        if played and phrases.AIMS.match(self.text, mention.end):  # *play the escape to lose this trick*
            return True
        found = phrases.FIRST_PERSON.search(before)
        return found is not None and mention.weight != "number" and self._says_nothing(found[1])

    def _aside(self, index: int) -> bool:
        """Whether an action is in parentheses of a line that says something else."""
        clause = self._of(index)
        if clause.opener not in ("(", "|", "{"):
            return False
        begin, end = self.text.rfind("\n", 0, clause.start) + 1, self.text.find("\n", clause.end)
        return not self._says_nothing(
            f"{self.text[begin : clause.start]} {self.text[clause.end : end if end >= 0 else None]}"
        )

    def _alone(self, index: int) -> bool:
        """Whether a clause says nothing but its action."""
        clause, mention = self._of(index), self.mentions[index]
        if mention.start - clause.start > _WINDOW and _LETTERS.search(
            self.text, clause.start, mention.start - _WINDOW
        ):
            return False
        return self._says_nothing(self.text[clause.start : mention.start][-_WINDOW:]) and self._says_nothing(
            self.text[mention.end : clause.end]
        )

    def _bare(self, index: int) -> bool:
        """Whether a number has no words of the game next to it, as in *7 cards*."""
        clause, mention = self._of(index), self.mentions[index]
        rest = f"{self.text[clause.start : mention.start]} {self.text[mention.end : clause.end]}"
        return all(word in phrases.POLITE for word in _LETTERS.findall(rest))

    def _says_nothing(self, words: str) -> bool:
        """Whether the words do not affect that an action is the answer."""
        found = _LETTERS.findall(words)
        return all(word in self._idle or phrases.POLITE_HAN.fullmatch(word) for word in found)

    def _compare(self, index: int) -> None:
        """Give actions in a row the stance of the first, and mark alternatives as weighed."""
        clause, distance = self._of(index), self._place[index] - self._place[index - 1]
        one, other = self.mentions[index - 1], self.mentions[index]
        if one.legal == other.legal != frozenset():
            return
        if distance > 1:  # ", or" and "and/or" between two actions count as one word
            if self._joined(index):
                self._weigh(index)
        elif distance == 0:
            apart = one.asked and self.stances[index] is Stance.REJECTED and _KEEPS.match(self.text, one.end)
            if not apart and not phrases.OVER.search(self.text[one.end : other.start]):
                self._weigh(index)
        elif clause.opener in phrases.CHOOSES:
            if not _CHANGES.match(self.text, clause.start):
                self._weigh(index)
        elif clause.opener in phrases.JOINS and not _CONTENT.search(self.text, clause.start, other.start):
            own_verb = other.weight in ("action", "phrase") and not other.asked
            if self.stances[index - 1] is Stance.REJECTED and own_verb and not self._weighed(index - 1):
                return
            if self.stances[index - 1] <= Stance.WEIGHED:
                self.stances[index] = min(self.stances[index], self.stances[index - 1])
            elif self.stances[index] > Stance.WEIGHED and (
                clause.opener not in _POINTS or self._begins(index - 1)
            ):
                self._weigh(index)

    def _begins(self, index: int) -> bool:
        """Whether an action is at the start of its clause."""
        return not _CONTENT.search(self.text, self._of(index).start, self.mentions[index].start)

    def _weighed(self, index: int) -> bool:
        """Whether the words before an action in its clause weigh it."""
        begin = max(self._of(index).start, self.mentions[index].start - _WINDOW)
        return phrases.WEIGHING.search(self.text[begin : self.mentions[index].start]) is not None

    def _weigh(self, index: int) -> None:
        """Mark a mention and those before it in a row as weighed alternatives."""
        first = index - 1
        while first and self._joined(first):
            first -= 1
        for place in range(first, index + 1):
            self.stances[place] = min(self.stances[place], Stance.WEIGHED)

    def _joined(self, index: int) -> bool:
        """Whether only punctuation and joining words are between an action and the one before."""
        first, last = self._place[index - 1], self._place[index]
        start, end = self.mentions[index - 1].end, self.mentions[index].start
        between = self._clauses[first + 1 : last + 1]
        if any(each.opener not in phrases.JOINS or each.opener in _POINTS for each in between):
            return False
        parts = [(start, self._clauses[first].end), *((each.start, each.end) for each in between)]
        return not any(_CONTENT.search(self.text, begin, min(stop, end)) for begin, stop in parts)


def _clauses(text: str, mentions: Sequence[Mention]) -> Iterator[Clause]:
    """The clauses of a text, in order; no mention is split."""
    sentence: list[Clause] = []
    start, opener, number, at = 0, "", 0, 0
    for sign in phrases.BOUNDARY.finditer(text):
        while at < len(mentions) and mentions[at].end <= sign.start():
            at += 1
        if at < len(mentions) and mentions[at].start <= sign.start():
            continue
        sentence.append(Clause(start, sign.start(), opener, number))
        start, opener = sign.end(), "" if sign["stop"] else sign[0].strip()
        if sign["stop"]:
            yield from (replace(each, asks=sign["stop"] == "?") for each in sentence)
            sentence, number = [], number + 1
    yield from (*sentence, Clause(start, len(text), opener, number))
