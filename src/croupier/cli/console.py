"""The console of commands for tables and coloured text."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderableType, RenderHook, RenderResult
from rich.segment import Segment

from croupier.core.base.streams import printable, read_line, results


class PlainConsole(Console):
    """A console that prints text unchanged; see `croupier.cli.common.plain_console`."""

    def __init__(self, *, stderr: bool) -> None:
        """Print to standard output, or to standard error."""
        super().__init__(
            file=None if stderr else results(), stderr=stderr, highlight=False, markup=False, emoji=False
        )
        self.push_render_hook(_Cleaning())

    def clear(self, home: bool = True) -> None:
        """Clear the screen, and then the scrollback, into which terminals move a cleared screen."""
        super().clear(home)
        if self.is_terminal and not self.is_dumb_terminal:
            self.file.write("\x1b[3J")
            self.file.flush()

    def on_broken_pipe(self) -> None:
        """End the command as for any closed output."""
        raise BrokenPipeError


def ask(console: Console, prompt: str) -> str:
    """Print a question, and read a line of the answer."""
    console.print(prompt, end="")
    return read_line()


class _Cleaning(RenderHook):
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Cleaned(each) for each in renderables]


@dataclass
class _Cleaned:
    """A renderable without control characters other than the console's own."""

    shown: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.shown, options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)
