"""Options shared by several commands: divided work (Ray, cached chunks), and groups of options as dataclasses."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

from typer.core import TyperCommand

from croupier.cli.common import Threads, new_file, note, option
from croupier.cli.models import GOES_ON, ModelOptions
from croupier.core.base.errors import ConfigError, FileError, require
from croupier.core.base.locks import FolderLock
from croupier.core.base.streams import output_apart

if TYPE_CHECKING:
    from croupier.measure.costs.table import Cost
    from croupier.measure.play.executor import Executor, Kept


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose dataclass parameters become options, each at the group's place."""
    parameters = inspect.signature(command, eval_str=True).parameters
    groups: dict[str, Any] = {
        name: each.annotation for name, each in parameters.items() if is_dataclass(each.annotation)
    }
    options: list[inspect.Parameter] = []
    for name, parameter in parameters.items():
        options += _options(groups[name]) if name in groups else [parameter]

    @wraps(command)
    def run(**given: Any) -> None:
        made = {
            name: group(**{field.name: given.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**given, **made)

    shown: Any = run
    shown.__signature__ = inspect.Signature(options)
    shown.__annotations__ = {each.name: each.annotation for each in options}
    return run


def _options(group: Any) -> list[inspect.Parameter]:
    """The fields of a dataclass as parameters."""
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name]
        )
        for field in fields(group)
    ]


LOCAL, CHUNKS = "local", "chunks"
"""No address, and the default folder for cached chunks, in that of a report."""
MODELS = {f"--{field.name.replace('_', '-')}" for field in fields(ModelOptions)} | {
    "--disguise", "--no-plain", "--leave-void", "--chat-reasoning"
}  # fmt: skip
"""Options under a heading of their own."""
_OWN_OUTPUT = ("mcp",)
"""Commands that speak a protocol on standard output, and separate it themselves."""
GONE_OPTIONS = {
    "--prompt": "write how a model is asked in its name, llm/nolist:MODEL, or as prompt in --llm-settings",
    "--answer": "write how a model answers in its name, llm/json:MODEL, or as answer in --llm-settings",
    "--notes": "write it in the model's name, llm/notes=1000:MODEL, or as notes in --llm-settings",
    "--games": "judge takes --game FILE",
    "--worst": "judge shows three decisions of each agent, and --csv has what every decision cost",
    "export --game": "write the game behind the model, croupier export MODEL.zip GAME",
    "--html": "write --out FILE.html",
    "--onnx": "write --out FILE.onnx",
    "--folder": "write --out FOLDER",
    "--seed": "nothing is drawn here, so leave it out",
    **{
        f"--{name}": f"write --limit {name}=N"
        for name in ("connections", "connections-per-address", "header-seconds", "body-seconds")
    },
}
"""Options of 0.2, each with its replacement."""
_ADDRESS = re.compile(r"auto|local|ray://.+|(\[[0-9a-fA-F:]+\]|[\w.-]+):\d+")

Ray = Annotated[
    str | None,
    option(
        "[ADDRESS]",
        "Let workers of Ray do the work: here, or of the cluster at ADDRESS (auto, HOST:PORT, ray://HOST:PORT).",
        "--ray",
    ),
]
WorkersOption = Annotated[
    int | None,
    option("N", "Processes that share the work; of --ray here, one a core.", "--workers", min=1, max=4096),
]


def _new_table(path: Path | None) -> Path | None:
    """Check, before any work, that a table can be written."""
    if path is not None and path.suffix != ".csv":
        raise FileError(f"--csv writes a table as .csv, so it cannot be {path}")
    return None if path is None else new_file(path)


Csv = Annotated[
    Path | None,
    option(
        "FILE", "Write the rows behind the figures there, .csv; it must not exist.", "--csv", callback=_new_table
    ),
]


def write_costs(path: Path, rows: Iterable[Cost]) -> None:
    """Write the table of costs."""
    from croupier.measure.costs.table import lines
    from croupier.measure.play.results import write_csv

    write_csv(lines(rows), path)
    note(f"wrote {path}")


@dataclass(frozen=True)
class ScaleOptions:
    """Options that divide the work, a group of a command."""

    ray: Ray = None  # address of a cluster
    workers: WorkersOption = None  # number of workers
    threads: Threads = 1  # per worker

    def check(self, speaking: bool) -> None:
        """Check, before any work, that they fit together, also with text agents."""
        check_scale(self.ray, self.workers, speaking)


