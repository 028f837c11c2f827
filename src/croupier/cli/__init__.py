"""The command line: a module per command or group, imported only for the command or its help.

Read `__init__.py` (the list of commands) first, then `common.py` (shared options, errors) and `playing/play.py`.
Every room may be imported here. A command calls a function of a room and prints the result; computation belongs
into the room.

A command's module imports only Typer and light modules at its top, so that help loads neither Numba nor a game.

- `playing`, `measuring`, `training`: the commands
- `common`, `console`, `models`, `scale`: shared parts: options, output and errors; tables and colours; language
  models; Ray and cached chunks, and groups of options
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from croupier.cli.common import INTERRUPTED, echo, explain, fail, flag, plain_warnings
from croupier.cli.scale import Command
from croupier.core.base.errors import ConfigError, unknown

COMMANDS = {
    "play": "playing",
    "serve": "playing",
    "games": "playing",
    "replay": "playing",
    "mcp": "playing",
    "new-game": "playing",
    "train": "training",
    "export": "training",
    "arena": "measuring",
    "judge": "measuring",
    "judge make": "measuring",
    "judge show": "measuring.judge_make",
    "judge problems": "measuring",
    "analyse": "measuring",
    "benchmark": "measuring",
    "benchmark show": "measuring.benchmark",
    "benchmark add": "measuring.benchmark",
    "benchmark merge": "measuring.benchmark",
    "benchmark make": "measuring.benchmark",
    "solve": "measuring",
    "record": "measuring",
    "compile": "measuring",
}
"""The folder of each command, or its module if that has another name; see `home`."""


def home(command: str) -> tuple[str, str]:
    """The module of a command and its function, whose name has _ for - and spaces."""
    function = re.sub("[- ]", "_", command)
    folder, _, module = COMMANDS[command].partition(".")
    return f"croupier.cli.{folder}.{module or function}", function


GONE = {
    "leaderboard": "croupier benchmark show, add, merge and make take its place",
    "decisions": "croupier judge make and croupier judge show take its place",
    "problems": "croupier judge problems takes its place",
    "review": "croupier analyse --game FILE says what each decision of a game cost",
    "perft": "python -m croupier.testing GAME DEPTH counts nodes",
    "bench": "python -m benchmarks GAME measures decisions a second, in a clone of the project",
    "score": "the score sheet is a page: croupier serve, then Score sheet; it reads the files that score wrote",
    "targets": "searched decisions taught a network nothing that lasts; croupier 0.2 has it",
    "evaluate": "croupier arena GAME PLAYER reports on one: an agent, a run's folder, a checkpoint, a policy",
    "exploit": "train learners with croupier train GAME --against AGENT and measure them with croupier arena",
    "croupier-simulate": "in the repository, python -m tests.simulator plays the same evenings",
    "ablate": "train each variant with croupier train --set NAME=VALUE and compare them with croupier arena",
}
"""Commands of 0.2, each with its replacement."""

MEANT = dict.fromkeys(("compare", "rank", "tournament"), "arena")
"""Other names that people try for commands."""

BLOCKS = {"playing": "Play", "training": "Train", "measuring": "Measure"}
"""Headings of the command folders in help."""

_BROKEN_PIPE = 141  # a shell's status for a program ended by SIGPIPE


class Commands(TyperGroup):
    """Finds commands in their modules, and turns every foreseen error into one line and an exit status."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # Typer's private context
        """All commands, in the order of help."""
        del ctx
        return list(COMMANDS)

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]  # as above
        """Write the commands for help, one block per folder, with two words in the help of the first."""
        whole = [name for name in COMMANDS if " " not in name]
        widest = max(map(len, whole))
        formatter.write("\n")
        for block, heading in BLOCKS.items():
            formatter.write(f"{heading}:\n")
            for name in whole:
                if COMMANDS[name] == block:
                    said = self.get_command(ctx, name).get_short_help_str(formatter.width - widest - 4)
                    formatter.write(f"  {name:{widest}}  {said}\n")

    def format_options(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]  # as above
        """Write the commands; the two options are in the sentence above them."""
        self.format_commands(ctx, formatter)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]  # as above
        """Load a command's module and make the command."""
        del ctx
        if cmd_name not in self.commands and cmd_name in COMMANDS:
            single = typer.Typer(add_completion=False, rich_markup_mode=None)
            module, function = home(cmd_name)
            below = [name for name in COMMANDS if name.startswith(f"{cmd_name} ")]
            more = f"See also: croupier {', '.join(below)}." if below else None
            single.command(cmd_name, cls=Command, epilog=more)(getattr(import_module(module), function))
            self.commands[cmd_name] = typer.main.get_command(single)
        return self.commands.get(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the named command."""
        if (two := " ".join(args[:2])) in COMMANDS:
            return two, self.get_command(ctx, two), args[2:]
        if args[0] in GONE:
            raise ConfigError(f"the command {args[0]} is gone: {GONE[args[0]]}")
        if args[0] in MEANT:
            raise ConfigError(f"unknown command {args[0]!r}; did you mean {MEANT[args[0]]}?")
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise unknown("command", args[0], list(COMMANDS))
        return super().resolve_command(ctx, args)

    def make_context(self, *given: Any, **more: Any) -> Any:
        """Parse the words before the command; --help and --version print."""
        with _explained():
            return super().make_context(*given, **more)

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        with _explained():
            return super().invoke(ctx)

    def main(self, args: Sequence[str] | None = None, standalone_mode: bool = True, **extra: Any) -> Any:  # type: ignore[override]  # its other arguments are in `extra`
        """Run the command line; see `TyperGroup.main`. A usage error is one line."""
        plain_warnings()
        os.environ.pop("MPLBACKEND", None)  # a notebook's setting would keep Matplotlib from loading
        _whole_text()
        status = super().main(args, standalone_mode=False, **extra)
        if not standalone_mode:
            return status
        sys.exit(status if isinstance(status, int) else 0)


@contextmanager
def _explained() -> Iterator[None]:
    """Exit status 2 and one line for wrong input, 130 if interrupted, 141 if output was closed."""
    try:
        yield
    except KeyboardInterrupt as stopped:  # some say how to resume
        fail(str(stopped) or "interrupted", INTERRUPTED)
    except BrokenPipeError:
        _drop_output()
        raise typer.Exit(_BROKEN_PIPE) from None
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None:
            _drop_output()
        line = explain(error)
        if line is None:
            raise
        fail(line)


def _whole_text() -> None:
    """Refuse input that is not text, and replace characters that the output cannot encode."""
    for stream, errors in ((sys.stdin, "strict"), (sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def _drop_output() -> None:
    """Drop standard output, so that the interpreter's last flush does not fail too."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


app = typer.Typer(cls=Commands, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


def _version(wanted: bool) -> None:
    if wanted:
        from croupier import __version__

        echo(f"croupier {__version__}")
        raise typer.Exit


@app.callback(
    invoke_without_command=True,
    help="Turn-based card and dice games: play them, train agents, compare agents. "
    "Each command has --help with an example, and all but mcp have --json. --version: the version.",
)
def croupier(
    ctx: typer.Context,
    version: Annotated[bool, flag("--version", "Print the version.", callback=_version, is_eager=True)] = False,
) -> None:
    """What all commands have in common."""
    del version
    if ctx.invoked_subcommand is None:
        echo(ctx.get_help())


def main() -> None:
    """Run the command line: the console script ``croupier``."""
    app(prog_name="croupier")


def simulate() -> None:
    """Print the replacement of the console script ``croupier-simulate`` of 0.2."""
    app(["croupier-simulate"], prog_name="croupier-simulate")
