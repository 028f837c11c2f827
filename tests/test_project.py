"""The project's own checks: lint, types, layers, docs, and that the README's promises are in its files."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from croupier import __version__
from docs.generate.front_page import PAGE, SOURCE, page
from release import command
from tests import checks
from tests.checks import JOBS, Checked, Checks
from tests.conftest import FIRST, PagesTogether

ROOT = Path(__file__).parents[1]


@pytest.mark.thorough
def test_no_name_is_used_that_windows_lacks(tmp_path: Path) -> None:
    # on most days `tests/test_other_systems.py` finds this; a cache of its own, since the usual one would be lost
    words = command(("mypy", "--platform", "win32", "src", "--cache-dir", str(tmp_path)))
    result = subprocess.run(words, check=False, cwd=ROOT, capture_output=True, text=True, timeout=500)
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-4000:]


def test_files_of_tests_that_come_first_exist() -> None:
    assert len(set(FIRST)) == len(FIRST)
    assert [file for file in FIRST if not (ROOT / file).is_file()] == []


def test_one_worker_takes_all_tests_that_need_a_browser() -> None:
    scope = PagesTogether.__new__(PagesTogether)._split_scope
    assert scope("tests/browser/test_chat.py::test_a") == scope("tests/browser/test_time.py::test_b[1]")
    assert scope("tests/server/test_chat.py::test_a[::]") == "tests/server/test_chat.py"


def test_the_build_of_the_documentation_alone_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "run", lambda name: Checked(name, 0.0, ""))
    assert Checks().results()[0].name == "types"
    assert {each.name for each in Checks().results()} == JOBS.keys()
    assert {each.name for each in Checks(pages=False).results()} == JOBS.keys() - {"pages"}


def test_ci_runs_the_test_command_of_the_readme() -> None:
    command = "pip install uv && uv run pytest"
    assert command in (ROOT / "README.md").read_text()
    assert command in (ROOT / ".ci" / "run").read_text().splitlines()


def test_the_changelog_begins_with_the_version_of_the_project() -> None:
    sections = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert re.fullmatch(rf"{re.escape(version)} \(20\d\d-\d\d-\d\d\)", sections[sections[0] == "Unreleased"])
    assert __version__ == version, "run: uv sync"


def test_the_front_page_is_the_readme() -> None:
    assert (ROOT / PAGE).read_text() == page((ROOT / SOURCE).read_text()), (
        "run: python -m docs.generate.front_page"
    )


def test_links_between_pages_of_the_repository_exist() -> None:
    files = [*ROOT.glob("*.md"), *(ROOT / "src").rglob("*.md")]
    for file in files:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", file.read_text()):
            assert (file.parent / target).exists(), f"{file.name} links to {target}"


def test_only_one_module_imports_numba_by_name() -> None:
    importing = [
        str(file.relative_to(ROOT))
        for file in (ROOT / "src").rglob("*.py")
        if re.search(r"^\s*(import|from) (numba|llvmlite)\b", file.read_text(), re.MULTILINE)
    ]
    assert importing == ["src/croupier/core/base/machine_code.py"]


def test_nothing_uses_a_global_generator_or_pickle() -> None:
    forbidden = "|".join(
        (
            r"\bnp\.random\.(seed|rand|randint|choice|shuffle|random)\(",
            r"\brandom\.(seed|shuffle)\(",
            r"\b(import|from) pickle\b",
            r"torch\.manual_seed",
        )
    )
    for file in (ROOT / "src").rglob("*.py"):
        code = re.sub(r'""".*?"""', "", file.read_text(), flags=re.DOTALL)
        assert not re.search(forbidden, code), f"{file.name}: {re.search(forbidden, code)}"
