"""Protocol of agents that answer in words: a question in, a reply out, as text without thoughts.

Language models and other programs are such agents. They know only a seat's transcript and view, so they play only
at a `croupier.table.Table`: `croupier.table.speaking` asks them.
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

# Endpoints that leave reasoning in the text mark it in one of these forms. Some omit the opening tag, since the
# prompt ended with it.

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
"""Most blanks before a tag that begins a line."""


class UnfinishedThoughtError(ValueError):
    """A text ends within a thought: it was cut off before the answer."""


def without_thoughts(text: str) -> str:
    """A text without its thoughts, even if their opening tag is missing."""
    # A tag at the beginning of a line, and any special token of a model, begins a thought. A tag within a line
    # does so only if it is closed; otherwise it is a word, as in "no <think> is needed". Tags in backticks are
    # words, and so is a tag within a thought of another kind. The running time is linear in the length.
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
                kept.clear()  # everything before was thought
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
    """The kind of a tag; a thought from ``<think>`` may end with ``</thinking>``."""
    found = _KIND.search(tag)
    name = found[0].casefold() if found else ""
    return next((stem for stem in ("th", "reason") if name.startswith(stem)), name)


def _in_backticks(text: str, tag: re.Match[str]) -> bool:
    """Whether a tag is code in a sentence."""
    return text[max(tag.start() - 1, 0) : tag.start()] == "`" == text[tag.end() : tag.end() + 1]


def _begins_line(text: str, begun: int, start: int) -> bool:
    """Whether only blanks precede a tag, from the beginning of its line or the end of the last thought."""
    before = text[max(begun, start - _INDENT) : start]
    return not before.rpartition("\n")[2].strip() and ("\n" in before or start - begun <= _INDENT)


PromptMode = Literal["list", "nolist", "source", "chat"]
"""How a question is asked: with the list of legal actions, without it, as the game's text environment asks, or as
the next message of one conversation, as models are trained."""
PROMPT_MODES: tuple[PromptMode, ...] = ("list", "nolist", "source", "chat")
AnswerForm = Literal["text", "json", "tools", "choice"]
"""How a model answers: in words; as a JSON object whose schema lists the legal actions; by calling the game's
tools; or by a letter, whose probabilities the endpoint reports."""
ANSWER_FORMS: tuple[AnswerForm, ...] = ("text", "json", "tools", "choice")
CHARACTERS_A_TOKEN = 4
"""Estimate of a token's length, in characters, if the endpoint reports no tokens."""


@dataclass(frozen=True)
class Refused:
    """An earlier, rejected reply to the same question.

    Attributes:
        reply: the whole reply.
        why: the reason that its author was given.
    """

    reply: str
    why: str


@dataclass(frozen=True, eq=False)
class Question:
    """A decision, as a question to one seat.

    Attributes:
        game: name of the game.
        seat: the seat to move.
        number: number of the table's last event.
        rules: the static part, the same for every seat and decision of a game. Empty in the mode ``source``; in
            the mode ``chat`` the system message, without the seat's number.
        situation: the events, and the table as the seat sees it. In the mode ``source`` the transcript, in the
            mode ``chat`` only new messages.
        transcript: all messages to the seat.
        view: the seat's view, with the legal actions.
        legal: texts of the legal actions.
        refused: earlier replies to this question, in order. Empty in the modes ``source`` and ``chat``, whose
            transcript or talk includes them.
        talk: the whole conversation in the mode ``chat``; None in the others.
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
    """A reply, and its cost.

    Attributes:
        text: the whole text.
        fault: a fault that is known before reading the text, if any.
        detail: the fault in words, for people.
        reasoning: reasoning that the endpoint returns separately.
        tokens_in: tokens of the prompt.
        tokens_cached: how many of them came from the endpoint's cache.
        tokens_out: generated tokens, including reasoning.
        tokens_reasoning: how many of them were reasoning.
        cost: in dollars; 0 if prices are not known.
        seconds: from the question to the reply, without failed attempts and pauses.
        failures: failed attempts before this reply.
        estimated: whether tokens (and so the cost) are estimated, by `CHARACTERS_A_TOKEN`, since the endpoint does
            not report them.
        served: the endpoint's name of the model that answered, often with a snapshot's date.
        fingerprint: the endpoint's name of its system.
        notes: notes for later decisions, separate from the text; empty for no change.
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
    """An endpoint keeps failing: the game is void for everyone.

    Attributes:
        failures: number of failed attempts.
    """

    def __init__(self, message: str, failures: int = 1) -> None:
        super().__init__(message)
        self.failures = failures


class EndpointRefusedError(EndpointError):
    """An endpoint rejects a request for good.

    Attributes:
        always: whether it rejects every request, as with a wrong key or an unknown model, and not only this one.
    """

    def __init__(self, message: str, failures: int = 1, *, always: bool) -> None:
        super().__init__(message, failures)
        self.always = always


class TextSeat(Protocol):
    """A text agent in one seat of one game."""

    async def answer(self, question: Question) -> Reply:
        """Answer a question.

        Raises:
            EndpointError: no reply can be obtained.
        """
        ...

    async def game_over(self, ending: Mapping[str, Any]) -> None:
        """Receive the result of the game, and release resources.

        Args:
            ending: ``returns``, ``points``, ``forfeited`` and ``text``; empty if the game was abandoned.
        """
        ...


@runtime_checkable
class TextAgent(Protocol):
    """An agent that answers in words.

    Attributes:
        name: the name by which it was made.
        traits: traits with `speaks`.
        prompt: how it is asked.
        form: how it answers.
        notes: most characters of notes between decisions; 0 for no notes.
        brackets: whether only actions in square brackets are read in its replies.
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
        """Always raise ConfigError: it plays only at tables."""
        ...

    def about(self) -> dict[str, Any]:
        """Its description in reports, as plain data: model, address, settings, prices."""
        ...

    async def close(self) -> None:
        """Close connections."""
        ...


def speaks(agent: object) -> TypeGuard[TextAgent]:
    """Whether an agent answers in words."""
    return traits_of(agent).speaks


def needs_table(name: str) -> ConfigError:
    """The error for asking an agent that speaks without a table."""
    return ConfigError(
        f"{name} answers in words, so it sits only at tables: in croupier play, arena, record and serve"
    )
