"""Generator of docs/stability.md, its tables, and of the public names: ``python -m docs.generate.stability``."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import typer
from typer.main import get_command

from croupier.agents import policy, program
from croupier.cli import COMMANDS
from croupier.cli import home as home_of
from croupier.core.base.rows import in_columns, markdown_table
from croupier.core.engine import saved
from croupier.games.skull_king import score_sheet
from croupier.learn.runs import checkpoint
from croupier.measure.costs import sets
from croupier.server.room import messages
from croupier.table import game_file, model_run
from docs.generate import between, write_page

PAGE = "docs/stability.md"
LIST = "tests/data/public_names.txt"
REFERENCE = "docs/reference.md"
SOURCE = Path(__file__).parents[2] / "src"
MIGRATIONS = SOURCE / "croupier" / "server" / "storage" / "_migrations" / "versions"

DOORS = (
    "gymnasium", "gymnasium_vector", "sb3", "pettingzoo", "open_spiel", "text", "textarena", "episode",
    "chat", "decision", "verifiers", "mcp",
)  # fmt: skip
PUBLIC = {
    "croupier": "games, states and batches",
    "croupier.core": "what the author of a game needs",
    "croupier.agents": "what the author of an agent needs",
    "croupier.table": "one game in progress, and asking agents",
    "croupier.replays": "game files",
    "croupier.testing": "checks of games and agents",
    "croupier.solving": "small games with hidden cards, solved",
    **{f"croupier.envs.{door}": "an environment" for door in DOORS},
    "croupier.measure": "matches and statistics, what decisions are worth and cost",
    "croupier.learn": "training",
    "croupier.sources": "names that the games' sources print",
    "croupier.games.skull_king": "Skull King's helpers of its source",
    "croupier.games.spite_malice.classic": "the classes of Mini Spite and Malice's source",
    "croupier_verifiers": "the package that verifiers' commands find",
}
"""Modules that users import from, and what each is for."""


@cache
def source(module: str) -> ast.Module:
    """A module of the repository or its stub, parsed: an optional library that it needs may be missing."""
    path = SOURCE.joinpath(*module.split("."))
    files = (path / "__init__.pyi", path / "__init__.py", path.with_suffix(".py"))
    return ast.parse(next(file for file in files if file.exists()).read_text())


def promised(module: str) -> list[str]:
    """The names in a public module's ``__all__`` or its stub, sorted."""
    found = []
    for node in source(module).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return sorted(ast.literal_eval(node.value))
        if isinstance(node, ast.ImportFrom):
            found += [alias.asname for alias in node.names if alias.asname]
    return sorted(found)


def home(module: str, name: str) -> str:
    """The full path at which what a public name stands for is defined."""
    found = _imported(module).get(name)
    return f"{module}.{name}" if found is None else home(*found)


@cache
def _imported(module: str) -> dict[str, tuple[str, str]]:
    """What a module imports from this package: by its name there, the module and the name that it comes from."""
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(source(module)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("croupier"):
            for alias in node.names:
                found.setdefault(alias.asname or alias.name, (node.module or "", alias.name))
    return found


def names() -> list[str]:
    """Every public name of Python, by its full path."""
    return [f"{module}.{name}" for module in PUBLIC for name in promised(module)]


def options() -> list[str]:
    """Every command with its arguments and options, as typed."""
    lines = []
    for command in COMMANDS:
        app = typer.Typer(add_completion=False)
        module, function = home_of(command)
        app.command()(getattr(import_module(module), function))
        for parameter in get_command(app).params:
            for typed in (*parameter.opts, *parameter.secondary_opts):
                if parameter.param_type_name == "argument":
                    lines.append(f"croupier {command} {getattr(parameter, 'metavar', None) or typed.upper()}")
                elif typed != "--help":
                    lines.append(f"croupier {command} {typed}")
    return sorted(set(lines))


def listing() -> str:
    """The list as plain text, one promise a line."""
    return "\n".join([*names(), *options()]) + "\n"


def schema() -> str:
    """The newest revision of the database's schema."""
    newest = max(MIGRATIONS.glob("v*.py")).read_text()
    found = re.search(r'^revision(?:: \w+)? = "(\w+)"', newest, re.MULTILINE)
    if found is None:
        raise ValueError(f"no revision in the newest file of {MIGRATIONS}")
    return found[1]


def versions() -> list[tuple[str, str, str, str]]:
    """What carries a version: what it is, the version today, where it is written, what is read."""
    state = saved._MAGIC.decode().strip()
    return [
        (
            "wire protocol of the server",
            f"`{messages.VERSION}`",
            "`v` of every message, `schema` of the status",
            "this",
        ),
        ("game file", f"`{game_file.FORMAT}`", "`format`", "this"),
        ("recorded games (training data)", f"`{game_file.FORMAT}`", "`format` of every line", "this"),
        (
            "set of decisions",
            f"`{sets.SETS.versions[-1]}`",
            "`version` of the first line",
            "this and `1`, of the same rules",
        ),
        ("checkpoint", f"`{checkpoint.FORMAT}`", "`format` of the metadata", "this"),
        ("policy", f"`{policy.FORMAT}`", "`format` of the metadata", "this"),
        ("score sheet", f"`{score_sheet.FORMAT}`", "`format`", "this"),
        ("saved state", f"`{state}`", "the first line", "this, of the same version of the game"),
        (
            "database",
            f"`{schema()}`",
            "the table `alembic_version`",
            "this and all before; it is brought up to date",
        ),
        ("folder of a model run", f"`{model_run.FORMAT}`", "`format`", "this"),
        ("question to a program", f"`{program.FORMAT}`", "`format` of every line", "written only"),
    ]


def written(text: str) -> str:
    """The page with its counts and tables anew."""
    modules: dict[str, list[str]] = {}
    for module, purpose in PUBLIC.items():
        modules.setdefault(purpose, []).append(f"`{module}`")
    public = [
        f"{len(names())} names of Python in {len(PUBLIC)} modules, {len(COMMANDS)} commands with their parts,",
        f"{len(options())} arguments and options ([Command line](cli.md)), and the files and the protocol below.",
        "",
        markdown_table(
            in_columns("", ("for", "modules"), [(each, ", ".join(of)) for each, of in modules.items()])
        ),
    ]
    heads = ("what", "version", "where it is written", "which are read")
    text = between(text, "public", "\n".join(public))
    return between(text, "versions", markdown_table(in_columns("", heads, versions())))


def reference(text: str) -> str:
    """The page of the Python reference with the names of packages that have a stub: its builder reads none."""
    for module in PUBLIC:
        if SOURCE.joinpath(*module.split("."), "__init__.pyi").exists():
            members = "".join(f"        - {name}\n" for name in promised(module))
            head = rf"^::: {re.escape(module)}\n    options:\n(?:      inherited.*\n)?      members:\n"
            text = re.sub(rf"(?m)({head})(?: {{8}}- .*\n)+", rf"\g<1>{members}", text)
    return text


if __name__ == "__main__":
    write_page(REFERENCE, reference((Path(__file__).parents[2] / REFERENCE).read_text()))
    write_page(PAGE, written((Path(__file__).parents[2] / PAGE).read_text()))
    write_page(LIST, listing())
