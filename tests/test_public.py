"""The promise: the list of public names, where each imports from, and that docs and examples use these alone."""

import ast
import json
import re
import types
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from docs.generate.stability import (
    LIST,
    PAGE,
    PUBLIC,
    REFERENCE,
    home,
    listing,
    names,
    promised,
    reference,
    source,
    written,
)
from tests.cases import ROOT

INSTALLED = [module for module in PUBLIC if not module.startswith(("croupier.envs", "croupier_verifiers"))]
"""Public modules that import without an optional library."""


def test_the_page_and_the_list_are_up_to_date() -> None:
    assert (ROOT / LIST).read_text() == listing(), "run: python -m docs.generate.stability"
    page, names_page = (ROOT / PAGE).read_text(), (ROOT / REFERENCE).read_text()
    assert page == written(page), "run: python -m docs.generate.stability"
    assert names_page == reference(names_page), "run: python -m docs.generate.stability"


@pytest.mark.parametrize("module", PUBLIC)
def test_every_name_is_defined_where_it_comes_from(module: str) -> None:
    # read from the sources, since a library that a door needs may be missing
    assert len(set(promised(module))) == len(promised(module))
    for name in promised(module):
        where, _, own = home(module, name).rpartition(".")
        assert own in defined(where), f"{name} of {module} is not in {where}"


@pytest.mark.parametrize("module", INSTALLED)
def test_every_name_imports_from_the_path_that_promises_it(module: str) -> None:
    found = import_module(module)
    assert sorted(found.__all__) == promised(module)
    for name in promised(module):
        where, _, own = home(module, name).rpartition(".")
        assert getattr(found, name) is getattr(import_module(where), own)
        assert not isinstance(getattr(found, name), types.ModuleType), f"{name} of {module} is a module"


@pytest.mark.parametrize("module", INSTALLED)
def test_no_name_is_taken_by_a_module_that_is_loaded_later(module: str) -> None:
    found = import_module(module)
    lazy = {name for name in promised(module) if name not in vars(found)}
    assert lazy & {one.name for one in iter_modules(getattr(found, "__path__", []))} == set()


@cache
def defined(module: str) -> set[str]:
    """Names that the top of a module binds, imports apart."""
    found: set[str] = set()
    for node in source(module).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return found


def test_what_is_not_there_is_named_and_what_was_renamed_works() -> None:
    with pytest.raises(AttributeError, match=r"module 'croupier\.measure' has no attribute 'play_turnament'"):
        import_module("croupier.measure").play_turnament  # noqa: B018
    for old in ("arena", "decisions", "analysis"):
        with pytest.warns(DeprecationWarning, match=rf"croupier\.{old}\.values is croupier\.measure\.values now"):
            exec(f"from croupier.{old} import values")  # noqa: S102  # as people write it
    told = r"croupier\.core\.Ablation is gone: train each variant with"
    with pytest.warns(FutureWarning, match=told), pytest.raises(AttributeError, match=told):
        import_module("croupier.core").Ablation  # noqa: B018
    with pytest.warns(FutureWarning, match=told), pytest.raises(ImportError):
        exec("from croupier.core import Ablation")  # noqa: S102  # as people write it


@pytest.mark.parametrize("door", ["rllib", "openenv", "trl"])
def test_a_door_that_became_an_example_names_it(door: str) -> None:
    with pytest.raises(ImportError, match=rf"croupier\.envs\.{door} is gone: copy examples/") as told:
        import_module(f"croupier.envs.{door}")
    example = re.sub(r"\{(\w+),.*\}", r"\1", str(told.value).split()[-1])
    assert len((ROOT / example).read_text().splitlines()) <= 120


def imports(text: str) -> Iterator[tuple[str, str | None]]:
    """Modules that a text imports from, and the names; None for a whole module."""
    for found in re.finditer(r"^\s*from (croupier[\w.]*) import (\([^)]*\)|[^\n#]*)", text, re.MULTILINE):
        for name in re.findall(r"\w+", found[2]):
            yield found[1], name
    for found in re.finditer(r"^\s*import (croupier[\w.]*)", text, re.MULTILINE):
        yield found[1], None


def texts() -> Iterator[tuple[Path, str]]:
    """What users copy from: pages, README and examples."""
    for file in [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md"), *(ROOT / "examples").glob("*.py")]:
        yield file, file.read_text()
    for file in (ROOT / "examples").glob("*.ipynb"):
        cells = json.loads(file.read_text())["cells"]
        yield file, "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def test_docs_and_examples_use_public_names_alone() -> None:
    public, seen = set(names()), 0
    for file, text in texts():
        for module, name in imports(text):
            seen += 1
            allowed = (
                module in PUBLIC if name is None else f"{module}.{name}" in public or f"{module}.{name}" in PUBLIC
            )
            allowed = allowed or module.startswith("croupier.games.tricks")  # see stability.md
            assert allowed, f"{file.relative_to(ROOT)} imports {name or 'all'} of {module}"
    assert seen > 40