class Command(TyperCommand):
    """A command whose output is only results, with --ray without an address allowed, and checked values.

    The next word is an address of --ray only if it looks like one, so that names may follow: --ray bot random. An
    empty value, as of --host "$HOST" with HOST unset, is refused.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words; see `TyperCommand`."""
        for word in args if self.name != "serve" else ():  # no report could be written that says it
            if any("\ud800" <= each <= "\udfff" for each in word):
                raise ConfigError(f"{word!a} is no text in UTF-8: name files and folders in it")
        own = {name for each in self.params for name in each.opts}
        for word in args[: args.index("--")] if "--" in args else args:
            name = word.partition("=")[0]
            instead = GONE_OPTIONS.get(f"{self.name} {name}", GONE_OPTIONS.get(name))
            if instead is not None and name not in own:
                raise ConfigError(f"{name} is gone: {instead}")
        valued = {name: each for each in self.params if not getattr(each, "is_flag", True) for name in each.opts}
        for word, following in zip(args, [*args, None][1:], strict=True):
            if word == "--":
                break
            name, equals, given = word.partition("=")
            value = given if equals else following
            if name not in valued or value is None:
                continue
            if value == "":
                raise ConfigError(f"{name} takes a value, not an empty one: leave it out")
            kind = getattr(getattr(valued[name], "type_descriptor", None), "annotation", None)
            if kind in (int, float) and ("_" in value or not value.isascii()):  # Python reads these too
                raise ConfigError(f"{name} takes a number in plain digits, not {value!r}")
        if any(parameter.name == "ray" for parameter in self.params):
            args = _with_address(args)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options for help, with those of language models as a group at the end."""
        groups: dict[str, list[Any]] = {"Arguments": [], "Options": [], "Language models": []}
        several = any("--llm-url" in each.opts for each in self.params)
        for each in self.get_params(ctx):
            if (record := each.get_help_record(ctx)) is not None:
                kind = "Options" if each.param_type_name == "option" else "Arguments"
                shown = record[0].partition(" <")[0], record[1]  # without the type, which the help text has
                groups["Language models" if several and MODELS & {*each.opts} else kind].append(shown)
        for heading, records in groups.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; other output of its agents is kept apart from results, see `output_apart`."""
        if self.name in _OWN_OUTPUT:
            return super().invoke(ctx)
        with output_apart():
            return super().invoke(ctx)


def _with_address(args: Sequence[str]) -> list[str]:
    """The words with an address after every --ray."""
    found: list[str] = []
    for place, word in enumerate(args):
        if word == "--":
            return [*found, *args[place:]]
        found.append(word)
        following = args[place + 1] if place + 1 < len(args) else ""
        if word == "--ray" and not _ADDRESS.fullmatch(following):
            found.append(LOCAL)
    return found


def check_scale(ray: str | None, workers: int | None, speaking: bool = False, *, counted: bool = False) -> None:
    """Check, before any work, that the options fit together."""
    if ray is None and workers is not None and counted:
        raise ConfigError("--workers counts the workers of --ray: add it")
    if speaking and (ray is not None or workers is not None):
        option = "--workers" if ray is None else "--ray"
        raise ConfigError(f"{option} is for agents that compute; those that answer in words have --concurrency")
    if ray is None:
        return
    if not _ADDRESS.fullmatch(ray):
        raise ConfigError(
            f"--ray takes the address of a cluster, like auto, HOST:6379 or ray://HOST:10001, not {ray!r}"
        )
    if ray != LOCAL and workers is not None and not counted:
        raise ConfigError("--workers is for workers on this machine: a cluster has as many as it has")
    require("--ray", "ray")


@contextmanager
def connected(ray: str | None, workers: int | None, threads: int) -> Iterator[Executor | None]:
    """The workers of the options, or None."""
    from croupier.measure.play.executor import cluster, processes

    if ray is not None:
        with cluster(ray, workers, threads) as found:
            where = "here" if ray == LOCAL else f"at {ray}"
            note(f"Ray: {found.workers} {'worker' if found.workers == 1 else 'workers'} {where}.")
            yield found
    elif workers is not None:
        with processes(workers, threads) as found:
            yield found
    else:
        yield None


@contextmanager
def scaled(scale: ScaleOptions, folder: Path | None, out: Path | None) -> Iterator[tuple[Executor, Kept | None]]:
    """The executor and cache of chunks of the options."""
    from croupier.measure.play.executor import ENDING, Executor, Kept

    with ExitStack() as stack:
        found = stack.enter_context(connected(scale.ray, scale.workers, scale.threads))
        executor, kept = found or Executor(), None
        if folder is not None:
            with suppress(OSError):  # a failed write costs no games: `Kept.failed` reports it
                stack.enter_context(FolderLock(folder, out))
            finished = len(list(folder.glob(f"*/*{ENDING}")))
            if finished:
                note(f"{finished} finished chunks in {folder}: those of these games are not played again.")
            executor = kept = Kept(folder, executor)
        try:
            yield executor, kept
        except KeyboardInterrupt:
            goes_on = kept is not None and not kept.failed
            raise KeyboardInterrupt(f"interrupted{f'; {GOES_ON}' if goes_on else ''}") from None
        if kept is not None and kept.failed:
            note(f"Chunks were not kept: {kept.failed}")
