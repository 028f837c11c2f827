"""A scripted OpenAI-compatible server on the loopback address: it answers as a test says, with any fault."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-test-0123456789abcdef"


@dataclass
class Answer:
    """What the server sends back."""

    text: Any = ""  # None or a list of parts too
    finish: str = "stop"
    status: int = 200
    fault: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    refusal: str | None = None
    reasoning: str | None = None
    tokens: tuple[int, int, int, int] | None = (100, 40, 20, 5)  # in, cached, out, reasoning; None tells nothing
    echo_key: bool = False


Behaviour = Callable[[dict[str, Any], int], Answer]
"""Called with a request and its number, from 0."""


@dataclass
class Scripted:
    """A running server.

    Attributes:
        url: its address.
        requests: the bodies of all requests, in order.
        keys: the keys that were sent.
    """

    url: str
    requests: list[dict[str, Any]]
    keys: list[str]


def first_legal(body: dict[str, Any], number: int) -> Answer:
    """A model that plays the first legal action that is listed."""
    del number
    return Answer(f"I have thought about it.\n\n**{listed(body)[0]}**")


def last_legal(body: dict[str, Any], number: int) -> Answer:
    """A model that plays the last legal action that is listed."""
    del number
    return Answer(listed(body)[-1])


def listed(body: dict[str, Any]) -> list[str]:
    """The legal actions of a question in the mode ``list``: the last line with brackets has them."""
    lines = next(m["content"] for m in body["messages"] if m["role"] == "user").splitlines()
    line = next(line for line in reversed(lines) if "[" in line)
    return re.findall(r"\[[^\[\]]*\]", line)


def body_of(answer: Answer) -> bytes:
    """What the server sends."""
    if answer.fault == "no json":
        return b'{"choices": [{"mess'
    if answer.fault == "other json":
        return b'{"choices": [], "hello": 1}'
    said = f" (key {KEY})" if answer.echo_key else ""
    if answer.status != 200:
        return json.dumps({"error": {"message": f"as scripted{said}", "type": "scripted"}}).encode()
    read, cached, written, thought = answer.tokens or (0, 0, 0, 0)
    message: dict[str, Any] = {"role": "assistant", "content": answer.text, "refusal": answer.refusal}
    if answer.echo_key:
        message["content"] = f"{said} {answer.text}"
    if answer.reasoning is not None:
        message["reasoning_content"] = answer.reasoning + said
    usage = {
        "prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written,
        "prompt_tokens_details": {"cached_tokens": cached},
        "completion_tokens_details": {"reasoning_tokens": thought},
    }  # fmt: skip
    completion = {
        "id": "1", "object": "chat.completion", "created": int(time.time()), "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": answer.finish}],
    }  # fmt: skip
    return json.dumps(completion | ({} if answer.tokens is None else {"usage": usage})).encode()


@contextmanager
def scripted(behave: Behaviour) -> Iterator[Scripted]:
    """Run a server for a while."""
    lock = threading.Lock()
    closing = threading.Event()
    found = Scripted("", [], [])

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args: object) -> None:
            pass

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with lock:
                number = len(found.requests)
                found.requests.append(body)
                found.keys.append(self.headers.get("authorization", "").removeprefix("Bearer "))
            try:
                self.answer(behave(body, number))
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def answer(self, answer: Answer) -> None:
            if answer.fault == "hang":
                closing.wait(20)
                self.close_connection = True
                return
            data = body_of(answer)
            self.send_response(answer.status)
            self.send_header("content-type", "application/json")
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            if answer.fault == "cut off":
                self.wfile.write(data[: len(data) // 2])
                self.wfile.flush()
                self.close_connection = True
                return
            if answer.fault == "drip":
                for byte in data:
                    if closing.wait(0.2):
                        return
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                return
            self.wfile.write(data)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    found.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
