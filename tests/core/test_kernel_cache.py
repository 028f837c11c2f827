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

import croupier
from croupier.core.base import code_cache
from croupier.core.base.code_cache import forget_folders, forget_old, touch

pytestmark = pytest.mark.compiled

HELPER = """
from croupier.core.base.kernel import inlined, kernel

@kernel
def amount(x):
    return x + 1

@inlined
def pasted(x):
    return x * 1
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

PRELUDE = """
import json
from croupier.core.base.tiers import compiled_form
def counted(*functions, parts=("cache_hits", "cache_misses")):
    return [sum(sum(getattr(f.stats, part).values()) for f in functions) for part in parts]
"""
MAIN = """
from outside.kernels import add_hundred, add_ten, both
found = {}
for name, function in (("both", both), ("add_ten", add_ten), ("add_hundred", add_hundred)):
    function = compiled_form(function)
    found[name] = [function(7), *counted(function)]
print(json.dumps(found))
"""
PIG = """
import numpy as np
import croupier
batch = croupier.make("pig").batch(4, 7)
batch.step(np.zeros(4, dtype=np.int64))
loops = batch.game.loops.compiled
print(json.dumps(counted(loops.begin, loops.step, loops.refresh)))
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
import numpy as np
from outside.bundles import Pair, total
total = compiled_form(total)
print(json.dumps([int(total(Pair(np.arange(3), np.ones(2, dtype=np.int8), 10))), *counted(total)]))
"""
AROUND = """
from croupier.core.base.kernel import kernel
from croupier.core.base.machine_code import machine_code
from outside.kernels import both
outer = machine_code(kernel(lambda x: both(x)))
print(json.dumps([outer(3), *counted(outer)]))
"""
COMPILED = {"both": [8, 0, 1], "add_ten": [18, 0, 1], "add_hundred": [108, 0, 1]}
LOADED = {"both": [8, 1, 0], "add_ten": [18, 1, 0], "add_hundred": [108, 1, 0]}
"""What a program prints of each kernel: its value, how often it was loaded and how often compiled."""


def values(found: dict[str, list[int]]) -> list[int]:
    return [value for value, *_ in found.values()]


def start(code: str, cache: Path, folder: Path) -> subprocess.Popen[str]:
    """Start Python anew."""
    environment = os.environ | {
        "CROUPIER_CACHE_DIR": str(cache),
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.Popen(
        [sys.executable, "-c", PRELUDE + code],
        cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def result(process: subprocess.Popen[str]) -> tuple[Any, str]:
    """What it prints as JSON, and its standard error."""
    printed, stderr = process.communicate()
    assert process.returncode == 0, stderr
    return json.loads(printed), stderr


def run(code: str, cache: Path, folder: Path) -> tuple[Any, str]:
    """Start Python anew and wait until it is over."""
    return result(start(code, cache, folder))


def write_package(folder: Path) -> None:
    package = folder / "outside"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "helper.py").write_text(HELPER)
    (package / "kernels.py").write_text(KERNELS)


def age(file: Path, days: float) -> None:
    """Make a file as old as that."""
    then = time.time() - days * 24 * 3600
    os.utime(file, (then, then))


def files(folder: Path) -> dict[str, int]:
    return {str(f.relative_to(folder)): f.stat().st_mtime_ns for f in folder.rglob("*") if f.is_file()}


@pytest.fixture(scope="module")
def started_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package of kernels and a cache that its first start has filled."""
    folder = tmp_path_factory.mktemp("once")
    write_package(folder)
    assert run(MAIN, folder / "cache", folder)[0] == COMPILED
    return folder


