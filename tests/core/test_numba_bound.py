"""Compiled code is kept by private names of Numba: a minor version that no test has seen is not installed."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHAT = "[project] dependencies of pyproject.toml"


def minor(text: str) -> tuple[int, int]:
    """0.68.1 is (0, 68)."""
    first, second = text.split(".")[:2]
    return int(first), int(second)


def bound() -> tuple[int, int]:
    """The first minor version that pyproject.toml refuses."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (numba,) = (each for each in project["project"]["dependencies"] if re.match(r"numba\b", each))
    found = re.search(r"<(\d+\.\d+)$", numba)
    assert found, f"{numba} has no upper bound"
    return minor(found[1])


def advice(tested: str) -> str:
    """What to write once tests pass with a version."""
    first, second = minor(tested)
    return f"move the bound: numba <{first}.{second + 1} in {WHAT}, and run uv lock"


def test_the_bound_lets_in_the_locked_minor_and_no_later_one() -> None:
    """Else a version would be installed with which nobody ran the tests, or the locked one would be refused."""
    packages = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    (locked,) = (each["version"] for each in packages if each["name"] == "numba")
    first, second = minor(locked)
    assert bound() == (first, second + 1), f"uv.lock has Numba {locked}: {advice(locked)}"


def test_a_numba_beyond_the_bound_moves_it() -> None:
    """`tests.versions` installs the newest without a bound; CONTRIBUTING.md says what is to pass before."""
    installed = version("numba")
    assert minor(installed) < bound(), (
        f"these tests run with Numba {installed}; if tests/core passes besides, {advice(installed)}"
    )


@pytest.mark.compiled
def test_the_private_names_of_this_numba_are_known() -> None:
    from croupier.core.base import machine_code
    from croupier.core.base.rng import next_u64

    machine_code.machine_code(next_u64)
    assert (machine_code._UNKNOWN, machine_code._KernelCache.unknown) == (None, False)
