"""Servers as processes of their own, which can be killed."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

from tests.server.clients import Browser


class ServerProcess:
    """``croupier serve`` on the loopback address.

    Attributes:
        port: where it listens.
    """

    def __init__(self, *words: str, port: int = 0, compiled: bool = False) -> None:
        command = [sys.executable, "-m", "croupier", "serve", "--port", str(port), "--json", *words]
        environment = {**os.environ, **({} if compiled else {"NUMBA_DISABLE_JIT": "1"})}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        out: IO[str] = self._pipe(self.process.stdout)
        said = ""
        while not said.rstrip().endswith("}"):
            line = out.readline()
            if not line:
                raise AssertionError(self._pipe(self.process.stderr).read())
            said += line
        self.started: dict[str, Any] = json.loads(said)
        self.port = int(self.started["port"])

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe

    def browser(self) -> Browser:
        """A new person's browser."""
        return Browser(self.port)

    def browser_with(self, earlier: Browser) -> Browser:
        """A browser with the cookies that it had at an earlier server."""
        browser = self.browser()
        browser.cookies.update(earlier.cookies)
        return browser

    def kill(self) -> None:
        """Kill -9."""
        self.process.kill()
        self._reap()

    def stop(self) -> str:
        """Ctrl-C; returns what it said on its standard error."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        finally:
            self.process.kill()
        said = self._pipe(self.process.stderr).read()
        self._reap()
        return said

    def _reap(self) -> None:
        self.process.wait()
        for pipe in (self.process.stdout, self.process.stderr):
            self._pipe(pipe).close()


def data(folder: Path) -> tuple[str, str]:
    """The option that names the folder of tables."""
    return "--data", str(folder)


def children(process: int) -> list[int]:
    """Processes that a process has started and that still run."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(each) for each in listed.split()]