@pytest.fixture
def outside(started_once: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(started_once, tmp_path / "copy")


@pytest.mark.thorough
def test_the_second_start_loads_a_game_and_compiles_nothing(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    hits, misses = run(PIG, cache, tmp_path)[0]
    assert hits == 0
    assert misses >= 3
    written = files(cache)
    assert run(PIG, cache, tmp_path)[0] == [misses, 0]
    assert files(cache) == written


@pytest.mark.thorough
def test_closures_of_another_package_are_found_again(outside: Path) -> None:
    """Nothing is written, but that a kernel was loaded is noted once a day."""
    written = files(outside / "cache")
    recent, earlier = sorted((outside / "cache").rglob("*.add.*.nbi"))
    age(recent, 0.5)
    age(earlier, 29)
    assert run(MAIN, outside / "cache", outside)[0] == LOADED
    assert files(outside / "cache").keys() == written.keys()
    assert time.time() - recent.stat().st_mtime > 12 * 3600 - 60
    assert time.time() - earlier.stat().st_mtime < 600


@pytest.mark.thorough
def test_a_kernel_that_takes_a_named_tuple_is_found_again(outside: Path) -> None:
    """Its class, a part of the signature, must compare equal in the next process."""
    (outside / "outside" / "bundles.py").write_text(BUNDLES)
    assert run(BUNDLED, outside / "cache", outside)[0] == [53, 0, 1]
    assert run(BUNDLED, outside / "cache", outside)[0] == [53, 1, 0]


def test_an_edit_in_another_file_compiles_what_calls_it_and_loads_the_rest(outside: Path) -> None:
    (outside / "outside" / "helper.py").write_text(HELPER.replace("x * 1", "x * 5"))
    expected = LOADED | {"both": [36, 0, 1]}
    assert run(MAIN, outside / "cache", outside)[0] == expected


@pytest.mark.thorough
def test_two_that_compile_at_once_are_both_right_and_a_third_compiles_nothing(outside: Path) -> None:
    cache = outside / "empty"
    both = [start(MAIN, cache, outside) for _ in range(2)]
    for found, stderr in map(result, both):
        assert values(found) == values(LOADED)
        assert "Warning" not in stderr
    found, stderr = run(MAIN, cache, outside)
    assert (found, stderr) == (LOADED, "")
    assert not list(cache.rglob("*.tmp*"))


@pytest.mark.thorough
def test_a_package_with_the_source_of_one_that_is_gone_is_compiled_anew(outside: Path) -> None:
    """A kernel around its kernels would be looked up in what the first has left."""
    assert run(AROUND, outside / "cache", outside)[0] == [4, 0, 1]
    (outside / "outside").rename(outside / "second")
    for part in (outside / "second").glob("*.py"):
        part.write_text(part.read_text().replace("outside", "second"))
    found, stderr = run(AROUND.replace("outside", "second"), outside / "cache", outside)
    assert found == [4, 0, 1]
    assert "is broken" not in stderr


@pytest.mark.thorough
def test_broken_cache_files_warn_and_are_compiled_again(outside: Path) -> None:
    cache = outside / "cache"
    indexes, codes = sorted(cache.rglob("*.both.*.nbi")), sorted(cache.rglob("*.add.*.nbc"))
    indexes[0].write_bytes(b"broken")
    codes[0].write_bytes(codes[0].read_bytes()[:100])
    found, stderr = run(MAIN, cache, outside)
    assert values(found) == values(LOADED)
    assert stderr.count("is broken") == 2
    assert run(MAIN, cache, outside)[0] == LOADED


@pytest.mark.thorough
def test_a_folder_that_cannot_be_written_warns_once_and_works(outside: Path) -> None:
    blocked = outside / "a-file"
    blocked.write_text("")
    found, stderr = run(MAIN, blocked / "cache", outside)
    assert found == COMPILED
    assert stderr.count("compiled code cannot be kept") == 1
    assert stderr.startswith("<string>:")  # the program's own line, not one of croupier
    assert stderr.count("Compiling.\n") == 1  # nothing of later starts
    assert "Set CROUPIER_CACHE_DIR to a folder that can be written." in stderr


@pytest.mark.thorough
def test_a_folder_that_can_only_be_read_is_loaded_from(outside: Path) -> None:
    """Nobody is told of it until something cannot be kept."""
    refuse = """
import builtins, pathlib
def refuse(*_, **__):
    raise PermissionError(13, "Permission denied")
opened, pathlib.Path.write_text = open, refuse
builtins.open = lambda file, mode="r", *more, **of: (refuse if "w" in mode else opened)(file, mode, *more, **of)
"""
    assert run(refuse + MAIN, outside / "cache", outside) == (LOADED, "")
    next((outside / "cache").rglob("*.both.*.nbi")).unlink()
    found, stderr = run(refuse + MAIN, outside / "cache", outside)
    assert found == LOADED | {"both": COMPILED["both"]}
    assert stderr.count("compiled code cannot be kept: Permission denied") == 1


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="a limit on the size of files fills the disk")
def test_a_disk_that_becomes_full_warns_once_and_leaves_no_rest(outside: Path) -> None:
    """A small file can still be written; the index of one kernel is broken besides, and cannot be written over."""
    cache = outside / "cache"
    for file in cache.rglob("*.nbc"):
        file.unlink()
    next(cache.rglob("*.both.*.nbi")).write_bytes(b"broken" * 100)
    full = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
    found, stderr = run(full + MAIN, cache, outside)
    assert found == COMPILED
    assert stderr.count("compiled code cannot be kept: File too large") == 1
    assert stderr.count("is broken") == 1
    assert not [*cache.rglob("*.tmp*"), *cache.rglob("*.nbc")]


HIDDEN = {
    "a name that is imported": "del numba.core.caching.CompileResultCacheImpl",
    "a method that writes": "del numba.core.caching.IndexDataCacheFile._save_data",
    "an argument of its own": "numba.core.caching.IndexDataCacheFile.__init__ = lambda self: None",
}


@pytest.mark.thorough
@pytest.mark.parametrize("hide", HIDDEN.values(), ids=HIDDEN)
def test_another_numba_is_told_once_with_what_to_do_and_everything_works(outside: Path, hide: str) -> None:
    found, stderr = run(f"import numba.core.caching\n{hide}\n{MAIN}", outside / "empty", outside)
    assert values(found) == values(LOADED)
    assert stderr.count("keeps compiled code in another way than croupier knows") == 1
    assert "Install a version of Numba that croupier asks for, or a newer croupier." in stderr


@pytest.mark.thorough
def test_a_numba_that_cannot_be_told_of_kernels_is_an_error_with_what_to_do(outside: Path) -> None:
    code = """
import numba
from croupier.core.base.errors import ConfigError
from croupier.core.base.tiers import Tiered
from outside.kernels import both
del numba.core.dispatcher.Dispatcher._numba_type_
tier = Tiered(both)
tier.rise(7)
try:
    compiled_form(both)(7)
except ConfigError as error:
    print(json.dumps([tier(7), str(error)]))
"""
    (value, error), _ = run(code, outside / "empty", outside)
    assert value == 8
    assert "Install a version of Numba that croupier asks for" in error


def test_signatures_that_are_kept_at_once_do_not_take_each_others_files(tmp_path: Path) -> None:
    """Two processes have read the same index; each writes a signature of its own, then both write the same."""
    from croupier.core.base.machine_code import _CacheFile

    one, other = (_CacheFile(cache_path=str(tmp_path), filename_base="kernel", source_stamp="1") for _ in "ab")
    one.save("int", "code for int")
    other.save("float", "code for float")
    other.save("int", "code for int")
    assert [one.load(key) for key in ("int", "float", "text")] == ["code for int", "code for float", None]
    assert len(list(tmp_path.glob("*.nbc"))) == 2


def test_that_code_cannot_be_kept_is_said_at_once_and_never_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_cache.SAVING, "failed", None)
    monkeypatch.setattr(code_cache.SAVING, "works", True)
    with pytest.warns(
        RuntimeWarning, match="compiled code cannot be kept: no room at folder; every start compiles"
    ):
        code_cache.warn_not_cached(Path("folder"), OSError(28, "no room"))
    code_cache.warn_not_cached(Path("folder"), OSError(28, "no room"))  # a warning would be an error here
    assert not code_cache.caches_code()


