"""Chat completions of an OpenAI-compatible endpoint, with growing pauses between attempts.

Errors and replies are cleared of the key before anything else sees them.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from croupier.agents.llm.settings import ModelSettings
from croupier.agents.speech import EndpointError, EndpointRefusedError, Reply

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from openai.types.chat import ChatCompletionMessageParam

Messages = Sequence[dict[str, str]]
"""Messages of a chat: ``role`` and ``content`` of each."""

_LONGEST_PAUSE = 60.0
_LONGEST_REPLY = 200_000
"""Characters of a reply, and of its reasoning, that are kept, from the end."""
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
                await asyncio.sleep(max(wait, min(self.settings.first_pause * 2 ** (number - 1), _LONGEST_PAUSE)))
            begun = time.monotonic()
            try:
                async with asyncio.timeout(self.settings.timeout):
                    answer = await self._ask(messages)
                return self._reply(answer, time.monotonic() - begun, failures)
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

    def _reply(self, answer: object, seconds: float, failures: int) -> Reply:
        """What a completion says.

        Raises:
            ValueError: it is none.
        """
        choices = getattr(answer, "choices", None)
        message = getattr(choices[0], "message", None) if choices else None
        if message is None:
            raise ValueError("it has no message")
        usage = getattr(answer, "usage", None)
        read, written = (_number(usage, name) for name in ("prompt_tokens", "completion_tokens"))
        cached = min(_number(getattr(usage, "prompt_tokens_details", None), "cached_tokens"), read)
        text = getattr(message, "content", None)
        refusal = getattr(message, "refusal", None)
        thought = getattr(message, "reasoning_content", None) or getattr(message, "reasoning", None)
        cut = getattr(choices[0], "finish_reason", None) == "length" if choices else False
        said = text if isinstance(text, str) and text else refusal if isinstance(refusal, str) else ""
        return Reply(
            text=self._clear(said)[-_LONGEST_REPLY:],
            fault="truncated" if cut else "",
            detail=f"it was cut off after {written or self.settings.max_tokens} tokens" if cut else "",
            reasoning=self._clear(thought)[-_LONGEST_REPLY:] if isinstance(thought, str) else "",
            tokens_in=read,
            tokens_cached=cached,
            tokens_out=written,
            tokens_reasoning=_number(getattr(usage, "completion_tokens_details", None), "reasoning_tokens"),
            cost=self.settings.cost(read, cached, written),
            seconds=seconds,
            failures=failures,
        )


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
