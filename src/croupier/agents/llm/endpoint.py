"""Chat completions of an OpenAI-compatible endpoint, with growing pauses between attempts.

Errors and replies are cleared of the key before anything else sees them.
"""

from __future__ import annotations

import asyncio
import os
import time
from asyncio import sleep
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from croupier.agents.llm.settings import ModelSettings
from croupier.agents.speech import CHARACTERS_A_TOKEN, EndpointError, EndpointRefusedError, Reply
from croupier.agents.thoughts import is_unfinished

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from openai.types.chat import ChatCompletionMessageParam

Messages = Sequence[dict[str, str]]
"""Messages of a chat: ``role`` and ``content`` of each."""

_LONGEST_PAUSE = 60.0
_LONGEST_REPLY = 200_000
"""Characters of a reply, and of its reasoning, that are kept, from the end."""
_TEXTS = {"text": "text", "output_text": "text", "refusal": "refusal"}
"""Kinds of parts of a message that are said, and the field that holds the words."""
_THOUGHTS = {
    "thinking": ("thinking", "text"), "reasoning": ("reasoning", "text", "summary"), "redacted_thinking": (),
    "reasoning_text": ("text",), "summary_text": ("text",),
}  # fmt: skip
"""Kinds that are thought, likewise: text or parts again."""
_REFUSED = {
    400: "refuses the request",
    401: "refuses the key",
    403: "refuses the key",
    404: "does not know the model",
    422: "refuses the request",
}
_HOPELESS = (401, 403, 404)
_RETRIED = (408, 409, 425, 429)


