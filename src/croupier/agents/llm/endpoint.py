"""Requests to an OpenAI-compatible endpoint, with exponential backoff.

Errors and replies are cleared of the key before anything else sees them.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from asyncio import sleep
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, cast

from croupier.agents.llm.completion import Completion, Messages, completion_of, completion_of_stream
from croupier.agents.llm.settings import LIMIT_FIELDS, ModelSettings, key_of
from croupier.agents.speech import EndpointError, EndpointRefusedError, Reply
from croupier.core.base.errors import ConfigError

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from openai.types.chat import ChatCompletionMessageParam

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


class Endpoint:
    """One model at its address."""

    def __init__(self, settings: ModelSettings) -> None:
        """Connect nowhere yet."""
        self.settings = settings
        self._key = key_of(settings.key_env)
        self._said_key = re.compile(r"\\*".join(map(re.escape, self._key)))
        self._client: AsyncOpenAI | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def complete(
        self, messages: Messages, more: Mapping[str, Any], read: Callable[[Completion], Reply]
    ) -> Reply:
        """Ask for the next message of a chat."""
        self._connected()  # which takes seconds at first, before any clock runs
        failures, why, wait = 0, "", 0.0
        for number in range(self.settings.tries):
            if number:
                await sleep(max(wait, min(self.settings.first_pause * 2 ** (number - 1), _LONGEST_PAUSE)))
            begun = time.monotonic()
            try:
                async with asyncio.timeout(self.settings.timeout):
                    found = await self._ask(messages, more)
                return replace(read(found), seconds=time.monotonic() - begun, failures=failures)
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
                transport = DefaultAsyncHttpxClient(timeout=self.settings.timeout)
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
        """A text from outside without the key, and U+FFFD for halves of characters, which no request can hold."""
        said = str(text).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")  # two halves are one
        return self._said_key.sub("***", said) if self._key else said

    def _failure(self, error: Exception, failures: int) -> tuple[str, float]:
        """What went wrong, and the seconds that the endpoint asks to wait."""
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
    """Seconds that an answer asks to wait, at most a minute: in milliseconds, seconds, or up to a time."""
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
    """Seconds up to a time as HTTP writes it; 0 where it is none."""
    try:
        time_told = parsedate_to_datetime(told)
    except ValueError:
        return 0.0
    return (time_told if time_told.tzinfo else time_told.replace(tzinfo=UTC)).timestamp() - time.time()


def _advice(said: str, settings: ModelSettings) -> str:
    """What to change where a request is refused for a field that settings name."""
    if settings.limit_field in said:
        other = next(name for name in LIMIT_FIELDS if name != settings.limit_field)
        return f'; try limit_field = "{other}" in its settings'
    return "; try stream = true in its settings" if "stream" in said.lower() and not settings.stream else ""
