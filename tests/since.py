"""``pytest --since REV``: the test files that the changes since a revision can reach, by what rooms import.

A change in a room of ``src/croupier`` reaches the rooms that import it, directly or through others: by the layers
these stand above it. A test file runs if it is about such a room, imports one or types a command of one,
or if it or a module of the tests that it imports has changed. Whatever lies neither in a room nor in the tests nor
in the pages runs everything.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from croupier.cli import COMMANDS, home

ROOT = Path(__file__).parents[1]
SOURCE, TESTS = ROOT / "src" / "croupier", ROOT / "tests"
PAGES = (
    "docs/",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "mkdocs.yml",
    "examples/",
    "benchmarks/",
    "release.py",
)
"""What the tests at the top of ``tests`` are about."""
ABOUT = {"browser": "server", "simulator": "server", "models": "agents", "ray": "measure", "baseline": "cli"}
"""Folders of tests that are named after no room."""
_IMPORTED = re.compile(
    r"^[ \t]*(?:from|import) (croupier[\w.]*|tests[\w.]*)(?: import (?:\(([^)]*)\)|([\w, ]*)))?"
    r"|[\"'](croupier\.[\w.]+)",
    re.M,
)


@cache
def imports(file: Path) -> frozenset[str]:
    """Full names of the modules that a file imports or names in a string, and of the commands that it types."""
    text = file.read_text(encoding="utf-8")
    found: set[str] = set()
    for module, several, few, named in _IMPORTED.findall(text):
        names = [name.strip() for name in (several or few).split(",")]
        found |= {module or named, *(f"{module}.{name}" for name in names if name)}
    if file.is_relative_to(TESTS) and re.search(r"croupier\.cli|[\"']croupier[\"']", text):
        typed = re.findall(r"[\"' ]([a-z-]+)[\"' ]", text)
        found |= {home(command)[0] for command in COMMANDS if command.split()[0] in typed}
    return frozenset(found)


def room_of(module: str) -> str:
    """The room of a module of the package; for a command its own module, since commands use different rooms."""
    parts = module.split(".")
    if len(parts) > 3 and parts[1] == "cli" and parts[2] in COMMANDS.values():
        return ".".join(parts[1:4])
    return parts[1] if len(parts) > 1 else "core"


@cache
def below(room: str) -> frozenset[str]:
    """A room, and those that it imports, directly or through others."""
    found, left = {room}, [room]
    while left:
        place = SOURCE.joinpath(*left.pop().split("."))
        alone = place.with_suffix(".py")
        files = (
            [alone] if alone.exists() else [*place.glob("*.py")] if place.name == "cli" else place.rglob("*.py")
        )
        for file in files:
            new = {room_of(name) for name in imports(file) if name.startswith("croupier.")} - found
            found |= new
            left += new
    return frozenset(found)


@cache
def helpers(file: Path) -> frozenset[Path]:
    """A module of the tests with those that it imports, and so on."""
    found, left = set(), [file]
    while left:
        each = left.pop()
        if each not in found:
            found.add(each)
            for name in imports(each):
                path = ROOT.joinpath(*name.split("."))
                left += [
                    one for one in (path.with_suffix(".py"), path / "__init__.py") if one.is_relative_to(TESTS)
                ]
            left = [one for one in left if one.exists()]
    return frozenset(found)


@dataclass
class Selection:
    """What runs, and why.

    Attributes:
        files: test files; None for all.
        why: a line each, to be printed.
    """

    files: set[Path] | None
    why: list[str] = field(default_factory=list)


def changed(since: str) -> list[str]:
    """Files that differ from where this branch left a revision, and those that git does not track yet."""

    def git(*words: str) -> list[str]:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            raise pytest.UsageError(f"--since {since}: {done.stderr.strip()}")
        return done.stdout.splitlines()

    (base,) = git("merge-base", since, "HEAD")
    return sorted({*git("diff", "--name-only", base), *git("ls-files", "--others", "--exclude-standard")})


def selection(files: Iterable[str]) -> Selection:
    """What changed files reach.

    Args:
        files: paths below the root of the repository, with ``/``.
    """
    rooms: dict[str, str] = {}
    touched: set[str] = set()
    pages = ""
    for name in files:
        parts = name.split("/")
        if name.startswith("src/croupier/") and len(parts) > 3:
            rooms.setdefault(room_of(".".join(parts[1:]).removesuffix(".py")), name)
        elif name.startswith("tests/") and parts[-1] not in ("conftest.py", "checks.py", "since.py"):
            touched.add(name)
        elif name.startswith(PAGES):
            pages = pages or name
        else:
            return Selection(None, [f"everything: {name} has changed"])
    chosen, above = set(), set()
    for file in sorted(TESTS.rglob("test_*.py")):
        known = helpers(file)
        used = {room_of(name) for each in known for name in imports(each) if name.startswith("croupier")}
        folder = file.relative_to(TESTS).parent.as_posix()
        used |= {ABOUT.get(folder.split("/")[0], folder.split("/")[0])} - {"."}
        found = {room for room in used if below(room) & set(rooms)}
        data = {name for name in touched if name.startswith(f"tests/{folder}/") and not name.endswith(".py")}
        changes = touched & {each.relative_to(ROOT).as_posix() for each in known}
        if found or data or changes or (pages and folder == "."):
            chosen.add(file)
            above |= {room.split(".")[0] for room in found} - set(rooms)
    why = [f"{room}: {name}" for room, name in sorted(rooms.items())]
    why += [f"what imports these: {', '.join(sorted(above))}"] if above else []
    why += [f"tests: {', '.join(sorted(touched))}"] if touched else []
    why += [f"tests of the project: {pages}"] if pages else []
    return Selection(chosen, [*why, f"{len(chosen)} test files"])
