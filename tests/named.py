"""The texts that a test reaches: its own, and those of what it names in the modules of the tests, and so on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"


class Place(NamedTuple):
    """A name at the top of a module; an empty one stands for the module."""

    file: Path
    name: str


class Defined(NamedTuple):
    """What a name stands for: its text, and the names in it, some with an attribute."""

    text: str
    names: frozenset[str]


def tests_of(file: Path) -> list[str]:
    """The tests of a file."""
    return [name for name, known in _defined(file).items() if name.startswith("test_") and known]


@cache
def texts(file: Path, test: str) -> frozenset[str]:
    """The texts of a test, of what it asks for and of all that these name; imports are none."""
    left, seen, found = [Place(file, test)], set[Place](), set[str]()
    while left:
        place = left.pop()
        if place not in seen and place.file.is_relative_to(TESTS):
            seen.add(place)
            text, more = _step(place)
            found.add(text)
            left += more
    return frozenset(found)


@cache
def _step(place: Place) -> tuple[str, list[Place]]:
    """The text of a place, and the places that it names."""
    known = _defined(place.file).get(place.name)
    if isinstance(known, Defined):
        return known.text, list(_leads_to(place.file, known.names))
    return "", [] if known is None else [known]


def _leads_to(file: Path, names: frozenset[str]) -> Iterator[Place]:
    """Where the names in a module stand, if the tests define them; fixtures may stand in a folder above."""
    homes = [file, *(folder / "conftest.py" for folder in file.parents if folder.is_relative_to(TESTS))]
    for name in names:
        first, _, attribute = name.partition(".")
        home = next((each for each in homes if each.exists() and first in _defined(each)), None)
        known = None if home is None else _defined(home)[first]
        if isinstance(known, Place) and not known.name and attribute:
            yield Place(known.file, attribute)
        elif home is not None and not attribute:
            yield Place(home, first)


@cache
def _defined(file: Path) -> dict[str, Defined | Place]:
    """What stands at the top of a module, by its name; what comes from another one as its place there."""
    text = file.read_text(encoding="utf-8")
    lines, found = text.splitlines(), dict[str, Defined | Place]()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom):
            if str(node.module).partition(".")[0] == "tests":
                found |= {each.asname or each.name: _imported(f"{node.module}.{each.name}") for each in node.names}
            continue
        here = _said(node, lines)
        for name in _changes(node):  # maybe once more, as where a table grows
            known = found.get(name)
            more = known if isinstance(known, Defined) else Defined("", frozenset())
            found[name] = Defined(more.text + here.text, more.names | here.names)
    return found


def _changes(node: ast.stmt) -> set[str]:
    """The names that a statement defines, assigns, or calls a method of."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    targets = [*getattr(node, "targets", ()), getattr(node, "target", None)]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        targets.append(node.value.func)
    found = {each.id for target in targets if target for each in ast.walk(target) if isinstance(each, ast.Name)}
    return found.union(*(_changes(each) for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt)))


def _imported(name: str) -> Place:
    """Where a full name of the tests stands."""
    path = ROOT.joinpath(*name.split("."))
    for home, rest in ((path, ""), (path.parent, path.name)):
        for file in (home.with_suffix(".py"), home / "__init__.py"):
            if file.exists():
                return Place(file, rest)
    raise ModuleNotFoundError(name)


def _said(node: ast.stmt, lines: list[str]) -> Defined:
    first = min(each.lineno for each in (node, *getattr(node, "decorator_list", ())))
    names = set[str]()
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            names.add(each.id)
        elif isinstance(each, ast.arg):  # as a fixture is asked for
            names.add(each.arg)
        elif isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
            names.add(f"{each.value.id}.{each.attr}")
    return Defined("\n".join(lines[first - 1 : node.end_lineno]), frozenset(names))
