"""Chat completions: text, thoughts, tokens and serving model, whole or streamed.

An endpoint is foreign: fields are missing, of another type, or hold something else than their names say.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.agents.llm.settings import ModelSettings
from croupier.agents.speech import CHARACTERS_A_TOKEN, Reply
from croupier.agents.thoughts import is_unfinished
from croupier.core.spec.prompts import ReplyFault

Messages = Sequence[dict[str, str]]
"""Messages of a chat: ``role`` and ``content`` of each."""

LONGEST_REPLY = 200_000
"""Characters of a reply, and of its reasoning, that are kept, from the end."""
_LONGEST_NAME = 200
"""Characters of a model's name or fingerprint that are kept."""
_TEXTS = {"text": "text", "output_text": "text"}
"""Kinds of parts of a message that are said, and the field that holds the words."""
_THOUGHTS = {
    "thinking": ("thinking", "text"), "reasoning": ("reasoning", "text", "summary"), "redacted_thinking": (),
    "reasoning_text": ("text",), "summary_text": ("text",),
}  # fmt: skip
"""Kinds that are thought, as above: text or parts again."""
_CUT_OFF = ("length", "max_tokens")
"""Reasons of an end that are a limit of tokens, at endpoints of all kinds."""


@dataclass(frozen=True)
class Completion:
    """A completion as it came, in plain fields.

    Attributes:
        text: what was said.
        thought: what was thought, in the text's parts or beside it.
        refusal: what a model says in place of an answer.
        finish: why it ended, as the endpoint calls it.
        usage: counts of tokens, as the endpoint has them; None where it says none.
        served: the model that answered, as the endpoint calls it.
        fingerprint: of the system that served it.
        calls: the tools that it calls: name and arguments as JSON.
        likely: the likeliest tokens in place of the first one, with the logarithms of their probabilities.
    """

    text: str
    thought: str
    refusal: str
    finish: str
    usage: object
    served: str
    fingerprint: str
    calls: tuple[tuple[str, str], ...] = ()
    likely: tuple[tuple[str, float], ...] = ()


def completion_of(answer: object) -> Completion:
    """A completion that came whole."""
    if isinstance(answer, str):
        streams = answer.lstrip().startswith("data:")
        said = "it answers in a stream: set stream = true" if streams else "it is text, not JSON"
        raise ValueError(said)  # noqa: TRY004  # what came is no completion, as with any other JSON
    choices = getattr(answer, "choices", None)
    message = getattr(choices[0], "message", None) if choices else None
    if not choices or message is None:
        raise ValueError(_error_in(answer) or "it has no message")
    text, thought, refusal = _content(getattr(message, "content", None))
    return Completion(
        text=text,
        thought=thought or _beside(message),
        refusal=refusal or _text(message, "refusal"),
        finish=_text(choices[0], "finish_reason"),
        usage=getattr(answer, "usage", None),
        served=_text(answer, "model"),
        fingerprint=_text(answer, "system_fingerprint"),
        calls=tuple(_call(each) for each in getattr(message, "tool_calls", None) or ()),
        likely=_likely(choices[0]),
    )


async def completion_of_stream(chunks: AsyncIterator[object]) -> Completion:
    """A completion that comes in pieces."""
    found: dict[str, list[str]] = {"text": [], "thought": [], "refusal": []}
    calls: dict[int, list[str]] = {}
    likely: tuple[tuple[str, float], ...] = ()
    finish = served = fingerprint = ""
    usage: object = None
    begun = False
    async for chunk in chunks:
        served, fingerprint = served or _text(chunk, "model"), fingerprint or _text(chunk, "system_fingerprint")
        usage = getattr(chunk, "usage", None) or usage
        choices = getattr(chunk, "choices", None)
        if not choices:
            failed = _error_in(chunk)
            if failed:
                raise ValueError(failed)
            continue
        delta = getattr(choices[0], "delta", None)
        text, thought, refusal = _content(getattr(delta, "content", None))
        found["text"].append(text)
        found["thought"].append(thought or _beside(delta))
        found["refusal"].append(refusal or _text(delta, "refusal"))
        for each in getattr(delta, "tool_calls", None) or ():
            call = calls.setdefault(_number(each, "index"), ["", ""])
            call[:] = [before + piece for before, piece in zip(call, _call(each), strict=True)]
        likely = likely or _likely(choices[0])
        finish = _text(choices[0], "finish_reason") or finish
        begun = True
    if not begun:
        raise ValueError("its stream has no message")
    if not finish:
        raise ValueError("its stream broke off")
    said = {name: "".join(parts) for name, parts in found.items()}
    return Completion(
        **said,
        finish=finish,
        usage=usage,
        served=served,
        fingerprint=fingerprint,
        calls=tuple((name, arguments) for name, arguments in calls.values()),
        likely=likely,
    )


