"""How long `croupier play` takes until the first prompt: with an empty cache folder, and with a filled one.

Run: ``uv run python -m benchmarks.cold_start [--runs 3] [--hint] [--croupier COMMAND]... [--json] [-- play pig]``.
The command runs at a pseudo-terminal (Linux, macOS); the time is from the start of the process to "Your move". The
processor time is that of the process and its helpers. A cache is filled by ``croupier compile``, or by a game that
was left at its first prompt where there is no such command. `--hint` asks for a hint at the prompt and takes the
time until it has come.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import pty
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence

from benchmarks.in_turn import Words, add_options, compare

PROMPT, AGAIN = b"Your move", b"\n> "
# with this seed agents bid first, so that their part of the start is in the figure
COMMANDS = (("play", "skull-king", "--players", "4", "--vs", "bot", "--seed", "1"), ("play", "pig", "--seed", "1"))


class Terminal:
    """A croupier at a pseudo-terminal; in a ``with`` block, at whose end it is gone."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        self._words = words
        self._child, self._terminal = pty.fork()
        if self._child == 0:
            os.execvpe(words[0], list(words), {**os.environ, **environment})  # noqa: S606  # it becomes croupier

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._child, signal.SIGKILL)  # helpers too, which would disturb what is measured next
        os.close(self._terminal)
        os.waitpid(self._child, 0)

    def read_until(self, wanted: bytes) -> None:
        """Read what it says until this is there.

        Raises:
            RuntimeError: it ended before.
        """
        said = b""
        while wanted not in said:
            try:
                part = os.read(self._terminal, 65536)
            except OSError:  # what Linux gives when the other end is closed
                part = b""
            if not part:
                raise RuntimeError(f"{' '.join(self._words)} ended without {wanted!r}:\n{said.decode()}")
            said += part

    def leave(self) -> None:
        """End the game as a person does, and wait for the end of the process."""
        os.write(self._terminal, b"q\ny\n")
        with contextlib.suppress(RuntimeError):
            self.read_until(b"\0")  # which it never says

    def ask(self, text: bytes) -> float:
        """Answer the prompt, and return the seconds until the next one.

        Args:
            text: what is typed, with its end of line.
        """
        begun = time.perf_counter()
        os.write(self._terminal, text)
        self.read_until(AGAIN)
        return time.perf_counter() - begun


def first_prompt(words: Sequence[str], cache: str, hint: bool = False, **environment: str) -> dict[str, float]:
    """Start a game, and leave it at its first prompt.

    Args:
        words: the whole command.
        cache: the cache folder.
        hint: ask for a hint too.
        environment: other variables.

    Returns:
        Seconds until the prompt, of the hint, and of processor time.

    Raises:
        RuntimeError: the command ended without a prompt.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    with Terminal(words, {"CROUPIER_CACHE_DIR": cache, **environment}) as terminal:
        terminal.read_until(PROMPT)
        figures = {"first prompt": time.perf_counter() - begun}
        if hint:
            terminal.read_until(AGAIN)
            figures["first hint, from the prompt"] = terminal.ask(b"!\n")
        terminal.leave()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    figures["processor time"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return figures


def fill(croupier: Words, game: str, cache: str) -> None:
    """Fill the cache ahead, where croupier has a command for it; else what ran before has filled it."""
    environment = {**os.environ, "CROUPIER_CACHE_DIR": cache}
    subprocess.run([*croupier, "compile", game], env=environment, capture_output=True, check=False)  # noqa: S603


def measured(
    croupier: Words, commands: Sequence[Sequence[str]], hint: bool
) -> Iterator[tuple[str, dict[str, float]]]:
    """Start each game with an empty cache, then with a filled one."""
    for command in commands:
        with tempfile.TemporaryDirectory(prefix="croupier-cold-", ignore_cleanup_errors=True) as cache:
            yield f"{' '.join(command)}, empty cache", first_prompt([*croupier, *command], cache, hint)
            fill(croupier, command[1], cache)
            yield f"{' '.join(command)}, filled cache", first_prompt([*croupier, *command], cache, hint)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser, runs=3)
    parser.add_argument("--hint", action="store_true", help="ask for a hint at the first prompt")
    parser.add_argument("command", nargs="*", help="another game than the usual two: play GAME ...")
    given = parser.parse_args()
    commands = [given.command] if given.command else COMMANDS
    compare(given, "croupier play, to the first prompt", lambda words: measured(words, commands, given.hint))


if __name__ == "__main__":
    main()
