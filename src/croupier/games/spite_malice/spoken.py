"""Mini Spite and Malice in other words than its spelling (``goal to pile 2``), for replies in five languages.

A text becomes a row of signs (sources, piles, faces of cards, verbs, joining words); `named` finds a source
followed by a pile.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from croupier.core.languages.reading import NUMBER, ORDINAL, number_of, words
from croupier.core.spec.position import Position
from croupier.core.spec.prompts import Named, Weight
from croupier.games.spite_malice.state import DISCARD, GOAL, HAND, PILES, PLAYS

__all__ = ["FILLERS", "named"]

_SIGNS = (
    ("X", r"\b(?:discard(?:ing)?(?! ?(?:pile|stack))|throw away|ditch|dump|drop|get rid of|werfe|descarto)\b"
          r"|\bx(?=\s*h?\d)|\bje (?:me )?défausse\b|弃掉?(?!牌)"),
    ("S", r"\b(?:discard(?:ed)? ?(?:piles?|stacks?)|discards|ablage(?:stapels?)?|(?:(?:la|ma|my|une) )?défausse"
          r"|descartes?)\b"
          r"|弃牌堆"),
    ("A", r"\bdiscarded\b"),
    ("H", r"\bh ?\d\b"),
    ("D", r"\bd ?\d\b"),
    ("K", r"\bhand(?: card| index)?[ =:]+[1-9]\b"),
    ("N", r"\b(?:hand|hände|main|mano)\b|手牌?"),
    ("G", r"\bg(?=[1-4]\b)|\bg\b|\bgoal(?:[ -]?cards?)?\b(?! pile)|\bziel(?:karte|stapels?)?\b"
          r"|\b(?:carte |l)?objectif\b|\b(?:carta )?objetivo\b|目标牌?|\bgoal pile\b"),
    ("V", r"\b(?:p(?=[ -]+(?:h|g|d|\d|✱|joker|goal))|play(?:ing)?(?! ?(?:pile|stack))|put(?:ting)?|place|move"
          r"|spiele"
          r"|lege|pose|joue|juego|pongo)\b|打出|放(?!到|在)"),
    ("C", r"\b(?:completes?|finishes|fills|closes)\b"),
    ("P", r"\bp(?=[1-4]\b)|\b(?:play[ -]?)?(?:pile|stack)s?\b|\b(?:stapels?|pilas?)\b|号?牌?堆"),
    ("J", r"\bjokers?\b|✱|鬼牌|王牌"),
    ("O", rf"{ORDINAL}|第[1-4一二三四](?:个|叠)?"),
    ("M", rf"{NUMBER}(?:s\b)?"),
    ("F", r"\b(?:from|out of|of|vom|von|aus|de|du|des|del|off)\b|从"),
    ("L", r"->|→|=>|[-:()|]|\b(?:on top of|on|onto|to|into|in|at|top|goes|go|going|auf|sur|en|a|à|au|the|my|an"
          r"|as|card|is"
          r"|free|empty|other|own|der|die|das|den|dem|meinen?|meines|le|la|les|el|mon|ma|mi|number)\b"
          r"|把|放?到|放?在|的|上面?"),
    ("Q", r","),
    ("Z", r"[^\s]"),
)  # fmt: skip
_SIGN = re.compile("|".join(f"(?P<{sign}>{pattern})" for sign, pattern in _SIGNS))
_MOST_LINKS = 6
"""Words allowed between a card and its pile."""


FILLERS = words(
    """
    card cards pile piles hand goal stack empty free play discard discards top win wins winning game turn
    over ends from left leaves last my source
    """
)

_PLAYS = re.compile(r"p$|play|spiele|joue|juego|打出")


def named(position: Position, text: str) -> Sequence[Named]:
    """The mentions of actions; see `croupier.core.spec.prompts.SpokenWords`."""
    signs = _Actions(text, _Table(position))
    found: list[Named] = []
    at = 0
    while at < len(signs.row):
        action, after = signs.action(at)
        if action is not None:
            found.append(action)
        at = max(after, at + 1)
    return found


class _Table:
    """The sources and targets of the player to move."""

    def __init__(self, position: Position) -> None:
        mover = position.current_player()
        table = position.table(mover)
        side = table["seats"][mover]
        self.hand: list[str] = list(side["hand"])
        self.goal: str | None = side["goal"]
        self.discards: list[str | None] = [pile[-1] if pile else None for pile in side["discards"]]
        self.tops = [str(int(pile["needs"]) - 1) if pile["cards"] else None for pile in table["play_piles"]]
        self.legal = frozenset(position.legal_actions())
        self.only_discards = min(self.legal) >= PLAYS

    def faced(self, face: str) -> set[int]:
        """The sources of a card with this face; the first of equal cards in the hand."""
        found = {self.hand.index(face)} if face in self.hand else set()
        found |= {DISCARD + pile for pile, top in enumerate(self.discards) if top == face}
        return found | ({GOAL} if self.goal == face else set())

    def face(self, source: int) -> str | None:
        """The face of the card at a source."""
        if source < HAND:
            return self.hand[source] if source < len(self.hand) else None
        return self.goal if source == GOAL else self.discards[source - DISCARD]


@dataclass(frozen=True)
class _Target:
    """The target of a card."""

    piles: frozenset[int]  # play piles that the words can mean
    own: frozenset[int]  # discard piles that the words can mean
    only_own: bool = False  # whether the words say that it is a discard pile
    face: bool = False  # whether the words name the card on top
    apart: bool = False  # whether the words name two different piles


class _Actions:
    """A text as a row of signs, with their words and positions, and the actions found in it."""

    def __init__(self, text: str, table: _Table) -> None:
        found = list(_SIGN.finditer(text))
        self.row = "".join(each.lastgroup or "Z" for each in found)
        self.words = [each[0] for each in found]
        self.spans = [each.span() for each in found]
        self.table = table

    def sign(self, at: int) -> str:
        """The sign at a place; empty after the last."""
        return self.row[at] if at < len(self.row) else ""

    def past(self, at: int, signs: str) -> int:
        """The place after some joining signs."""
        last = at + _MOST_LINKS
        while at < last and self.sign(at) and self.sign(at) in signs:
            at += 1
        return at

    def number(self, at: int) -> int:
        """The number of a sign, in any words."""
        found = re.search(rf"[1-9一二三四]|{ORDINAL}|{NUMBER}", self.words[at])
        return -1 if found is None else number_of(found[0])

    def face(self, at: int) -> str:
        """The face of a card that a sign names, as in views."""
        if self.sign(at) == "J":
            return "*"
        return "0" if "0" in self.words[at] else str(self.number(at))

    def action(self, at: int) -> tuple[Named | None, int]:
        """The action that begins at a sign, and the sign after it."""
        begun, verb = at, ""
        if self.sign(at) in ("V", "X"):
            verb = self.words[at]
            at = self.past(at + 1, "LF")
        discards = bool(verb) and self.sign(begun) == "X"
        coded = self.sign(at) in ("H", "D", "K", "S", "G") or (discards and self.sign(at) == "M")
        kept = str(self.number(at)) if self.sign(at) == "K" else ""
        sources, at = self.source(at, verb, discards)
        if sources is None:
            return None, begun + 1
        end = at
        target, after = self.target(at, sources, coded=coded)
        if target is not None:
            end = after
            extra, later = self.target(self.past(after, "Q"), sources)
            if extra is not None:
                target, end = _both(target, extra), later
            sources, end = self.origin(end, sources)
        plays = _PLAYS.match(verb) is not None
        actions = self.meant(sources, target, discards, plays)
        if kept and not actions & self.table.legal:  # "hand 5" is the fifth card, or else the 5
            actions = self.meant(self.in_hand(kept), target, discards, plays) or actions
        weight: Weight = "action" if verb or target is not None else "thing"
        if not verb and not set(self.row[begun:end]) & set("GHDKJSLPOANFC"):
            return None, begun + 1  # two numbers next to each other
        return Named(self.spans[begun][0], self.spans[end - 1][1], frozenset(actions), weight), end

    def source(self, at: int, verb: str, discards: bool) -> tuple[set[int] | None, int]:
        """The sources that the words at a sign can mean; None if they name none."""
        sign = self.sign(at)
        if sign in ("H", "D"):
            place, most = self.number(at) - 1, HAND if sign == "H" else PILES
            return ({place + (DISCARD if sign == "D" else 0)} if 0 <= place < most else set()), at + 1
        if sign == "K":
            return ({self.number(at) - 1} if self.number(at) <= HAND else set()), at + 1
        if sign in ("S", "X") and self.sign(at + 1) == "M" and not discards:
            pile = self.number(at + 1)
            return ({DISCARD + pile - 1} if 1 <= pile <= PILES else None), at + 2
        if sign == "G":
            return self.goal(at)
        if sign in ("N", "A"):
            nearest = self.past(at + 1, "L")
            if self.sign(nearest) not in ("M", "J"):
                return None, at + 1
            faced = self.table.faced(self.face(nearest))
            return {each for each in faced if (each < HAND) == (sign == "N")} - {GOAL}, nearest + 1
        if sign in ("J", "M"):
            return self.faced(at, verb, discards)
        return None, at + 1

    def in_hand(self, face: str) -> set[int]:
        return {self.table.hand.index(face)} if face in self.table.hand else set()

    def goal(self, at: int) -> tuple[set[int], int]:
        """The goal card; its face may follow, if a pile comes after it or no pile has this number."""
        nearest = self.past(at + 1, "L")
        told = {"is", ":"} & set(self.words[at:nearest])  # "my goal is a 5" plays nothing
        if self.sign(nearest) in ("M", "J") and self.face(nearest) == self.table.goal and not told:
            target, _ = self.target(nearest + 1, {GOAL})
            if target is not None or self.face(nearest) not in ("1", "2", "3", "4"):
                return {GOAL}, nearest + 1
        return {GOAL}, at + 1

    def faced(self, at: int, verb: str, discards: bool) -> tuple[set[int] | None, int]:
        """A card by its face, with its origin if named."""
        face = self.face(at)
        goal = self.past(at + 1, "LF")
        if face == self.table.goal and self.sign(goal) == "G":
            return {GOAL}, goal + 1
        if discards:
            number, close = self.number(at), self.spans[at - 1][1] == self.spans[at][0]  # "x6" is a place
            if self.sign(at) == "M" and (close or (number <= HAND and (verb == "x" or not self.in_hand(face)))):
                return {number - 1}, at + 1
            return self.in_hand(face), at + 1
        return self.origin(at + 1, self.table.faced(face))

    def origin(self, at: int, sources: set[int]) -> tuple[set[int], int]:
        """The sources left by words on where a card is taken from: ``from my hand``."""
        of = self.past(at, "L")
        if self.sign(of) != "F":
            return sources, at
        place = self.past(of + 1, "L")
        sign = self.sign(place)
        if sign == "N":
            return {each for each in sources if each < HAND}, place + 1
        if sign == "G":
            return sources & {GOAL}, place + 1
        if sign == "D":
            return sources & {DISCARD + self.number(place) - 1}, place + 1
        if sign == "S" and self.sign(place + 1) == "M":
            return sources & {DISCARD + self.number(place + 1) - 1}, place + 2
        if sign == "O" and self.sign(place + 1) == "S":
            return sources & {DISCARD + self.number(place) - 1}, place + 2
        if sign == "S":
            return {each for each in sources if each >= DISCARD}, place + 1
        return sources, at

    def target(self, at: int, sources: set[int], *, coded: bool = False) -> tuple[_Target | None, int]:
        """The pile that the words at a sign can mean; None if they name none."""
        nearest = self.past(at, "LCQ")
        sign = self.sign(nearest)
        remark = sign in ("M", "J") and any(self.table.face(each) == self.face(nearest) for each in sources)
        if remark and self.sign(self.past(nearest + 1, "L")) in ("M", "P", "D", "O", "S"):
            nearest = self.past(nearest + 1, "L")
            sign = self.sign(nearest)
        if sign == "D":
            return _pile(self.number(nearest), own=True), nearest + 1
        if sign in ("P", "S"):
            number = self.past(nearest + 1, "L")
            if self.sign(number) in ("M", "O"):
                return _pile(self.number(number), own=sign == "S"), number + 1
            return None, at
        if sign == "O":
            word = self.past(nearest + 1, "L")
            if self.sign(word) in ("P", "S"):
                return _pile(self.number(nearest), own=self.sign(word) == "S"), word + 1
            return None, at
        if sign == "M":
            word = self.past(nearest + 1, "L")
            if self.sign(nearest + 1) == "P" and self.words[nearest + 1] in ("堆", "牌堆", "号堆", "号牌堆"):
                return _pile(self.number(nearest)), nearest + 2
            joined = any(word.isalpha() for word in self.words[at:nearest])
            return self.number_or_face(nearest, sources, coded=coded or not joined, joined=joined), nearest + 1
        return None, at

    def number_or_face(self, at: int, sources: set[int], *, coded: bool, joined: bool) -> _Target:
        """A number alone: a pile, if a card can go there, or else the card on top of one."""
        number = self.number(at)
        here = frozenset({number - 1} if 1 <= number <= PILES else ())
        pile = _Target(here, here)
        if not joined or (coded and here) or self.meant(sources, pile, False, False) & self.table.legal:
            return pile
        piles = frozenset(k for k, top in enumerate(self.table.tops) if top == str(number))
        own = frozenset(k for k, top in enumerate(self.table.discards) if top == str(number))
        return _Target(piles, own, face=True)

    def meant(self, sources: set[int], target: _Target | None, discards: bool, plays: bool) -> set[int]:
        """The actions of sources and piles: the legal ones if any, or of two piles the others."""
        every = frozenset(range(PILES))
        aim = target or _Target(every, every)
        legal = self.table.legal
        played = {source * PILES + pile for source in sources if source >= 0 for pile in aim.piles}
        own = {PLAYS + source * PILES + pile for source in sources if 0 <= source < HAND for pile in aim.own}
        if discards or aim.only_own:
            found = own
        elif plays:
            found = played
        elif self.table.only_discards or aim.face or target is None:
            found = played | own
        else:
            found = played
        return (found - legal if aim.apart else found & legal) or found


def _pile(number: int, *, own: bool = False) -> _Target:
    piles = frozenset({number - 1} if 1 <= number <= PILES else ())
    return _Target(piles, piles, only_own=own)


def _both(one: _Target, other: _Target) -> _Target:
    """The common part of two descriptions of a pile; either of two without one."""
    if not one.piles & other.piles | one.own & other.own:
        only_own = one.only_own and other.only_own
        return _Target(one.piles | other.piles, one.own | other.own, only_own, apart=True)
    return _Target(one.piles & other.piles, one.own & other.own, one.only_own or other.only_own)