def test_builds_that_were_not_started_for_a_month_are_forgotten(tmp_path: Path) -> None:
    current, old = tmp_path / "current", tmp_path / "old"
    for folder in (current, tmp_path / "young", old):
        folder.mkdir()
        (folder / "code.nbc").write_text("")
    age(current, 31)
    age(old, 31)
    forget_folders(tmp_path, current)
    forget_folders(tmp_path / "gone", current)
    assert kept(tmp_path) == ["current", "young"]


def kept(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_kernels_that_were_not_loaded_for_a_month_are_forgotten(tmp_path: Path) -> None:
    """Code is forgotten with its index, however old it is itself; so is what a killed process has left."""
    touch(tmp_path / "gone.nbi")  # which another process has removed
    forget_old(tmp_path / "gone")
    ages = {
        "old.nbi": 31, "old.one.nbc": 31, "old.two.nbc": 40,
        "loaded.nbi": 1, "loaded.one.nbc": 90,
        "older.sister.nbi": 29, "older.sister.one.nbc": 29,
        "orphan.one.nbc": 31, "fresh.one.nbc": 0, "old.nbi.tmp.1": 31, "old.nbi.tmp.2": 0,
        ".ahead-1": 2, ".ahead-1.lock": 2,
    }  # fmt: skip
    for name, days in ages.items():
        (tmp_path / name).touch()
        age(tmp_path / name, days)
    forget_old(tmp_path)
    left = ["loaded.nbi", "loaded.one.nbc", "older.sister.nbi", "older.sister.one.nbc"]
    assert kept(tmp_path) == sorted([".ahead-1.lock", ".swept", *left, "fresh.one.nbc", "old.nbi.tmp.2"])


def test_the_folder_is_looked_through_once_a_day_and_what_was_compiled_ahead_stays_while_all_kernels_do(
    tmp_path: Path,
) -> None:
    (tmp_path / ".ahead-1").touch()
    (tmp_path / "orphan.one.nbc").touch()
    age(tmp_path / "orphan.one.nbc", 31)
    forget_old(tmp_path)
    assert kept(tmp_path) == [".ahead-1", ".swept"]
    (tmp_path / "old.nbi").touch()
    age(tmp_path / "old.nbi", 31)
    forget_old(tmp_path)
    assert "old.nbi" in kept(tmp_path)
    age(tmp_path / ".swept", 1.1)
    forget_old(tmp_path)
    assert kept(tmp_path) == [".swept"]


def test_another_processor_or_setting_of_numba_has_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The processor's name and features are its own; its speed and load are not."""
    one = "model name : A\ncpu MHz : 1\nflags : sse avx\n\n"
    found = []
    for text in (one, one.replace(": 1", ": 2") + "processor : 1\nmodel name : A\n", one.replace(" avx", "")):
        (tmp_path / "cpuinfo").write_text(text)
        monkeypatch.setattr(code_cache, "_PROCESSORS", tmp_path / "cpuinfo")
        found.append(code_cache._versions())
    monkeypatch.setattr(code_cache, "_NUMBAS_FILE", tmp_path / "settings")
    (tmp_path / "settings").write_text("boundscheck: 1")
    found.append(code_cache._versions())
    monkeypatch.setenv("NUMBA_OPT", "1")
    found.append(code_cache._versions())
    monkeypatch.setenv("NOT_OF_NUMBA", "1")
    found.append(code_cache._versions())
    assert (found[0], found[4]) == (found[1], found[5])
    assert len(set(found)) == 4


MEASURED = {
    "pig": 4.1, "leduc": 5.6, "liars-dice": 5.7, "hearts": 15.1, "oh-hell": 13.1, "spite-malice": 20.4,
    "skull-king": 43.6,
}  # fmt: skip
"""Seconds of one core, first batch and first step with an empty cache."""


def test_the_notice_names_the_game_and_about_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_cache, "needs_compiling", lambda _: True)
    for name, seconds in MEASURED.items():
        loops = croupier.make(name).loops
        guess = code_cache.compile_seconds(loops.begin, loops.refresh, loops.step)
        assert guess == pytest.approx(seconds, rel=0.3), name
    monkeypatch.setattr(code_cache, "caches_code", lambda: True)
    words = "Compiling skull-king (once, about 45 s). To do it in advance: croupier compile skull-king"
    assert code_cache.compiling("skull-king", 46.8) == words
    monkeypatch.setattr(code_cache, "caches_code", lambda: False)
    assert code_cache.compiling("pig", 4.1) == "Compiling pig (about 4 s)."


def test_who_makes_a_batch_is_told_once_what_is_compiled(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(code_cache, "needs_compiling", lambda _: True)
    monkeypatch.setattr(code_cache, "caches_code", lambda: True)
    monkeypatch.setattr(code_cache.NOTICE, "said", False)
    for _ in range(2):
        croupier.make("pig").batch(1)
    assert caplog.messages == ["Compiling pig (once, about 4 s). To do it in advance: croupier compile pig"]
