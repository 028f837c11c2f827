"""The steps of reading a reply: remove reasoning and other speakers, read answers in any form, choose."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from croupier.agents.speech import UnfinishedThoughtError, without_thoughts
from croupier.core.engine.game import State
from croupier.core.spec.prompts import ReplyError
from croupier.table.briefing import question, system_message
from croupier.table.events import Event
from croupier.table.replies.actions import NO_BRACKETS, Finder, Mention
from croupier.table.replies.clauses import Meaning, Stance
from croupier.table.replies.fields import fields
from croupier.table.replies.normal import MOST_READ, plain, spoken, without_struck
from croupier.table.replies.phrases import CORRECTS, TURNS
from croupier.table.table import Table

_ENDS = re.compile(
    r"<\|(?:im_end|eot_id|eom_id|end_of_text|endoftext|end|return|turn_end|end_of_turn|eos)\|>"
    r"|</s>|<eos>|<end_of_turn>|<\|im_start\|>\s*(?:user|system|tool)\b|<start_of_turn>\s*user\b",
    re.IGNORECASE,
)
_HEADS = re.compile(
    r"<\|start_header_id\|>\s*\w*\s*<\|end_header_id\|>|<\|(?:im_start|start)\|>\s*(?:assistant)?"
    r"|<start_of_turn>\s*(?:model\b)?|<\|[\w ]{1,30}\|>|</?(?:s|bos|eos|pad|unk)>|\[/?INST\]",
    re.IGNORECASE,
)
_SEAT = re.compile(
    r"^[\s>*_#-]{0,6}(?:player|spieler|joueur|jugador|玩家|seat|p) ?(\d)(?:[ ’']s)?(?: (?:action|move|answer|bid"
    r"|play|plays|bids))?\s?[:：]",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"^[\s>*_#-]{0,6}(?:observation|result|game|### ?(?:response|instruction"
    r"|user|human|input)"
    r"|next turn|new turn)\s?:"
    r"|^[\s>*_#-]{0,6}(?:(?:it is )?(?:now )?player \d\s?[’']?s? (?:turn|score)|your (?:goal|hand|turn)\b"
    r"|play piles?:"
    r"|player \d (?:rolls|rolled|holds|held|banks|banked|plays|played|draws|drew|bids|leads|discards|wins)\b"
    r"|### ?(?:response|instruction|user|human|input)\b)",
    re.IGNORECASE,
)
_STRANGER = re.compile(
    r"^[\s>*_#-]{0,6}(?:human|user|opponent|dealer|system|computer|gegner|(?:l[’'])?adversaire|rival|oponente|对手)"
    r"\s?[:：]",
    re.IGNORECASE,
)
_INLINE = re.compile(r"\[\s*(?:player|seat|p) ?(\d)\s*:\s*([^\[\]]*)\]", re.IGNORECASE)
_OWN = re.compile(r"^[\s>*_#-]{0,6}(?:you|me|assistant|ai|model|bot)\s?:\s?", re.IGNORECASE)


def own_words(text: str, seat: int) -> tuple[str, str]:
    """The seat's own words in a reply without reasoning: up to the end of its turn, without lines for others."""
    said = [part for part in _ENDS.split(text) if _HEADS.sub(" ", part).strip()]
    kept: list[str] = []
    first = -1
    named_before = False
    for line in _HEADS.sub(" ", said[0] if said else "").split("\n"):
        named = _SEAT.match(line)
        if named and int(named[1]) == seat and not named_before:
            named_before, first = True, -1
            kept = [line[named.end() :]]
        elif named or _STRANGER.match(line) or (_OTHERS.match(line) and any(part.strip() for part in kept)):
            first = len(kept) if first < 0 else first
        else:
            kept.append(_OWN.sub("", line))
    every = "\n".join(kept)
    before = every if first < 0 else "\n".join(kept[:first])
    return _in_own_name(before, seat), _in_own_name(every, seat)


def _in_own_name(text: str, seat: int) -> str:
    """A text without bracketed actions of other players, and without the own player's name in brackets."""
    return _INLINE.sub(lambda found: f"[{found[2]}]" if int(found[1]) == seat else " ", text)


SEVERAL = "it names more than one action"
UNCLEAR = "it names no action as its answer"

_TOKENS = re.compile(r"[^\W_]")
_NUMBERED = re.compile(r"^[ \t]*\d+[.)]", re.MULTILINE)
_WORDS = re.compile(r"[^\W\d_]{2,}")


