"""Protocol of agents that answer in words: a question in, a reply out, as text; thoughts are no part of a reply.

Language models and foreign programs are such agents. They know a seat's transcript and view, and nothing else of a
game, so they sit only where there is a `croupier.table.Table`: `croupier.table.speaking` asks them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeGuard, runtime_checkable

from croupier.agents.agent import AgentTraits, Turns, traits_of
from croupier.core.base.errors import ConfigError
from croupier.core.base.types import Actions
from croupier.core.spec.position import SeatView
from croupier.core.spec.prompts import ReplyFault

# Endpoints that do not take reasoning out of the text hand it on in one of these forms. Some leave the opening
# tag away, since the prompt ended with it.

_NAMES = (
    r"(?:(?:ant|inner_|internal_)?think(?:ing)?(?:_process)?|thoughts?(?:_process)?|reason(?:ing)?|rationale|reflection"
    r"|deliberation|scratchpad|analysis|cot|chain[_-]of[_-]thoughts?|(?:inner|internal)[_-]monologue)"
)
_TAG = re.compile(
    rf"[<＜]\s?/?\s?(?:[a-z]{{1,12}}:)?{_NAMES}(?:\s[^<>＜＞]{{0,200}})?(?<!/)[>＞]"
    r"|\[/?(?-i:THINK)\]"
    rf"|(?P<token>◁\s?/?\s?{_NAMES}\s?▷"
    r"|<\|(?:begin|end)_of_thought\|>"
    r"|<\|(?:start|end)_thinking\|>"
    r"|<\|channel\|>\s?(?:analysis|commentary|final)\b[^\n]{0,80}?<\|message\|>)",
    re.IGNORECASE,
)
_CLOSES = re.compile(r"[<＜◁\[]\s?/|<\|end_|<\|channel\|>\s?final", re.IGNORECASE)
_KIND = re.compile(rf"<\|channel\|>|{_NAMES}", re.IGNORECASE)
_INDENT = 20
"""Blanks before a tag that begins a line, at most."""


class UnfinishedThoughtError(ValueError):
    """A text ends within a thought: it was cut off before the answer."""


def without_thoughts(text: str) -> str:
    """What a text says apart from its thoughts, also where their opening tag is missing.

    A tag that begins a line, and any that is a token of its model's own, begins a thought. One within a line does
    only if it is closed: otherwise it is a word, as in "no <think> is needed". Tags in backticks are words, and so
    is a tag within a thought of another kind. The time taken grows with the text's length alone.
    """
    kept: list[str] = []
    begun = start = 0
    inside, opening, certain = "", "", False
    for tag in _TAG.finditer(text):
        if _in_backticks(text, tag):
            continue
        kind = _kind(tag[0])
        if _CLOSES.match(tag[0]):
            if kind == inside:
                kept.append(text[begun:start])
            elif certain:
                continue
            else:
                kept.clear()  # all before was thought
            inside, certain, begun = "", False, tag.end()
        elif not certain:
            certain = bool(tag["token"]) or _begins_line(text, begun, tag.start())
            if certain or kind != inside:
                inside, opening, start = kind, tag[0], tag.start()
    if certain:
        raise UnfinishedThoughtError(f"it ends within its thoughts: {opening} is never closed")
    return "".join([*kept, text[begun:]])


def is_unfinished(text: str) -> bool:
    """Whether a text ends within a thought."""
    try:
        without_thoughts(text)
    except UnfinishedThoughtError:
        return True
    return False


def _kind(tag: str) -> str:
    """What a tag encloses; what begins with ``<think>`` may end with ``</thinking>``."""
    found = _KIND.search(tag)
    name = found[0].casefold() if found else ""
    return next((stem for stem in ("th", "reason") if name.startswith(stem)), name)


def _in_backticks(text: str, tag: re.Match[str]) -> bool:
    """Whether a tag is code in a sentence."""
    return text[max(tag.start() - 1, 0) : tag.start()] == "`" == text[tag.end() : tag.end() + 1]


def _begins_line(text: str, begun: int, start: int) -> bool:
    """Whether only blanks stand before a tag, from the beginning of its line or the end of the last thought."""
    before = text[max(begun, start - _INDENT) : start]
    return not before.rpartition("\n")[2].strip() and ("\n" in before or start - begun <= _INDENT)


PromptMode = Literal["list", "nolist", "source", "chat"]
"""How a question is put: with the list of legal actions, without it, as the game's text environment does, or as
the next message of one conversation, as models are trained."""
PROMPT_MODES: tuple[PromptMode, ...] = ("list", "nolist", "source", "chat")
AnswerForm = Literal["text", "json", "tools", "choice"]
"""How a model answers: in words; as a JSON object whose schema lists the legal actions; by calling the game's
tools; or by a letter, of which the endpoint tells the probabilities."""
ANSWER_FORMS: tuple[AnswerForm, ...] = ("text", "json", "tools", "choice")
CHARACTERS_A_TOKEN = 4
"""What counts as a token where nobody says how many there are: four characters."""


@dataclass(frozen=True)
class Refused:
    """An earlier reply to the same question.

    Attributes:
        reply: all that was said.
        why: why it was refused, as it is told to who said it.
    """

    reply: str
    why: str


@dataclass(frozen=True, eq=False)
class Question:
    """A decision, as it is put to one seat.

    Attributes:
        game: name of the game.
        seat: who is asked.
        number: number of the table's last event.
        rules: the static part: the same for every seat and decision of a game. Empty in the mode ``source``. In
            the mode ``chat`` the system's message, without the number of the seat.
        situation: what has happened, and the table as the seat sees it. In the mode ``source`` the transcript, in
            the mode ``chat`` what is new.
        transcript: all messages to the seat.
        view: what the seat sees, with the legal actions.
        legal: texts of the legal actions.
        refused: earlier replies to this question, in order. Empty in the modes ``source`` and ``chat``,
            which have them in the transcript or the talk.
        talk: the whole conversation, what is new last; None in all modes but ``chat``.
    """

    game: str
    seat: int
    number: int
    rules: str
    situation: str
    transcript: tuple[str, ...]
    view: SeatView
    legal: tuple[str, ...]
    refused: tuple[Refused, ...] = ()
    talk: tuple[Mapping[str, str], ...] | None = None


@dataclass(frozen=True)
class Reply:
    """What came back, and what it took.

    Attributes:
        text: all that was said.
        fault: what is wrong with it before it is read, if anything.
        detail: the fault in words, for people.
        reasoning: reasoning that the endpoint hands out beside the text.
        tokens_in: tokens of the prompt.
        tokens_cached: how many of them were read from the endpoint's cache.
        tokens_out: tokens that were written, reasoning included.
        tokens_reasoning: how many of them were reasoning.
        cost: in dollars; 0 where no prices are known.
        seconds: from the question to the reply, failed attempts and pauses left out.
        failures: attempts that failed before at the endpoint.
        estimated: whether tokens (and so the cost) are estimated, by `CHARACTERS_A_TOKEN`, since the endpoint does
            not say them.
        served: the model that answered, as the endpoint calls it: often with the date of a snapshot.
        fingerprint: of the system that served it, as above.
        notes: what it wrote down for its later decisions, which is no part of the text; empty for nothing new.
    """

    text: str
    fault: ReplyFault = ""
    detail: str = ""
    reasoning: str = field(default="", repr=False)
    tokens_in: int = 0
    tokens_cached: int = 0
    tokens_out: int = 0
    tokens_reasoning: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    failures: int = 0
    estimated: bool = False
    served: str = ""
    fingerprint: str = ""
    notes: str = field(default="", repr=False)


class EndpointError(Exception):
    """An endpoint has failed and goes on failing: the game is void, for everyone.

    Attributes:
        failures: attempts that failed.
    """

    def __init__(self, message: str, failures: int = 1) -> None:
        super().__init__(message)
        self.failures = failures


class EndpointRefusedError(EndpointError):
    """An endpoint refuses what no later attempt can change.

    Attributes:
        always: whether it refuses every request, as with a wrong key or an unknown model, not this one alone.
    """

    def __init__(self, message: str, failures: int = 1, *, always: bool) -> None:
        super().__init__(message, failures)
        self.always = always


class TextSeat(Protocol):
    """A text agent in one seat of one game."""

    async def answer(self, question: Question) -> Reply:
        """Answer a question.

        Raises:
            EndpointError: no reply can be had.
        """
        ...

    async def game_over(self, ending: Mapping[str, Any]) -> None:
        """Hear how the game came out, and give up what was held for it.

        Args:
            ending: ``returns``, ``points``, ``forfeited`` and ``text``; empty where the game was given up.
        """
        ...


@runtime_checkable
class TextAgent(Protocol):
    """An agent that answers in words.

    Attributes:
        name: the name by which it was made.
        traits: they say that it speaks.
        prompt: how it is asked.
        form: how it answers.
        notes: characters of notes that it may keep between decisions; 0 for none.
        brackets: whether actions in square brackets alone are read in its replies.
    """

    name: str
    traits: AgentTraits
    prompt: PromptMode
    form: AnswerForm
    notes: int
    brackets: bool

    def open(self) -> TextSeat:
        """Take a seat in a game."""
        ...

    def act(self, turns: Turns) -> Actions:
        """Refuse to answer without a table.

        Raises:
            ConfigError: always.
        """
        ...

    def about(self) -> dict[str, Any]:
        """What a report says of it, as plain data: model, address, settings, prices."""
        ...

    async def close(self) -> None:
        """Close connections."""
        ...


def speaks(agent: object) -> TypeGuard[TextAgent]:
    """Whether an agent answers in words."""
    return traits_of(agent).speaks


def needs_table(name: str) -> ConfigError:
    """The error for an agent that is asked for an action where there is no table."""
    return ConfigError(
        f"{name} answers in words, so it sits only at tables: in croupier play, arena, record, evaluate and serve"
    )
