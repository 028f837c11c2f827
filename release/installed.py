"""The wheel alone in an empty environment outside the repository, where it plays, trains and serves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from release.refusals import ReleaseError

_PATIENCE = 600
"""Seconds that a command may take; the longest compiles what it plays for the first time."""
_KEPT = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TEMP", "TMP")


class Place:
    """An environment with nothing but what is installed here, and a home and a cache that are empty.

    Attributes:
        python: its Python.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._home = folder / "home"
        self._home.mkdir()
        self._venv = folder / "environment"
        subprocess.run(["uv", "venv", "--quiet", "--python", sys.executable, str(self._venv)], check=True)
        self._bin = self._venv / ("Scripts" if sys.platform == "win32" else "bin")
        self.python = self._bin / "python"

    def install(self, wheel: Path, *extras: str) -> int:
        """Install the wheel and what it needs.

        Returns:
            Number of packages that are there then.
        """
        asked = f"croupier[{','.join(extras)}] @ {wheel.resolve().as_uri()}" if extras else str(wheel)
        pip = ["uv", "pip", "install", "--quiet", "--python", str(self.python), asked]
        subprocess.run(pip, check=True, cwd=self._folder)
        return len(list(self._venv.rglob("*.dist-info")))

    def environment(self) -> dict[str, str]:
        """What its processes are told: nothing of the repository, and of the user a home that is empty."""
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        homes = dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_CACHE_HOME"), str(self._home))
        return {**kept, **homes, "XDG_DATA_HOME": str(self._home / "data")}

    def run(self, *words: str, typed: str = "") -> str:
        """Run a program of the environment.

        Args:
            words: its name and arguments.
            typed: what it reads.

        Returns:
            What it says.

        Raises:
            ReleaseError: it fails.
        """
        command = [str(self._bin / words[0]), *words[1:]]
        found = subprocess.run(
            command, check=False, cwd=self._home, env=self.environment(), input=typed,
            capture_output=True, text=True, timeout=_PATIENCE,
        )  # fmt: skip
        if found.returncode:
            raise ReleaseError(
                f"in the empty environment {' '.join(words)} fails ({found.returncode}): {found.stderr[-2000:]}"
            )
        return found.stdout

    @contextmanager
    def server(self) -> Iterator[str]:
        """A server of its own, which is stopped at the end.

        Yields:
            Its address.

        Raises:
            ReleaseError: it does not start, or fails when it is stopped.
        """
        command = [str(self._bin / "croupier"), "serve", "--port", "0", "--data", str(self._home), "--json"]
        with subprocess.Popen(
            command, cwd=self._home, env=self.environment(), stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None  # noqa: S101  # it is a pipe
            told = ""
            while not told.endswith("}\n"):
                line = process.stdout.readline()
                if not line:
                    raise ReleaseError(f"in the empty environment croupier serve does not start: {told}")
                told += line
            try:
                yield json.loads(told)["address"]
            finally:
                process.terminate()
                try:
                    process.wait(_PATIENCE)
                except subprocess.TimeoutExpired:
                    process.kill()  # else leaving the block waits for it without end
                    raise


def whence(place: Place) -> Path:
    """From where the environment imports croupier, with nothing but what is installed there."""
    return Path(place.run("python", "-I", "-c", "import croupier; print(croupier.__file__)").strip())


def play(place: Place) -> str:
    """A game at the terminal, in which a person rolls or holds against a bot."""
    said = place.run("croupier", "play", "pig", "--vs", "bot", "--seed", "1", "--json", typed="r\nh\n" * 5000)
    game: dict[str, Any] = json.loads(said)
    if not game["actions"]:
        raise ReleaseError("in the empty environment nobody moves in croupier play pig")
    return f"a game of pig with {len(game['actions'])} actions"


def compare(place: Place) -> str:
    """An arena, which compiles what it plays."""
    said = place.run("croupier", "arena", "pig", "optimal", "random", "--deals", "200", "--json")
    report: dict[str, Any] = json.loads(said)
    return f"an arena of {report['deals']:,} deals of pig, {report['decisions']:,} decisions"


def train(place: Place) -> str:
    """A short training, whose policy plays."""
    said = place.run("croupier", "train", "pig", "--set", "total_decisions=131072", "--out", "run", "--json")
    place.run("croupier", "arena", "pig", "net:run/policy.onnx", "random", "--deals", "20", "--json")
    return f"a policy of pig after {json.loads(said)['decisions']:,} decisions, which plays"


def _read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310  # of a server that was started here
        text: str = answer.read().decode()
        return text


def serve(place: Place, version: str) -> str:
    """A server that answers, of this version.

    Raises:
        ReleaseError: it answers something else.
    """
    begun = time.perf_counter()
    with place.server() as address:
        seconds = time.perf_counter() - begun
        status, page = json.loads(_read(f"{address}/api/status")), _read(f"{address}/")
    if status["version"] != version or "<html" not in page:
        raise ReleaseError(f"in the empty environment croupier serve answers {status} and a page of {len(page)}")
    return f"a server of version {status['version']} after {seconds:.1f} s"