class Endpoint:
    """One model at its address."""

    def __init__(self, settings: ModelSettings) -> None:
        """Connect nowhere yet."""
        self.settings = settings
        self._client: AsyncOpenAI | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def complete(self, messages: Messages) -> Reply:
        """Ask for the next message of a chat.

        Raises:
            EndpointRefusedError: the endpoint refuses key, model or request.
            EndpointError: no attempt has led to a reply.
        """
        import openai  # noqa: F401  # which takes seconds, before any clock runs

        failures, why, wait = 0, "", 0.0
        for number in range(self.settings.tries):
            if number:
                await sleep(max(wait, min(self.settings.first_pause * 2 ** (number - 1), _LONGEST_PAUSE)))
            begun = time.monotonic()
            try:
                async with asyncio.timeout(self.settings.timeout):
                    answer = await self._ask(messages)
                return self._reply(messages, answer, time.monotonic() - begun, failures)
            except Exception as error:  # noqa: BLE001  # whatever the SDK raises for what an endpoint sends
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

    async def _ask(self, messages: Messages) -> object:
        settings = self.settings
        limits = {settings.limit_field: settings.max_tokens}
        sampling = {
            name: value
            for name in ("temperature", "top_p", "reasoning_effort")
            if (value := getattr(settings, name)) is not None
        }
        request: dict[str, Any] = {**limits, **sampling}
        return await self._connected().chat.completions.create(
            model=settings.model,
            messages=cast("list[ChatCompletionMessageParam]", list(messages)),
            extra_body=dict(settings.extra) or None,
            **request,
        )

    def _connected(self) -> AsyncOpenAI:
        """The client of the running loop: its connections belong to one loop."""
        from openai import AsyncOpenAI

        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            key = os.environ.get(self.settings.key_env) or "none"
            self._client = AsyncOpenAI(
                api_key=key, base_url=self.settings.url, max_retries=0, timeout=self.settings.timeout
            )
            self._loop = loop
        return self._client

    def _clear(self, text: object) -> str:
        """A text from outside without the key."""
        key = os.environ.get(self.settings.key_env)
        return str(text).replace(key, "***") if key else str(text)

    def _failure(self, error: Exception, failures: int) -> tuple[str, float]:
        """What went wrong, and the seconds that the endpoint asks to wait.

        Raises:
            EndpointRefusedError: another attempt cannot succeed.
        """
        from openai import APIConnectionError, APIStatusError

        if isinstance(error, TimeoutError):
            return f"no reply within {self.settings.timeout:g} seconds", 0.0
        if isinstance(error, APIStatusError):
            status, said = error.status_code, " ".join(self._clear(error.message).split())[:300]
            if status < 500 and status not in _RETRIED:
                refused = _REFUSED.get(status, "refuses the request")
                sent = "" if os.environ.get(self.settings.key_env) else f"; {self.settings.key_env} is not set"
                told = sent if status in (401, 403) else ""
                raise EndpointRefusedError(
                    f"{self._name()} {refused} (status {status}: {said}){told}",
                    failures,
                    always=status in _HOPELESS,
                ) from None
            return f"status {status}: {said}", _retry_after(error)
        if isinstance(error, APIConnectionError):
            cause = error.__cause__ or error
            return f"no connection ({self._clear(cause) or type(cause).__name__})", 0.0
        return f"no chat completion came back ({type(error).__name__}: {self._clear(error)[:200]})", 0.0

    def _reply(self, messages: Messages, answer: object, seconds: float, failures: int) -> Reply:
        """What a completion says.

        Raises:
            ValueError: it is none, or has a part of a kind that is not read.
            TypeError: its content is neither text nor a list of parts.
        """
        choices = getattr(answer, "choices", None)
        message = getattr(choices[0], "message", None) if choices else None
        if not choices or message is None:
            raise ValueError("it has no message")
        text, thought = _content(getattr(message, "content", None))
        for name in ("reasoning_content", "reasoning"):
            beside = getattr(message, name, None)
            thought = thought or (beside if isinstance(beside, str) else "")
        refusal = getattr(message, "refusal", None)
        text = text or (refusal if isinstance(refusal, str) else "")
        usage = getattr(answer, "usage", None)
        told = [_number(usage, name) for name in ("prompt_tokens", "completion_tokens")]
        asked = sum(len(each["content"]) for each in messages)
        read, written = (
            number or -(-characters // CHARACTERS_A_TOKEN)  # a server that counts nothing may say 0
            for number, characters in zip(told, (asked, len(text) + len(thought)), strict=True)
        )
        cached = min(_number(getattr(usage, "prompt_tokens_details", None), "cached_tokens"), read)
        detail = ""
        if getattr(choices[0], "finish_reason", None) == "length":
            detail = f"it was cut off after {told[1] or self.settings.max_tokens} tokens"
        elif is_unfinished(text):  # its beginning may be cut away below
            detail = "it ends within its thoughts"
        return Reply(
            text=self._clear(text)[-_LONGEST_REPLY:],
            fault="truncated" if detail else "",
            detail=detail,
            reasoning=self._clear(thought)[-_LONGEST_REPLY:],
            tokens_in=read,
            tokens_cached=cached,
            tokens_out=written,
            tokens_reasoning=_number(getattr(usage, "completion_tokens_details", None), "reasoning_tokens"),
            cost=self.settings.cost(read, cached, written),
            seconds=seconds,
            failures=failures,
            estimated=[read, written] != told,
        )


def _content(content: object) -> tuple[str, str]:
    """The text of a message, and its thoughts, from its content: text, or a list of parts.

    Raises:
        TypeError: it is neither.
        ValueError: it has a part that is neither text nor thought.
    """
    if content is None or isinstance(content, str):
        return content or "", ""
    if not isinstance(content, list):
        raise TypeError(f"its content is {type(content).__name__}, neither text nor a list of parts")
    text, thoughts = [], []
    for part in content:
        kind = part.get("type") if isinstance(part, dict) else type(part).__name__
        if kind in _TEXTS and isinstance(part.get(_TEXTS[kind]), str):
            text.append(part[_TEXTS[kind]])
        elif kind in _THOUGHTS:
            thoughts += [part[name] for name in _THOUGHTS[kind] if isinstance(part.get(name), str)]
            nested = [part[name] for name in _THOUGHTS[kind] if isinstance(part.get(name), list)]
            thoughts += ["".join(_content(each)) for each in nested]
        else:
            raise ValueError(f"its content has a part of the kind {str(kind)[:40]!r}, which is not read")
    return "".join(text), "\n".join(thoughts)


def _number(part: object, name: str) -> int:
    value = getattr(part, name, None)
    return value if isinstance(value, int) and value >= 0 else 0


def _retry_after(error: Any) -> float:
    """Seconds that an answer asks to wait, at most a minute."""
    try:
        wait = float(error.response.headers.get("retry-after", "0"))
    except ValueError:
        return 0.0
    return min(max(wait, 0.0), _LONGEST_PAUSE)
