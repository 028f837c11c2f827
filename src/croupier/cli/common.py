"""Helpers shared by all commands: options, games by name, output, progress, and one-line errors.

Nothing here loads Numba or a game before a command needs one.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from croupier.core.base.errors import (
    EXTRAS,
    ConfigError,
    FileError,
    IllegalAction,
    PositionError,
    missing,
    unknown,
)
from croupier.core.base.streams import UNSHOWN, is_terminal, printable, results

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.agents.agent import Agent
    from croupier.core.base.rows import Frame
    from croupier.core.engine.game import Game, State
    from croupier.core.spec.spec import GameSpec
    from croupier.measure.reports.rendered import Part


@contextmanager
def heard() -> Iterator[Callable[[], None]]:
    """Catch Ctrl-C for a while; the yielded function raises it.

    Exceptions inside a callback from C, as while compiled code is loaded, are printed and dropped. Only a
    program's main thread gets signals, and a handler set by another library is left in place.
    """
    came = False

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal came
        del number, frame
        came = True
        raise KeyboardInterrupt

    def check() -> None:
        if came and threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt

    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield check
        return
    signal.signal(signal.SIGINT, hear)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def option(metavar: str, text: str, *names: str, **checks: Any) -> Any:
    """An option with a value; its name is that of the parameter unless given."""
    return typer.Option(*names, metavar=metavar, help=text, **checks)


def flag(name: str, text: str, *short: str, **checks: Any) -> Any:
    """An option without a value."""
    return typer.Option(name, *short, help=text, **checks)


def argument(metavar: str, text: str) -> Any:
    """A positional argument."""
    return typer.Argument(metavar=metavar, help=text)


GameOrPosition = Annotated[str | None, argument("GAME", "A game or a variant; --position names its own.")]
GameName = Annotated[str, argument("GAME", "A game or a variant: see croupier games.")]
Json = Annotated[bool, flag("--json", "Print one JSON object on standard output.")]
SEEDS, THREADS = {"min": 0, "max": 2**64 - 1}, {"min": 1, "max": 1024}
Seed = Annotated[int, option("N", "The same seed gives the same result.", "--seed", **SEEDS)]
AnySeed = Annotated[
    int | None, option("N", "Deal the game of this seed; without it a random one.", "--seed", **SEEDS)
]
GameOptions = Annotated[
    list[str] | None, option("NAME=VALUE", "An option of the game; repeat for more.", "--option", "-o")
]
Players = Annotated[int | None, option("N", "Number of players; short for -o players=N.", "--players")]
Threads = Annotated[int, option("N", "Threads that step the games.", "--threads", **THREADS)]
ThreadsOrAll = Annotated[int | None, option("N", "Threads; one a processor.", "--threads", **THREADS)]
PositionText = Annotated[
    str | None, option("TEXT", "Begin from this position: its text, or its link.", "--position")
]

GameLine = Annotated[int, option("N", "Which game of a file of many.", "--line", min=1)]
SearchName = Annotated[str | None, option("AGENT", "Who analyses: a search, like search/fast:bot.", "--agent")]

USAGE = 2
INTERRUPTED = 130

_PATIENCE_SECONDS = 2.0
_LINE_SECONDS = 60.0


def counted(number: int, what: str) -> str:
    """A number with a noun: ``1 game``, ``1,200 games``."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def echo(text: str) -> None:
    """Print a line of output, without control characters from foreign files."""
    typer.echo(printable(text), file=results())


def note(line: str) -> None:
    """Print a line on standard error, without control characters from foreign files."""
    typer.echo(printable(line), err=True)


def fail(message: str, status: int = USAGE) -> NoReturn:
    """Print one line on standard error and exit."""
    with suppress(OSError):  # the status remains if the line cannot be printed
        note(f"croupier: {' '.join(message.split())}")
    raise typer.Exit(status)


