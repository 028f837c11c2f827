"""A kernel's stamp changes with what it is made of, and with nothing else; croupier's kernels are known whole."""

import importlib
import itertools
import json
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

from croupier.core.base import code_cache
from croupier.core.base import kernel as kernel_module
from croupier.core.base.code_cache import stamp_of
from croupier.core.base.kernel import forms

SOURCES = {
    "rules.py": '''
import enum
from typing import NamedTuple

import numpy as np
from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.tiers import loop
from stamped import tables
from stamped.helpers import plain, raised

LIMIT, FACTOR, UNUSED = 10, 3, 4
TABLE = np.arange(4)

class Phase(enum.IntEnum):
    BID = 1
    PLAY = 2
    FIRST = 1

class Prices(NamedTuple):
    low: int
    high: int

PRICES = Prices(3, 8)

@kernel
def alone(x):
    """Words."""
    return x + 1

@kernel
def limited(x):
    return min(x, LIMIT)

@kernel
def looked(x):
    return TABLE[x]

@kernel
def scored(x):
    return x * tables.SCORE

@kernel
def doubled(x):
    return raised(x) * 2

@kernel
def outer(x):
    return doubled(limited(x))

@kernel
def stepped(x, by=1):
    return x + by

@kernel
def summed(x):
    return sum([k * FACTOR for k in range(x)])

@kernel
def nested(x):
    def inner(y):
        """More words."""
        return y + 5
    return inner(x)

@kernel
def phased(x):
    return x == Phase.FIRST

@kernel
def priced(x):
    return x * PRICES.low

@kernel
def overloaded(x):
    return plain(x)

@kernel
def even(x):
    return x == 0 or odd(x - 1)

@kernel
def odd(x):
    return x != 0 and even(x - 1)

@kernel
def parity(x):
    return even(x)

@kernel
def falling(x):
    return 0 if x == 0 else falling(x - 1)

@loop
def all_limited(xs):
    for i in range(len(xs)):
        xs[i] = limited(xs[i])

def adding(step):
    @kernel
    def add(x):
        return x + step
    return add

add_ten, add_hundred = adding(10), adding(100)
''',
    "tables.py": "SCORE = 20\nOTHER = 5\n",
    "helpers.py": """
from croupier.core.base.kernel import inlined, kernel

@kernel
def raised(x):
    return x + 7

def plain(x):
    return x
""",
    "unrelated.py": "NUMBER = 1\n",
}
EDITS = {
    "a constant in the code": ("rules.py", "x + 1", "x + 2", "alone"),
    "a constant that is named": ("rules.py", "LIMIT, FACTOR, UNUSED = 10", "LIMIT, FACTOR, UNUSED = 11",
                                 "limited outer all_limited"),
    "its type alone": ("rules.py", "LIMIT, FACTOR, UNUSED = 10", "LIMIT, FACTOR, UNUSED = 10.0",
                       "limited outer all_limited"),
    "a constant in a comprehension": ("rules.py", "= 10, 3", "= 10, 2", "summed"),
    "an array's element": ("rules.py", "np.arange(4)", "np.array([0, 1, 2, 4])", "looked"),
    "an array's dtype": ("rules.py", "np.arange(4)", "np.arange(4, dtype=np.uint64)", "looked"),
    "an array's shape": ("rules.py", "np.arange(4)", "np.arange(4).reshape(2, 2)", "looked"),
    "an attribute of a module": ("tables.py", "SCORE = 20", "SCORE = 30", "scored"),
    "a kernel of another file": ("helpers.py", "x + 7", "x + 8", "raised doubled outer"),
    "kernel or inlined": ("helpers.py", "@kernel", "@inlined", "raised doubled outer"),
    "a default": ("rules.py", "by=1", "by=2", "stepped"),
    "a function inside": ("rules.py", "y + 5", "y + 6", "nested"),
    "what a closure holds": ("rules.py", "adding(10)", "adding(20)", "add_ten"),
    "a second name of an enum's member": ("rules.py", "FIRST = 1", "FIRST = 2", "phased"),
    "an enum's base": ("rules.py", "enum.IntEnum", "enum.Enum", "phased"),
    "the order of a tuple's fields": ("rules.py", "low: int\n    high", "high: int\n    low", "priced"),
    "one of two that call each other": ("rules.py", "x != 0 and", "x > 0 and", "even odd parity"),
    "one that calls itself": ("rules.py", "falling(x - 1)", "falling(x - 2)", "falling"),
    "a loop": ("rules.py", "range(len(xs))", "range(1, len(xs))", "all_limited"),
    # croupier registers no overload; one of a package of one's own may stand anywhere, so any edit there counts
    "what an overload may stand in": ("unrelated.py", "NUMBER", "DIGIT", ""),
    "a docstring": ("rules.py", '"""Words."""', '"""Other words."""', ""),
    "a docstring inside": ("rules.py", '"""More words."""', '"""Other words."""', ""),
    "comments and lines": ("rules.py", "@kernel\ndef", "\n# a word\n\n@kernel\ndef", ""),
    "what no kernel reads": ("rules.py", "UNUSED = 10, 3, 4", "UNUSED = 10, 3, 5", ""),
    "another attribute of a module": ("tables.py", "OTHER = 5", "OTHER = 6", ""),
}  # fmt: skip


