"""Agent ``cmd:PROGRAM ARGS``: a program that reads lines of JSON and answers with lines of text.

Each seat of each game has its own process. A process that hangs, floods, dies or answers out of turn is killed,
the fault counts as a rejected reply, and the next question starts it again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shlex
import shutil
import signal
import sys
import time
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from croupier.agents.agent import AgentTraits, Turns
from croupier.agents.names import AgentName, file_named
from croupier.agents.speech import AnswerForm, PromptMode, Question, Reply, needs_table
from croupier.core.base.errors import ConfigError
from croupier.core.base.types import Actions
from croupier.core.spec.prompts import ReplyFault

FORMAT = 1
"""Version of the format of the lines."""
_MOST_BYTES = 1 << 16
_MOST_STDERR = 2_000
_GOODBYE_SECONDS = 1.0


def question_line(question: Question) -> bytes:
    """A question to a program, as a line of JSON."""
    data = {
        "format": FORMAT,
        "game": question.game,
        "seat": question.seat,
        "number": question.number,
        "transcript": list(question.transcript),
        "view": question.view,
        "legal": list(question.legal),
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class ProgramAgent:
    """A program that can be started for any number of seats."""

    traits = AgentTraits(speaks=True, reads_prompts=False)
    prompt: PromptMode = "list"
    brackets = False
    form: AnswerForm = "text"
    notes = 0  # a program has its own memory

    def __init__(self, name: str, command: list[str], seconds: float) -> None:
        """Set up a program; the first question starts it."""
        self.name, self.command, self.seconds = name, command, seconds
        if shutil.which(command[0]) is None:
            advice = "the file is not executable: chmod +x, or name the program that runs it"
            why = advice if Path(command[0]).is_file() else "there is no such program"
            raise ConfigError(f"{name}: cannot start {command[0]!r}: {why}")

    def open(self) -> ProgramSeat:
        """A process for one seat of one game, started by the first question."""
        return ProgramSeat(self.command, self.seconds)

    async def close(self) -> None:
        """Do nothing: each game ends its processes."""

    def about(self) -> dict[str, Any]:
        """The command and its time limit."""
        return {"kind": "cmd", "prompt": "json", "command": self.command, "timeout": self.seconds}

    def act(self, turns: Turns) -> Actions:
        """Raise ConfigError: it plays only at tables."""
        del turns
        raise needs_table(self.name)


class _FaultError(Exception):
    """A program's fault in place of an answer."""

    def __init__(self, fault: ReplyFault, detail: str) -> None:
        super().__init__(detail)
        self.fault: ReplyFault = fault


class ProgramSeat:
    """One process, for one seat of one game."""

    def __init__(self, command: list[str], seconds: float) -> None:
        self._command, self._seconds = command, seconds
        self._process: _Process | None = None

    async def answer(self, question: Question) -> Reply:
        """Ask the program for a line."""
        begun = time.monotonic()
        try:
            async with asyncio.timeout(self._seconds):
                if self._process is None:
                    self._process = await _Process.start(self._command)
                line = await self._process.ask(question_line(question))
        except TimeoutError:
            error = _FaultError("hung", f"the program gave no answer within {self._seconds:g} seconds")
        except _FaultError as fault:
            error = fault
        except OSError as failed:
            error = _FaultError("died", f"the program cannot be started: {failed.strerror}")
        else:
            return Reply(line, seconds=time.monotonic() - begun)
        await self._end()
        return Reply("", error.fault, str(error), seconds=time.monotonic() - begun)

    async def game_over(self, ending: Mapping[str, Any]) -> None:
        """Send the program the result of the game, and end it."""
        process = self._process
        if process is not None and ending:
            line = json.dumps({"format": FORMAT, "over": dict(ending)}, ensure_ascii=False).encode() + b"\n"
            with contextlib.suppress(_FaultError, TimeoutError):
                async with asyncio.timeout(_GOODBYE_SECONDS):
                    await process.say_goodbye(line)
        await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await process.kill()


class _Process:
    """A running program and its output."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._said, self._errors = bytearray(), bytearray()
        self._ended = False
        self._news = asyncio.Event()
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._listen_to_errors())]

    @classmethod
    async def start(cls, command: list[str]) -> _Process:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
        return cls(process)

    async def ask(self, question: bytes) -> str:
        """Write a line and wait for one."""
        await asyncio.sleep(0)
        if self._said:
            raise _FaultError("out-of-turn", "the program spoke before it was asked")
        await self._write(question)
        while b"\n" not in self._said:
            if len(self._said) > _MOST_BYTES:
                raise _FaultError(
                    "flooded", f"the program wrote {len(self._said)} bytes without the end of a line"
                )
            if self._ended:
                raise _FaultError("died", await self._why())
            self._news.clear()
            await self._news.wait()
        line, _, rest = bytes(self._said).partition(b"\n")
        if len(line) + len(rest) > _MOST_BYTES:
            raise _FaultError("flooded", f"the program wrote {len(line) + len(rest)} bytes at once")
        self._said = bytearray(rest)
        return line.decode(errors="replace").strip()

    async def say_goodbye(self, line: bytes) -> None:
        """Write the last line, close the input, and wait for the program to end."""
        await self._write(line)
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()

    async def kill(self) -> None:
        """End the program and, on systems with process groups, everything it has started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform != "win32" and hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE_SECONDS):
                for pipe in (self._process.stdout, self._process.stderr):
                    if pipe is not None:  # a full pipe keeps the process from ending
                        await pipe.read()
                await self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()

    async def _write(self, line: bytes) -> None:
        if self._process.stdin is None:
            raise AssertionError("it was started with pipes")
        try:
            self._process.stdin.write(line)
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise _FaultError("died", await self._why()) from None

    async def _why(self) -> str:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE_SECONDS):
                await self._process.wait()
                await self._tasks[1]
        said = " ".join(self._errors.decode(errors="replace").split())
        return f"the program has ended with status {self._process.returncode}{f': {said}' if said else ''}"

    async def _listen(self) -> None:
        out = self._process.stdout
        while out is not None and len(self._said) <= _MOST_BYTES and (chunk := await out.read(1 << 14)):
            self._said += chunk
            self._news.set()
        self._ended = True
        self._news.set()

    async def _listen_to_errors(self) -> None:
        errors = self._process.stderr
        while errors is not None and (chunk := await errors.read(1 << 14)):
            self._errors = (self._errors + chunk)[-_MOST_STDERR:]


def make_program(name: AgentName, *_: object) -> ProgramAgent:
    """Make an agent from a name like ``cmd/seconds=5:./player.sh --strong``."""
    name.check_settings("seconds")
    try:
        words = shlex.split(name.argument or "")
    except ValueError as error:
        raise ConfigError(f"{name.text!r}: the command cannot be read: {error}") from error
    command = [str(file_named(word)) if word.startswith("~") else word for word in words]
    if not command:
        raise ConfigError(f"{name.text!r} names no program: write cmd:PROGRAM ARGS, like cmd:./player.sh")
    seconds = name.number("seconds", 10.0, 0.001)
    if not hasattr(os, "killpg"):
        warnings.warn(
            f"{name.text}: this system has no groups of processes (os.killpg): what the program starts is not "
            "ended with it",
            RuntimeWarning,
            stacklevel=2,
        )
    return ProgramAgent(name.text, command, seconds)
