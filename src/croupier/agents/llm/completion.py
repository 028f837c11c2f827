"""Chat completions of an OpenAI-compatible endpoint: requests with exponential backoff, answers whole or streamed.

Endpoints differ: fields may be missing, have another type, or another meaning than their names say.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from asyncio import sleep
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from email.utils import parsedate_to_datetime
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from croupier.agents.llm.settings import LIMIT_FIELDS, ModelSettings, key_of
from croupier.agents.speech import CHARACTERS_A_TOKEN, EndpointError, EndpointRefusedError, Reply, is_unfinished
from croupier.core.base.errors import ConfigError
from croupier.core.spec.prompts import ReplyFault

if TYPE_CHECKING:
    import ssl

    from openai import AsyncOpenAI
    from openai.types.chat import ChatCompletionMessageParam

Messages = Sequence[dict[str, str]]
"""Messages of a chat: ``role`` and ``content`` of each."""

LONGEST_REPLY = 200_000
"""Characters of a reply, and of its reasoning, that are recorded, from the end."""
_LONGEST_NAME = 200
"""Characters of a model's name or fingerprint that are recorded."""
_TEXTS = {"text": "text", "output_text": "text"}
"""Kinds of message parts with the answer, and the field of their text."""
_THOUGHTS = {
    "thinking": ("thinking", "text"), "reasoning": ("reasoning", "text", "summary"), "redacted_thinking": (),
    "reasoning_text": ("text",), "summary_text": ("text",),
}  # fmt: skip
"""Kinds of message parts with thoughts, and the fields of their text or parts."""
_CUT_OFF = ("length", "max_tokens")
"""Finish reasons for a token limit, at endpoints of all kinds."""


@dataclass(frozen=True)
class Completion:
    """A completion in plain fields."""

    text: str  # the answer
    thought: str  # thoughts, from the text's parts or separate fields
    refusal: str  # the model's refusal to answer
    finish: str  # the endpoint's finish reason
    usage: object  # the endpoint's token counts; None without them
    served: str  # the endpoint's name of the model
    fingerprint: str  # the endpoint's name of its system
    calls: tuple[tuple[str, str], ...] = ()  # tool calls: name and arguments as JSON
    likely: tuple[tuple[str, float], ...] = ()  # the likeliest first tokens, with log-probabilities


def completion_of(answer: object) -> Completion:
    """A completion that came whole."""
    if isinstance(answer, str):
        streams = answer.lstrip().startswith("data:")
        said = "it answers in a stream: set stream = true" if streams else "it is text, not JSON"
        raise ValueError(said)  # noqa: TRY004  # a wrong answer, like any other JSON
    choices = getattr(answer, "choices", None)
    message = getattr(choices[0], "message", None) if choices else None
    if not choices or message is None:
        raise ValueError(_error_in(answer) or "it has no message")
    text, thought, refusal = _said(message)
    return Completion(
        text=text,
        thought=thought,
        refusal=refusal,
        finish=_text(choices[0], "finish_reason"),
        usage=getattr(answer, "usage", None),
        served=_text(answer, "model"),
        fingerprint=_text(answer, "system_fingerprint"),
        calls=tuple(_call(each) for each in getattr(message, "tool_calls", None) or ()),
        likely=_likely(choices[0]),
    )


async def completion_of_stream(chunks: AsyncIterator[object]) -> Completion:
    """A completion that comes in pieces."""
    said: list[tuple[str, str, str]] = []
    calls: dict[int, list[str]] = {}
    likely: tuple[tuple[str, float], ...] = ()
    finish = served = fingerprint = ""
    usage: object = None
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
        said.append(_said(delta))
        for each in getattr(delta, "tool_calls", None) or ():
            call = calls.setdefault(_number(each, "index"), ["", ""])
            call[:] = [before + piece for before, piece in zip(call, _call(each), strict=True)]
        likely = likely or _likely(choices[0])
        finish = _text(choices[0], "finish_reason") or finish
    if not said:
        raise ValueError("its stream has no message")
    if not finish:
        raise ValueError("its stream broke off")
    text, thought, refusal = map("".join, zip(*said, strict=True))
    return Completion(
        text=text,
        thought=thought,
        refusal=refusal,
        finish=finish,
        usage=usage,
        served=served,
        fingerprint=fingerprint,
        calls=tuple((name, arguments) for name, arguments in calls.values()),
        likely=likely,
    )


