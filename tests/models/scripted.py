"""A scripted OpenAI-compatible server on the loopback address: it answers as a test says, with any fault."""

import json
import re
import socket
import struct
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
    calls: tuple[tuple[str, str], ...] = ()
    likely: tuple[tuple[str, float], ...] = ()
    served: str = "scripted-2026-01-01"
    fingerprint: str | None = "fp_1"
    stream: bool | None = None  # None as it was asked for
    error: str = ""  # said under the status 200
    words: str = "as scripted"  # of an error


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
    if answer.fault == "html":
        return b"<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>"
    if answer.fault == "other json":
        return b'{"choices": [], "hello": 1}'
    said = f" (key {KEY})" if answer.echo_key else ""
    if answer.status != 200:
        return json.dumps({"error": {"message": f"{answer.words}{said}", "type": "scripted"}}).encode()
    if answer.error:
        return json.dumps({"error": {"message": f"{answer.error}{said}", "code": 7}}).encode()
    read, cached, written, thought = answer.tokens or (0, 0, 0, 0)
    message: dict[str, Any] = {"role": "assistant", "content": answer.text, "refusal": answer.refusal}
    if answer.echo_key:
        message["content"] = f"{said} {answer.text}"
    if answer.reasoning is not None:
        message["reasoning_content"] = answer.reasoning + said
    if answer.calls:
        message["tool_calls"] = [
            {"index": k, "id": f"c{k}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for k, (name, arguments) in enumerate(answer.calls)
        ]
    usage = {
        "prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written,
        "prompt_tokens_details": {"cached_tokens": cached},
        "completion_tokens_details": {"reasoning_tokens": thought},
    }  # fmt: skip
    completion: dict[str, Any] = {
        "id": "1", "object": "chat.completion", "created": int(time.time()), "model": answer.served,
        "system_fingerprint": answer.fingerprint,
        "choices": [{
            "index": 0, "message": message, "finish_reason": answer.finish, "logprobs": _logprobs(answer),
        }],
    }  # fmt: skip
    if answer.fault == "two choices":
        other = {**message, "content": "[hold]"}
        completion["choices"] += [{"index": 1, "message": other, "finish_reason": "stop", "logprobs": None}]
    return json.dumps(completion | ({} if answer.tokens is None else {"usage": usage})).encode()


def _logprobs(answer: Answer) -> dict[str, Any] | None:
    tokens = [{"token": token, "logprob": value, "bytes": None} for token, value in answer.likely]
    return {"content": [{**tokens[0], "top_logprobs": tokens}], "refusal": None} if tokens else None


def stream_of(answer: Answer) -> bytes:
    """What the server sends where replies are streamed: three characters a piece, then what it took."""
    whole = json.loads(body_of(answer))
    if "choices" not in whole:
        return f"data: {json.dumps(whole)}\n\n".encode()
    about = {name: whole[name] for name in ("id", "created", "model", "system_fingerprint")}
    about["object"] = "chat.completion.chunk"
    (choice,) = whole["choices"]
    message = choice["message"]
    pieces: list[dict[str, Any]] = [{"role": "assistant"}]
    content = message["content"] or ""
    pieces += [{"content": content[k : k + 3]} for k in range(0, len(content), 3)]
    thoughts = message.get("reasoning_content", "")
    pieces[1:1] = [{"reasoning_content": thoughts[k : k + 3]} for k in range(0, len(thoughts), 3)]
    pieces += [{"refusal": message["refusal"]}] if message.get("refusal") else []
    for call in message.get("tool_calls", ()):
        said = call["function"]["arguments"]
        pieces.append({"tool_calls": [{**call, "function": {"name": call["function"]["name"], "arguments": ""}}]})
        pieces += [
            {"tool_calls": [{"index": call["index"], "function": {"arguments": said[k : k + 3]}}]}
            for k in range(0, len(said), 3)
        ]
    choices = [{"index": 0, "delta": piece, "finish_reason": None} for piece in pieces]
    choices[-1]["logprobs"] = choice["logprobs"]
    choices += [] if answer.fault == "broken stream" else [
        {"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}
    ]  # fmt: skip
    chunks: list[dict[str, Any]] = [{**about, "choices": [each]} for each in choices]
    chunks += [{**about, "choices": [], "usage": whole["usage"]}] if "usage" in whole else []
    return b"".join(f"data: {json.dumps(each)}\n\n".encode() for each in chunks) + b"data: [DONE]\n\n"


@contextmanager
def scripted(behave: Behaviour) -> Iterator[Scripted]:
    """Run a server for a while."""
    lock = threading.Lock()
    closing = threading.Event()
    found = Scripted("", [], [])

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # else a body waits for the word that its headers have come

        def log_message(self, *args: object) -> None:
            pass

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with lock:
                number = len(found.requests)
                found.requests.append(body)
                found.keys.append(self.headers.get("authorization", "").removeprefix("Bearer "))
            try:
                self.answer(behave(body, number), asked_stream=bool(body.get("stream")))
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def answer(self, answer: Answer, *, asked_stream: bool) -> None:
            if answer.fault == "hang":
                closing.wait(20)
                self.close_connection = True
                return
            if answer.fault == "reset":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.close_connection = True
                return
            streams = answer.status == 200 and (asked_stream if answer.stream is None else answer.stream)
            data = stream_of(answer) if streams else body_of(answer)
            self.send_response(answer.status)
            self.send_header("content-type", "text/event-stream" if streams else "application/json")
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