def explain(error: BaseException) -> str | None:
    """One line for an error that the user can fix; None for a bug."""
    if isinstance(error, ConfigError | FileError | IllegalAction | PositionError):
        return str(error)
    if isinstance(error, typer.TyperException):
        command = getattr(getattr(error, "ctx", None), "command", None)
        _, example, words = (getattr(command, "help", None) or "").partition("Example: ")
        return f"{error.format_message().rstrip('.')}{example and f'; for example: {words}'}"
    if isinstance(error, EOFError):
        return "the input ended before everything was answered" if type(error) is EOFError else str(error)
    if isinstance(error, UnicodeDecodeError):
        return f"the input is no {error.encoding} text: byte {error.object[error.start]:#04x} cannot be read"
    if isinstance(error, UnicodeEncodeError):
        return f"half a character, {error.object[error.start]!a}, cannot be written as {error.encoding}"
    if isinstance(error, ModuleNotFoundError):
        library = (error.name or "").partition(".")[0]
        if library in EXTRAS:
            return missing("this", library)
    if isinstance(error, OSError) and error.strerror:
        return f"{'input or output' if error.filename is None else error.filename}: {error.strerror}"
    return None


def plain_warnings() -> None:
    """Show warnings as one line without the place in the code, like errors."""

    def show(message: Warning | str, *place: object, **more: object) -> None:
        del place, more
        note(f"croupier: {message}")

    warnings.showwarning = show


def find_spec(name: str) -> GameSpec:
    """The spec of a game, by its name or a variant's."""
    from croupier.core.engine.making import make

    return make(name).spec


def games_with(has: Callable[[GameSpec], bool]) -> str:
    """The names of the games with an optional part, for a message; ``no game`` if there is none."""
    from croupier.core.spec.registry import registered_games, spec

    found = []
    for name in registered_games():
        with suppress(ConfigError):  # another package is broken, which does not concern the caller
            if has(spec(name)):
                found.append(name)
    return " and ".join(found) or "no game"


def named_words(
    words: Iterable[str], option: str, form: str, known: Mapping[str, Any], what: str
) -> Iterator[tuple[str, str]]:
    """The name and text of each word of an option like ``NAME=VALUE``.

    `form` describes a word with an example, for errors: ``NAME=VALUE, like winning_score=50``.
    """
    seen = set()
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise ConfigError(f"{option} takes {form}, not {word!r}")
        if name not in known:
            raise unknown(what, name, known)
        if name in seen:
            raise ConfigError(f"{option} {name} is given twice")
        seen.add(name)
        yield name, text


def parse_options(spec: GameSpec, words: Sequence[str] | None) -> dict[str, Any]:
    """Parse ``name=value`` words."""
    declared = {option.name: option for option in spec.options}
    form = "NAME=VALUE, like winning_score=50"
    given = named_words(words or (), "--option", form, declared, f"option of {spec.name}")
    return {name: declared[name].parse(text) for name, text in given}


def make_game(name: str, words: Sequence[str] | None = None, players: int | None = None) -> Game:
    """The game of a command."""
    from croupier.core.engine.making import make

    return make(name, **chosen_options(find_spec(name), words, players))


def chosen_options(spec: GameSpec, words: Sequence[str] | None, players: int | None) -> dict[str, Any]:
    """The options from ``--option`` and ``--players``."""
    found = parse_options(spec, words)
    if players is None:
        return found
    if "players" not in [declared.name for declared in spec.options]:
        raise ConfigError(
            f"--players is for games whose number of players may be chosen; that of {spec.name} is fixed"
        )
    if found.setdefault("players", players) != players:
        raise ConfigError(f"--players {players} and --option players={found['players']} differ: give one of them")
    return found


def choose_game(
    name: str | None,
    words: Sequence[str] | None,
    position: str | None,
    players: int | None = None,
    *,
    table: bool = False,
) -> Game:
    """The game of a command or of its position; for a `table` of people by `make_table`.

    Options in the position's text are used if no variant or ``--option`` is given; otherwise `deal` requires that
    they agree.
    """
    from croupier.core.engine.making import make, make_table, position_text, split_position

    if name is None:
        if position is None:
            raise ConfigError("name a GAME (croupier games lists them), or a --position")
        name = (position_text(position).split(maxsplit=1) or [""])[0]
    spec = find_spec(name)
    if position is not None and not words and players is None and name == spec.name:
        return split_position(spec, position_text(position))[0]
    maker = make_table if table and position is None else make
    return maker(name, **chosen_options(spec, words, players))