class Project:
    """A package that is written, imported and edited."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "stamped"
        self.folder.mkdir()
        (self.folder / "__init__.py").write_text("")
        self.write(SOURCES)

    def write(self, sources: dict[str, str]) -> None:
        for name, text in sources.items():
            (self.folder / name).write_text(text)

    def edit(self, file: str, old: str, new: str) -> None:
        text = (self.folder / file).read_text()
        assert old in text
        self.write({file: text.replace(old, new)})

    def modules(self) -> list[types.ModuleType]:
        """Import it anew, as the next process does."""
        for name in [name for name in sys.modules if name.partition(".")[0] == "stamped"]:
            del sys.modules[name]
        importlib.invalidate_caches()
        code_cache.package_digest.cache_clear()
        return [importlib.import_module(f"stamped.{name}") for name in ("rules", "helpers")]

    def stamps(self) -> dict[str, str]:
        """The digests of its kernels, by name."""
        kernels = {k: v for m in self.modules() for k, v in vars(m).items() if forms(v) is not None}
        return {name: stamp_of(function).digest for name, function in kernels.items()}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    return beside(tmp_path, monkeypatch)


@pytest.fixture(scope="module")
def unedited(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The stamps of a project that is not edited."""
    with pytest.MonkeyPatch.context() as patch:
        return beside(tmp_path_factory.mktemp("unedited"), patch).stamps()


def beside(folder: Path, patch: pytest.MonkeyPatch) -> Project:
    """A project in a folder from which it can be imported."""
    patch.syspath_prepend(str(folder))
    patch.setattr(sys, "dont_write_bytecode", True)  # two edits within a second would look the same
    return Project(folder)


def test_without_an_edit_the_stamps_stay(project: Project, unedited: dict[str, str]) -> None:
    assert project.stamps() == project.stamps() == unedited


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_an_edit_changes_the_stamps_of_what_it_touches(
    project: Project, unedited: dict[str, str], edit: tuple[str, str, str, str]
) -> None:
    file, old, new, touched = edit
    before = unedited
    project.edit(file, old, new)
    after = project.stamps()
    assert before.keys() == after.keys()
    assert {name for name in before if before[name] != after[name]} == {*touched.split(), "overloaded"}


def test_the_kernels_of_a_package_differ(project: Project) -> None:
    assert len(set(project.stamps().values())) == len(project.stamps()) >= 20


def test_the_options_of_every_kernel_are_in_its_stamp(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    before = project.stamps()
    monkeypatch.setitem(kernel_module._OPTIONS, "fastmath", True)
    after = project.stamps()
    assert all(before[name] != after[name] for name in before)


@pytest.mark.parametrize("order", list(itertools.permutations(("even", "odd", "parity"))))
def test_who_is_asked_first_does_not_matter(project: Project, order: tuple[str, ...]) -> None:
    """Another process asks in another order, and is to find what this one has compiled."""
    expected = project.stamps()
    rules = project.modules()[0]
    assert {name: stamp_of(getattr(rules, name)).digest for name in order} == {
        name: expected[name] for name in order
    }


def test_a_stamp_is_computed_once(project: Project) -> None:
    """Else each caller of a kernel would take it apart again: with some layers of kernels, for minutes."""
    project.stamps()
    rules = project.modules()[0]
    for name in ("outer", "falling", "parity"):
        stamp = stamp_of(getattr(rules, name))
        assert stamp_of(getattr(rules, name)) is stamp


@pytest.mark.thorough
def test_every_kernel_of_croupier_is_taken_by_value(tmp_path: Path) -> None:
    """All that a source decorates is made, in all games and searches; one that reads a dict is beside them."""
    (tmp_path / "careless.py").write_text(
        "from croupier.core.base.kernel import kernel\nTABLE = {1: 2}\n"
        "@kernel\ndef look(x):\n    return TABLE[x]\n"
    )
    root = Path(__file__).parents[2]
    # loops of some agents are made only where they would be compiled
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(root), str(tmp_path)]),
        "NUMBA_DISABLE_JIT": "0",
    }
    environment.pop("CROUPIER_KERNELS", None)
    done = subprocess.run(
        [sys.executable, "-m", "tests.core.all_kernels", "careless"],
        check=False, cwd=root, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["never_made"] == []
    assert found["kernels"] > 300
    assert found["not_by_value"] == ["look: TABLE"]
    assert found["not_kept"] == []
