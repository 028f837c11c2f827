"""An OpenAI-compatible server on the loopback address whose models are functions from messages to a reply."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Messages = list[dict[str, Any]]
Model = Callable[[Messages], str | int]
"""From the conversation to a reply, or to the status of an error."""


@contextmanager
def scripted_server(models: Mapping[str, Model]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Serve some models.

    Args:
        models: by the name that a request has.

    Yields:
        The address, and the bodies of all requests so far.
    """
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(body)
            reply = models[body["model"]](body["messages"])
            if isinstance(reply, int):
                self._answer(reply, {"error": {"message": "scripted failure", "type": "server_error"}})
                return
            message = {"role": "assistant", "content": reply}
            choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
            usage = {"prompt_tokens": 5, "completion_tokens": 3, "total_tokens": 8}
            self._answer(
                200,
                {
                    "id": f"chatcmpl-{len(asked)}", "object": "chat.completion", "created": 1,
                    "model": body["model"], "choices": [choice], "usage": usage,
                },
            )  # fmt: skip

        def _answer(self, status: int, data: Mapping[str, Any]) -> None:
            content = json.dumps(data).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's name
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