def choose(meaning: Meaning, *, asked: bool) -> Mention | None:
    """The mention that is the answer; None if there is none."""
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
    """Mentions of actions that are not rejected later, if others remain."""
    rejected = {_key(meaning, each): each for each in _with(meaning, Stance.REJECTED)}
    left = {_key(meaning, each) for each in named if each > rejected.get(_key(meaning, each), -1)}
    return [each for each in places if _key(meaning, each) in left] if left else places


def _unless_later(meaning: Meaning, answers: list[int], named: list[int]) -> Mention:
    """The one answer, unless an illegal action is named after it."""
    last = max(named)
    if last > max(answers) and not meaning.mentions[last].legal:
        return meaning.mentions[last]
    return meaning.mentions[max(answers)]


def _settles(meaning: Meaning, answers: list[int], last: int, *, asked: bool) -> bool:
    """Whether the last of several answers replaces the earlier ones."""
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


def illegal_next_to(meaning: Meaning, answer: Mention) -> Mention | None:
    """An illegal action that is named with its verb next to an answer; None if there is none."""
    # Rejected, weighed and planned actions do not count, nor what the reply takes back.
    for mention, stance in zip(meaning.mentions, meaning.stances, strict=True):
        spoken = mention.weight in ("action", "phrase") and stance >= Stance.NAMED
        if spoken and not mention.legal and not TURNS.search(meaning.text, mention.end, answer.start):
            return mention
    return None


def taken_back(meaning: Meaning, answer: Mention) -> bool:
    """Whether words after an answer take it back."""
    return TURNS.search(meaning.text, answer.end) is not None


def submit_reply(
    table: Table, seat: int, reply: str, number: int, *, source: bool = False, brackets: bool = False
) -> Event:
    """Submit the reply of a model or program; see `read_reply` and `Table.submit`."""
    # The others hear only the action, and nothing of a refused reply, whose words may reveal secrets.
    table.check_turn(seat, number)  # checked first: a game that is over has no actions to read
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
    """Everything a seat may have been told before it answers; of other players' words only the first line."""
    asked, messages = question(table, seat, "list"), [each.message for each in table.messages(seat)]
    heard = (str(each) if each.sender is None else str(each).partition("\n")[0] for each in messages)
    return [system_message(table.game, seat), asked.rules, asked.situation, *heard]


def read_reply(
    state: State, reply: str, *, brackets: bool = False, told: Callable[[], Iterable[str]] = tuple
) -> int:
    """The action that a reply means; of the text without reasoning the last `MOST_READ` characters are read."""
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
    """An answer without lines copied from the question, except those that are only an action."""
    lines = answer.splitlines()
    if all(_bare(line) for line in lines):
        return answer
    known = {line.strip() for text in told() for line in text.splitlines()}
    kept = [line for line in lines if _bare(line) or line.strip() not in known]
    return answer if len(kept) == len(lines) else "\n".join(kept)


def _bare(line: str) -> bool:
    """Whether a line is one pair of square brackets, with at most one letter next to it."""
    before, bracket, rest = line.partition("[")
    beside = before + rest.partition("]")[2]
    return bracket != "" and "[" not in beside and sum(map(str.isalpha, beside)) < 2


def answer_of(reply: str) -> str:
    """A reply without its reasoning."""
    try:
        return without_thoughts(reply)
    except UnfinishedThoughtError as error:
        raise ReplyError(str(error), "truncated") from None


def _answer(finder: Finder, said: str, brackets: bool) -> Mention:
    """The mention that is the answer."""
    if brackets:
        found = _in_brackets(finder, plain(said).lower())
        if found is None:
            raise ReplyError(NO_BRACKETS)
        return found
    forms, rest = fields(said)
    text = spoken(rest)
    filled = [found for form in forms if (found := _in_field(finder, form)) is not None]
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
    if len({each.legal or each.refusal for each in filled}) > 1:
        raise ReplyError(SEVERAL, "several")
    return filled[-1]


def _in_brackets(finder: Finder, text: str) -> Mention | None:
    """The answer in square brackets, unless later words take it back."""
    mentions = finder.asked(text)
    if not mentions:
        return None
    meaning = Meaning(text, mentions, finder)
    found = choose(meaning, asked=True)
    if found is None:
        return meaning.illegal()
    behind = text[found.end :].replace("[", " ").replace("]", " ")
    try:
        other = choose(Meaning(behind, finder.named(behind), finder), asked=False)
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
    text = text.replace("[", " ").replace("]", " ")
    if finder.words is None:
        return Mention(0, len(text), frozenset({finder.spelled((text.strip().splitlines() or [""])[-1])}))
    meaning = Meaning(text, finder.named(text), finder)
    found = choose(meaning, asked=False)
    if found is None:
        raise ReplyError(UNCLEAR if meaning.mentions else NO_BRACKETS)
    return illegal_next_to(meaning, found) or found