def reply_of(found: Completion, settings: ModelSettings, asked: int, clear: Callable[[object], str]) -> Reply:
    """A completion as a reply, without its time; `asked` is the length of the question in characters."""
    text = found.text or found.refusal
    told = [_number(found.usage, name) for name in ("prompt_tokens", "completion_tokens")]
    read, written = (
        number or -(-characters // CHARACTERS_A_TOKEN)  # a server that does not count may report 0
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
    """The fault of a completion before its words are read, and the same in words."""
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
    if is_unfinished(found.text):  # its beginning may be cut off
        return "truncated", "it ends within its thoughts"
    return "", ""


def _error_in(answer: object) -> str:
    """The error in an answer with a success status; empty without one."""
    error = getattr(answer, "error", None)
    if not error:
        return ""
    said = error.get("message") if isinstance(error, dict) else error
    return f"it says: {' '.join(str(said or error).split())[:300]}"


def _said(message: object) -> tuple[str, str, str]:
    """The text, thoughts and refusal of a message, in its content or in fields of their own."""
    text, thought, refusal = _content(getattr(message, "content", None))
    thought = thought or _text(message, "reasoning_content") or _text(message, "reasoning")
    return text, thought, refusal or _text(message, "refusal")


def _content(content: object) -> tuple[str, str, str]:
    """The text, thoughts and refusal in a message's content, which is text or a list of parts."""
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
    """Name and arguments of a tool call."""
    function = getattr(part, "function", None)
    return _text(function, "name"), _text(function, "arguments")


def _likely(choice: object) -> tuple[tuple[str, float], ...]:
    """The likeliest first tokens of a choice; empty if the endpoint does not report them."""
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


# The key is removed from errors and replies before other code sees them.

_LONGEST_PAUSE = 60.0
_REFUSED = {
    400: "refuses the request",
    401: "refuses the key",
    403: "refuses the key",
    404: "does not know the model",
    422: "refuses the request",
}
_HOPELESS = (401, 403, 404)
_RETRIED = (408, 409, 425, 429)


@cache
def _certificates() -> ssl.SSLContext:
    """The certificates that this process trusts: they take 25 ms to read, and a client reads them again."""
    from httpx import create_ssl_context

    return create_ssl_context()


class Endpoint:
    """One model at its address."""

    def __init__(self, settings: ModelSettings) -> None:
        """Connect later."""
        self.settings = settings
        self._key = key_of(settings.key_env)
        self._said_key = re.compile(r"\\*".join(map(re.escape, self._key)))
        self._client: AsyncOpenAI | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def complete(
        self, messages: Messages, more: Mapping[str, Any], read: Callable[[Completion], Reply]
    ) -> Reply:
        """Ask for the next message of a chat."""
        self._connected()  # takes seconds the first time, before the clock starts
        failures, why, wait = 0, "", 0.0
        for number in range(self.settings.tries):
            if number:
                await sleep(max(wait, min(self.settings.first_pause * 2 ** (number - 1), _LONGEST_PAUSE)))
            begun = time.monotonic()
            try:
                async with asyncio.timeout(self.settings.timeout):
                    found = await self._ask(messages, more)
                return replace(read(found), seconds=time.monotonic() - begun, failures=failures)
            except Exception as error:  # noqa: BLE001  # the SDK may raise anything
                failures += 1
                why, wait = self._failure(error, failures)
        raise EndpointError(f"{self._name()} has failed {failures} times: {why}", failures)

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None and self._loop is asyncio.get_running_loop():
            await self._client.close()
        self._client = None

    def _name(self) -> str:
        return f"{self.settings.model} at {self.settings.url}"

    async def _ask(self, messages: Messages, more: Mapping[str, Any]) -> Completion:
        """One attempt."""
        settings = self.settings
        limits = {settings.limit_field: settings.max_tokens}
        sampling = {
            name: value
            for name in ("temperature", "top_p", "reasoning_effort")
            if (value := getattr(settings, name)) is not None
        }
        request: dict[str, Any] = {**limits, **sampling, **more}
        if settings.stream:
            request |= {"stream": True, "stream_options": {"include_usage": True}}
        answer: Any = await self._connected().chat.completions.create(
            model=settings.model,
            messages=cast("list[ChatCompletionMessageParam]", list(messages)),
            extra_body=dict(settings.extra) or None,
            **request,
        )
        return await completion_of_stream(answer) if settings.stream else completion_of(answer)

    def _connected(self) -> AsyncOpenAI:
        """The client of the running loop: its connections belong to one loop."""
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient

        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            try:
                transport = DefaultAsyncHttpxClient(timeout=self.settings.timeout, verify=_certificates())
            except Exception:  # noqa: BLE001  # of any kind, and it may quote a password
                raise ConfigError(
                    f"{self._name()} cannot be asked: an address in http_proxy, https_proxy, all_proxy or "
                    "no_proxy cannot be used; they are like http://HOST:PORT"
                ) from None
            self._client = AsyncOpenAI(
                api_key=self._key or "none", base_url=self.settings.url, max_retries=0, http_client=transport,
                timeout=self.settings.timeout,
            )  # fmt: skip
            self._loop = loop
        return self._client

    def clear(self, text: object) -> str:
        """A text without the key, and with U+FFFD for halves of characters, which no request can contain."""
        said = str(text).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")  # joins two halves
        return self._said_key.sub("***", said) if self._key else said

    def _failure(self, error: Exception, failures: int) -> tuple[str, float]:
        """The failure in words, and the seconds that the endpoint asks to wait."""
        from openai import APIConnectionError, APIStatusError

        if isinstance(error, TimeoutError):
            return f"no reply within {self.settings.timeout:g} seconds", 0.0
        if isinstance(error, APIStatusError):
            status, said = error.status_code, " ".join(self.clear(error.message).split())[:300]
            if status < 500 and status not in _RETRIED:
                refused = _REFUSED.get(status, "refuses the request")
                sent = "" if self._key else f"; {self.settings.key_env} is not set"
                told = sent if status in (401, 403) else _advice(said, self.settings)
                raise EndpointRefusedError(
                    f"{self._name()} {refused} (status {status}: {said}){told}",
                    failures,
                    always=status in _HOPELESS,
                ) from None
            return f"status {status}: {said}", _retry_after(error.response.headers)
        cause = (error.__cause__ if isinstance(error, APIConnectionError) else None) or error
        if isinstance(cause, UnicodeEncodeError) or type(cause).__name__ == "LocalProtocolError":
            why = f"the request or a header of it cannot be sent ({type(cause).__name__})"  # it quotes the header
            raise EndpointRefusedError(f"{self._name()} cannot be asked: {why}", failures, always=True) from None
        if isinstance(error, APIConnectionError):
            return f"no connection ({self.clear(cause) or type(cause).__name__})", 0.0
        return f"no chat completion came back ({type(error).__name__}: {self.clear(error)[:200]})", 0.0


def _retry_after(headers: Mapping[str, str]) -> float:
    """Seconds to wait by the headers, at most a minute: in milliseconds, seconds, or as a time."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        told = headers.get(name, "")
        try:
            wait = float(told) / unit
        except ValueError:
            wait = _until(told)
        if math.isfinite(wait) and wait > 0:
            return min(wait, _LONGEST_PAUSE)
    return 0.0


def _until(told: str) -> float:
    """Seconds until an HTTP date; 0 for other texts."""
    try:
        time_told = parsedate_to_datetime(told)
    except ValueError:
        return 0.0
    return (time_told if time_told.tzinfo else time_told.replace(tzinfo=UTC)).timestamp() - time.time()


def _advice(said: str, settings: ModelSettings) -> str:
    """Advice if a request is rejected for a field that a setting names."""
    if settings.limit_field in said:
        other = next(name for name in LIMIT_FIELDS if name != settings.limit_field)
        return f'; try limit_field = "{other}" in its settings'
    return "; try stream = true in its settings" if "stream" in said.lower() and not settings.stream else ""