def deal(game: Game, position: str | None, seed: int) -> State:
    """Deal a game, or set up a position given as text or link."""
    from croupier.core.engine.making import position_text

    return game.new_initial_state(seed) if position is None else game.position(position_text(position), seed)


def note_untrained(agents: Iterable[Agent], games: Iterable[Game], name: str = "") -> dict[str, Any]:
    """Report policies that were not trained for the options, or for which this is unknown."""
    from croupier.agents.trained import lines, untrained

    found, unread = untrained(agents, games, name)
    for line in (*unread, *lines(found)):
        note(f"croupier: {line}")
    return {"untrained": [each.data() for each in found]} if found else {}


def provenance_of(game: Game, agents: Sequence[Agent], seeds: Iterable[int] = ()) -> dict[str, Any]:
    """The provenance of figures measured now."""
    from croupier.provenance import provenance

    return provenance([(game, agents)], seeds)


def option_words(spec: GameSpec, options: Mapping[str, Any]) -> str:
    """Options of a game as words of a command line, each with a leading space, without defaults."""
    from croupier.core.engine.record_position import option_word

    changed = [each.name for each in spec.options if options[each.name] != each.default]
    return "".join(f" -o {name}={option_word(options[name])}" for name in changed)


def announce_compiling(game: Game) -> None:
    """Announce compilation before a first start that takes a while."""
    from croupier.core.base.code_cache import NOTICE, compile_seconds, compiling
    from croupier.core.base.tiers import compiled_form

    NOTICE.said = True
    if seconds := compile_seconds(game.loops.begin, game.loops.refresh, game.loops.step):
        compiled_form(game.loops.refresh)  # without Numba that is reported, and nothing is compiled
        note(compiling(game.name, seconds))


def plain_console(*, stderr: bool = False) -> Console:
    """A console that prints text unchanged: brackets are not markup, and colons are not emoji.

    Control characters are not printed, and a closed output is an error as with `echo`.
    """
    from croupier.cli.console import PlainConsole

    return PlainConsole(stderr=stderr)


def print_parts(parts: Iterable[Part], frame: Frame = "rule") -> None:
    """Print the parts of a report."""
    from croupier.measure.reports.rendered import to_terminal

    console = plain_console()
    for shown in to_terminal(parts, frame):
        console.print(shown)


def print_json(data: object) -> None:
    """Print one JSON object on standard output; characters it cannot encode are escaped."""
    narrow = not (getattr(results(), "encoding", None) or "").lower().startswith("utf")
    text = json.dumps(data, ensure_ascii=narrow, indent=2)
    echo(UNSHOWN.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def new_file(path: Path) -> Path:
    """Check, before any work, that a file can be created."""
    if path.exists():
        raise FileError(f"{path} exists already; name another file")
    if not path.absolute().parent.is_dir():
        raise FileError(f"{path} cannot be written: there is no folder {path.absolute().parent}")
    return path


@contextmanager
def progress(label: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on standard error once the work takes more than two seconds; in a file a line a minute.

    Yields:
        A function for the share of the work done, 0..1. It raises KeyboardInterrupt after a Ctrl-C that was
        dropped elsewhere.
    """
    begun = said = time.monotonic()
    bar: Any = None
    task: Any = None

    def on_progress(share: float) -> None:
        nonlocal bar, task, said
        check_interrupt()
        now = time.monotonic()
        if not is_terminal(sys.stderr):
            if now - said > _LINE_SECONDS:
                note(f"{label}: {share:.0%} after {now - begun:.0f} s")
                said = now
        elif bar is None and now - begun > _PATIENCE_SECONDS:
            from rich.console import Console
            from rich.progress import Progress

            bar = Progress(console=Console(stderr=True), transient=True)
            task = bar.add_task(label, total=1.0)
            bar.start()
        if bar is not None:
            bar.update(task, completed=share)

    try:
        with heard() as check_interrupt:
            yield on_progress
    finally:
        if bar is not None:
            bar.stop()