def reply_of(found: Completion, settings: ModelSettings, asked: int, clear: Callable[[object], str]) -> Reply:
    """A completion as a reply, without the time that it took.

    Args:
        asked: characters of the question.
    """
    text = found.text or found.refusal
    told = [_number(found.usage, name) for name in ("prompt_tokens", "completion_tokens")]
    read, written = (
        number or -(-characters // CHARACTERS_A_TOKEN)  # a server that counts nothing may say 0
        for number, characters in zip(told, (asked, len(text) + len(found.thought)), strict=True)
    )
    cached = min(_number(getattr(found.usage, "prompt_tokens_details", None), "cached_tokens"), read)
    fault, detail = _fault(found, settings, told[1])
    return Reply(
        text=clear(text)[-LONGEST_REPLY:],
        fault=fault,
        detail=detail,
        reasoning=clear(found.thought)[-LONGEST_REPLY:],
        tokens_in=read,
        tokens_cached=cached,
        tokens_out=written,
        tokens_reasoning=_number(getattr(found.usage, "completion_tokens_details", None), "reasoning_tokens"),
        cost=settings.cost(read, cached, written),
        estimated=[read, written] != told,
        served=clear(found.served)[:_LONGEST_NAME],
        fingerprint=clear(found.fingerprint)[:_LONGEST_NAME],
    )


def _fault(found: Completion, settings: ModelSettings, written: int) -> tuple[ReplyFault, str]:
    """What is wrong with a completion before its words are read, and the same for people."""
    if found.finish == "content_filter":
        return "filtered", "the endpoint's filter has withheld it"
    if found.finish in _CUT_OFF:
        limit = f"{settings.limit_field} = {settings.max_tokens}"
        return (
            "truncated",
            f"it was cut off after {written or settings.max_tokens} tokens ({limit} in its settings)",
        )
    if found.refusal and not found.text.strip() and not found.calls:
        return "refused", "the model declines to answer"
    if is_unfinished(found.text):  # its beginning may be cut away
        return "truncated", "it ends within its thoughts"
    return "", ""


def _error_in(answer: object) -> str:
    """What an error says that came as a success; empty where there is none."""
    error = getattr(answer, "error", None)
    if not error:
        return ""
    said = error.get("message") if isinstance(error, dict) else error
    return f"it says: {' '.join(str(said or error).split())[:300]}"


def _beside(message: object) -> str:
    """Thoughts beside a message's content."""
    return _text(message, "reasoning_content") or _text(message, "reasoning")


def _content(content: object) -> tuple[str, str, str]:
    """The text of a message, its thoughts and its refusal, from its content: text, or a list of parts."""
    if content is None or isinstance(content, str):
        return content or "", "", ""
    if not isinstance(content, list):
        raise TypeError(f"its content is {type(content).__name__}, neither text nor a list of parts")
    text, thoughts, refusals = [], [], []
    for part in content:
        kind = part.get("type") if isinstance(part, dict) else type(part).__name__
        if kind in _TEXTS and isinstance(part.get(_TEXTS[kind]), str):
            text.append(part[_TEXTS[kind]])
        elif kind == "refusal" and isinstance(part.get("refusal"), str):
            refusals.append(part["refusal"])
        elif kind in _THOUGHTS:
            thoughts += [part[name] for name in _THOUGHTS[kind] if isinstance(part.get(name), str)]
            nested = [part[name] for name in _THOUGHTS[kind] if isinstance(part.get(name), list)]
            thoughts += ["".join(_content(each)[:2]) for each in nested]
        else:
            raise ValueError(f"its content has a part of the kind {str(kind)[:40]!r}, which is not read")
    return "".join(text), "\n".join(thoughts), "".join(refusals)


def _call(part: object) -> tuple[str, str]:
    """Name and arguments of a tool's call."""
    function = getattr(part, "function", None)
    return _text(function, "name"), _text(function, "arguments")


def _likely(choice: object) -> tuple[tuple[str, float], ...]:
    """The likeliest first tokens of a choice; empty where the endpoint does not tell them."""
    content = getattr(getattr(choice, "logprobs", None), "content", None)
    if not content:
        return ()
    found = getattr(content[0], "top_logprobs", None) or [content[0]]
    told = ((_text(each, "token"), getattr(each, "logprob", None)) for each in found)
    return tuple((token, float(value)) for token, value in told if isinstance(value, int | float))


def _text(part: object, name: str) -> str:
    value = getattr(part, name, None)
    return value if isinstance(value, str) else ""


def _number(part: Any, name: str) -> int:
    value = getattr(part, name, None)
    return value if isinstance(value, int) and value >= 0 else 0
