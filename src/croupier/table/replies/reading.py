"""The steps of reading a reply: remove thoughts, then structured answers, brackets, and other words."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from croupier.agents.thoughts import UnfinishedThoughtError, without_thoughts
from croupier.core.engine.state import State
from croupier.core.spec.prompts import ReplyError
from croupier.table.briefing import question
from croupier.table.events import Event
from croupier.table.replies.actions import NO_BRACKETS, Finder, Mention
from croupier.table.replies.choice import SEVERAL, UNCLEAR, choose, illegal_beside, taken_back
from croupier.table.replies.clauses import Meaning
from croupier.table.replies.fields import fields
from croupier.table.replies.normal import MOST_READ, plain, spoken, without_struck
from croupier.table.replies.speakers import own_words
from croupier.table.table import Table
from croupier.table.talk import system_message


def submit_reply(
    table: Table, seat: int, reply: str, number: int, *, source: bool = False, brackets: bool = False
) -> Event:
    """Hand in what a model or a program said; see `read_reply` and `Table.submit`.

    The others hear the action alone, and nothing of a reply that is refused: its words may tell what is hidden.
    """
    table.check_turn(seat, number)  # before it is read: what is over has no actions to read
    try:
        answer = (
            answer_of(reply)
            if source
            else read_reply(table.state, reply, brackets=brackets, told=lambda: _told(table, seat))
        )
    except ReplyError as error:
        return table.refuse(seat, str(error), number, error.fault)
    return table.submit(seat, answer, number)


def _told(table: Table, seat: int) -> list[str]:
    """All that a seat may have been told before it answers; of players' own words the first line."""
    asked, messages = question(table, seat, "list"), [each.message for each in table.messages(seat)]
    heard = (str(each) if each.sender is None else str(each).partition("\n")[0] for each in messages)
    return [system_message(table.game, seat), asked.rules, asked.situation, *heard]


def read_reply(
    state: State, reply: str, *, brackets: bool = False, told: Callable[[], Iterable[str]] = tuple
) -> int:
    """The action that a reply means.

    Args:
        reply: all that the player said. Its thoughts (`croupier.agents.thoughts`) are no part of the answer; of
            the rest the last `MOST_READ` characters are read.
    """
    answer = answer_of(reply)
    if not answer.strip():
        raise ReplyError("it is empty" if answer == reply else "it has thoughts and no answer")
    answer = _without_copied(answer, told)
    if not answer.strip():
        raise ReplyError("it repeats the question and names no action")
    finder = Finder(state, spelled=brackets)
    before, every = own_words(without_struck(answer[-MOST_READ:]), state.current_player())
    try:
        found = _answer(finder, before, brackets)
    except ReplyError as error:
        if error.fault != "unparsable" or before == every:
            raise
        found = _answer(finder, every, brackets)
    if not found.legal:
        raise ReplyError(found.refusal, "illegal")
    if len(found.legal) > 1:
        raise ReplyError(SEVERAL, "several")
    return next(iter(found.legal))


def _without_copied(answer: str, told: Callable[[], Iterable[str]]) -> str:
    """An answer without the lines of the question that it repeats, except those that are only an action."""
    lines = answer.splitlines()
    if all(_bare(line) for line in lines):
        return answer
    known = {line.strip() for text in told() for line in text.splitlines()}
    kept = [line for line in lines if _bare(line) or line.strip() not in known]
    return answer if len(kept) == len(lines) else "\n".join(kept)


def _bare(line: str) -> bool:
    """Whether a line is one pair of square brackets, and at most a letter or number before it."""
    before, bracket, rest = line.partition("[")
    beside = before + rest.partition("]")[2]
    return bracket != "" and "[" not in beside and sum(map(str.isalpha, beside)) < 2


def answer_of(reply: str) -> str:
    """A reply without its thoughts."""
    try:
        return without_thoughts(reply)
    except UnfinishedThoughtError as error:
        raise ReplyError(str(error), "truncated") from None


def _answer(finder: Finder, said: str, brackets: bool) -> Mention:
    """The place that is the answer."""
    if brackets:
        found = _in_brackets(finder, plain(said).lower())
        if found is None:
            raise ReplyError(NO_BRACKETS)
        return found
    forms, rest = fields(said)
    text = spoken(rest)
    filled = [found for form in forms if (found := _in_field(finder, form.texts)) is not None]
    if filled:
        return _one(filled)
    found = _in_brackets(finder, text)
    if found is None and (foreign := finder.foreign(text)):
        raise ReplyError(f"{foreign!r} in square brackets is no action")
    return found or _in_words(finder, text)


def _in_field(finder: Finder, texts: tuple[str, ...]) -> Mention | None:
    for raw in texts:
        text = spoken(raw)
        found = _in_brackets(finder, text) if "[" in text else None
        found = found or finder.field(text.replace("[", " ").replace("]", " "))
        if found is not None:
            return found
    return None


def _one(filled: list[Mention]) -> Mention:
    """The answer of some fields."""
    if len({each.legal or each.refusal for each in filled}) > 1:
        raise ReplyError(SEVERAL, "several")
    return filled[-1]


def _meaning(finder: Finder, text: str, mentions: list[Mention]) -> Meaning:
    """How actions that a text names are meant by the seat that was asked."""
    return Meaning(text, mentions, finder.idle, finder.seat)


def _in_brackets(finder: Finder, text: str) -> Mention | None:
    """The answer in square brackets, unless it is taken back behind them by other words."""
    mentions = finder.asked(text)
    if not mentions:
        return None
    meaning = _meaning(finder, text, mentions)
    found = choose(meaning, asked=True)
    if found is None:
        return meaning.illegal()
    behind = text[found.end :].replace("[", " ").replace("]", " ")
    try:
        other = choose(_meaning(finder, behind, finder.named(behind)), asked=False)
    except ReplyError:
        return found
    if other is None or other.legal == found.legal:
        return found
    if taken_back(meaning, found):
        return other
    if not meaning.is_answer(found):
        raise ReplyError(SEVERAL, "several")
    return found


def _in_words(finder: Finder, text: str) -> Mention:
    """The answer in other words."""
    text = text.replace("[", " ").replace("]", " ")
    if finder.words is None:
        return Mention(0, len(text), frozenset({finder.spelled((text.strip().splitlines() or [""])[-1])}))
    meaning = _meaning(finder, text, finder.named(text))
    found = choose(meaning, asked=False)
    if found is None:
        raise ReplyError(UNCLEAR if meaning.mentions else NO_BRACKETS)
    return illegal_beside(meaning, found) or found
