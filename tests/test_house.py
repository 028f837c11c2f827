"""The house: packages above the games name none of them, and every game's folder has the same names."""

import ast
import inspect
import re
import tokenize
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from croupier.core.base.code_cache import KERNEL_FOLDERS
from croupier.core.spec.registry import BUILT_IN, spec
from tests.since import imports

SOURCE = Path(__file__).parents[1] / "src" / "croupier"
ABOVE = (
    "cli",
    "server",
    "learn",
    "envs",
    "measure",
    "table",
    "solving",
    "agents",
)
NAMES = re.compile(r"pig|skull|\bking\b|spite|malice|leduc|\bliars?|\bhearts|oh.?hell", re.IGNORECASE)
EXAMPLE = re.compile(r"^\s*(>>>|Example:).*$|``[^`]*``", re.MULTILINE)
"""Where a game may be named: a line of an example, or something to type, in a docstring."""
SHORT = 40
"""Lines up to which a part may share a file with another."""


@cache
def parsed(file: Path) -> ast.Module:
    """A file as a tree, which several tests walk."""
    return ast.parse(file.read_text())


def docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first.value


@pytest.mark.parametrize("package", ABOVE)
def test_no_package_above_the_games_names_one(package: str) -> None:
    for file in (SOURCE / package).rglob("*.py"):
        if not NAMES.search(file.read_text(encoding="utf-8")):
            continue  # which is faster
        docs = {(text.lineno, text.col_offset) for text in docstrings(parsed(file))}
        with file.open("rb") as opened:
            for token in tokenize.tokenize(opened.readline):
                text = EXAMPLE.sub("", token.string) if token.start in docs else token.string
                named = token.type in (tokenize.STRING, tokenize.COMMENT, tokenize.NAME) and NAMES.search(text)
                assert not named, f"{file.relative_to(SOURCE)}, line {token.start[0]}, names a game: {named}"


def test_no_other_package_of_croupier_knows_a_game_by_accident() -> None:
    packages = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert packages == {*ABOVE, "core", "games", "sources", "testing"}


def kernels(game: str) -> dict[str, Callable[..., Any]]:
    """What a game's spec is made of, by the part that it belongs to."""
    found = spec(game)
    rules, words = found.rules, found.words
    parts: dict[str, Any] = {
        "rules": rules.play,
        "observe": rules.observe,
        "redeal": rules.redeal,
        "rewards": rules.shape,
        "text": words.text.action_to_string,
        "notation": found.notation.parse_position,
        "view": found.view.view,
        "prompts": None if words.prompts is None else words.prompts.opening,
        "facts": found.facts,
    }
    return {name: part for name, part in parts.items() if part is not None}


@pytest.mark.parametrize("game", [entry.name for entry in BUILT_IN])
def test_a_games_parts_lie_in_the_files_of_their_names(game: str) -> None:
    package = next(entry.target for entry in BUILT_IN if entry.name == game).partition(":")[0].rpartition(".")[0]
    for name, part in kernels(game).items():
        function = getattr(part, "py_func", part)
        module = (
            type(getattr(part, "__self__", part)).__module__ if inspect.ismethod(part) else function.__module__
        )
        module = module.removeprefix(f"{package}.")
        lines = len(inspect.getsource(function).splitlines())
        assert module == name or (module in ("rules", "text") and lines <= SHORT), (
            f"{name} of {game} is in {module}"
        )


@pytest.mark.parametrize("game", [entry.name for entry in BUILT_IN])
def test_a_games_optional_parts_lie_in_the_files_of_their_names(game: str) -> None:
    found = spec(game)
    folder = SOURCE / "games" / game.replace("-", "_")
    for part in ("training", "evaluation", "exact", "classic", "pictures"):
        there = (folder / f"{part}.py").exists() or (folder / part).is_dir()
        assert there == (getattr(found, part) is not None), f"{part} of {game}"
    assert (folder / "bots.py").exists() or (folder / "bots" / "__init__.py").exists()
    assert (folder / "spec.py").exists()


RECORDS = {"record", "records", "Record", "Records"}


def test_words_of_a_game_read_no_record() -> None:
    seen = 0
    for folder in (path for path in (SOURCE / "games").iterdir() if (path / "spec.py").exists()):
        files = [folder / "text.py", *(folder / "words").glob("*.py")]
        assert files[0].exists(), f"the words of {folder.name} are in {files[0].name}"
        for file in files:
            tree = parsed(file)
            names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
            assert not names & RECORDS, f"{file.relative_to(SOURCE)} reads a record: words take a position"
            seen += 1
    assert seen >= 9


def modules() -> dict[str, Path]:
    """All files of the package, by the names under which they are imported."""
    parts = {path: path.relative_to(SOURCE.parent).with_suffix("").parts for path in SOURCE.rglob("*.py")}
    return {".".join(each[:-1] if each[-1] == "__init__" else each): path for path, each in parts.items()}


def loaded(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements within a module or statement that are not there for types alone."""
    for block in ("body", "orelse", "handlers", "finalbody", "cases"):
        for each in getattr(node, block, ()):
            if not (isinstance(each, ast.If) and "TYPE_CHECKING" in ast.dump(each.test)):
                yield each
                yield from loaded(each)


def imported(path: Path, known: Collection[str]) -> set[str]:
    """The files that a file imports, within functions too; what is read for types alone is never loaded."""
    found = set()
    for node in loaded(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            inside = {f"{node.module}.{each.name}" for each in node.names}
            found |= {each if each in known else node.module for each in inside}
    return found & set(known)


def circles(arrows: Mapping[str, Collection[str]]) -> list[list[str]]:
    """What cannot be put in an order, in which every arrow leads to an earlier one: all that stands in circles.

    Args:
        arrows: where the arrows from each point lead.
    """
    left = {point: set(ends) for point, ends in arrows.items()}
    while removed := {point for point, ends in left.items() if not ends & left.keys()}:
        left = {point: ends for point, ends in left.items() if point not in removed}
    while removed := set(left) - {end for ends in left.values() for end in ends}:  # leads to a circle alone
        left = {point: ends for point, ends in left.items() if point not in removed}
    return [sorted(left)] if left else []


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == [["b", "c"]]


def test_no_files_import_each_other_in_a_circle() -> None:
    known = modules()
    # what their texts name is more than what they import, and faster found: few are read whole
    named = {name: (imports(path) & known.keys()) - {name} for name, path in known.items()}
    suspects = [name for each in circles(named) for name in each]
    assert circles({name: imported(known[name], known) - {name} for name in suspects}) == []


def test_every_folder_with_kernels_is_in_their_stamp() -> None:
    holding = [
        file for file in SOURCE.rglob("*.py") if re.search(r"^@(kernel|loop)\b", file.read_text(), re.MULTILINE)
    ]
    covered = [SOURCE / folder for folder in KERNEL_FOLDERS]
    assert holding
    assert [file for file in holding if not any(file.is_relative_to(folder) for folder in covered)] == []
    assert [folder for folder in covered if not any(file.is_relative_to(folder) for file in holding)] == []
