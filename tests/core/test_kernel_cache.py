"""Compiled code on disk: the second start loads it, and it is never that of an older source."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from croupier.core.base.kept_code import forget_folders

pytestmark = pytest.mark.compiled

HELPER = """
from croupier.core.base.kernel import inlined, kernel

@kernel
def amount(x):
    return x + {number}

@inlined
def pasted(x):
    return x * {number}
"""

KERNELS = """
from croupier.core.base.kernel import kernel
from outside.helper import amount, pasted

def adding(step):
    @kernel
    def add(x):
        return amount(x) + step
    return add

@kernel
def both(x):
    return amount(pasted(x))

add_ten, add_hundred = adding(10), adding(100)
"""

MAIN = """
import json
from croupier.core.base.tiers import compiled_form
from outside.kernels import add_hundred, add_ten, both
found = {}
for name, function in (("both", both), ("add_ten", add_ten), ("add_hundred", add_hundred)):
    function = compiled_form(function)
    result = function(7)
    stats = function.stats
    found[name] = [result, sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]
print(json.dumps(found))
"""

PIG = """
import json
import numpy as np
import croupier
game = croupier.make("pig")
batch = game.batch(4, 7)
batch.step(np.zeros(4, dtype=np.int64))
stats = [loop.stats for loop in (game.loops.compiled.begin, game.loops.compiled.step, game.loops.compiled.refresh)]
print(json.dumps([sum(sum(getattr(s, part).values()) for s in stats) for part in ("cache_hits", "cache_misses")]))
"""

BUNDLES = """
from typing import NamedTuple
import numpy as np
from croupier.core.base.kernel import kernel

class Pair(NamedTuple):
    wide: np.ndarray
    narrow: np.ndarray
    scale: int

@kernel
def total(pair):
    wide, narrow, scale = pair
    return scale * (wide.sum() + narrow.sum()) + len(pair.wide)
"""

BUNDLED = """
import json
from croupier.core.base.tiers import compiled_form
import numpy as np
from outside.bundles import Pair, total
total = compiled_form(total)
result, stats = total(Pair(np.arange(3), np.ones(2, dtype=np.int8), 10)), total.stats
print(json.dumps([int(result), sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))
"""

COMPILED = {"both": [8, 0, 1], "add_ten": [18, 0, 1], "add_hundred": [108, 0, 1]}
LOADED = {"both": [8, 1, 0], "add_ten": [18, 1, 0], "add_hundred": [108, 1, 0]}


def run(code: str, cache: Path, folder: Path) -> tuple[Any, str]:
    """Start Python anew; gives what it printed as JSON, and its standard error."""
    environment = os.environ | {
        "CROUPIER_CACHE_DIR": str(cache),
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    result = subprocess.run(
        [sys.executable, "-c", code], check=False, cwd=folder, env=environment, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout), result.stderr


def write_package(folder: Path, number: int) -> None:
    package = folder / "outside"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text("")
    (package / "helper.py").write_text(HELPER.format(number=number))
    (package / "kernels.py").write_text(KERNELS)


def files(folder: Path) -> dict[str, int]:
    return {str(f.relative_to(folder)): f.stat().st_mtime_ns for f in folder.rglob("*") if f.is_file()}


@pytest.fixture(scope="module")
def started_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package of kernels and a cache that its first start has filled."""
    folder = tmp_path_factory.mktemp("once")
    write_package(folder, 1)
    assert run(MAIN, folder / "cache", folder)[0] == COMPILED
    return folder


@pytest.fixture
def outside(started_once: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(started_once, tmp_path / "copy")


def test_the_second_start_loads_a_game_and_compiles_nothing(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    hits, misses = run(PIG, cache, tmp_path)[0]
    assert hits == 0
    assert misses >= 3
    written = files(cache)
    assert run(PIG, cache, tmp_path)[0] == [misses, 0]
    assert files(cache) == written


def test_closures_of_another_package_are_found_again(outside: Path) -> None:
    written = files(outside / "cache")
    assert run(MAIN, outside / "cache", outside)[0] == LOADED
    assert files(outside / "cache") == written


def test_a_kernel_that_takes_a_named_tuple_is_found_again(outside: Path) -> None:
    """The tuple's class is part of the signature that is looked up: it must compare equal in the next process."""
    (outside / "outside" / "bundles.py").write_text(BUNDLES)
    assert run(BUNDLED, outside / "cache", outside)[0] == [53, 0, 1]
    assert run(BUNDLED, outside / "cache", outside)[0] == [53, 1, 0]


def test_a_changed_helper_in_another_file_is_never_stale(outside: Path) -> None:
    write_package(outside, 5)
    changed = {"both": [40, 0, 1], "add_ten": [22, 0, 1], "add_hundred": [112, 0, 1]}
    assert run(MAIN, outside / "cache", outside)[0] == changed


def test_broken_cache_files_warn_and_are_compiled_again(outside: Path) -> None:
    cache = outside / "cache"
    indexes, codes = sorted(cache.rglob("*.both.*.nbi")), sorted(cache.rglob("*.add.*.nbc"))
    indexes[0].write_bytes(b"broken")
    codes[0].write_bytes(codes[0].read_bytes()[:100])
    found, stderr = run(MAIN, cache, outside)
    assert {name: value for name, (value, _, _) in found.items()} == {"both": 8, "add_ten": 18, "add_hundred": 108}
    assert stderr.count("is broken") == 2
    assert run(MAIN, cache, outside)[0] == LOADED


def test_a_folder_that_cannot_be_written_warns_once_and_works(outside: Path) -> None:
    blocked = outside / "a-file"
    blocked.write_text("")
    found, stderr = run(MAIN, blocked / "cache", outside)
    assert found == COMPILED
    assert stderr.count("compiled code cannot be kept") == 1
    assert "Set CROUPIER_CACHE_DIR to a folder that can be written." in stderr


def test_builds_that_were_not_started_for_a_month_are_forgotten(tmp_path: Path) -> None:
    current, young, old = (tmp_path / name for name in ("current", "young", "old"))
    for folder in (current, young, old):
        folder.mkdir()
        (folder / "code.nbc").write_text("")
    month_ago = time.time() - 31 * 24 * 3600
    for folder in (current, old):
        os.utime(folder, (month_ago, month_ago))
    forget_folders(tmp_path, current)
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["current", "young"]
